"""The drawn picture shows what the terminal was told; an app looks the same from within as from its bytes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PIL import Image
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style

from tests.terminal.harness import TerminalProgram
from tests.tools.greyscale import differing_pixels, grey_tones
from tests.tools.rasteriser import (
    BACKGROUND,
    CELL,
    FOREGROUND,
    Grid,
    draw,
    save,
    screen_grid,
    strip_grid,
)

pytestmark = pytest.mark.terminal

BLACK, RED, GREEN = (0, 0, 0), (170, 0, 0), (0, 170, 0)
STYLES = (
    "",
    "bold",
    "underline",
    "reverse",
    "#ff5c50 on #1b4195",
    "bold #ffd23f",
    "bright_yellow on blue",
    "white",
)
TEXT = "▀ a漢é●"


def shown(text: str, *, console: bool = False) -> Grid:
    """Return the screen after a program has written a text."""
    code = f"import sys; sys.stdout.write({text!r}); sys.stdout.flush(); input()"
    with TerminalProgram([sys.executable, "-c", code], columns=8, lines=1) as program:
        program.wait_for(lambda lines: lines[0].strip())
        return screen_grid(program, console=console)


def pixel(text: str, x: int, y: int) -> object:
    """Return a pixel of the first cell after a program has written a text."""
    return draw(shown(text)).getpixel((x, y))


@pytest.mark.parametrize(
    ("char", "share"), [("▀", 0.5), ("▗", 0.25), ("▙", 0.75), ("▆", 0.75), ("▍", 0.4), ("█", 1)]
)
def test_a_block_takes_its_share_of_a_cell(char: str, share: float) -> None:
    tile = draw(shown(f"\x1b[31;42m{char}")).crop((0, 0, *CELL))
    counts = {colour: count for count, colour in tile.getcolors() or []}
    assert counts.pop(RED) == share * CELL[0] * CELL[1]
    assert set(counts) <= {GREEN}


def test_colours_and_reverse_are_those_of_the_terminal() -> None:
    assert pixel("\x1b[31;42m▀", 0, 0) == RED
    assert pixel("\x1b[31;42m▀", 0, 19) == GREEN
    assert pixel("\x1b[7m▀", 0, 0) == BACKGROUND
    assert pixel("\x1b[7m▀", 0, 19) == FOREGROUND
    assert pixel("\x1b[38;5;208m▀", 0, 0) == (255, 135, 0)
    assert pixel("\x1b[48;2;1;2;3m▀", 0, 19) == (1, 2, 3)
    assert pixel("\x1b[105m▀", 0, 19) == (255, 85, 255)


def test_the_linux_console_has_bright_letters_and_dark_grounds() -> None:
    text = "\x1b[1mX\x1b[31mX\x1b[0;91;103mX\x1b[0;4mX\x1b[0;1;7;30;41mX"
    cells = [cell[1:3] for cell in shown(text, console=True)[0]]
    white, bright_red, brown = (255, 255, 255), (255, 85, 85), (170, 85, 0)
    assert cells[:3] == [(white, BLACK), (bright_red, BLACK), (bright_red, brown)]
    assert cells[3:5] == [((0, 170, 170), BLACK), (bright_red, BLACK)]


@pytest.mark.parametrize(
    "system", [ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT, ColorSystem.STANDARD]
)
def test_strips_are_drawn_as_the_terminal_draws_their_bytes(system: ColorSystem) -> None:
    Style.parse.cache_clear()  # a style keeps the codes of the first terminal
    for style in map(Style.parse, STYLES):
        written = style.render(TEXT, color_system=system)
        strip = [Segment(TEXT, style), Segment(" ")]
        assert strip_grid([strip], system) == shown(written)


def test_grey_tones_measure_contrast() -> None:
    black, grey, white = (Image.new("RGB", CELL, (level,) * 3) for level in (0, 118, 255))
    pixels = CELL[0] * CELL[1]
    # The grey has a luminance of 0.18: 4.6 to black, 4.6 to white.
    for one, other in ((black, grey), (grey, white)):
        assert differing_pixels(grey_tones(one), grey_tones(other), 4.4) == pixels
        assert differing_pixels(grey_tones(one), grey_tones(other), 4.8) == 0


def test_a_saved_picture_keeps_the_colours_of_areas(tmp_path: Path) -> None:
    image = Image.linear_gradient("L").convert("RGB").resize((512, 512))
    image.putpixel((0, 0), (1, 200, 3))
    image.paste((27, 65, 149), (0, 0, 512, 100))
    save(image, tmp_path / "picture.png")
    with Image.open(tmp_path / "picture.png") as saved:
        assert saved.convert("RGB").getpixel((5, 5)) == (27, 65, 149)
