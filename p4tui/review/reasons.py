"""The reasons for a move: at most two checked facts about its position.

The board alone proves a reason, or the solver confirms it before it is said.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from p4tui.core.geometry import Cell
from p4tui.core.position import Position, Side
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.score import DRAW
from p4tui.engine.solver import Solver
from p4tui.review.best_play import Prover
from p4tui.review.forcing import view_of
from p4tui.review.kinds import Reason, ReasonKind
from p4tui.review.marks import Mark, result_of
from p4tui.review.moves import ReviewedMove
from p4tui.review.tactics import failures, forces, merits, two_threats

MOST_REASONS = 2
"""The most reasons of a move."""
LIMIT = Limit(seconds=1)
"""The default limit of all searches for the reasons of one move."""

_RANKS = {kind: rank for rank, kind in enumerate(ReasonKind)}
"""The place of each kind in the order of preference."""
_ENDINGS = {
    ReasonKind.LETS_ZUGZWANG,
    ReasonKind.LETS_LATER_ZUGZWANG,
    ReasonKind.LETS_LATER_TWO_THREATS,
}
"""The failures that say how best play ends: how it ends after a better column would be too much."""
_WHOLE = {
    ReasonKind.LEAVES_UNBLOCKED,
    ReasonKind.LETS_TWO_THREATS,
    ReasonKind.ON_TOP_WINS,
    ReasonKind.LETS_FORCE,
}
"""The failures that explain all: beside them, a better column is named only for what it threatens or stops."""
_OPPOSITES = {
    (ReasonKind.LEAVES_UNBLOCKED, ReasonKind.BLOCKS),
    (ReasonKind.LETS_TWO_THREATS, ReasonKind.PREVENTS_TWO_THREATS),
}
"""The pairs of a failure and a merit that say the same thing twice."""


def reasons_of(
    move: ReviewedMove,
    solver: Solver,
    stop: StopFlag,
    limit: Limit = LIMIT,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[Reason, ...]:
    """Return the reasons for a move, the preferred one first: at most two.

    For a move with a better one, the reasons say why it fails and why the better column does not. For any other move,
    they say what speaks for it.

    Args:
        move: a move of a review.
        solver: the solver of the review: its table knows the positions near the game.
        stop: ends the search within milliseconds; what is not proven by then is not said.
        limit: the limit of all searches together.
        clock: returns the time in seconds.

    Raises:
        RuntimeError: another thread is searching with the solver.
    """
    prover = Prover(solver, stop, limit, clock)
    if move.mark.loses_result or move.mark is Mark.SLOWER:
        failure = next(_failures(move, prover), None)
        better = next(_better(move, failure, prover), None)
        return tuple(sorted((each for each in (failure, better) if each), key=_rank))
    found = list(merits(move.position, move.column))
    if move.mark is Mark.ONLY:
        found += forces(move.position, move.column)
        found += _only_move(move, prover) if not found else ()
    return tuple(sorted(found, key=_rank))[:MOST_REASONS]


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
    found = (answer, _ending(move, move.column, prover))
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
    if not move.mark.loses_result or (failure and failure.kind in _WHOLE):
        return
    if failure is None or failure.kind not in _ENDINGS:
        ending = _ending(move, columns[0], prover)
        if ending:
            yield ending
    yield from _open_lines(move)


def _only_move(move: ReviewedMove, prover: Prover) -> Iterator[Reason]:
    """Yield what the solver says for the only move that keeps the result."""
    position, column, best = move.position, move.column, move.best_score
    assert best is not None
    cell = position.landing_cell(column)
    assert cell is not None
    others = [each for each in position.legal_columns() if each != column]
    if all(_answered_in(position.play(each), column, best, prover) for each in others):
        yield Reason(ReasonKind.KEY_CELL, column, move.side.other, (cell,), holds=best > DRAW)
    ending = _ending(move, column, prover)
    if ending:
        yield ending


def _answered_in(child: Position, column: int, best: int, prover: Prover) -> bool:
    """Return whether an answer in a column is proven to keep the side that moved from a result, a win or a draw."""
    answered = child.play(column)
    score = prover.score(answered, (0, 1) if best > DRAW else (-1, 0))
    return score is not None and result_of(score) < result_of(best)


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


def _ending(move: ReviewedMove, column: int, prover: Prover) -> Reason | None:
    """Return how best play after a column that wins or loses can end, or None if it is not proven.

    Whatever the loser plays in the end, it loses at once: there are two threats, or every column lies under one.
    """
    position, score = move.position, move.scores[column]
    if not score:
        return None
    child, geometry = position.play(column), position.geometry
    line = prover.best_play(child, -score)
    if len(line) < 2:
        return None
    last = child
    for each in line[:-2]:
        last = last.play(each)
    winner, view = last.to_move.other, view_of(geometry, *last.own_and_other())
    own = winner is move.side
    threats = geometry.cells_of(two_threats(view))
    if threats:
        kind = ReasonKind.LATER_TWO_THREATS if own else ReasonKind.LETS_LATER_TWO_THREATS
        return Reason(kind, column, winner, threats, line=line)
    beneath = last.landing_cell(line[-2])
    if beneath is None or line[-1] != line[-2]:
        return None
    cell = Cell(beneath.column, beneath.row + 1)
    if cell in _threats(child, winner):
        kind = ReasonKind.ZUGZWANG if own else ReasonKind.LETS_ZUGZWANG
    else:
        kind = ReasonKind.LATER_ZUGZWANG if own else ReasonKind.LETS_LATER_ZUGZWANG
    return Reason(kind, column, winner, (cell,), cell.column, line=line)


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
