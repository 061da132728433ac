"""Colours by lightness, chroma and hue (OKLCH), and their contrast. Pure arithmetic, no Textual.

Source of the matrices: Björn Ottosson, "A perceptual color space for image processing", 2020. Luminance and contrast: WCAG 2.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import atan2, cos, degrees, hypot, radians, sin
from typing import NamedTuple

RGB = tuple[int, int, int]
"""Red, green and blue from 0 to 255."""

CHROMA_STEP = 0.96
"""Factor by which the chroma of a colour outside sRGB is lowered at a time."""
MIN_CHROMA = 0.004
"""Chroma below which a colour counts as grey."""
TOLERANCE = 0.002
"""Rounding tolerance of linear light outside 0 to 1."""
LUMINANCE_STEPS = 24
"""Halvings of the search for a luminance."""
CONTRAST_STEP = 0.012
"""Lightness by which a colour is changed at a time until its contrast is reached."""
CONTRAST_STEPS = 80
"""The most such changes."""


class Oklch(NamedTuple):
    """A colour: lightness from 0 to 1, chroma from 0 to about 0.3, hue in degrees from 0 to 360."""

    lightness: float
    chroma: float
    hue: float


def parse_hex(text: str) -> RGB:
    """Return the colour of `#rrggbb`."""
    return (int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16))


def to_hex(colour: RGB) -> str:
    """Return a colour as `#rrggbb`."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def mix(one: RGB, other: RGB, share: float) -> RGB:
    """Return the colour between two, at a share of the second from 0 to 1."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return (red, green, blue)


@lru_cache(256)
def _linear(value: int) -> float:
    """Return the linear light, 0 to 1, of a component from 0 to 255."""
    part = value / 255
    return float(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)


def _component(light: float) -> int:
    """Return the component, 0 to 255, of linear light."""
    light = min(max(light, 0.0), 1.0)
    return round(
        255 * (12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055)
    )


def luminance(colour: RGB) -> float:
    """Return the relative luminance, 0 to 1."""
    red, green, blue = map(_linear, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: RGB, other: RGB) -> float:
    """Return the contrast ratio of two colours, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@lru_cache(1024)
def to_oklch(colour: RGB) -> Oklch:
    """Return a colour by lightness, chroma and hue."""
    red, green, blue = map(_linear, colour)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    lightness = 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
    a = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
    return Oklch(lightness, hypot(a, b), degrees(atan2(b, a)) % 360)


def from_oklch(colour: Oklch) -> RGB:
    """Return the nearest sRGB colour of the same lightness and hue, with less chroma if needed."""
    lightness, chroma, hue = colour
    while True:
        a, b = chroma * cos(radians(hue)), chroma * sin(radians(hue))
        long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
        medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
        short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
        light = (
            4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
            -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
            -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
        )
        inside = all(-TOLERANCE <= part <= 1 + TOLERANCE for part in light)
        if inside or chroma < MIN_CHROMA:
            red, green, blue = map(_component, light)
            return (red, green, blue)
        chroma *= CHROMA_STEP


def with_luminance(hue: float, chroma: float, target: float) -> RGB:
    """Return the colour with a luminance and a hue, and at most a chroma."""
    low, high = 0.0, 1.0
    for _ in range(LUMINANCE_STEPS):
        middle = (low + high) / 2
        if luminance(from_oklch(Oklch(middle, chroma, hue))) < target:
            low = middle
        else:
            high = middle
    return from_oklch(Oklch(high, chroma, hue))


def clamp_hue(hue: float, first: float, last: float) -> float:
    """Return the nearest hue of an arc from `first` to `last`."""
    if first <= hue <= last:
        return hue
    return min((first, last), key=lambda end: abs((hue - end + 180) % 360 - 180))


def ensure_contrast(colour: RGB, against: Iterable[RGB], ratio: float, *, lighter: bool) -> RGB:
    """Lighten or darken a colour until it contrasts with every ground.

    Where sRGB ends before, the other direction is tried; without success in both, the larger contrast counts.
    """
    others = tuple(against)
    steps = (CONTRAST_STEP, -CONTRAST_STEP) if lighter else (-CONTRAST_STEP, CONTRAST_STEP)
    found = []
    for step in steps:
        moved = _moved(colour, others, ratio, step)
        least = min(contrast(moved, other) for other in others)
        if least >= ratio:
            return moved
        found.append((least, moved))
    return max(found, key=lambda pair: pair[0])[1]


def _moved(colour: RGB, others: Sequence[RGB], ratio: float, step: float) -> RGB:
    """Return a colour whose lightness is changed by steps until its contrast is reached, as far as sRGB goes."""
    lightness, chroma, hue = to_oklch(colour)
    for _ in range(CONTRAST_STEPS):
        if all(contrast(colour, other) >= ratio for other in others):
            break
        lightness = min(max(lightness + step, 0), 1)
        colour = from_oklch(Oklch(lightness, chroma, hue))
    return colour


def shaded(colour: RGB, up: float, down: float) -> tuple[RGB, RGB]:
    """Return a lighter and a darker tone of a colour."""
    lightness, chroma, hue = to_oklch(colour)
    return (
        from_oklch(Oklch(min(lightness + up, 0.97), chroma * 0.85, hue)),
        from_oklch(Oklch(max(lightness - down, 0.03), chroma * 0.92, hue)),
    )
