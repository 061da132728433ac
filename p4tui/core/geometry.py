"""The board's bit layout and its masks.

A board of C columns and R rows takes C x (R + 1) bits, column by column from the left, each column from the bottom up.
The bit above each column stays empty, so that no line runs from the top of one column into the next. For 7x6:

    .  .  .  .  .  .  .
    5 12 19 26 33 40 47      row 6
    4 11 18 25 32 39 46
    3 10 17 24 31 38 45
    2  9 16 23 30 37 44
    1  8 15 22 29 36 43
    0  7 14 21 28 35 42      row 1

The neighbour of a bit is 1 further upwards, R + 1 to the right, R + 2 on the rising and R on the falling diagonal.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from p4tui.core.errors import GeometryError

MIN_SIZE = 4
"""The fewest columns or rows of a board."""
MAX_SIZE = 32
"""The most columns or rows of a board."""
MIN_CONNECT = 3
"""The shortest line that can win."""


class Cell(NamedTuple):
    """A cell of the board, counted from 0: column from the left, row from the bottom."""

    column: int
    row: int

    @property
    def in_even_row(self) -> bool:
        """Whether the row is even, counted from 1 as people do: Allis's odd and even threats."""
        return self.row % 2 == 1


@dataclass(frozen=True)
class Geometry:
    """The size of a board and the length of a line.

    Attributes:
        columns: 4 to 32.
        rows: 4 to 32.
        connect: discs in line that win, 3 to the longer side.

    Raises:
        GeometryError: a number is out of range.
    """

    columns: int = 7
    rows: int = 6
    connect: int = 4

    def __post_init__(self) -> None:
        """Check the ranges."""
        sizes_fit = MIN_SIZE <= self.columns <= MAX_SIZE and MIN_SIZE <= self.rows <= MAX_SIZE
        if not sizes_fit or not MIN_CONNECT <= self.connect <= max(self.columns, self.rows):
            raise GeometryError(self.columns, self.rows, self.connect)

    @cached_property
    def stride(self) -> int:
        """Bits from one column to the next: rows + 1."""
        return self.rows + 1

    @cached_property
    def cells(self) -> int:
        """The number of cells."""
        return self.columns * self.rows

    @cached_property
    def directions(self) -> tuple[int, int, int, int]:
        """Bits to the next cell: vertical, horizontal, rising and falling diagonal."""
        return (1, self.stride, self.stride + 1, self.stride - 1)

    @cached_property
    def bottom(self) -> int:
        """The lowest cell of every column."""
        return sum(1 << (column * self.stride) for column in range(self.columns))

    @cached_property
    def board(self) -> int:
        """Every cell of the board."""
        return self.bottom * ((1 << self.rows) - 1)

    @cached_property
    def column_masks(self) -> tuple[int, ...]:
        """The cells of each column."""
        one_column = (1 << self.rows) - 1
        return tuple(one_column << (column * self.stride) for column in range(self.columns))

    @cached_property
    def top_cells(self) -> tuple[int, ...]:
        """The highest cell of each column."""
        return tuple(1 << (column * self.stride + self.rows - 1) for column in range(self.columns))

    @cached_property
    def centre_first(self) -> tuple[int, ...]:
        """The columns from the middle outwards, left before right."""
        return tuple(sorted(range(self.columns), key=lambda c: abs(2 * c - self.columns + 1)))

    def bit(self, column: int, row: int) -> int:
        """Return the mask of a cell on the board, column and row counted from 0."""
        return 1 << (column * self.stride + row)

    def cell(self, bit: int) -> Cell:
        """Return the cell of a one-bit mask."""
        column, row = divmod(bit.bit_length() - 1, self.stride)
        return Cell(column, row)

    def cells_of(self, mask: int) -> tuple[Cell, ...]:
        """Return the cells of a mask, column by column from the left, each from the bottom up."""
        found = []
        while mask:
            lowest = mask & -mask
            found.append(self.cell(lowest))
            mask ^= lowest
        return tuple(found)

    def contains(self, column: int, row: int) -> bool:
        """Return whether a cell, counted from 0, lies on the board."""
        return 0 <= column < self.columns and 0 <= row < self.rows

    @cached_property
    def line_shifts(self) -> tuple[tuple[int, ...], ...]:
        """The shifts for each direction: `m &= m >> shift` for each of them leaves the starts of the lines in m.

        A shift of s <= n steps tests runs of n + s, given those of n: for lines of 4, one step, then two.
        """
        steps, length = [], 1
        while length < self.connect:
            steps.append(min(length, self.connect - length))
            length += steps[-1]
        return tuple(tuple(direction * step for step in steps) for direction in self.directions)

    def line_starts(self, discs: int, direction: int) -> int:
        """Return the first cell of each run of `connect` discs; `direction` is an index of `directions`."""
        for shift in self.line_shifts[direction]:
            discs &= discs >> shift
        return discs

    def has_line(self, discs: int) -> bool:
        """Return whether a mask holds a line of `connect` discs or more."""
        for shifts in self.line_shifts:
            line = discs
            for shift in shifts:
                line &= line >> shift
            if line:
                return True
        return False

    def line_cells(self, discs: int) -> int:
        """Return the cells of a mask that belong to a line of `connect` discs or more."""
        found = 0
        for index, direction in enumerate(self.directions):
            starts = self.line_starts(discs, index)
            for step in range(self.connect):
                found |= starts << (direction * step)
        return found
