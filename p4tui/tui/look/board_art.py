"""The pictures of a cell, a line at a time, in the colours of a theme. Pure, no Textual.

The players also differ by shape: red is whole, yellow a ring; in letters X and O.
"""

from __future__ import annotations

from functools import lru_cache

from p4tui.core.colour import Colour
from p4tui.core.notation import column_symbol
from p4tui.tui.look.art import Art, Variant
from p4tui.tui.look.cell_letters import ROW_SIGNS, threat_letter
from p4tui.tui.look.cells import CellSize
from p4tui.tui.look.discs import disc
from p4tui.tui.look.flat_art import flat_lines, joined
from p4tui.tui.look.looks import COLOUR_NAMES, Look
from p4tui.tui.look.oklch import mix, parse_hex, to_hex
from p4tui.tui.look.palette import Palette
from p4tui.tui.look.rich_art import DIMMED_SHARE, GHOST_SHARE, rich_lines
from p4tui.tui.look.span import Ink, Span


def can_mix(art: Art, palette: Palette) -> bool:
    """Return whether the colours of the palette can be mixed."""
    return palette.mixes and art.colours != "16"


def mixed(one: str, other: str, share: float, art: Art) -> str:
    """Mix two colours, or return the nearer one if they cannot be mixed."""
    if art.colours == "16" or not (one.startswith("#") and other.startswith("#")):
        return one if share < 0.5 else other
    return to_hex(mix(parse_hex(one), parse_hex(other), share))


@lru_cache(8192)
def cell_line(
    look: Look, cell: CellSize, start: float, line: int, art: Art, palette: Palette, board: str
) -> tuple[Span, ...]:
    """Return one line of a cell.

    Args:
        look: what is seen.
        cell: its size.
        start: the pixels of the cell that are above its first line.
        line: counted from the top.
        art, palette: how to draw, and with which colours.
        board: the colour of the board on this line.
    """
    mono = art.colours == "none"
    if cell.is_plain:
        ascii_only = art.glyphs == "ascii"
        return (
            _letter(look, palette, board, art),
            _gap(look, palette, board, ascii_only, mono=mono),
        )
    variant = art.variant(cell.pixels) if palette.mixes else Variant.FLAT
    if variant is Variant.RICH:
        ground = parse_hex(board)
        characters = (
            (
                glyph,
                Ink(letters.text(ground), own.text(ground), bold=glyph.isalpha() or glyph == "+"),
            )
            for glyph, letters, own in rich_lines(look, cell.pixels, start, palette)[line]
        )
        return tuple(Span(*run) for run in joined(characters))
    spans = flat_lines(look, cell.pixels, start, art.glyphs, mono=mono, lean=art.lean)[line]
    if mono:
        return tuple(Span(text, _without_colours(ink, look)) for text, ink in spans)
    height = (start + 2 * line + 1 - disc(cell.pixels).centre) / disc(cell.pixels).radius
    height = height if variant is Variant.TONED else 0.0
    colours = _colours(look, art, palette, board, height)
    page = not palette.mixes and board == palette.page
    return tuple(Span(text, _coloured(ink, colours, page_letters=page)) for text, ink in spans)


def _coloured(ink: Ink, colours: dict[str, str], *, page_letters: bool) -> Ink:
    """Resolve an ink's colour names. The default background cannot be a letter colour, so reverse it."""
    letters, ground = colours[ink.letters], colours[ink.ground]
    if page_letters and ink.letters == "board":
        return ink._replace(letters=ground, ground=letters, reverse=True)
    return ink._replace(letters=letters, ground=ground)


def _without_colours(ink: Ink, look: Look) -> Ink:
    """Return an ink without colours: discs are reversed."""
    reverse = ink.ground == "white" or (ink.ground == "disc" and look.disc is not None)
    return Ink(bold=ink.bold, underline=ink.underline, reverse=reverse)


def _colours(look: Look, art: Art, palette: Palette, board: str, height: float) -> dict[str, str]:
    """Return the colours of a line by their names in `flat_art`.

    Args:
        look, art, palette, board: see `cell_line`.
        height: of the line over the middle of the disc, -1 to 1: the light comes from above.
    """
    base = palette.hole
    if look.disc is not None:
        name = COLOUR_NAMES[look.disc]
        base = getattr(palette, name)
        if height < -0.2:
            base = mixed(base, getattr(palette, name + "_hi"), -0.75 * max(height, -1), art)
        elif height > 0.2:
            base = mixed(base, getattr(palette, name + "_lo"), 0.35 * min(height, 1), art)
        if look.dimmed and can_mix(art, palette):
            base = mixed(base, board, DIMMED_SHARE, art)
    ghost = getattr(palette, COLOUR_NAMES[look.ghost]) if look.ghost else palette.hole
    return {
        "board": board,
        "disc": base,
        "hole": palette.hole,
        "white": palette.white,
        "hint": palette.hint,
        "ink": palette.ink,
        "red": palette.red,
        "yellow": palette.yellow,
        "ghost": mixed(palette.hole, ghost, GHOST_SHARE, art),
    }


_LETTERS = {Colour.RED: "X", Colour.YELLOW: "O"}
_HOLES = {"blocks": "▄", "neutral": "▗"}
"""Empty cells where there are colours, by the glyphs of the terminal."""
_SMALL_LETTERS = {Colour.RED: "x", Colour.YELLOW: "o"}


def _letter(look: Look, palette: Palette, board: str, art: Art) -> Span:
    """Return the letter of the smallest cell; its style shows the marks."""
    mono, red = art.colours == "none", look.disc is Colour.RED
    if look.chosen:
        text = "+" if look.disc is None else _LETTERS[look.disc]
        ink = Ink(palette.ink, palette.white, bold=not mono, underline=mono, reverse=mono)
    elif look.disc is not None:
        text, colour = _LETTERS[look.disc], getattr(palette, COLOUR_NAMES[look.disc])
        bold = look.last or not mono
        ink = Ink(palette.ink, colour, bold=bold, underline=look.last, reverse=mono and red)
        if look.won:
            ink = Ink(colour, palette.ink, bold=True, reverse=mono)
    elif look.hint:
        text, ink = "*", Ink(palette.hint, palette.hole, bold=True, underline=mono)
    elif look.threat:
        text = threat_letter(look.threat).lower()
        colours = [getattr(palette, COLOUR_NAMES[colour]) for colour in look.threat.colours]
        letters = colours[0] if len(colours) == 1 else palette.white
        ink = Ink(letters, palette.hole, bold=True, underline=True)
    elif look.ghost:
        text = _SMALL_LETTERS[look.ghost]
        ink = Ink(getattr(palette, COLOUR_NAMES[look.ghost]), palette.hole, bold=True)
    elif mono or art.glyphs == "ascii":
        text, ink = ".", Ink(palette.white, board)
    else:
        text, ink = _HOLES[art.glyphs], Ink(palette.hole, board)
    return Span(text, ink._replace(letters="", ground="") if mono else ink)


def _gap(look: Look, palette: Palette, board: str, ascii_only: bool, *, mono: bool) -> Span:
    """Return the gap right of a letter, with the marks of the last move, a winning line or a threat."""
    if look.disc is None:
        sign = ROW_SIGNS[look.threat.even] if look.threat and not look.hint else ""
    else:
        sign = "*" if look.won else "" if not look.last else "<" if ascii_only else "◂"
    if look.chosen or not sign:
        return Span(" ", Ink("", board))
    return Span(sign, Ink("" if mono else palette.white, board, bold=True, underline=look.last))


def has_numbers(columns: int, cell: CellSize) -> bool:
    """Return whether the columns have room for their numbers: numbers of two digits need wide cells."""
    return columns <= 9 or not cell.is_plain


def label_column(cell: CellSize) -> int:
    """Return the place of a column's number in its cell: under the middle of the disc."""
    return 0 if cell.is_plain else int(disc(cell.pixels).centre - 0.5)


def column_label(column: int, columns: int, cell: CellSize) -> str:
    """Return the number of a column, or its symbol in move strings if numbers have no room."""
    return str(column + 1) if has_numbers(columns, cell) else column_symbol(column)
