"""The places of a lesson in a window: the board, and its text beside or below. Pure arithmetic, no Textual.

The board takes the largest cells that leave room for text. In small windows the text scrolls.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from p4tui.tui.look.board_window import HEADER_PIXELS, BoardWindow, Place, board_windows
from p4tui.tui.look.layout import SCREEN_LINES

MIN_TEXT, MAX_TEXT = 20, 56
"""The least and the greatest width of the text beside a board."""
MIN_LINES = 3
"""The least height of the text below a board."""
GAP = 2
"""Columns between the board and the text."""


class LessonLayout(NamedTuple):
    """The places of a lesson.

    Attributes:
        window: the window and the lines of the board.
        board: from the lane to the numbers.
        text: the text of the lesson.
        beside: whether the text stands beside the board, as a card.
        message, keys: the last lines.
        header: the first line, or None.
    """

    window: BoardWindow
    board: Place
    text: Place
    beside: bool
    message: Place
    keys: Place
    header: Place | None

    @property
    def places(self) -> dict[str, Place | None]:
        """The places by the ids of widgets."""
        lines = {"header": self.header, "status": self.message, "keys": self.keys}
        return {"board": self.board, "text": self.text if self.text.height else None, **lines}


def lesson_layout(
    columns: int,
    rows: int,
    width: int,
    height: int,
    *,
    halves: bool,
    least: tuple[int, int] = (MIN_TEXT, MIN_LINES),
) -> LessonLayout:
    """Return the layout for a board in a window.

    Args:
        columns, rows: the size of the board.
        width, height: the size of the window.
        halves: whether a cell may be an odd number of pixels, which takes half blocks.
        least: the least width of a text beside the board, and its least height below it.
    """
    width_beside, lines_below = least
    windows = [
        each
        for window in board_windows(columns, rows, width, height, halves=halves)
        for each in _variants(window)
        if each.board_width <= width and each.spare_or_missing >= 0
    ]
    found = (
        layout
        for window in windows
        if (layout := _beside(window, width_beside) or _below(window, lines_below))
    )
    return next(found, None) or _placed(windows[-1], Place(0, 0, width, 0), beside=False)


def _variants(window: BoardWindow) -> Iterator[BoardWindow]:
    """Yield a window without scores and, with small cells, also without the lines above the numbers."""
    plain = window._replace(score_line=0)
    yield plain
    if window.pixels < HEADER_PIXELS:
        yield plain._replace(header=0, lane=0)


def _beside(window: BoardWindow, least: int) -> LessonLayout | None:
    """Return the layout with the text right of the board, or None."""
    room = window.width - window.board_width - GAP - 1
    if room < least:
        return None
    wide = min(room, MAX_TEXT)
    left = (window.width - window.board_width - GAP - wide) // 2 if room > MAX_TEXT else 0
    margin = 1 if window.header else 0
    top = window.cards_top if window.header else 0
    bottom = window.height - SCREEN_LINES - margin - _more_lines(window)
    text = Place(left + window.board_width + GAP, top, wide, bottom - top)
    return _placed(window, text, beside=True, left=left)


def _more_lines(window: BoardWindow) -> int:
    """Return the lines of the message after the first: one if the board leaves it."""
    return min(window.spare, 1) if window.header else 0


def _below(window: BoardWindow, least: int) -> LessonLayout | None:
    """Return the layout with the text below the board, or None."""
    board = window.board(0)
    top = window.header + board.height
    lines = window.height - SCREEN_LINES - top
    if lines < least:
        return None
    left = (window.width - window.board_width) // 2
    text = Place(0, top, window.width, lines)
    return _placed(window, text, beside=False, left=left)


def _placed(window: BoardWindow, text: Place, *, beside: bool, left: int = 0) -> LessonLayout:
    """Return the layout with a text, and the board at a column."""
    board, more = window.board(left), _more_lines(window) if beside else 0
    top = window.top if beside else window.header
    return LessonLayout(
        window,
        Place(left, top, board.width, board.height),
        text,
        beside,
        Place(0, window.height - SCREEN_LINES - more, window.width, 1 + more),
        Place(0, window.height - 1, window.width, 1),
        Place(0, 0, window.width, 1) if window.header else None,
    )
