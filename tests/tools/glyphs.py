"""The shapes of characters in a terminal's cell, as masks: 255 where the letter's colour shows, 0 where the ground does.

Blocks, frames and the signs of the game are drawn, as modern terminals draw them: without seams, whatever the font. All
other characters come from DejaVu Sans Mono, or from Pillow's own font where that is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from PIL import Image, ImageDraw, ImageFont

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in parts of a cell."""
Points = tuple[tuple[float, float], ...]

FONT_HEIGHT = 0.83
"""The size of the font in parts of a cell's height: a letter is then as wide as a cell of 1 to 2."""
BASELINE = 0.765
SMOOTHING = 8
"""How much larger round and slanted shapes are drawn before they are reduced."""

_QUADRANTS = dict(
    zip("▘▝▖▗▚▞▛▜▙▟▀▄▌▐█", (8, 4, 2, 1, 9, 6, 14, 13, 11, 7, 12, 3, 10, 5, 15), strict=True)
)
"""Blocks as the sum of upper left 8, upper right 4, lower left 2, lower right 1."""
_BRAILLE_DOTS = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
"""The column and row of each dot of braille, from the lowest bit."""
_SHADES = dict(zip("░▒▓", (64, 128, 191), strict=True))
_LINES = "─lr │ud ┌rd ┐ld └ru ┘lu ├udr ┤udl ┬lrd ┴lru ┼lrud ╴l ╶r ╵u ╷d"
_HEAVY_LINES = "━LR ┃UD ┏RD ┓LD ┗RU ┛LU ┣UDR ┫UDL ┳LRD ┻LRU ╋LRUD ╸L ╺R ╹U ╻D"
_FRAMES = {entry[0]: entry[1:] for entry in f"{_LINES} {_HEAVY_LINES}".split()}
"""Straight lines by the sides that they reach: left, right, up, down; capital letters are heavy."""
_CORNERS = {"╭": (1, 1), "╮": (0, 1), "╰": (1, 0), "╯": (0, 0)}
"""Round corners by the corner of the cell, right and lower, that they go round."""
_POLYGONS: dict[str, Points] = {
    "▾": ((0.05, 0.42), (0.95, 0.42), (0.5, 0.68)),
    "▴": ((0.05, 0.66), (0.95, 0.66), (0.5, 0.40)),
    "▸": ((0.2, 0.34), (0.2, 0.74), (0.85, 0.54)),
    "◂": ((0.8, 0.34), (0.8, 0.74), (0.15, 0.54)),
    "▼": ((0.0, 0.36), (1.0, 0.36), (0.5, 0.74)),
    "▲": ((0.0, 0.72), (1.0, 0.72), (0.5, 0.34)),
    "◆": ((0.5, 0.30), (1.0, 0.54), (0.5, 0.78), (0.0, 0.54)),
}
_CIRCLES = {"●": (0.42, 0.0), "○": (0.42, 0.30), "•": (0.24, 0.0)}
"""Outer and inner radius, in widths of a cell."""


@cache
def mask(text: str, bold: bool, width: int, height: int) -> Image.Image:
    """Return the mask of a character, with its combining marks, in a cell of so many pixels."""
    if text in _SHADES:
        return Image.new("L", (width, height), _SHADES[text])
    boxes = list(_block(text) if len(text) == 1 else ())
    if boxes or text == " ":
        return _boxes(boxes, width, height)
    if text in _FRAMES:
        return _frame(_FRAMES[text], width, height)
    if text in _CORNERS or text in _POLYGONS or text in _CIRCLES:
        return _smooth(text, width, height)
    return _letter(text, bold, width, height)


def _block(char: str) -> Iterator[Box]:
    """Yield the rectangles of a block element; none for another character."""
    quadrants, code = _QUADRANTS.get(char, 0), ord(char)
    for bit in range(4):
        if quadrants & 8 >> bit:
            x, y = bit % 2 / 2, bit // 2 / 2
            yield x, y, x + 0.5, y + 0.5
    if quadrants:
        return
    if 0x2800 < code <= 0x28FF:
        yield from _braille(code - 0x2800)
    elif 0x2581 <= code <= 0x2587:
        yield 0, 1 - (code - 0x2580) / 8, 1, 1
    elif 0x2589 <= code <= 0x258F:
        yield 0, 0, (0x2590 - code) / 8, 1
    elif char == "▔":
        yield 0, 0, 1, 1 / 8
    elif char == "▕":
        yield 7 / 8, 0, 1, 1


def _braille(dots: int) -> Iterator[Box]:
    """Yield the dots of a character of braille; the lowest ones have the last two bits."""
    for bit, (column, row) in enumerate(_BRAILLE_DOTS):
        if dots >> bit & 1:
            x, y = column / 2 + 0.12, row / 4 + 0.06
            yield x, y, x + 0.26, y + 0.13


def _boxes(boxes: list[Box], width: int, height: int) -> Image.Image:
    image = Image.new("L", (width, height))
    for left, top, right, bottom in boxes:
        place = (
            round(left * width),
            round(top * height),
            round(right * width),
            round(bottom * height),
        )
        image.paste(255, place)
    return image


def _frame(sides: str, width: int, height: int) -> Image.Image:
    thin = max(1, width // 10)
    thick = 2 * thin if sides.isupper() else thin
    x, y = (width - thick) // 2, (height - thick) // 2
    ends = {
        "l": (0, y, x + thick, y + thick),
        "r": (x, y, width, y + thick),
        "u": (x, 0, x + thick, y + thick),
        "d": (x, y, x + thick, height),
    }
    image = Image.new("L", (width, height))
    for side in sides.lower():
        image.paste(255, ends[side])
    return image


def _smooth(text: str, width: int, height: int) -> Image.Image:
    """Return a round or slanted shape, drawn large and reduced."""
    large = Image.new("L", (width * SMOOTHING, height * SMOOTHING))
    draw = ImageDraw.Draw(large)
    if text in _POLYGONS:
        draw.polygon([(x * large.width, y * large.height) for x, y in _POLYGONS[text]], fill=255)
    elif text in _CIRCLES:
        for radius, tone in zip(_CIRCLES[text], (255, 0), strict=True):
            draw.circle((large.width / 2, large.height * 0.53), radius * large.width, fill=tone)
    else:
        _draw_corner(draw, _CORNERS[text], width, height)
    return large.resize((width, height), Image.Resampling.BOX)


def _draw_corner(
    draw: ImageDraw.ImageDraw, corner: tuple[int, int], width: int, height: int
) -> None:
    """Draw a quarter of a circle that meets the straight lines of a frame."""
    line = max(1, width // 10)
    x, y = (width - line) // 2, (height - line) // 2
    right, lower = corner
    radius = width - x if right else x + line
    centre_x = width if right else 0
    centre_y = y + radius if lower else y + line - radius
    outer = [(centre_x - radius) * SMOOTHING, (centre_y - radius) * SMOOTHING]
    outer += [(centre_x + radius) * SMOOTHING - 1, (centre_y + radius) * SMOOTHING - 1]
    start = {(1, 1): 180, (0, 1): 270, (1, 0): 90, (0, 0): 0}[corner]
    draw.arc(outer, start, start + 90, fill=255, width=line * SMOOTHING)
    ends = (centre_y, height) if lower else (0, centre_y)
    straight = (x, ends[0], x + line, ends[1])
    left, top, end, bottom = (number * SMOOTHING for number in straight)
    draw.rectangle((left, top, end - 1, bottom - 1), fill=255)


def _letter(text: str, bold: bool, width: int, height: int) -> Image.Image:
    image = Image.new("L", (width, height))
    place = (width / 2, height * BASELINE)
    ImageDraw.Draw(image).text(place, text, fill=255, font=_font(bold, height), anchor="ms")
    return image


@cache
def _font(bold: bool, height: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Return the font for a cell of some height."""
    size = FONT_HEIGHT * height
    try:
        return ImageFont.truetype(f"DejaVuSansMono{'-Bold' if bold else ''}.ttf", size)
    except OSError:
        return ImageFont.load_default(size)
