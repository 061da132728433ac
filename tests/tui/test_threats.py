"""The threats on the board: shown and hidden with a key, on every screen with a board."""

from __future__ import annotations

import pytest

from p4tui.core.colour import Colour
from p4tui.core.geometry import Cell
from p4tui.core.notation import parse_game
from tests.tui.driving import (
    RED_WINS,
    against,
    grid_of,
    people,
    press,
    region_lines,
    results_of,
    running,
    status,
)

THREE = "121212"
"""Red has three in column 1, yellow in column 2: both complete a line in row 4."""
MARKS = {Cell(0, 3): (Colour.RED,), Cell(1, 3): (Colour.YELLOW,)}


async def test_o_shows_the_threats_of_both_sides_until_it_is_pressed_again() -> None:
    async with running(people(game=parse_game(THREE[:-1]))) as pilot:
        assert grid_of(pilot).threats == {}
        await press(pilot, "o")
        assert grid_of(pilot).threats == {Cell(0, 3): (Colour.RED,)}
        assert status(pilot) == "Threats: ! in odd rows, = in even rows"
        await press(pilot, "2")
        assert grid_of(pilot).threats == MARKS
        assert "=X" in (board := "\n".join(region_lines(pilot, grid_of(pilot))))
        assert "=O" in board
        await press(pilot, "b")  # look back
        assert grid_of(pilot).threats == {Cell(0, 3): (Colour.RED,)}
        await press(pilot, "o")
        assert grid_of(pilot).threats == {}
        assert status(pilot) == "Threats hidden"


async def test_threats_are_named_by_the_colour_that_began() -> None:
    async with running(people(first="yellow", game=parse_game("12121"))) as pilot:
        await press(pilot, "o")
        assert grid_of(pilot).threats == {Cell(0, 3): (Colour.YELLOW,)}


async def test_a_board_without_threats_says_so() -> None:
    async with running(against("random")) as pilot:
        await press(pilot, "o")
        assert status(pilot) == "No threats here: they are marked as they arise"


async def test_threats_stay_on_the_results_and_go_everywhere() -> None:
    async with running(people(game=parse_game(RED_WINS[:-1]))) as pilot:
        await press(pilot, "o1")
        assert results_of(pilot).grid.threats == {
            Cell(0, 4): (Colour.RED,),
            Cell(1, 3): (Colour.YELLOW,),
        }
        await press(pilot, ["left"])
        assert grid_of(pilot).threats == MARKS
        await press(pilot, "o")
        await press(pilot, "u")
        assert grid_of(pilot).threats == {}


@pytest.mark.parametrize("size", [(30, 12), (40, 12)], ids="{0[0]}x{0[1]}".format)
async def test_threats_are_letters_in_small_cells(size: tuple[int, int]) -> None:
    async with running(people(game=parse_game(THREE)), size=size) as pilot:
        await press(pilot, "o")
        assert "=X" in "\n".join(region_lines(pilot, grid_of(pilot)))
