"""The characters that draw a mask of samples. Pure, no Textual.

Only U+2580 to U+259F: terminals draw them by themselves, whatever the font.
"""

from __future__ import annotations

from functools import cache

from p4tui.tui.look.discs import ACROSS, DOWN, WHOLE


def _mask(left: int, top: int, right: int, bottom: int) -> int:
    """Return the mask of a rectangle of samples."""
    row = ((1 << right) - 1) >> left << left
    return sum(row << ACROSS * y for y in range(top, bottom))


_CORNERS = (_mask(0, 0, 4, 8), _mask(4, 0, 8, 8), _mask(0, 8, 4, 16), _mask(4, 8, 8, 16))
_BITS = (12, 3, 10, 5, 8, 4, 2, 1, 9, 6, 14, 13, 11, 7)
"""The corners of the glyphs: upper left 8, upper right 4, lower left 2, lower right 1."""
_QUADRANTS = {
    sum(mask for mask, bit in zip(_CORNERS, (8, 4, 2, 1), strict=True) if bits & bit): glyph
    for glyph, bits in zip("▀▄▌▐▘▝▖▗▚▞▛▜▙▟", _BITS, strict=True)
}
"""Halves and quadrants by their masks."""
_LOWER = {_mask(0, DOWN - 2 * n, ACROSS, DOWN): glyph for n, glyph in enumerate("▁▂▃▄▅▆▇", 1)}
_ENDS = {0: " ", WHOLE: "█"}

BLOCKS = _ENDS | _QUADRANTS | _LOWER
"""The glyphs of discs. Left eighths leave a hairline at the left edge of a disc."""
NEUTRAL = {0: " "} | {mask: glyph for mask, glyph in _QUADRANTS.items() if glyph not in "▀▄▌"}
"""The glyphs that are one cell wide in every terminal; a full block is not."""


@cache
def nearest_glyph(mask: int, *, inverted: bool, neutral: bool = False) -> tuple[str, bool]:
    """Return the glyph nearest to a mask, and whether it draws the mask's complement.

    Args:
        mask: the samples to draw.
        inverted: whether to prefer the complement if both are equally near.
        neutral: whether only glyphs of neutral width may be used.
    """
    glyphs = NEUTRAL if neutral else BLOCKS
    sides = (inverted, not inverted)
    _, place, _, glyph = min(
        ((glyph_mask ^ (mask ^ WHOLE if side else mask)).bit_count(), place, index, glyph)
        for place, side in enumerate(sides)
        for index, (glyph_mask, glyph) in enumerate(glyphs.items())
    )
    return glyph, sides[place]
