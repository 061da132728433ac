"""The letters in a cell: marks without colours, marks in small holes, and the cell cursor. Pure, no Textual."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from p4tui.core.colour import Colour
from p4tui.tui.look.discs import disc
from p4tui.tui.look.looks import COLOUR_NAMES, Look, Threat
from p4tui.tui.look.span import Ink

FIGURE_PIXELS = 8
"""The size of cells from which marks in holes are figures; in smaller ones they are letters."""
WIDE_PIXELS = 4
"""The size of cells whose discs have one middle character instead of two."""
PIXEL_MARKS = 3
"""The size of cells whose marks are pixels."""
BOARD, DISC, HOLE, WHITE = "board", "disc", "hole", "white"
"""Names of colours; see `flat_art`."""
ROW_SIGNS = ("!", "=")
"""The signs of threats in odd and in even rows."""
BOTH = "%"
"""A threat of both players: a cross and a ring have no room beside each other."""
LETTERS = {Colour.RED: "X", Colour.YELLOW: "O"}
"""The letters of the players."""

Glyphs = Literal["blocks", "neutral", "ascii"]


class Text(NamedTuple):
    """Letters in a cell.

    Attributes:
        line, column: the place of the first.
    """

    line: int
    column: int
    text: str
    ink: Ink


def middle(size: int, start: float) -> tuple[int, int]:
    """Return the line of the middle of a disc, and the first of its middle characters."""
    centre = disc(size).centre
    return int((centre - start) / 2), int(centre) - 1


def chosen_letter(look: Look) -> str:
    """Return the letter of the cell cursor."""
    return "+" if look.disc is None else LETTERS[look.disc]


def texts(look: Look, size: int, start: float, glyphs: Glyphs, *, mono: bool) -> Iterator[Text]:
    """Yield the letters in a cell."""
    line, column = middle(size, start)
    plain = mono or glyphs != "blocks"
    wide = size == WIDE_PIXELS
    ground = BOARD if mono else DISC
    if look.chosen:
        text = chosen_letter(look) * (3 if wide else 2)
        yield Text(line, column, text, Ink("ink", WHITE, bold=glyphs != "ascii"))
    elif look.disc is not None:
        if plain and look.won:
            # Without colours red's middle is filled, yellow's is open.
            full = not mono or (glyphs != "ascii" and look.disc is Colour.RED)
            ink = Ink("ink", DISC if full else BOARD, bold=True)
            if glyphs == "ascii" and not mono:
                ink = Ink(WHITE, HOLE, bold=True)
            yield Text(line, column + wide, "*" if wide else "**", ink)
        elif plain and look.last:
            yield Text(line, 0, "[", Ink(WHITE, BOARD, bold=True))
            yield Text(line, size - 1, "]", Ink(WHITE, BOARD, bold=True))
    elif look.threat is not None and not look.hint:
        yield from _threat_texts(look.threat, size, line, column, ground)
    elif size == PIXEL_MARKS and not plain:
        return
    elif size < FIGURE_PIXELS or plain:
        yield from _hole_texts(look, size, line, column, glyphs, ground)


def threat_letter(threat: Threat) -> str:
    """Return the letter of the colour that would win, or a sign for both."""
    return LETTERS[threat.colours[0]] if len(threat.colours) == 1 else BOTH


def _threat_texts(threat: Threat, size: int, line: int, column: int, ground: str) -> Iterator[Text]:
    """Yield the sign of the row, and the letter of each colour that would win, or one for both in a small cell."""
    inks = [Ink(COLOUR_NAMES[colour], ground, bold=True) for colour in threat.colours]
    letters = [LETTERS[colour] for colour in threat.colours]
    if column + 1 + len(letters) > size:
        inks, letters = [Ink(WHITE, ground, bold=True)], [BOTH]
    letters[0] = ROW_SIGNS[threat.even] + letters[0]
    for letter, ink in zip(letters, inks, strict=True):
        yield Text(line, column, letter, ink)
        column += len(letter)


def _hole_texts(
    look: Look, size: int, line: int, column: int, glyphs: Glyphs, ground: str
) -> Iterator[Text]:
    """Yield the letters in a hole."""
    wide = size == WIDE_PIXELS
    if look.hint:
        yield Text(line, column, "< >" if wide else "<>", Ink("hint", ground, bold=True))
    elif look.ghost is Colour.YELLOW:
        if glyphs == "ascii":
            yield Text(line, column, "oo", Ink("yellow", ground, bold=True))
            return
        text = "( )" if wide else "()"
        yield Text(line, column, text, Ink("yellow", ground, bold=True))
    elif look.ghost is Colour.RED:
        if ground == DISC and glyphs != "ascii":
            yield Text(line, column + wide, " " if wide else "  ", Ink("ghost", "ghost"))
        else:
            text = "▐▌" if glyphs == "blocks" else "xx"
            yield Text(line, column, text, Ink("ghost", ground))
    elif ground == BOARD or glyphs == "ascii":
        text = "··" if glyphs == "blocks" else ".."
        yield Text(line, column + wide, text[: 1 if wide else 2], Ink("board", ground))
