"""Draws the cells of a terminal as a picture: of a program in a pseudo-terminal, or of the strips of a Textual app."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from rich.cells import cell_len
from rich.color import Color, ColorSystem
from rich.color_triplet import ColorTriplet
from rich.segment import Segment

from p4tui.tui.text import graphemes
from tests.terminal.harness import Cell, TerminalProgram
from tests.tools.glyphs import mask

Rgb = tuple[int, int, int]
CELL = (10, 20)
"""Width and height of a cell in pixels, at scale 1."""

FOREGROUND: Rgb = (170, 170, 170)
BACKGROUND: Rgb = (0, 0, 0)
"""The terminal's own colours: grey on black."""

_CONSOLE = (
    "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa "
    "555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff"
)
CONSOLE_PALETTE = tuple(ColorTriplet(*bytes.fromhex(colour)) for colour in _CONSOLE.split())
"""The 16 colours of VGA and of the Linux console."""
_NAMES = ("black", "red", "green", "brown", "blue", "magenta", "cyan", "white")


class PictureCell(NamedTuple):
    """A cell as it is drawn; the second cell of a wide character has no text."""

    text: str
    foreground: Rgb
    background: Rgb
    bold: bool = False
    underlined: bool = False
    reversed: bool = False


Grid = Sequence[Sequence[PictureCell]]


def draw(grid: Grid, scale: int = 1) -> Image.Image:
    """Return the picture of the cells."""
    width, height = CELL[0] * scale, CELL[1] * scale
    image = Image.new("RGB", (width * len(grid[0]), height * len(grid)), BACKGROUND)
    for y, line in enumerate(grid):
        for x, cell in enumerate(line):
            if not cell.text:
                continue
            wide = 2 if x + 1 < len(line) and not line[x + 1].text else 1
            _draw_cell(image, cell, (x * width, y * height), (width * wide, height), scale)
    return image


def _draw_cell(
    image: Image.Image, cell: PictureCell, place: tuple[int, int], size: tuple[int, int], scale: int
) -> None:
    left, top = place
    letters, ground = cell.foreground, cell.background
    if cell.reversed:
        letters, ground = ground, letters
    image.paste(ground, (left, top, left + size[0], top + size[1]))
    if cell.underlined:
        line = top + size[1] - 3 * scale
        image.paste(letters, (left, line, left + size[0], line + scale))
    if cell.text != " ":
        image.paste(letters, place, mask(cell.text, cell.bold, *size))


def save(image: Image.Image, path: Path) -> None:
    """Write a picture, with a palette if it has at most 256 colours."""
    colours = image.getcolors(256)
    if colours is not None:
        palette = Image.new("P", (1, 1))
        palette.putpalette([part for _, colour in colours for part in _parts(colour)])
        image = image.quantize(palette=palette, dither=Image.Dither.NONE)
    image.save(path, "PNG", optimize=True)


def _parts(colour: object) -> Iterator[int]:
    assert isinstance(colour, tuple)
    yield from colour


def beside(left: Image.Image, right: Image.Image, gap: int = 20) -> Image.Image:
    """Return two pictures side by side."""
    size = (left.width + gap + right.width, max(left.height, right.height))
    both = Image.new("RGB", size, (128, 128, 128))
    both.paste(left, (0, 0))
    both.paste(right, (left.width + gap, 0))
    return both


def screen_grid(
    program: TerminalProgram, *, console: bool = False, lines: int | None = None
) -> Grid:
    """Return the cells of a program's screen, as most terminals show them or as the Linux console does.

    Args:
        program: the program.
        console: whether it is the Linux console.
        lines: how many of the first lines; all by default.
    """
    columns, height = program.size
    shown = _console_cell if console else _terminal_cell
    return [
        [shown(program.cell(x, y)) for x in range(columns)]
        for y in range(height if lines is None else min(lines, height))
    ]


def _terminal_cell(cell: Cell) -> PictureCell:
    letters = _named_colour(cell.foreground, FOREGROUND)
    ground = _named_colour(cell.background, BACKGROUND)
    return PictureCell(cell.text, letters, ground, *cell[3:])


@lru_cache(1024)
def _named_colour(name: str, default: Rgb) -> Rgb:
    """Return a colour of pyte's."""
    if name == "default":
        return default
    if (number := _number(name)) is not None:
        return CONSOLE_PALETTE[number]
    red, green, blue = bytes.fromhex(name)
    return red, green, blue


def _number(name: str) -> int | None:
    """Return the number of one of the 16 colours by pyte's name, None for another."""
    plain = name.removeprefix("bright").removeprefix("bfight")  # pyte's bright magenta ground
    return _NAMES.index(plain) + 8 * (plain != name) if plain in _NAMES else None


def _console_cell(cell: Cell) -> PictureCell:
    """Return a cell as the kernel shows it: only letters are bright, bold ones too, and underlined ones are cyan."""
    letters, ground = _console_number(cell.foreground, 7), _console_number(cell.background, 0) % 8
    bright = cell.bold or letters > 7
    letters = 6 if cell.underlined else letters % 8
    if cell.reversed:
        letters, ground = ground, letters
    return PictureCell(cell.text, CONSOLE_PALETTE[letters + 8 * bright], CONSOLE_PALETTE[ground])


def _console_number(name: str, default: int) -> int:
    """Return the number of a colour on the Linux console; of many colours it shows eight."""
    if name == "default":
        return default
    number = _number(name)
    if number is None:
        number = sum((part > 127) << bit for bit, part in enumerate(bytes.fromhex(name)))
    return number


def strip_grid(lines: Iterable[Iterable[Segment]], system: ColorSystem) -> Grid:
    """Return the cells of the lines of a Textual app, after its filters, in a terminal with some colours."""
    return [
        [cell for segment in line for cell in _segment_cells(segment, system)] for line in lines
    ]


def _segment_cells(segment: Segment, system: ColorSystem) -> Iterator[PictureCell]:
    style = segment.style
    letters = _strip_colour(style.color if style else None, system, FOREGROUND)
    ground = _strip_colour(style.bgcolor if style else None, system, BACKGROUND)
    marks = (style.bold, style.underline, style.reverse) if style else ()
    for text in graphemes(segment.text):
        cell = PictureCell(text, letters, ground, *map(bool, marks))
        yield cell
        yield from [cell._replace(text="")] * (cell_len(text) - 1)


def _strip_colour(colour: Color | None, system: ColorSystem, default: Rgb) -> Rgb:
    """Return a colour of rich's, reduced to those of a terminal as rich does when it writes."""
    if colour is None or colour.is_default:
        return default
    colour = colour.downgrade(system)
    if colour.number is not None and colour.number < 16:
        return CONSOLE_PALETTE[colour.number]
    return colour.get_truecolor()
