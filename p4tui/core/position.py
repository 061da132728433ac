"""Positions: who has which cells, and what follows from it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cached_property

from p4tui.core.errors import ColumnFullError, GameOverError, NoSuchColumnError
from p4tui.core.geometry import Cell, Geometry


class Side(IntEnum):
    """The side that moved first in this game, and the one that moved second."""

    FIRST = 0
    SECOND = 1

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side(1 - self)


class Termination(Enum):
    """How a game ends."""

    LINE = "line"
    FULL_BOARD = "full board"
    RESIGNATION = "resignation"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game.

    Attributes:
        termination: how it ended.
        winner: the side that won, None for a draw.
    """

    termination: Termination
    winner: Side | None


@dataclass(frozen=True)
class Position:
    """An immutable position: a pair of bitboards in the layout of `Geometry`.

    The side to move follows from the number of discs: the first side where both have as many.

    Attributes:
        geometry: size of the board and length of a line.
        first: the cells of the side that moved first.
        second: the cells of the side that moved second.
    """

    geometry: Geometry = Geometry()
    first: int = 0
    second: int = 0

    @property
    def occupied(self) -> int:
        """All cells that hold a disc."""
        return self.first | self.second

    @property
    def ply(self) -> int:
        """How many discs lie on the board."""
        return self.occupied.bit_count()

    @property
    def to_move(self) -> Side:
        """The side whose turn it is, also in a finished position."""
        return Side(self.ply & 1)

    def discs(self, side: Side) -> int:
        """The cells of one side."""
        return self.second if side else self.first

    def discs_left(self, side: Side) -> int:
        """How many discs a side still has: half of the cells at the start, the first side one more of an odd number."""
        supply = (self.geometry.cells + (1 - side)) // 2
        return supply - self.discs(side).bit_count()

    def at(self, column: int, row: int) -> Side | None:
        """The side whose disc lies in a cell counted from 0, None for an empty cell or one off the board."""
        if not self.geometry.contains(column, row):
            return None
        bit = self.geometry.bit(column, row)
        if self.first & bit:
            return Side.FIRST
        return Side.SECOND if self.second & bit else None

    def height(self, column: int) -> int:
        """How many discs lie in a column, counted from 0."""
        return (self.occupied & self.geometry.column_masks[column]).bit_count()

    def landing_cell(self, column: int) -> Cell | None:
        """Where a disc dropped into a column would come to lie; None for a full column or one that does not exist."""
        if not 0 <= column < self.geometry.columns:
            return None
        row = self.height(column)
        return Cell(column, row) if row < self.geometry.rows else None

    def is_playable(self, column: int) -> bool:
        """Whether a disc can be dropped into a column: it exists, has a free cell, and the game is not over."""
        return self.landing_cell(column) is not None and self.outcome is None

    def legal_columns(self) -> tuple[int, ...]:
        """The columns that can be played, from the left; none once the game is over."""
        if self.outcome is not None:
            return ()
        occupied, tops = self.occupied, self.geometry.top_cells
        return tuple(c for c, top in enumerate(tops) if not occupied & top)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on. A last disc that completes a line and fills the board wins."""
        if self.geometry.has_line(self.first):
            return Outcome(Termination.LINE, Side.FIRST)
        if self.geometry.has_line(self.second):
            return Outcome(Termination.LINE, Side.SECOND)
        if self.first | self.second == self.geometry.board:
            return Outcome(Termination.FULL_BOARD, None)
        return None

    def winning_cells(self) -> tuple[Cell, ...]:
        """Every cell that belongs to a winning line, also where several lines or longer ones were made at once."""
        line = self.geometry.line_cells(self.first) | self.geometry.line_cells(self.second)
        return self.geometry.cells_of(line)

    def wins_at(self, column: int, side: Side | None = None) -> bool:
        """Whether a disc of a side (the one to move, unless given) dropped into a column makes a line."""
        cell = self.landing_cell(column)
        if cell is None:
            return False
        discs = self.discs(self.to_move if side is None else side)
        return self.geometry.has_line(discs | self.geometry.bit(*cell))

    def play(self, column: int) -> Position:
        """The position after the side to move drops a disc into a column, counted from 0.

        Raises:
            NoSuchColumnError, GameOverError, ColumnFullError: in this order, where several hold.
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
        """The discs below which a cell is empty."""
        supported = (self.occupied << 1) | self.geometry.bottom
        return self.occupied & ~supported

    def counts_fit(self) -> bool:
        """Whether the first side has as many discs as the second, or one more."""
        return self.first.bit_count() - self.second.bit_count() in (0, 1)

    def lines_fit(self) -> bool:
        """Whether at most one side has lines, and they all run through one top disc of that side."""
        geometry = self.geometry
        owners = [side for side in Side if geometry.has_line(self.discs(side))]
        if len(owners) != 1:
            return not owners
        discs = self.discs(owners[0])
        tops = discs & ~(self.occupied >> 1)
        return any(
            not geometry.has_line(discs & ~geometry.bit(*cell)) for cell in geometry.cells_of(tops)
        )
