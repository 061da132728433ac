"""The cells of a board: their sizes, and which fit a window. Pure arithmetic, no Textual.

A pixel is one character wide and half a line high, so square. A cell is `p x p` pixels, and p may be odd: it then takes half a
line more or less. A board of C columns and R rows is `C p + 2` characters wide, with a rim of one at the left and the right, and
`R p / 2` lines high, rounded up. Above it is a lane of one line or more for the pointer, below it a line of column numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

from p4tui.tui.look.art import Art

RIM = 1
"""Characters of the board left of its first column, and right of its last."""
NUMBER_LINES = 1
"""The line of the column numbers."""
BOARD_EXTRA_LINES = 1 + NUMBER_LINES
"""The lines of a board beside its cells: the shortest lane and the numbers."""
PLAIN_PIXELS = 2
"""The size of the smallest cell, a letter and a gap."""
EVEN_PIXELS = tuple(range(24, 4, -2))
"""The sizes of cells of whole lines, largest first."""
SMALL_PIXELS = (5, 4, 3)
"""The sizes of smaller cells, largest first."""
HIGH_LANE_PIXELS = 8
"""The size of cells from which the pointer is a whole disc, where the lane has room."""
MIN_ROWS_ABOVE_SCORES = 4
"""The minimum number of visible rows if scores are shown on a scrolling board."""


@dataclass(frozen=True, slots=True)
class CellSize:
    """The size of a cell.

    Attributes:
        pixels: its width in characters, and its height in half lines.
    """

    pixels: int

    @property
    def is_plain(self) -> bool:
        """Whether the cell holds no disc but a letter."""
        return self.pixels <= PLAIN_PIXELS

    @property
    def score_lines(self) -> int:
        """Lines for the scores: those of the smallest cells alternate between two lines."""
        return 2 if self.is_plain else 1

    @property
    def high_lane(self) -> int:
        """Lines of a lane in which the pointer is a whole disc; one for small cells."""
        return self.pixels // 2 if self.pixels >= HIGH_LANE_PIXELS else 1

    @property
    def low_lane(self) -> int:
        """The fewest lines of a lane: large discs have a lane for a whole one."""
        return self.high_lane if self.pixels > HIGH_LANE_PIXELS else 1

    def first_line(self, place: int) -> int:
        """Return the first line of a row, counted from the top; the odd rows of odd cells begin with half a line of gap."""
        return (place * self.pixels + 1) // 2

    def start(self, place: int) -> int:
        """Return the first pixel of a row's cells that is on its own lines, counted from the top of the cell."""
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


@dataclass(frozen=True, slots=True)
class Frame:
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
        """Return width and height of a board in it."""
        return (self.cell.width(columns), self.top + self.cell.lines(rows) + self.bottom)

    @property
    def bottom(self) -> int:
        """The lines below the cells."""
        return self.score_lines + (0 if self.numbers_above else NUMBER_LINES)


def fit_frame(
    columns: int, rows: int, width: int, height: int, art: Art, *, score_lines: int = 0
) -> Frame:
    """Return the largest cells with which a board fits, with a lane, its numbers and lines of scores.

    The lane takes the lines that are left, up to those of a whole disc. Where a board of the smallest discs has no room for a
    lane, its numbers stand above it. If no cells fit, return the smallest; the board then scrolls.
    """
    small = SMALL_PIXELS if art.glyphs == "blocks" else (4,)
    for cell in map(CellSize, (*EVEN_PIXELS, *small)):
        spare = height - cell.lines(rows) - NUMBER_LINES - score_lines
        if cell.width(columns) > width or spare < 0:
            continue
        if spare >= cell.low_lane:
            return Frame(cell, min(spare, cell.high_lane), score_lines=score_lines)
        if cell.pixels == SMALL_PIXELS[-1]:
            return Frame(cell, 0, numbers_above=True, score_lines=score_lines)
    return Frame(score_lines=score_lines)


def scores_fit(columns: int, rows: int, width: int, height: int, art: Art) -> bool:
    """Return whether a space has room for scores.

    Those of discs take the place of the numbers, if need be. Those of letters hide no row of a board that fits without them; of
    one that scrolls they leave `MIN_ROWS_ABOVE_SCORES` visible.
    """
    cell = fit_frame(columns, rows, width, height, art).cell
    if not cell.is_plain:
        return True
    needs, lines = Frame(cell).size(columns, rows)[1], cell.score_lines
    if needs + lines <= height:
        return True
    return needs > height and height - BOARD_EXTRA_LINES - lines >= MIN_ROWS_ABOVE_SCORES
