"""The shape of a disc in characters, for every cell size. Pure, no Textual.

A disc is drawn as the *outside* of a circle, in the colour of the board on the colour of the disc: so each line of a disc has
one style and costs few bytes. Only quadrants of East Asian width Neutral are used: the half and full blocks are Ambiguous, two
cells wide in some terminals.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import sqrt

_QUADRANTS = {
    0b0000: " ",
    0b1000: "▘",
    0b0100: "▝",
    0b0010: "▖",
    0b0001: "▗",
    0b1001: "▚",
    0b0110: "▞",
    0b1110: "▛",
    0b1101: "▜",
    0b1011: "▙",
    0b0111: "▟",
}
"""The glyphs by their quadrants: top left, top right, bottom left, bottom right, from the highest bit down."""

_FLIPPED = str.maketrans("▘▝▖▗▛▜▙▟▚▞", "▖▗▘▝▙▟▛▜▞▚")
"""Turns glyphs upside down."""
_MIRRORED = str.maketrans("▘▝▖▗▛▜▙▟▚▞", "▝▘▗▖▜▛▟▙▞▚")
"""Swaps left and right in glyphs."""


@dataclass(frozen=True, slots=True)
class DiscLine:
    """One line of a disc in its cell.

    Attributes:
        before: the number of characters left of the disc.
        outside: the glyphs of the disc's outside; empty in the gap between rows.
        ring: the same for a ring; `#` for a character inside its hole.
        after: the number of characters right of the disc.
    """

    before: int
    outside: str
    ring: str
    after: int


def _extent(y: float, width: int, height: int) -> int:
    """Return where a disc begins at `y` half lines from its top, in half characters from the left."""
    reach = 1 - ((y - height) / height) ** 2
    return round(width * (1 - sqrt(max(reach, 0.0))))


def _glyphs(line: int, width: int, height: int) -> str:
    """Return the outside of one line of a disc; `#` for a character that is completely outside."""
    if 2 * line + 1 > height:
        return _glyphs(height - 1 - line, width, height).translate(_FLIPPED)
    low = _extent(2 * line + 1.5, width, height)
    high = max(_extent(2 * line + 0.5, width, height), low)
    if 2 * line + 1 == height:
        low = high = low // 2 * 2
    edge = low // 2
    high = min(high, 2 * edge + 1 + low % 2)
    if high == low and low % 2:
        high += 1
    flags = (2 * edge < high, 2 * edge + 1 < high, 2 * edge < low, 2 * edge + 1 < low)
    glyph = _QUADRANTS[sum(flag << bit for flag, bit in zip(flags, (3, 2, 1, 0), strict=True))]
    left = "#" * edge + glyph
    middle = " " * (width - 2 * len(left))
    return left + middle + left[::-1].translate(_MIRRORED)


def disc_size(width: int, height: int) -> tuple[int, int]:
    """Return width and height of the disc in a cell: twice as wide as high, and a line lower than a cell of 2 lines or more."""
    disc_height = max(height - 1, 1)
    return (1, 1) if height == 1 else (min(2 * disc_height, width), disc_height)


@cache
def disc_lines(width: int, height: int) -> tuple[DiscLine, ...]:
    """Return the lines of a cell from the top; the first is the gap between two rows of discs."""
    disc_width, disc_height = disc_size(width, height)
    before = (width - disc_width) // 2
    lines = [DiscLine(width, "", "", 0)] * (height - disc_height)
    for line in range(disc_height):
        outside = _glyphs(line, disc_width, disc_height) if disc_height > 1 else " " * disc_width
        inside = outside.strip("#")
        cut = (len(outside) - len(inside)) // 2
        ring = _ring(line, disc_width, disc_height, outside)[cut : disc_width - cut]
        lines.append(DiscLine(before + cut, inside, ring, width - before - cut - len(inside)))
    return tuple(lines)


def _ring(line: int, width: int, height: int, outside: str) -> str:
    """Return the outside of one line of a ring, with its hole."""
    if height == 2:
        return outside[:1] + ("▗▖", "▝▘")[line] + outside[-1:]
    hole_height = max(int(0.4 * height), 1)
    hole_height += (height - hole_height) % 2
    hole_width = 2 * max(int(0.2 * width), 1)
    first = (height - hole_height) // 2
    if height == 1 or not first <= line < first + hole_height:
        return outside
    start = (width - hole_width) // 2
    return outside[:start] + "#" * hole_width + outside[start + hole_width :]


@cache
def disc_centre(width: int, height: int) -> tuple[int, int]:
    """Return the place of the marks: the first of the middle characters and the first of the middle lines."""
    disc_width, disc_height = disc_size(width, height)
    before = (width - disc_width) // 2
    return (before + max(disc_width // 2 - 1, 0), height - disc_height + (disc_height - 1) // 2)
