"""The reasons that the bitboards alone prove: lines, threats and wins by force."""

from __future__ import annotations

from collections.abc import Iterator

from p4tui.core.position import Position
from p4tui.review.forcing import View, forced_win, safe_replies, view_of
from p4tui.review.kinds import Reason, ReasonKind


def merits(position: Position, column: int) -> Iterator[Reason]:
    """Yield what speaks for a legal column, the preferred reasons first."""
    geometry, side = position.geometry, position.to_move
    own, other = position.own_and_other()
    before = view_of(geometry, own, other)
    cell = before.landing & geometry.column_masks[column]
    if before.own_wins & cell:
        line = geometry.cells_of(geometry.line_cells(own | cell))
        yield Reason(ReasonKind.WINS, column, side, line)
        return
    if before.other_wins & cell:
        yield Reason(ReasonKind.BLOCKS, column, side.other, geometry.cells_of(cell))
    after = view_of(geometry, other, own | cell)
    if after.own_wins & after.landing:
        return
    threats = geometry.cells_of(two_threats(after))
    if threats:
        yield Reason(ReasonKind.TWO_THREATS, column, side, threats)
        return
    if not (before.own_wins | before.other_wins) & before.landing:
        threats = geometry.cells_of(two_threats(view_of(geometry, own, other | cell)))
        if threats:
            cells = (*geometry.cells_of(cell), *threats)
            yield Reason(ReasonKind.PREVENTS_TWO_THREATS, column, side.other, cells)
    yield from _poisons(position, column, before, after)


def failures(position: Position, column: int) -> Iterator[Reason]:
    """Yield what speaks against a legal column that does not end the game, the preferred reasons first."""
    geometry, opponent = position.geometry, position.to_move.other
    own, other = position.own_and_other()
    before = view_of(geometry, own, other)
    cell = before.landing & geometry.column_masks[column]
    after = view_of(geometry, other, own | cell)
    on_top = geometry.cells_of(cell << 1 & geometry.board)
    wins = after.own_wins & after.landing
    if wins:
        elsewhere = geometry.cells_of(wins & ~(cell << 1))
        if elsewhere:
            there = elsewhere[0].column
            yield Reason(ReasonKind.LEAVES_UNBLOCKED, column, opponent, elsewhere, there)
        if wins & (cell << 1):
            yield Reason(ReasonKind.ON_TOP_WINS, column, opponent, on_top)
        return
    force = _lets_force(position, column)
    if force:
        yield force
    if before.own_wins & (cell << 1) & safe_replies(after):
        yield Reason(ReasonKind.SPENDS_THREAT, column, opponent, on_top)


def forces(position: Position, column: int) -> Iterator[Reason]:
    """Yield the win by force that a column begins, if it takes more than two threats at once."""
    line = forced_win(position, column)
    if len(line) > 3:
        yield _force(ReasonKind.FORCES, position, column, line[1:])


def two_threats(view: View) -> int:
    """Return the cells of two or more threats of which the side to move can stop one; 0 if there are none.

    They are playable now, or one is playable and the other on top of it. The side to move has no immediate win.
    """
    if view.own_wins & view.landing:
        return 0
    now = view.other_wins & view.landing
    if now & (now - 1):
        return now
    return now | (now << 1) if view.other_wins & (now << 1) else 0


def _lets_force(position: Position, column: int) -> Reason | None:
    """Return the win by force with which the opponent answers a column, or None."""
    geometry, child = position.geometry, position.play(column)
    line = forced_win(child)
    if not line:
        return None
    if len(line) == 3:
        answered = child.play(line[0])
        threats = geometry.cells_of(two_threats(view_of(geometry, *answered.own_and_other())))
        if threats:
            kind, there = ReasonKind.LETS_TWO_THREATS, line[0]
            return Reason(kind, column, child.to_move, threats, there, line=line)
    return _force(ReasonKind.LETS_FORCE, position, column, line)


def _force(kind: ReasonKind, position: Position, column: int, line: tuple[int, ...]) -> Reason:
    """Return the reason of a win by force, given its moves after the column."""
    last = position.play(column)
    for each in line[:-1]:
        last = last.play(each)
    cell = last.landing_cell(line[-1])
    assert cell is not None
    there = line[0] if kind is ReasonKind.LETS_FORCE else None
    return Reason(kind, column, last.to_move, (cell,), there, line=line)


def _poisons(position: Position, column: int, before: View, after: View) -> Iterator[Reason]:
    """Yield another column that is newly poisoned, while the opponent has a column that is not.

    Args:
        position: the position before the move.
        column: the column of the move.
        before: the bitboards before the move, from the view of the mover.
        after: the bitboards after the move, from the view of the opponent.
    """
    geometry = position.geometry
    new = after.other_wins & ~before.own_wins & (after.landing << 1)
    new &= ~geometry.column_masks[column]
    if new and safe_replies(after):
        cell = geometry.cells_of(new)[0]
        yield Reason(ReasonKind.POISONS, column, position.to_move, (cell,), cell.column)
