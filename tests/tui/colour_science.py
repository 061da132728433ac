"""What eyes make of colours: contrast, and how colours look to the colour-blind. Colours are triples from 0 to 255."""

from __future__ import annotations

from itertools import starmap
from math import dist

RGB = tuple[int, int, int]
Linear = tuple[float, float, float]

TEXT_CONTRAST = 4.5
"""WCAG 2.2, success criterion 1.4.3: the least contrast of text and its background."""
SHAPE_CONTRAST = 3.0
"""WCAG 2.2, success criterion 1.4.11: the least contrast of a shape that has to be seen and what is beside it."""
TELLING_APART = 23.0
"""The least difference in CIELAB of two colours that are to be told apart at a glance: ten times the 2.3 that can just be
noticed side by side (Mahy, Van Eycken, Oosterlinck: Evaluation of uniform color spaces, 1994)."""

BLINDNESSES = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Linear RGB to linear RGB, severity 1.0 (Machado, Oliveira, Fernandes: A physiologically-based model for simulation of
color vision deficiency, 2009)."""

_TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE = (0.95047, 1.0, 1.08883)


def rgb(colour: str) -> RGB:
    """A colour from its six hexadecimal digits behind a `#`."""
    red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return red, green, blue


def linear(colour: RGB) -> Linear:
    """The light of a colour, each part from 0 to 1 (IEC 61966-2-1, as WCAG has it)."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in colour)
    )
    return red, green, blue


def contrast(one: RGB, other: RGB) -> float:
    """The contrast of two colours by WCAG 2.2, from 1 to 21."""
    lights = (0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (linear(one), linear(other)))
    darker, brighter = sorted(lights)
    return (brighter + 0.05) / (darker + 0.05)


def _times(matrix: tuple[Linear, Linear, Linear], vector: Linear) -> Linear:
    first, second, third = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return first, second, third


def seen(colour: RGB, blindness: str | None) -> Linear:
    """The light of a colour as somebody sees it, None: with all three kinds of cones."""
    light = linear(colour)
    if blindness is None:
        return light
    red, green, blue = (min(max(part, 0.0), 1.0) for part in _times(BLINDNESSES[blindness], light))
    return red, green, blue


def lab(light: Linear) -> Linear:
    """CIELAB (1976) of light, white D65."""
    x, y, z = starmap(_cube_root, zip(_times(_TO_XYZ, light), _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _cube_root(value: float, white: float) -> float:
    ratio = value / white
    return ratio ** (1 / 3) if ratio > 216 / 24389 else (24389 / 27 * ratio + 16) / 116


def difference(one: RGB, other: RGB, blindness: str | None = None) -> float:
    """How far two colours are apart in CIELAB for somebody."""
    return dist(lab(seen(one, blindness)), lab(seen(other, blindness)))
