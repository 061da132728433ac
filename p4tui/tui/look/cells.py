"""The cells of a board: their sizes. Pure arithmetic, no Textual.

A pixel is one character wide and half a line high, so square. A cell is `p x p` pixels, and p may be odd: it then takes half a
line more or less. A board of C columns and R rows is `C p + 2` characters wide, with a rim of one at the left and the right, and
`R p / 2` lines high, rounded up. Above it is a lane of one line or more for the pointer, below it a line of column numbers.
"""

from __future__ import annotations

from typing import NamedTuple

RIM = 1
"""Characters of the board left of its first column, and right of its last."""
NUMBER_LINES = 1
"""The line of the column numbers."""
PLAIN_PIXELS = 2
"""The size of the smallest cell, a letter and a gap."""
HIGH_LANE_PIXELS = 8
"""The size of cells from which the pointer is a whole disc, where the lane has room."""


class CellSize(NamedTuple):
    """The size of a cell.

    Attributes:
        pixels: its width in characters, and its height in half lines.
    """

    pixels: int

    @property
    def is_plain(self) -> bool:
        """Whether the cell shows a letter instead of a disc."""
        return self.pixels <= PLAIN_PIXELS

    @property
    def score_lines(self) -> int:
        """Lines for the scores; the smallest cells alternate between two lines."""
        return 2 if self.is_plain else 1

    @property
    def high_lane(self) -> int:
        """Lines of a lane in which the pointer is a whole disc; one for small cells."""
        return self.pixels // 2 if self.pixels >= HIGH_LANE_PIXELS else 1

    @property
    def low_lane(self) -> int:
        """The fewest lines of a lane; above large cells it holds a whole disc."""
        return self.high_lane if self.pixels > HIGH_LANE_PIXELS else 1

    def first_line(self, place: int) -> int:
        """Return the first line of a row, counted from the top; the odd rows of odd cells begin with half a line of gap."""
        return (place * self.pixels + 1) // 2

    def start(self, place: int) -> int:
        """Return 1 if the row starts half a line down, else 0."""
        return place * self.pixels % 2

    def place_at(self, line: int) -> int:
        """Return the row, counted from the top, to which a line belongs."""
        return 2 * line // self.pixels

    def lines(self, rows: int) -> int:
        """Return the height of some rows in lines."""
        return self.first_line(rows)

    @property
    def right_rim(self) -> int:
        """Characters right of the last column; a letter has its gap there."""
        return 0 if self.is_plain else RIM

    def width(self, columns: int) -> int:
        """Return the width of a board in characters."""
        return RIM + columns * self.pixels + self.right_rim


class Frame(NamedTuple):
    """The size of a board's cells, and the lines around them.

    Attributes:
        cell: the size of a cell.
        lane: lines above the board, where the pointer is.
        numbers_above: whether the column numbers stand above the board, in place of the lane.
        score_lines: lines for the scores; if none, those of discs take the line of the numbers.
    """

    cell: CellSize = CellSize(PLAIN_PIXELS)
    lane: int = 1
    numbers_above: bool = False
    score_lines: int = 0

    @property
    def top(self) -> int:
        """The lines above the cells."""
        return NUMBER_LINES if self.numbers_above else self.lane

    def size(self, columns: int, rows: int) -> tuple[int, int]:
        """Return the width and height of a board with the frame."""
        return (self.cell.width(columns), self.top + self.cell.lines(rows) + self.bottom)

    @property
    def bottom(self) -> int:
        """The lines below the cells."""
        return self.score_lines + (0 if self.numbers_above else NUMBER_LINES)
