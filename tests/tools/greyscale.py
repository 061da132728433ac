"""What a grey screen shows of a picture, and how much of two pictures differs there."""

from __future__ import annotations

from math import log

from PIL import Image, ImageChops

FLARE = 0.05
"""The light that a screen reflects, as in the contrast ratio of WCAG 2."""


def _linear(value: int) -> int:
    """Return the light, 0 to 255, of a part of a colour."""
    part = value / 255
    return round(255 * (((part + 0.055) / 1.055) ** 2.4 if part > 0.04045 else part / 12.92))


def _tone(ratio: float) -> float:
    """Return a contrast ratio with black, 1 to 21, on a scale of 0 to 255 where equal steps are equal ratios."""
    return 255 * log(ratio) / log(1 / FLARE + 1)


_LINEAR = [_linear(value) for value in range(256)] * 3
_TONES = [round(_tone((light / 255 + FLARE) / FLARE)) for light in range(256)]


def grey_tones(image: Image.Image) -> Image.Image:
    """Return the luminance of a picture, scaled so that equal differences are equal contrast ratios."""
    light = image.point(_LINEAR).convert("L", (0.2126, 0.7152, 0.0722, 0))
    return light.point(_TONES)


def differing_pixels(one: Image.Image, other: Image.Image, contrast: float) -> int:
    """Return how many pixels of two pictures of grey tones are at least a contrast ratio apart."""
    step = round(_tone(contrast))
    return sum(ImageChops.difference(one, other).histogram()[step:])
