"""On a grey screen, discs and marks are told apart by what a person sees: the pixels of the drawn picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import NamedTuple

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
from p4tui.tui.widgets.review_graph import ReviewGraph
from tests.tools.cases import exhaustive
from tests.tools.greyscale import differing_pixels, grey_tones
from tests.tools.rasteriser import CELL, draw, strip_grid
from tests.tui.driving import STILL, grid_of, people, press, running, settled, strips

CONTRAST = 1.5
"""The contrast from which two greys differ: some ten steps of lightness where one is just seen. A hole and its board are 2
apart, dimmed discs of two colours 1.7; the board from top to bottom stays within 1.3."""
MARK = 30
"""The pixels of 10x20 a character that differ between cells of different kinds: the strokes of a small letter, a sixth of a
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
GAMES = ("3366772626272", "7456311322417251")
"""Won by red and by yellow, with discs in all rows of the lower half; before the last move the last disc is the other player's."""

RED, YELLOW = Colour
THREATS = {
    Cell(column, row): colours
    for row in (4, 5)
    for column, colours in ((2, (RED,)), (4, (YELLOW,)), (5, (RED, YELLOW)))
}
"""Cells that are empty in both games: in an odd row, and in an even one."""


def kinds(grid: Grid) -> Iterator[tuple[Cell, str]]:
    """Yield each visible cell of a board with its kind."""
    position, view = grid.position, grid.viewport
    won = position.winning_cells()
    marks = {
        cell: f"threat of {[colour.name for colour in colours]} in row {cell.row + 1}"
        for cell, colours in grid.threats.items()
    }
    for column, mark in ((grid.hint, "hint"), (grid.cursor, "landing")):
        if column is not None and not position.outcome and (cell := position.landing_cell(column)):
            marks[cell] = mark
    discs = {
        cell: colour_of(side, grid.starter).name.lower()
        for side, cells in zip(Side, (position.first, position.second), strict=True)
        for cell in position.geometry.cells_of(cells)
    }
    for row in range(view.row, view.row + view.rows):
        for column in range(view.column, view.column + view.columns):
            cell = Cell(column, row)
            kind = discs.get(cell) or marks.get(cell, "hole")
            yield cell, kind + " last" * (cell == grid.last) + " in line" * (cell in won)


class Tile(NamedTuple):
    """The picture of a cell.

    Attributes:
        cell: its place.
        kind: what it holds.
        phase: whether it begins with half a line, as every other row of odd cells does.
        picture: its grey tones.
    """

    cell: Cell
    kind: str
    phase: int
    picture: Image.Image


def tile(grid: Grid, cell: Cell, kind: str, screen: Image.Image) -> Tile:
    """Cut a cell out of the picture of the screen. Its pixels are half a character high."""
    view, size, (width, height) = grid.viewport, grid.cell.pixels, CELL
    place = view.row + view.rows - 1 - cell.row
    left = (grid.content_region.x + RIM + (cell.column - view.column) * size) * width
    top = (grid.content_region.y + grid.frame.top) * height + place * size * height // 2
    bottom = top + size * height // 2
    # The gap above a disc may share its line with the cell above, and that line's colours.
    top += size % 2 * height // 2
    return Tile(cell, kind, place * size % 2, screen.crop((left, top, left + size * width, bottom)))


def fault(one: Tile, other: Tile) -> str | None:
    """Return what is wrong with two cells. The last move may look like the rest of the line that it completes."""
    difference = differing_pixels(one.picture, other.picture, CONTRAST)
    if one.kind == other.kind:
        wrong = one.phase == other.phase and difference > NOISE
    else:
        in_line = {tile.kind.replace("last ", "") for tile in (one, other)}
        wrong = len(in_line) > 1 and difference < MARK
    places = [f"{tile.kind} {tile.cell.column + 1}.{tile.cell.row + 1}" for tile in (one, other)]
    return f"{' and '.join(places)} differ by {difference}" if wrong else None


def faults(pilot: Pilot[None], system: ColorSystem) -> list[str]:
    """Return what is wrong with the board on the screen: kinds that look alike, or cells of a kind that do not."""
    grid = grid_of(pilot)
    screen = grey_tones(draw(strip_grid(strips(pilot), system)))
    tiles = [tile(grid, cell, kind, screen) for cell, kind in kinds(grid)]
    distinct = {(tile.kind, tile.phase, tile.picture.tobytes()): tile for tile in tiles}.values()
    return [wrong for pair in combinations(distinct, 2) if (wrong := fault(*pair))]


@pytest.mark.parametrize(
    ("variant", "size", "moves"),
    [
        pytest.param(VARIANTS[name], size, moves, id=f"{name}-{size[0]}x{size[1]}")
        for (row, name), (column, size) in product(enumerate(VARIANTS), enumerate(SIZES))
        for moves in GAMES[(row + column) % 2 :][:1]
    ],
)
async def test_discs_and_marks_differ_on_a_grey_screen(
    variant: Variant, size: tuple[int, int], moves: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every kind of terminal meets every window, and each of them both winners."""
    for name, value in variant.environ.items():
        monkeypatch.setenv(name, value)
    setup = people(game=parse_game(moves[:-1]))
    options = replace(STILL, ascii_only=variant.ascii_only)
    async with running(setup, size=size, options=options) as pilot:
        grid_of(pilot).hint, grid_of(pilot).threats = 0, THREATS
        await pilot.pause()
        wrong = faults(pilot, variant.system)
        await press(pilot, moves[-1])
        assert grid_of(pilot).position.outcome is not None
        wrong += faults(pilot, variant.system)
        assert not wrong


@pytest.mark.parametrize(
    "variant",
    [VARIANTS["256"], *exhaustive(*(each for name, each in VARIANTS.items() if name != "256"))],
)
async def test_marks_and_graph_of_a_review_differ_on_a_grey_screen(
    variant: Variant, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The marks are letters; above and below the zero line, mistake and blunder, and the cursor's place differ too."""
    for name, value in variant.environ.items():
        monkeypatch.setenv(name, value)
    options = replace(STILL, ascii_only=variant.ascii_only)
    async with running(people(game=parse_game("4435525244133277666")), options=options) as pilot:
        await press(pilot, "v")
        await settled(pilot)
        await press(pilot, ["left"])
        region = pilot.app.screen.query_one(ReviewGraph).region
        screen = grey_tones(draw(strip_grid(strips(pilot), variant.system)))

        def column(ply: int) -> Image.Image:
            """Cut a move's plot, with its mark below."""
            width, height = CELL
            left, top = (region.x + ply) * width, (region.y + 1) * height
            return screen.crop((left, top, left + width, region.bottom * height))

        # Red ahead, yellow ahead, a draw; a blunder and a mistake; a mistake under the cursor and elsewhere.
        for one, other in combinations((1, 4, 8, 3, 18), 2):
            assert differing_pixels(column(one), column(other), CONTRAST) >= MARK, (one, other)
