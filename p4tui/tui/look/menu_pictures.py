"""The pictures of the menu: a board with a few discs, and the discs of the title. Pure, no Textual."""

from __future__ import annotations

from p4tui.core.colour import Colour
from p4tui.core.geometry import MIN_SIZE, Geometry
from p4tui.core.position import Position
from p4tui.tui.look.art import Art
from p4tui.tui.look.board_picture import disc_icon, mini_board
from p4tui.tui.look.cells import CellSize
from p4tui.tui.look.letters import DISC_PIXELS
from p4tui.tui.look.palette import Palette
from p4tui.tui.look.span import Line

_MOVES = (3, 3, 2, 4, 2, 3, 2, 4, 1, 5)
"""The moves on seven columns: red threatens to win."""


def sample_position(columns: int, rows: int, connect: int) -> Position:
    """Return a board with a few discs in its middle and no winning line.

    A part of a large board may be shorter than the line.
    """
    columns, rows = max(columns, MIN_SIZE), max(rows, MIN_SIZE)
    geometry = Geometry(columns, rows, min(connect, max(columns, rows)))
    position = Position(geometry)
    for move in _MOVES:
        column = move + (columns - 7) // 2
        if 0 <= column < columns and position.landing_cell(column) is not None:
            following = position.play(column)
            if following.outcome is None:
                position = following
    return position


def sample_board(
    columns: int, rows: int, connect: int, pixels: int, art: Art, palette: Palette
) -> list[Line]:
    """Return the picture of a board with a few discs."""
    position = sample_position(columns, rows, connect)
    return mini_board(position, Colour.RED, CellSize(pixels), art, palette)


def title_disc(colour: Colour, art: Art, palette: Palette) -> list[Line]:
    """Return a title disc. On a light page it lies on a piece of board."""
    page = palette.page
    if palette.lane != page:
        return disc_icon(colour, DISC_PIXELS, art, palette)
    on_page = palette._replace(board=page, board_hi=page, board_lo=page, hole=page, hole_lo=page)
    return disc_icon(colour, DISC_PIXELS, art, on_page)
