"""The visible state of a cell. Pure, no Textual."""

from __future__ import annotations

from typing import NamedTuple

from p4tui.core.colour import Colour

COLOUR_NAMES = {Colour.RED: "red", Colour.YELLOW: "yellow"}
"""The names of the players' colours in palettes and component classes."""


class Threat(NamedTuple):
    """An empty cell that completes a line.

    Attributes:
        colours: those that would win here, red first.
        even: whether the row is even, counted from 1.
    """

    colours: tuple[Colour, ...]
    even: bool = False


class Look(NamedTuple):
    """The visible state of a cell.

    Attributes:
        disc: the colour of its disc.
        last: whether the last move was played here.
        won: whether the cell is part of a winning line.
        dimmed: whether the disc is dimmed beside a winning line.
        ghost: the colour of the disc that would land here.
        hint: whether the move here is advised.
        threat: who would win here, and in which kind of row.
        chosen: whether the cell cursor is here.
    """

    disc: Colour | None = None
    last: bool = False
    won: bool = False
    dimmed: bool = False
    ghost: Colour | None = None
    hint: bool = False
    threat: Threat | None = None
    chosen: bool = False


EMPTY = Look()
