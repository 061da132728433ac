"""The shapes of discs and of the marks on them, as masks of samples. Pure, no Textual.

Lengths are in pixels: one character wide, half a line high. A character has 8 x 16 samples, and a mask of a character one bit a
sample: the lowest is the upper left one, the next is right of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from math import ceil, sqrt
from typing import NamedTuple

ACROSS, DOWN = 8, 16
"""Samples of a character in a row, and its rows."""
WHOLE = (1 << ACROSS * DOWN) - 1
"""The mask of all samples of a character."""

Masks = tuple[tuple[int, ...], ...]
"""The masks of a picture: its lines from the top, each with its characters."""

Shape = Callable[[float], Iterable[tuple[float, float]]]
"""A shape: maps a height above its centre to the intervals that it covers, from its centre."""

ROWS = {3: (1, 1), 4: (1, 1.5, 1), 5: (1.5, 2, 2, 1.5), 7: (2, 2.5, 3, 3, 2.5, 2)}
"""Small discs by cell size: half the width of each row of pixels."""
OPENINGS = {3: (-0.5, 0, 0.5, 1), 4: (-0.5, -0.5, 0.5, 0.5), 5: (-1, -1, 1, 1), 7: (-1, -1, 1, 1)}
"""The openings of their rings: left, top, right, bottom. That of the smallest makes it an arch."""


class Disc(NamedTuple):
    """The place of the disc in a cell.

    Attributes:
        pixels: the size of the cell.
        centre: its distance from the left and the upper edge of the cell; small discs leave a gap there alone.
        radius: the radius of the disc.
    """

    pixels: int
    centre: float
    radius: float


@cache
def disc(pixels: int) -> Disc:
    """Return the disc of a cell."""
    radius = (pixels - 1) / 2 if pixels < 8 else 0.435 * pixels
    return Disc(pixels, (pixels + 1) / 2 if pixels in ROWS else pixels / 2, radius)


def circle(radius: float) -> Shape:
    """Return a circle."""

    def spans(y: float) -> Iterable[tuple[float, float]]:
        rest = radius * radius - y * y
        return ((-sqrt(rest), sqrt(rest)),) if rest > 0 else ()

    return spans


def box(left: float, top: float, right: float, bottom: float) -> Shape:
    """Return a rectangle by the distances of its edges from the centre."""
    return lambda y: ((left, right),) if top <= y < bottom else ()


def diamond(radius: float) -> Shape:
    """Return a square that stands on a corner."""
    return lambda y: ((abs(y) - radius, radius - abs(y)),) if abs(y) < radius else ()


def cross(radius: float, width: float) -> Shape:
    """Return a diagonal cross with bars of a width."""
    half = width / sqrt(2)

    def spans(y: float) -> Iterable[tuple[float, float]]:
        if abs(y) >= radius:
            return ()
        ends = ((-abs(y) - half, -abs(y) + half), (abs(y) - half, abs(y) + half))
        return tuple((max(left, -radius), min(right, radius)) for left, right in ends)

    return spans


def upper(shape: Shape) -> Shape:
    """Return the upper half of a shape."""
    return lambda y: shape(y) if y < 0 else ()


def body(size: int) -> Shape:
    """Return the shape of a disc."""
    if size not in ROWS:
        return circle(disc(size).radius)
    rows, radius = ROWS[size], disc(size).radius

    def spans(y: float) -> Iterable[tuple[float, float]]:
        row = int(y + radius) if y > -radius else -1
        return ((-rows[row], rows[row]),) if 0 <= row < len(rows) else ()

    return spans


def opening(size: int) -> Shape:
    """Return the opening that makes a disc a ring."""
    return box(*OPENINGS[size]) if size in OPENINGS else circle(0.4 * disc(size).radius)


def quadrant_circle(radius: float) -> Shape:
    """Return a circle for quadrant glyphs, one pixel lower."""

    def half_width(row: int) -> float:
        return round(2 * sqrt(max(radius**2 - (row + 0.5 - radius) ** 2, 0.0))) / 2

    def spans(y: float) -> Iterable[tuple[float, float]]:
        if not -radius <= y - 1 < radius:
            return ()
        row = int(y - 1 + radius)
        half = max(half_width(row), half_width(row ^ 1) - 0.5)
        return ((-half, half),)

    return spans


def quadrant_opening(size: int) -> Shape:
    """Return the opening of a ring of quadrants."""
    if size < 8:
        return box(-0.5, 0, 0.5, 2)
    # On whole lines, as the ring is.
    radius = size // 5
    return quadrant_circle(radius + (size // 2 - 1 - radius) % 2)


def last_mark(size: int) -> Shape:
    """Return the mark of the last move on a disc in two colours: the upper half of its middle, or a pixel."""
    if size == 3:
        return box(0, 0, 1, 1)
    return opening(size) if size == 4 else upper(opening(size))


def ring_mark(size: int) -> Shape:
    """Return the mark of the last move on a ring; the opening stays visible."""
    return box(-0.5, 0.5, 0.5, 1.5) if size == 4 else last_mark(size)


def won_mark(size: int) -> Shape:
    """Return the mark of a small winning disc, within its own pixels: its right half, or its upper and lower edge."""
    if size == 3:
        return box(0, -1, 1, 1)
    return lambda y: ((-2, 2),) if 1 <= abs(y) < 2 else ()


def _part(share: float) -> Callable[[int], Shape]:
    """Return a circle with a share of the radius of the disc."""
    return lambda size: circle(share * disc(size).radius)


def _hint(size: int) -> Shape:
    return diamond(0.70 * disc(size).radius)


def _cross(size: int) -> Shape:
    radius = disc(size).radius
    return cross(0.52 * radius, 2 * max(0.12 * radius, 0.42))


def row_bar(size: int) -> Shape:
    """Return the bar below the figure of a threat in an even row: the upper half of whole characters."""
    _pixels, centre, radius = disc(size)
    top = 2 * ceil((0.55 * radius + centre) / 2) - centre
    half = max(round(0.4 * radius), 1)
    return box(-half, top, half, top + 1)


REGIONS: dict[str, Callable[[int], Shape]] = {
    "body": body,
    "opening": opening,
    # In the smaller cells a little wider, on whole pixels.
    "rich-opening": lambda size: circle(max(0.4 * disc(size).radius, 1.95 if size > 8 else 0)),
    "halo": lambda size: circle(disc(size).radius + max(0.5, 0.1 * disc(size).radius)),
    "quadrant-body": lambda size: quadrant_circle(size / 2 - 1),
    "quadrant-opening": quadrant_opening,
    # Letters of neighbours have a gap between them.
    "letter-body": lambda size: body(size) if size in ROWS else circle(size / 2 - 1),
    # A hole's character is blank, so a gap must part it from the holes above and below.
    "letter-hole": lambda size: (
        body(size) if size in ROWS else box(1 - size / 2, 2 - size / 2, size / 2 - 1, size / 2 - 2)
    ),
    "letter-opening": lambda size: circle(1.7) if size == 8 else opening(size),
    "last": last_mark,
    "last-ring": ring_mark,
    "won": won_mark,
    "dot": _part(0.24),
    "spot": _part(0.42),
    "ring": lambda size: circle(max(0.52 * disc(size).radius, 2.0)),
    "ring-opening": lambda size: circle(max(0.22 * disc(size).radius, 1.0)),
    "hint": _hint,
    "cross": _cross,
    "row-bar": row_bar,
    # The marks in the smallest holes, in pixels.
    "upper-left": lambda _: box(-1, -1, 0, 0),
    "upper-right": lambda _: box(0, -1, 1, 0),
    "lower-left": lambda _: box(-1, 0, 0, 1),
    "lower-right": lambda _: box(0, 0, 1, 1),
    "left-leg": lambda _: box(-1, 0, -0.5, 1),
    "right-leg": lambda _: box(0.5, 0, 1, 1),
}
"""The shapes in a cell by their names, for a size of cells."""


@cache
def region(name: str, size: int, start: float) -> Masks:
    """Return the masks of a shape of `REGIONS`; see `masks`."""
    return masks(REGIONS[name](size), size, start)


def masks(shape: Shape, size: int, start: float) -> Masks:
    """Return a shape in the middle of a disc, in a cell.

    Args:
        shape: the shape.
        size: the pixels of the cell.
        start: the pixels of the cell that are above its first line.
    """
    centre = disc(size).centre
    lines = []
    for line in range(ceil((size - start) / 2)):
        characters = [0] * size
        for row in range(DOWN):
            y = start + 2 * line + (row + 0.5) * 2 / DOWN - centre
            bits = 0
            for left, right in shape(y):
                first = max(ceil((left + centre) * ACROSS - 0.5), 0)
                last = min(ceil((right + centre) * ACROSS - 0.5), size * ACROSS)
                bits |= ((1 << last) - 1) >> first << first
            for character in range(size):
                characters[character] |= (bits >> ACROSS * character & 0xFF) << ACROSS * row
        lines.append(tuple(characters))
    return tuple(lines)
