"""The flow of cards into columns and pages. Pure arithmetic, no Textual."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from p4tui.tui.look.layout import NARROW_WINDOW
from p4tui.tui.look.lists import side_margin

MIN_CARD = 36
"""The least width of a card beside another one."""
MAX_CARD = 46
"""The greatest width of a card in a wide window."""
MAX_COLUMNS = 3
COLUMN_GAP = 2
"""Blanks between two columns."""
KEY_MARGIN, KEY_WIDTH, KEY_GAP = 2, 7, 3
"""Columns of a card before a key, for it, and after it."""


class CardPlace(NamedTuple):
    """The place of a card on the pages: page, column of cards, first line on the page."""

    page: int
    column: int
    line: int


class Columns(NamedTuple):
    """The columns of a page: how many, their width, and the margin left of them."""

    number: int
    width: int
    margin: int

    def start(self, column: int) -> int:
        """Return the first character of a column."""
        return self.margin + column * (self.width + COLUMN_GAP)


def columns_of(width: int) -> Columns:
    """Return the columns of cards in a window."""
    margin = side_margin(width)
    room = max(width - 2 * margin, 1)
    if width < NARROW_WINDOW:
        return Columns(1, room, margin)
    count = max(min((room + COLUMN_GAP) // (MIN_CARD + COLUMN_GAP), MAX_COLUMNS), 1)
    return Columns(count, min((room - COLUMN_GAP * (count - 1)) // count, MAX_CARD), margin)


def place_cards(heights: Sequence[int], columns: int, lines: int) -> list[CardPlace]:
    """Return the places of cards: down a column, then the next one, then the next page.

    On a single page the columns are about equally long.

    Args:
        heights: of the cards, at most `lines`.
        columns: of a page.
        lines: of a page.
    """
    for length in range(max(heights, default=0), lines):
        found = _fill(heights, columns, length)
        if found and found[-1].page == 0:
            return found
    return _fill(heights, columns, lines)


def _fill(heights: Sequence[int], columns: int, lines: int) -> list[CardPlace]:
    """Return the places of cards in columns of some length."""
    found = []
    page, column, line = 0, 0, 0
    for height in heights:
        if line and line + height > lines:
            column, line = column + 1, 0
            if column == columns:
                page, column = page + 1, 0
        found.append(CardPlace(page, column, line))
        line += height + 1
    return found
