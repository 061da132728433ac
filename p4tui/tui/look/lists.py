"""The sizes of the screens that are lists or pages. Pure arithmetic, no Textual."""

from __future__ import annotations

from collections.abc import Sequence

from p4tui.tui.look.cells import CellSize
from p4tui.tui.look.layout import HEADER_WINDOW, NARROW_WINDOW

MARKS = 3
"""The marks of the selected row, and a blank."""
WHEN_WIDTH = 11
"""The width of `today 15:13`."""
RESULT_WIDTH = 13
"""The width of `● won in 25`, and of the same in French."""
BOARD_WIDTH = 9
"""The width of `32×32 (5)`."""
SHORT_RESULT_WIDTH = 9
"""The width of the result in a narrow list."""
SHORT_DATE_WIDTH = 6
"""The width of `21 Sep`."""
MIN_NAMES = 16
"""The minimum width of both names in a narrow list with dates."""
MAX_NAME = 24
"""The greatest width of a name; wider lists stay blank at the right."""

CARD_WINDOW = 96
"""Width of a window from which the list has a card with the selected game."""
CARD_WIDTH = 32
"""The width of that card."""
CARD_PIXELS = (4, 3, 2)
"""The sizes of cells on that card, largest first."""
CARD_FACTS = 8
"""Lines of that card around the board."""


MAX_SETTINGS = 64
"""The greatest width of the cards of settings."""
MAX_TEXT = 96
"""The greatest width of a line of text."""


def is_brief(width: int) -> bool:
    """Return whether a list of a width shows less of each game."""
    return width < NARROW_WINDOW - 2 * side_margin(NARROW_WINDOW)


def column_gap(width: int) -> int:
    """Return the blanks between the columns of a list."""
    return 1 if is_brief(width) else 2


def names_room(width: int, others: Sequence[int]) -> int:
    """Return the room for both names beside other columns."""
    taken = MARKS + sum(others) + column_gap(width) * (len(others) + 1)
    return min(max(width - taken, 2), 2 * MAX_NAME)


def side_margin(width: int) -> int:
    """Return the columns left and right of the content of a window."""
    return 2 if width >= NARROW_WINDOW else 0


def text_margin(width: int) -> int:
    """Return the columns left of text."""
    return side_margin(width) or 1


def text_width(width: int) -> int:
    """Return the width of text in a window, at most `MAX_TEXT`: longer lines are hard to read."""
    return max(min(width - 2 * text_margin(width), MAX_TEXT), 1)


def settings_width(width: int) -> int:
    """Return the width of the cards of settings, which stand in the middle of a window."""
    return min(width - 2 * side_margin(width), MAX_SETTINGS)


def top_margin(height: int) -> int:
    """Return the blank lines between the parts of a window."""
    return 1 if height >= HEADER_WINDOW else 0


def has_card(width: int) -> bool:
    """Return whether a window has room for a card beside the list."""
    return width >= CARD_WINDOW


def card_cell(columns: int, rows: int, width: int, height: int) -> int | None:
    """Return the pixels of a cell on the card of a game, or None if no board fits."""
    for pixels in CARD_PIXELS:
        cell = CellSize(pixels)
        if cell.width(columns) <= width and cell.lines(rows) + CARD_FACTS <= height:
            return pixels
    return None
