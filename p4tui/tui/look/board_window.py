"""A window with a board: the size of its cells, and the lines around its rows. Pure arithmetic, no Textual."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from p4tui.tui.look.cells import (
    HIGH_LANE_PIXELS,
    NUMBER_LINES,
    PLAIN_PIXELS,
    CellSize,
    Frame,
)
from p4tui.tui.look.layout import SCREEN_LINES, header_lines

PIXELS = (24, 20, 18, 16, 14, 12, 10, 8, 6, 5, 4, 3, PLAIN_PIXELS)
"""The sizes of cells, the largest first; the last one is drawn in letters."""
HEADER_PIXELS = 6
"""Smaller cells may show the numbers in place of the lane."""
MIN_ROWS_ABOVE_SCORES = 4
"""The minimum number of visible rows if scores are shown on a scrolling board."""
CARD_LINES = 19
"""Lines for cards beside a lower board."""


class Place(NamedTuple):
    """A rectangle of a window: the column and line of its corner, its width and height."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column right of it."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first line below it."""
        return self.y + self.height


class BoardWindow(NamedTuple):
    """A window, and the lines of its board from top to bottom.

    Attributes:
        columns, rows: the size of the board.
        width, height: the size of the window.
        pixels: the size of a cell.
        header: the lines of the header.
        lane: the lines above the rows; without any the numbers stand there.
        score_line: the lines of the scores below the numbers; without any they take the place of the numbers.
    """

    columns: int
    rows: int
    width: int
    height: int
    pixels: int
    header: int
    lane: int
    score_line: int

    @property
    def frame(self) -> Frame:
        """The cells of the board and the lines around them."""
        return Frame(CellSize(self.pixels), self.lane, not self.lane, self.score_line)

    @property
    def board_width(self) -> int:
        """The width of the whole board."""
        return self.frame.cell.width(self.columns)

    @property
    def whole_lines(self) -> int:
        """The lines of all rows."""
        return self.frame.cell.lines(self.rows)

    @property
    def row_lines(self) -> int:
        """The lines of the visible rows."""
        return max(self.whole_lines + min(self.spare_or_missing, 0), 1)

    @property
    def spare_or_missing(self) -> int:
        """The unused lines; negative if lines are missing."""
        used = self.header + self.lane + self.whole_lines + 1 + self.score_line
        return self.height - SCREEN_LINES - used

    @property
    def spare(self) -> int:
        """The unused lines."""
        return max(self.spare_or_missing, 0)

    @property
    def top(self) -> int:
        """The first line of the board: a third of the spare lines are above it."""
        return self.header + self.spare // 3

    @property
    def first_row(self) -> int:
        """The first line of the rows."""
        return self.top + max(self.lane, 1)

    @property
    def numbers(self) -> int:
        """The line of the numbers."""
        return self.first_row + self.row_lines if self.lane else self.top

    @property
    def cards_top(self) -> int:
        """The first line of cards: the first row, or nearly the first line of a high lane."""
        return self.first_row if self.lane <= 1 else self.top + 1

    @property
    def cards_bottom(self) -> int:
        """The line below the cards, which may reach below a low board."""
        board_end = self.first_row + self.row_lines + (1 if self.lane else 0)
        room = self.height - SCREEN_LINES - 1
        return max(board_end, min(room, self.cards_top + CARD_LINES))

    def board(self, x: int, width: int | None = None) -> Place:
        """Return the place of the board, from the lane to the scores."""
        lines = max(self.lane, 1) + self.row_lines + (1 if self.lane else 0) + self.score_line
        return Place(x, self.top, width or self.board_width, lines)


def _surroundings(pixels: int, height: int) -> Iterator[tuple[int, int, int]]:
    """Yield the lines of header, lane and scores for a cell size, the most first."""
    header = header_lines(height)
    cell = CellSize(pixels)
    for lane in dict.fromkeys((cell.high_lane, cell.low_lane)):
        yield header, lane, cell.score_lines
    if pixels < HIGH_LANE_PIXELS:
        yield header, 1, 0
        yield 0, 1, 0
    if pixels < HEADER_PIXELS:
        yield 0, 0, 0


def _scrolling(columns: int, rows: int, width: int, height: int) -> BoardWindow:
    """Return the window with a scrolling board of letters. Hidden scores leave their lines to the rows."""
    lines = CellSize(PLAIN_PIXELS).score_lines
    lane = 1  # says where columns are hidden
    rest = height - SCREEN_LINES - lane - NUMBER_LINES - lines
    score_lines = lines if rest >= MIN_ROWS_ABOVE_SCORES else 0
    return BoardWindow(columns, rows, width, height, PLAIN_PIXELS, 0, lane, score_lines)


def board_windows(
    columns: int, rows: int, width: int, height: int, *, halves: bool
) -> Iterator[BoardWindow]:
    """Yield the windows with the rows that fit, the largest cells first; the last one may scroll.

    Args:
        columns, rows: the size of the board.
        width, height: the size of the window.
        halves: whether a cell may be an odd number of pixels, which takes half blocks.
    """
    for pixels in PIXELS:
        if pixels % 2 and not halves:
            continue
        for lines in _surroundings(pixels, height):
            found = BoardWindow(columns, rows, width, height, pixels, *lines)
            if found.spare_or_missing >= 0:
                yield found
                break
        else:
            if pixels == PLAIN_PIXELS:
                yield _scrolling(columns, rows, width, height)
