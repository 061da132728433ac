"""On a grey screen, discs and marks are told apart by what a person sees: the pixels of the drawn picture."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

import pytest
from PIL import Image
from rich.color import ColorSystem
from textual.pilot import Pilot

from p4tui.core.colour import Colour, colour_of
from p4tui.core.geometry import Cell
from p4tui.core.notation import parse_game
from p4tui.core.position import Side
from p4tui.tui.look.cells import RIM
from p4tui.tui.widgets.grid import Grid
from tests.tools.greyscale import differing_pixels, grey_tones
from tests.tools.rasteriser import CELL, draw, strip_grid
from tests.tui.driving import STILL, grid_of, people, press, running, strips

CONTRAST = 1.8
"""The contrast from which two greys differ. The closest colours of different kinds are 2 apart, a hole and its board; the
tones of one disc, and of the board from top to bottom, stay within 1.6."""
MARK = 40
"""The pixels of 10x20 a character that differ between cells of different kinds: the strokes of one letter, a fifth of a
character. A mark of blocks has at least half a character, 100."""
NOISE = 20
"""The pixels that may differ between cells of one kind, where a disc that begins on half a line is drawn of other pieces."""

SIZES = [(80, 24), (120, 40), (60, 20), (40, 12), (30, 12), (200, 60)]


@dataclass(frozen=True)
class Variant:
    """A kind of terminal."""

    environ: dict[str, str]
    system: ColorSystem = ColorSystem.TRUECOLOR
    ascii_only: bool = False


TRUECOLOR = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
VARIANTS = {
    "truecolor": Variant(TRUECOLOR),
    "256": Variant({"TERM": "xterm-256color"}, ColorSystem.EIGHT_BIT),
    "ssh": Variant({"TERM": "xterm-256color", "SSH_TTY": "/dev/pts/9"}, ColorSystem.EIGHT_BIT),
    "16": Variant({"TERM": "xterm"}, ColorSystem.STANDARD),
    "NO_COLOR": Variant({**TRUECOLOR, "NO_COLOR": "1"}),
    "ascii": Variant(TRUECOLOR, ascii_only=True),
    "ascii-NO_COLOR": Variant({**TRUECOLOR, "NO_COLOR": "1"}, ascii_only=True),
}
GAMES = {Colour.RED: "3366772626272", Colour.YELLOW: "7456311322417251"}
"""By their winners, with discs in all rows of the lower half; before the last move the last disc is the other player's."""


def kinds(grid: Grid) -> Iterator[tuple[Cell, str]]:
    """Yield each visible cell of a board with its kind."""
    position, view = grid.position, grid.viewport
    won = position.winning_cells()
    over = position.outcome is not None
    landing = None if over else position.landing_cell(grid.cursor)
    discs = {
        cell: colour_of(side, grid.starter).name.lower()
        for side, cells in zip(Side, (position.first, position.second), strict=True)
        for cell in position.geometry.cells_of(cells)
    }
    for row in range(view.row, view.row + view.rows):
        for column in range(view.column, view.column + view.columns):
            cell = Cell(column, row)
            kind = discs.get(cell, "landing" if cell == landing else "hole")
            mark = " in line" if cell in won else " last" if cell == grid.last and not over else ""
            yield cell, kind + mark


def box(grid: Grid, cell: Cell) -> tuple[int, int, int, int]:
    """Return the place of a cell in the picture of the screen; it may begin on half a line."""
    view, pixels, (width, height) = grid.viewport, grid.cell.pixels, CELL
    left = (grid.content_region.x + RIM + (cell.column - view.column) * pixels) * width
    top = (grid.content_region.y + grid.frame.top) * height
    top += (view.row + view.rows - 1 - cell.row) * pixels * height // 2
    return left, top, left + pixels * width, top + pixels * height // 2


def look(pilot: Pilot[None], system: ColorSystem) -> list[str]:
    """Return what is wrong with the board on the screen: kinds that look alike, or cells of a kind that do not."""
    grid = grid_of(pilot)
    picture = grey_tones(draw(strip_grid(strips(pilot), system)))
    cells: dict[str, dict[bytes, tuple[Cell, Image.Image]]] = defaultdict(dict)
    for cell, kind in kinds(grid):
        tile = picture.crop(box(grid, cell))
        cells[kind].setdefault(tile.tobytes(), (cell, tile))
    shown = [(kind, *tile) for kind, tiles in cells.items() for tile in tiles.values()]
    wrong = []
    for (kind, cell, tile), (other_kind, other_cell, other_tile) in combinations(shown, 2):
        difference = differing_pixels(tile, other_tile, CONTRAST)
        # Where cells take half lines, letters and rims take the line above or below.
        alike = grid.cell.pixels % 2 == 0
        if kind == other_kind and difference > NOISE and alike:
            wrong.append(f"{kind} {tuple(cell)} and {tuple(other_cell)} differ: {difference}")
        elif kind != other_kind and difference < MARK:
            names = f"{kind} {tuple(cell)} and {other_kind} {tuple(other_cell)}"
            wrong.append(f"{names} look alike: {difference}")
    return wrong


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS.keys())
@pytest.mark.parametrize("winner", GAMES, ids=lambda colour: colour.name.lower())
async def test_discs_and_marks_differ_on_a_grey_screen(
    winner: Colour, variant: Variant, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variant.environ.items():
        monkeypatch.setenv(name, value)
    moves = GAMES[winner]
    setup = people(game=parse_game(moves[:-1]))
    options = replace(STILL, ascii_only=variant.ascii_only)
    async with running(setup, size=size, options=options) as pilot:
        wrong = look(pilot, variant.system)
        await press(pilot, moves[-1])
        assert grid_of(pilot).position.outcome is not None
        wrong += look(pilot, variant.system)
        assert not wrong
