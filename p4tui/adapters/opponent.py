"""What the adapters share: a level that answers positions, and positions from the cells of other libraries."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from p4tui.core.geometry import Geometry
from p4tui.core.position import Position, Side
from p4tui.engine.limit import Limit, StopFlag
from p4tui.players.levels import level

EMPTY, FIRST, SECOND = 0, 1, 2
"""The values of cells: empty, a disc of the side that moved first, of the other side."""


class Opponent:
    """A level that chooses columns, in games on boards of any size."""

    def __init__(
        self, level_id: str, seed: int | None, seconds: float | None, nodes: int | None
    ) -> None:
        """Create an opponent.

        Args:
            level_id: the id of the level, such as `club`.
            seed: decides its random choices; None for others each time.
            seconds, nodes: the limit for a move; if both are None, the level's own.

        Raises:
            UnknownLevelError: there is no such level.
            ValueError: a limit is below zero.
        """
        chosen = level(level_id)
        own = seconds is None and nodes is None
        self._limit = chosen.limit if own else Limit(seconds, nodes)
        self._player = chosen.make(Random(seed))

    def column(self, position: Position) -> int:
        """Return the column to play, counted from 0.

        Raises:
            ValueError: the game is over.
        """
        return self._player.choose_column(position, self._limit, StopFlag())


def position_of(cells: Sequence[int], geometry: Geometry) -> Position:
    """Return the position of cells, the top row first.

    Raises:
        ValueError: no game can lead there.
    """
    if len(cells) != geometry.cells or not set(cells) <= {EMPTY, FIRST, SECOND}:
        raise ValueError(f"not {geometry.cells} cells of 0, 1 and 2")
    discs = {EMPTY: 0, FIRST: 0, SECOND: 0}
    for number, value in enumerate(cells):
        row, column = divmod(number, geometry.columns)
        discs[value] |= geometry.bit(column, geometry.rows - 1 - row)
    position = Position(geometry, discs[FIRST], discs[SECOND])
    if position.floating() or not position.counts_fit():
        raise ValueError("no game leads to this board")
    return position


def require_turn(position: Position, side: Side) -> None:
    """Check whose turn it is.

    Raises:
        ValueError: it is the other side's.
    """
    if position.to_move is not side:
        raise ValueError("it is the other player's turn")
