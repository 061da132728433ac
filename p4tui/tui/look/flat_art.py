"""The pictures of a cell in a few colours a line. Pure, no Textual.

Their colours are names: `board`, `disc` (or its hole), `hole`, `white`, `hint`, `ink`, `red`, `yellow`, and `ghost` for the tone
of the disc that would land. A line above the middle of a disc is letters in its colour on that of the board; one below it is the
opposite. So a line of a disc is one run, and equal neighbours share it, if full blocks draw what is whole in the letters' colour.
Where bytes are cheap, blanks on that colour do: fonts leave hairlines around full blocks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from p4tui.core.colour import Colour
from p4tui.tui.look.cell_letters import (
    BOARD,
    DISC,
    FIGURE_PIXELS,
    HOLE,
    LETTERS,
    PIXEL_MARKS,
    WHITE,
    WIDE_PIXELS,
    Glyphs,
    texts,
)
from p4tui.tui.look.discs import WHOLE, disc, region
from p4tui.tui.look.glyphs import nearest_glyph
from p4tui.tui.look.looks import COLOUR_NAMES, Look
from p4tui.tui.look.span import Ink

ROUND_PIXELS = 6
"""The size of cells from which quadrants draw a disc, and a winning disc has room for a rim."""
LETTER_SAMPLES = 31
"""Samples of a character, about a quarter, from which a letter stands for what covers them."""

ON_BOARD, ON_DISC = Ink(DISC, BOARD), Ink(BOARD, DISC)

Run = tuple[str, Ink]
"""Neighbouring characters of the same ink."""


@lru_cache(4096)
def flat_lines(
    look: Look, size: int, start: float, glyphs: Glyphs, *, mono: bool, lean: bool = True
) -> tuple[tuple[Run, ...], ...]:
    """Return the lines of a cell.

    Args:
        look: what is seen.
        size: the pixels of the cell.
        start: the pixels of the cell that are above its first line.
        glyphs: those that may be used.
        mono: whether there are no colours: marks are letters, and holes have no ground.
        lean: whether full blocks save bytes.
    """
    lines = []
    centre = disc(size).centre
    if glyphs == "neutral" and size < ROUND_PIXELS:
        glyphs = "ascii"
    plain = mono or glyphs != "blocks"
    layers = list(_layers(look, size, glyphs, mono=mono))
    outline = region("body", size, start)
    for line, outlines in enumerate(outline):
        # Without colours a hole is blank, as the board is.
        below = start + 2 * line + 1 > centre and not (mono and look.disc is None)
        inverted = below or glyphs == "neutral"
        characters = []
        for column in range(size):
            parts = _compose(layers, size, start, line, column)
            if look.won and not plain and size == WIDE_PIXELS:
                parts = _rimmed(parts, outlines[column])
            if glyphs == "ascii":
                characters.append(_letter(parts, look, mono=mono))
            else:
                character = _glyph(parts, inverted, neutral=glyphs == "neutral")
                characters.append(character if lean or mono else _blank(*character))
        lines.append(characters)
    for text in texts(look, size, start, glyphs, mono=mono):
        for place, letter in enumerate(text.text):
            lines[text.line][text.column + place] = (letter, text.ink)
    return tuple(tuple(joined(line)) for line in lines)


def joined(characters: Iterable[Run]) -> Iterator[Run]:
    """Join neighbouring characters of the same ink."""
    text, ink = "", None
    for character, own in characters:
        if own != ink and ink is not None:
            yield text, ink
            text = ""
        text, ink = text + character, own
    if ink is not None:
        yield text, ink


def _layers(look: Look, size: int, glyphs: Glyphs, *, mono: bool) -> Iterator[tuple[str, str]]:
    """Yield the colours over the board, each with its region."""
    shape = {"neutral": "quadrant-", "ascii": "letter-"}.get(glyphs, "")
    plain = mono or glyphs != "blocks"
    if look.disc is None:
        if not mono:
            yield DISC, "letter-hole" if glyphs == "ascii" else shape + "body"
        if not plain:
            yield from _hole_marks(look, size)
        return
    if look.won and not plain and size >= ROUND_PIXELS:
        yield WHITE, "halo"
    yield DISC, shape + "body"
    if look.disc is Colour.YELLOW:
        # Between two dim colours a ring would be hard to see.
        yield HOLE if look.dimmed or glyphs == "ascii" else BOARD, shape + "opening"
    if plain:
        return
    if look.won and size < ROUND_PIXELS and size != WIDE_PIXELS:
        yield WHITE, "won"
    if look.last:
        yield WHITE, "last" if look.disc is Colour.RED else "last-ring"


_FIGURES = {
    "hint": (("hint", "hint"),),
    "red ghost": (("ghost", "spot"),),
    "yellow ghost": (("ghost", "ring"), (DISC, "ring-opening")),
}
"""The figures in holes, each with its colour, by what they mark."""
_PIXELS = {
    "hint": (("hint", "upper-left"), ("hint", "lower-right")),
    "red ghost": (("ghost", "lower-left"), ("ghost", "lower-right")),
    "yellow ghost": (("ghost", "left-leg"), ("ghost", "right-leg")),
}
"""The same in the smallest holes."""


def _hole_marks(look: Look, size: int) -> Iterable[tuple[str, str]]:
    """Return the figures in a hole."""
    figures = _FIGURES if size >= FIGURE_PIXELS else _PIXELS if size == PIXEL_MARKS else {}
    if look.chosen or not figures:
        return ()
    if look.hint:
        return figures["hint"]
    if look.threat is not None:  # in letters
        return ()
    return () if look.ghost is None else figures[f"{COLOUR_NAMES[look.ghost]} ghost"]


def _compose(
    layers: list[tuple[str, str]], size: int, start: float, line: int, column: int
) -> dict[str, int]:
    """Return the colours of a character, each with its samples."""
    parts = {BOARD: WHOLE}
    for colour, name in layers:
        mask = region(name, size, start)[line][column]
        if mask:
            parts = {other: samples & ~mask for other, samples in parts.items()}
            parts[colour] = parts.get(colour, 0) | mask
    return {colour: samples for colour, samples in parts.items() if samples}


def _rimmed(parts: dict[str, int], outline: int) -> dict[str, int]:
    """Return the colours of a winning disc's character: white replaces the board beside the disc."""
    outside = parts.get(BOARD, 0) & ~outline
    if not outside or DISC not in parts:
        return parts
    inside = parts[BOARD] & outline
    parts = {**parts, WHITE: parts.get(WHITE, 0) | outside, BOARD: inside}
    return {colour: samples for colour, samples in parts.items() if samples}


def _glyph(parts: dict[str, int], inverted: bool, *, neutral: bool) -> tuple[str, Ink]:
    """Return a character in the two colours that cover most of it."""
    # At equal cover, marks come first.
    by_cover = sorted(parts, key=lambda part: (-parts[part].bit_count(), part in {BOARD, DISC}))
    first, *others = by_cover[:2]
    if not others:
        if first not in {BOARD, DISC} or neutral:
            return " ", Ink(first, first)
        ink = ON_DISC if inverted else ON_BOARD
        return " " if ink.ground == first else "█", ink
    (second,) = others
    if second == DISC or first == BOARD:
        first, second = second, first
    # A third colour falls to either side.
    glyph, turned = nearest_glyph(parts[first], inverted=inverted, neutral=neutral)
    return glyph, Ink(second, first) if turned else Ink(first, second)


def _blank(glyph: str, ink: Ink) -> Run:
    """Return a character with a blank for a full block."""
    return (" ", Ink(ink.letters, ink.letters)) if glyph == "█" else (glyph, ink)


def _letter(parts: dict[str, int], look: Look, *, mono: bool) -> Run:
    """Return a character of a disc drawn in letters: the Linux console has no bright backgrounds."""
    if parts.get(BOARD, 0).bit_count() > WHOLE.bit_count() - LETTER_SAMPLES:
        return " ", ON_BOARD
    if look.disc is None:
        return " ", ON_DISC
    covered = parts.get(DISC, 0).bit_count() >= LETTER_SAMPLES
    return LETTERS[look.disc] if covered else " ", ON_BOARD if mono else Ink(DISC, HOLE)
