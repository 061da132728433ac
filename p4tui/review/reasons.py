"""The reasons for a move: at most two checked facts about its position.

A reason is found on the bitboards and confirmed by the solver before it is said.
"""

from __future__ import annotations

from collections.abc import Iterator

from p4tui.core.geometry import Cell
from p4tui.core.position import Position, Side
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.score import DRAW
from p4tui.engine.solver import Solver
from p4tui.review.best_play import Prover
from p4tui.review.forcing import safe_replies, view_of
from p4tui.review.kinds import Reason, ReasonKind
from p4tui.review.marks import Mark
from p4tui.review.moves import ReviewedMove
from p4tui.review.tactics import failures, forces, merits

MOST_REASONS = 2
"""The most reasons of a move."""
LIMIT = Limit(seconds=0.5)
"""The default limit of one search."""

_RANKS = {kind: rank for rank, kind in enumerate(ReasonKind)}
"""The place of each kind in the order of preference."""
_ZUGZWANGS = ReasonKind.ZUGZWANG, ReasonKind.LATER_ZUGZWANG
_LET_ZUGZWANGS = ReasonKind.LETS_ZUGZWANG, ReasonKind.LETS_LATER_ZUGZWANG
_OPPOSITES = {
    (ReasonKind.LEAVES_UNBLOCKED, ReasonKind.BLOCKS),
    (ReasonKind.LETS_TWO_THREATS, ReasonKind.PREVENTS_TWO_THREATS),
}
"""The pairs of a failure and a merit that say the same thing twice."""


def reasons_of(
    move: ReviewedMove, solver: Solver, stop: StopFlag, limit: Limit = LIMIT
) -> tuple[Reason, ...]:
    """Return the reasons for a move, the preferred one first: at most two.

    For a move with a better one, the reasons say why it fails and why the better column does not. For any other move,
    they say what speaks for it.

    Args:
        move: a move of a review.
        solver: the solver of the review: its table knows the positions near the game.
        stop: ends the search within milliseconds; what is not proven by then is not said.
        limit: the limit of one search.
    """
    prover = Prover(solver, stop, limit)
    if move.mark.loses_result or move.mark is Mark.SLOWER:
        failure = next(_failures(move, prover), None)
        better = next(_better(move, failure, prover), None)
        return tuple(sorted((each for each in (failure, better) if each), key=_rank))
    found = list(merits(move.position, move.column))
    if move.mark is Mark.ONLY and move.score and not found:
        found += forces(move.position, move.column)
    return tuple(found)[:MOST_REASONS]


def _rank(reason: Reason) -> int:
    """Return the place of a reason in the order of preference."""
    return _RANKS[reason.kind]


def _repeats(failure: Reason | None, merit: Reason) -> bool:
    """Return whether a merit says what a failure has said."""
    if failure is None or (failure.kind, merit.kind) not in _OPPOSITES:
        return False
    return merit.column == failure.there


def _failures(move: ReviewedMove, prover: Prover) -> Iterator[Reason]:
    """Yield what speaks against a move that has a better one, the preferred reason first."""
    yield from failures(move.position, move.column)
    if not move.mark.loses_result:
        return
    answer = _only_answer(move, prover)
    if answer and answer.kind is ReasonKind.ON_TOP_ONLY:
        yield answer
    found = (answer, _zugzwang(move, move.column, prover))
    yield from sorted((each for each in found if each), key=_rank)


def _better(move: ReviewedMove, failure: Reason | None, prover: Prover) -> Iterator[Reason]:
    """Yield what speaks for the best columns and is not said yet, the preferred reason first.

    Of equal reasons, that for the most central column comes first.
    """
    position, best = move.position, move.best_score
    assert best is not None
    columns = [column for column in position.geometry.centre_first if column in move.best]
    found = [reason for column in columns for reason in merits(position, column)]
    if best > DRAW:
        found += [reason for column in columns for reason in forces(position, column)]
    yield from (each for each in sorted(found, key=_rank) if not _repeats(failure, each))
    if move.mark.loses_result and (failure is None or failure.kind not in _LET_ZUGZWANGS):
        ending = _zugzwang(move, columns[0], prover)
        if ending:
            yield ending
    yield from _open_lines(move)


def _only_answer(move: ReviewedMove, prover: Prover) -> Reason | None:
    """Return the only answer to a mistake that keeps the opponent's result, None if there are several or it is forced."""
    child = move.position.play(move.column)
    assert move.score is not None
    if len(child.legal_columns()) < 2:
        return None
    keeping = prover.keeping(child, -move.score)
    if len(keeping) != 1:
        return None
    there = keeping[0]
    cell = child.landing_cell(there)
    assert cell is not None
    if there == move.column:
        kind = ReasonKind.ON_TOP_ONLY
    elif there in move.keeping:
        kind = ReasonKind.SAME_CELL
    else:
        kind = ReasonKind.ONLY_ANSWER
    return Reason(kind, move.column, child.to_move, (cell,), there, holds=move.score == DRAW)


def _zugzwang(move: ReviewedMove, column: int, prover: Prover) -> Reason | None:
    """Return the zugzwang in which best play after a column ends, or None.

    There the loser has no safe column and no threat to answer: whatever it plays, it loses at once.
    """
    position, score = move.position, move.scores[column]
    if not score:
        return None
    child, geometry = position.play(column), position.geometry
    line = prover.best_play(child, -score)
    if len(line) < 2 or line[-1] != line[-2]:
        return None
    last = child
    for each in line[:-2]:
        last = last.play(each)
    view = view_of(geometry, *last.own_and_other())
    if (view.own_wins | view.other_wins) & view.landing or safe_replies(view):
        return None
    beneath = last.landing_cell(line[-2])
    assert beneath is not None
    cell = Cell(beneath.column, beneath.row + 1)
    winner = last.to_move.other
    stands = cell in _threats(child, winner)
    kinds = _ZUGZWANGS if winner is move.side else _LET_ZUGZWANGS
    return Reason(kinds[not stands], column, winner, (cell,), cell.column, line=line)


def _open_lines(move: ReviewedMove) -> Iterator[Reason]:
    """Yield the best column that keeps most lines open, if it keeps more than the one played."""
    position, side = move.position, move.side
    lines = {column: open_lines(position, column) for column in (move.column, *move.best)}
    best = max(
        (column for column in position.geometry.centre_first if column in move.best),
        key=lines.__getitem__,
    )
    if lines[best] > lines[move.column]:
        cell = position.landing_cell(best)
        assert cell is not None
        counts = lines[best], lines[move.column]
        yield Reason(ReasonKind.OPEN_LINES, best, side, (cell,), move.column, lines=counts)


def open_lines(position: Position, column: int) -> int:
    """Return the number of lines through the landing cell of a column that the side to move can still complete."""
    geometry, cell = position.geometry, position.landing_cell(column)
    assert cell is not None
    bit = geometry.bit(*cell)
    free = geometry.board & ~position.discs(position.to_move.other)
    return sum(
        bool(geometry.line_starts(free, index) & (bit >> (direction * step)))
        for index, direction in enumerate(geometry.directions)
        for step in range(geometry.connect)
    )


def _threats(position: Position, side: Side) -> tuple[Cell, ...]:
    """Return the empty cells where a side completes a line."""
    geometry = position.geometry
    view = view_of(geometry, position.discs(side), position.discs(side.other))
    return geometry.cells_of(view.own_wins)
