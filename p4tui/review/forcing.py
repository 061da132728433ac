"""Wins by force: the other side never has more than one reply that does not lose at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.engine.evaluation import evaluation

MAX_NODES = 3_000
"""The positions of a search for a win by force: at most some 30 milliseconds."""
MAX_MOVES = 12
"""The most moves of the winner in a win by force."""


class View(NamedTuple):
    """The bitboards that tactics need, from the view of the side to move.

    Attributes:
        own, other: the discs of the side to move and of the other side.
        landing: the cells where a disc can land now.
        own_wins, other_wins: the empty cells where each side completes a line, playable or not.
    """

    own: int
    other: int
    landing: int
    own_wins: int
    other_wins: int


def view_of(geometry: Geometry, own: int, other: int) -> View:
    """Return the bitboards of a position."""
    winning_cells, occupied = evaluation(geometry).winning_cells, own | other
    landing = (occupied + geometry.bottom) & geometry.board
    empty = geometry.board & ~occupied
    return View(own, other, landing, winning_cells(own) & empty, winning_cells(other) & empty)


def safe_replies(view: View) -> int:
    """Return the cells of the side to move after which the other side does not win at once.

    The side to move has no immediate win.
    """
    must = view.other_wins & view.landing
    if must & (must - 1):
        return 0
    return (must or view.landing) & ~(view.other_wins >> 1)


def forced_win(position: Position, first: int | None = None) -> tuple[int, ...]:
    """Return the shortest win by force of the side to move, as columns from 0; empty if none is found.

    Moves of the winner and replies alternate; the last move completes a line. Where no reply is safe, the reply given is
    one of those that lose at once.

    Args:
        position: an unfinished position.
        first: the column that the side to move has to begin with; None for any.
    """
    geometry = position.geometry
    own, other = position.own_and_other()
    begin = geometry.board if first is None else geometry.column_masks[first]
    search = _ForceSearch(geometry)
    for moves in range(1, MAX_MOVES + 1):
        line = search.run(own, other, moves, begin)
        if line:
            return tuple(geometry.cell(bit).column for bit in line)
        if search.nodes >= MAX_NODES or not search.cut:
            break
    return ()


@dataclass(slots=True)
class _ForceSearch:
    """A depth-first search over the moves that leave one safe reply at most.

    Attributes:
        nodes: the positions searched.
        cut: whether the last search ended somewhere for want of moves.
    """

    geometry: Geometry
    nodes: int = 0
    cut: bool = False

    def run(self, own: int, other: int, moves: int, begin: int) -> tuple[int, ...]:
        """Return the cells of a win by force in a number of moves that begins in some cells; empty if there is none."""
        self.cut = False
        return self._run(own, other, moves, begin, set())

    def _run(
        self, own: int, other: int, moves: int, begin: int, failed: set[tuple[int, int]]
    ) -> tuple[int, ...]:
        """Search a position; `failed` holds the positions without a win in the moves that are left there.

        A position is reached with one number of discs, hence of moves left.
        """
        self.nodes += 1
        view = view_of(self.geometry, own, other)
        wins = view.own_wins & view.landing & begin
        if wins:
            return (wins & -wins,)
        if moves == 1 or self.nodes >= MAX_NODES:
            self.cut = True
            return ()
        candidates = safe_replies(view) & begin
        while candidates:
            bit = candidates & -candidates
            candidates ^= bit
            reply = self._only_reply(own | bit, other)
            if not reply or (own | bit, other | reply) in failed:
                continue
            rest = self._run(own | bit, other | reply, moves - 1, self.geometry.board, failed)
            if rest:
                return (bit, reply, *rest)
            failed.add((own | bit, other | reply))
        return ()

    def _only_reply(self, own: int, other: int) -> int:
        """Return the only safe reply to the discs `own`, or one that loses if none is safe; 0 if there are several."""
        after = view_of(self.geometry, other, own)
        safe = safe_replies(after)
        if safe & (safe - 1):
            return 0
        replies = safe or (after.other_wins & after.landing) or after.landing
        return replies & -replies
