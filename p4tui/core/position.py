"""Positions: the discs of both sides, legal moves and outcomes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cached_property

from p4tui.core.errors import ColumnFullError, GameOverError, NoSuchColumnError
from p4tui.core.geometry import Cell, Geometry


class Side(IntEnum):
    """A side, by whether it moved first or second in the game."""

    FIRST = 0
    SECOND = 1

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side(1 - self)


class Termination(Enum):
    """The reasons for the end of a game."""

    LINE = "line"
    FULL_BOARD = "full board"
    RESIGNATION = "resignation"
    TIME = "time"
    AGREEMENT = "agreement"
    """The players agreed on a draw."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game.

    Attributes:
        termination: how it ended.
        winner: the side that won, None for a draw.
    """

    termination: Termination
    winner: Side | None


@dataclass(frozen=True)
class Position:
    """An immutable position: a pair of bitboards in the layout of `Geometry`.

    The number of discs determines the side to move: the first side if both have equally many.

    Attributes:
        geometry: the size of the board and the length of a line.
        first: the discs of the side that moved first.
        second: the discs of the side that moved second.
    """

    geometry: Geometry = Geometry()
    first: int = 0
    second: int = 0

    @property
    def occupied(self) -> int:
        """The discs of both sides."""
        return self.first | self.second

    @property
    def ply(self) -> int:
        """The number of discs on the board."""
        return self.occupied.bit_count()

    @property
    def to_move(self) -> Side:
        """The side to move, in a finished position too."""
        return Side(self.ply & 1)

    def discs(self, side: Side) -> int:
        """Return the discs of a side."""
        return self.second if side else self.first

    def own_and_other(self) -> tuple[int, int]:
        """Return the discs of the side to move and of the other side."""
        return (self.second, self.first) if self.ply & 1 else (self.first, self.second)

    def discs_left(self, side: Side) -> int:
        """Return how many discs a side still has.

        It starts with half of the cells; if their number is odd, the first side has one disc more.
        """
        supply = (self.geometry.cells + (1 - side)) // 2
        return supply - self.discs(side).bit_count()

    def at(self, column: int, row: int) -> Side | None:
        """Return the side with a disc in a cell counted from 0, None for an empty cell or one off the board."""
        if not self.geometry.contains(column, row):
            return None
        bit = self.geometry.bit(column, row)
        if self.first & bit:
            return Side.FIRST
        return Side.SECOND if self.second & bit else None

    def height(self, column: int) -> int:
        """Return the number of discs in a column counted from 0."""
        return (self.occupied & self.geometry.column_masks[column]).bit_count()

    def landing_cell(self, column: int) -> Cell | None:
        """Return the lowest free cell of a column, None if the column is full or does not exist."""
        if not 0 <= column < self.geometry.columns:
            return None
        row = self.height(column)
        return Cell(column, row) if row < self.geometry.rows else None

    def is_playable(self, column: int) -> bool:
        """Return whether a column exists, has a free cell, and the game is not over."""
        return self.landing_cell(column) is not None and self.outcome is None

    def legal_columns(self) -> tuple[int, ...]:
        """Return the playable columns from the left; none once the game is over."""
        if self.outcome is not None:
            return ()
        occupied, tops = self.occupied, self.geometry.top_cells
        return tuple(c for c, top in enumerate(tops) if not occupied & top)

    @cached_property
    def outcome(self) -> Outcome | None:
        """The result, None while the game is running. A last disc that completes a line and fills the board wins."""
        if self.geometry.has_line(self.first):
            return Outcome(Termination.LINE, Side.FIRST)
        if self.geometry.has_line(self.second):
            return Outcome(Termination.LINE, Side.SECOND)
        if self.first | self.second == self.geometry.board:
            return Outcome(Termination.FULL_BOARD, None)
        return None

    def winning_cells(self) -> tuple[Cell, ...]:
        """Return every cell of the winning line, or of all of them if there are several."""
        line = self.geometry.line_cells(self.first) | self.geometry.line_cells(self.second)
        return self.geometry.cells_of(line)

    def wins_at(self, column: int, side: Side | None = None) -> bool:
        """Return whether a side, by default the one to move, makes a line in a column."""
        cell = self.landing_cell(column)
        if cell is None:
            return False
        discs = self.discs(self.to_move if side is None else side)
        return self.geometry.has_line(discs | self.geometry.bit(*cell))

    def play(self, column: int) -> Position:
        """Return the position after the side to move drops a disc into a column counted from 0.

        Raises:
            NoSuchColumnError, GameOverError, ColumnFullError: the first that applies, in this order.
        """
        geometry = self.geometry
        if not 0 <= column < geometry.columns:
            raise NoSuchColumnError(column, geometry.columns)
        if self.outcome is not None:
            raise GameOverError
        occupied = self.first | self.second
        bit = (occupied + (1 << (column * geometry.stride))) & geometry.column_masks[column]
        bit &= ~occupied
        if not bit:
            raise ColumnFullError(column)
        if occupied.bit_count() & 1:
            return Position(geometry, self.first, self.second | bit)
        return Position(geometry, self.first | bit, self.second)

    def floating(self) -> int:
        """Return the discs above an empty cell."""
        supported = (self.occupied << 1) | self.geometry.bottom
        return self.occupied & ~supported

    def counts_fit(self) -> bool:
        """Return whether the first side has as many discs as the second, or one more."""
        return self.first.bit_count() - self.second.bit_count() in (0, 1)

    def lines_fit(self) -> bool:
        """Return whether at most one side has lines, and they all run through one of its top discs."""
        geometry = self.geometry
        owners = [side for side in Side if geometry.has_line(self.discs(side))]
        if len(owners) != 1:
            return not owners
        discs = self.discs(owners[0])
        tops = discs & ~(self.occupied >> 1)
        return any(
            not geometry.has_line(discs & ~geometry.bit(*cell)) for cell in geometry.cells_of(tops)
        )
