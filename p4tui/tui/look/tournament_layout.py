"""The sizes on the screen of a tournament: the card of a running game beside the table. Pure arithmetic, no Textual."""

from __future__ import annotations

from typing import NamedTuple

from p4tui.core.geometry import Geometry
from p4tui.tui.look.cells import CellSize
from p4tui.tui.look.layout import SCREEN_LINES, header_lines
from p4tui.tui.look.lists import side_margin, top_margin

PIXELS = (8, 6, 5, 4, 3, 2)
"""The sizes of the board's cells, the largest first. Larger boards would cost more bytes than they show."""
CARD_LINES = 4
"""Lines of the card beside the board: its title, both players, and the number of moves."""
CARD_PART = 46
"""The per cent of a window that the card takes at most, unless its board is drawn in letters."""
RIM = 2
"""Columns of the card beside the board, where there is room."""


class CardSize(NamedTuple):
    """The size of the card of a running game.

    Attributes:
        pixels: the size of a cell of its board.
        width: its width in characters.
    """

    pixels: int
    width: int


def content_lines(height: int) -> int:
    """Return the lines between the header and the status line of a window."""
    return height - SCREEN_LINES - header_lines(height) - 2 * top_margin(height)


def card_size(width: int, height: int, *, halves: bool) -> CardSize:
    """Return the size of the card in a window; `halves` as for `board_windows`."""
    geometry, room = Geometry(), (width - 2 * side_margin(width)) * CARD_PART // 100
    smallest = PIXELS[-1]
    for pixels in PIXELS:
        cell = CellSize(pixels)
        board = cell.width(geometry.columns)
        lines = cell.lines(geometry.rows) + CARD_LINES
        drawn = halves or pixels % 2 == 0
        if drawn and board + RIM <= room and lines <= content_lines(height):
            return CardSize(pixels, board + RIM)
    return CardSize(smallest, CellSize(smallest).width(geometry.columns))


def table_gap(width: int) -> int:
    """Return the blank columns between the table and the card."""
    return side_margin(width) or 1
