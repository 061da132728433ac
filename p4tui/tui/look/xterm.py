"""Palettes in the 256 colours of xterm. Pure, no Textual.

The cube has no dark colours but those with a component of 95: the nearest colour of each alone would make the board grey, or
red salmon. So the players stay what they are, and the board is the nearest colour that differs enough from both.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, dist, radians, sin
from typing import NamedTuple

from p4tui.tui.look.oklch import RGB, Oklch, luminance, parse_hex, to_hex, to_oklch
from p4tui.tui.look.palette import (
    BAR_CONTRAST,
    BOARD_HUES,
    CARD_CONTRAST,
    DISC_CONTRAST,
    SMALL_CONTRAST,
    TEXT_CONTRAST,
    TOKENS,
    Palette,
)

MIN_BOARD_CONTRAST = 1.5
"""Contrast of the board to its holes; the default theme's has 1.54."""
HOLE_CONTRAST = 20
"""Contrast of a hole to white; the two darkest greys reach it."""
MIN_SELECTED_CONTRAST = 1.15
"""Contrast of the selected row to page and card."""
HUE_WEIGHT = 2
"""How much more hue and chroma count than lightness: without it letters turn grey."""
RED_WEIGHT = 4
"""How much more a change of red counts than one of the board."""
COLOURFUL = 0.05
"""The least chroma of a board or of a red."""

_LEVELS = (0, 95, 135, 175, 215, 255)
_GROUNDS = ("page", "card", "bar", "sel")
_LETTERS = {
    "text": (_GROUNDS, TEXT_CONTRAST),
    "muted": (_GROUNDS, SMALL_CONTRAST),
    "accent": (_GROUNDS, SMALL_CONTRAST),
    "alert": (_GROUNDS, SMALL_CONTRAST),
    "red_text": (_GROUNDS, SMALL_CONTRAST),
    "yellow_text": (_GROUNDS, SMALL_CONTRAST),
    "on_accent": (("accent",), SMALL_CONTRAST),
    "yellow": (("board", "hole"), DISC_CONTRAST),
    "hint": (("hole",), SMALL_CONTRAST),
}
"""Colours that must differ from others: which, by how much."""


class Colour(NamedTuple):
    """A colour with its luminance and OKLCH values."""

    rgb: RGB
    luminance: float
    oklch: Oklch
    lab: tuple[float, float, float]

    def contrast(self, other: Colour) -> float:
        """Return the contrast ratio to another colour."""
        dark, light = sorted((self.luminance, other.luminance))
        return (light + 0.05) / (dark + 0.05)

    def distance(self, other: Colour) -> float:
        """Return how different another colour looks."""
        return dist(self.lab, other.lab)


def _colour(rgb: RGB) -> Colour:
    """Return a colour of sRGB."""
    lightness, chroma, hue = oklch = to_oklch(rgb)
    angle = radians(hue)
    a, b = HUE_WEIGHT * chroma * cos(angle), HUE_WEIGHT * chroma * sin(angle)
    return Colour(rgb, luminance(rgb), oklch, (lightness, a, b))


@lru_cache(1)
def xterm_colours() -> tuple[Colour, ...]:
    """Return colours 16 to 255 of xterm; the first sixteen are the terminal's own."""
    cube = ((red, green, blue) for red in _LEVELS for green in _LEVELS for blue in _LEVELS)
    return tuple(map(_colour, (*cube, *((8 + 10 * step,) * 3 for step in range(24)))))


def _nearest(wanted: Colour, *limits: tuple[Colour, float]) -> Colour:
    """Return the most similar colour that keeps a contrast to others."""
    by_distance = sorted(xterm_colours(), key=wanted.distance)
    fitting = (
        each
        for each in by_distance
        if all(each.contrast(other) >= ratio for other, ratio in limits)
    )
    return next(fitting, by_distance[0])


def _red_and_board(red: Colour, board: Colour, hole: Colour, floor: float) -> tuple[Colour, Colour]:
    """Return the pair most similar to red and board that keeps their contrast."""
    colourful = [each for each in xterm_colours() if each.oklch.chroma >= COLOURFUL]
    first, last = BOARD_HUES
    boards = [
        each
        for each in colourful
        if first <= each.oklch.hue <= last and each.contrast(hole) >= floor
    ]
    reds = sorted(colourful, key=red.distance)
    pairs = []
    for other in boards:
        fitting = (one for one in reds if one.contrast(other) >= DISC_CONTRAST)
        if (one := next(fitting, None)) is not None:
            pairs.append((one, other))
    return min(
        pairs,
        key=lambda pair: RED_WEIGHT * red.distance(pair[0]) + board.distance(pair[1]),
    )


@lru_cache(64)
def snapped(palette: Palette) -> Palette:
    """Return a palette in xterm's 256 colours: each the nearest one that keeps the contrasts."""
    full = {name: _colour(parse_hex(getattr(palette, name))) for name in TOKENS}
    readable = (full["text"], TEXT_CONTRAST)
    page = _nearest(full["page"])
    plain = full["card"].rgb == full["page"].rgb
    card = page if plain else _nearest(full["card"], (page, CARD_CONTRAST), readable)
    bar = _nearest(full["bar"], (page, BAR_CONTRAST), readable)
    differ = ((page, MIN_SELECTED_CONTRAST), (card, MIN_SELECTED_CONTRAST))
    sel = _nearest(full["sel"], *differ, readable)
    hole = _nearest(full["hole"], (_colour((255, 255, 255)), HOLE_CONTRAST))
    strong = full["board"].contrast(full["hole"]) >= DISC_CONTRAST
    floor = DISC_CONTRAST if strong else MIN_BOARD_CONTRAST
    red, board = _red_and_board(full["red"], full["board"], hole, floor)
    found = {"page": page, "card": card, "bar": bar, "sel": sel}
    found |= {"hole": hole, "ink": hole, "red": red, "board": board}
    for name, (others, ratio) in _LETTERS.items():
        found[name] = _nearest(full[name], *((found[other], ratio) for other in others))
    same = {full[name].rgb: colour for name, colour in found.items()}
    for name in TOKENS:
        if name not in found:
            found[name] = same.get(full[name].rgb) or _nearest(full[name])
    return Palette(**{name: to_hex(found[name].rgb) for name in TOKENS})
