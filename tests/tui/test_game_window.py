"""A game in windows of every size, on boards of every size."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations

import pytest
from textual import events
from textual._compositor import LayoutUpdate
from textual.geometry import Offset
from textual.pilot import Pilot

from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.tui.app import P4App
from p4tui.tui.screens.results import ResultsScreen
from p4tui.tui.terminal.compositor import DiffUpdate
from p4tui.tui.widgets.grid import Grid
from tests.tools.scorers import FakeSolver
from tests.tui.driving import (
    STILL,
    click_column,
    grid_of,
    moves,
    people,
    press,
    region_lines,
    resized,
    running,
    screen_text,
    settled,
    shown,
    status,
)

BY_CELL = replace(STILL, cursor="cell")


def assert_whole_board_seen(pilot: Pilot[None]) -> None:
    """Every row and column number, and the line of text, are on the screen."""
    grid = grid_of(pilot)
    geometry = grid.position.geometry
    view = grid.viewport
    assert (view.columns, view.rows) == (geometry.columns, geometry.rows)
    assert pilot.app.screen.region.contains_region(grid.region)
    numbers = region_lines(pilot, grid)[grid.label_offset(0).y].strip("▜▛")
    assert numbers.split() == [str(column + 1) for column in range(geometry.columns)]
    assert status(pilot)[:9] in screen_text(pilot)


@pytest.mark.parametrize(
    "size", [(80, 24), (40, 12), (30, 12), (31, 13), (200, 60), (30, 60)], ids=str
)
async def test_nothing_of_a_7x6_board_is_hidden(size: tuple[int, int]) -> None:
    async with running(people(), size=size) as pilot:
        await press(pilot, "4435")
        assert_whole_board_seen(pilot)


async def test_cells_are_large_in_a_large_window() -> None:
    async with running(people(), size=(200, 60)) as pilot:
        cell = grid_of(pilot).cell
        assert cell.pixels >= 12


@pytest.mark.parametrize("key", ["g", ":"])
async def test_a_window_that_shrank_and_grew_under_a_dialog_shows_the_same(key: str) -> None:
    async with running(people()) as pilot:
        await press(pilot, "4435")
        before = screen_text(pilot)
        await press(pilot, key)
        await resized(pilot, 40, 12)
        await resized(pilot, 80, 24)
        await press(pilot, ["escape"])
        assert screen_text(pilot) == before


async def test_a_storm_of_resizes_loses_nothing() -> None:
    async with running(people()) as pilot:
        rng = random.Random(3)
        for column in "44531":
            await pilot.resize_terminal(rng.randint(30, 160), rng.randint(12, 60))
            await press(pilot, column)
        for _ in range(8):
            await pilot.resize_terminal(rng.randint(1, 160), rng.randint(1, 60))
        await resized(pilot, 80, 24)
        assert moves(pilot) == "4 4 5 3 1"
        assert_whole_board_seen(pilot)
        await press(pilot, "7")
        assert moves(pilot) == "4 4 5 3 1 7"


SIZES = ((80, 24), (120, 40), (200, 60), (60, 20), (40, 12))
"""Windows with other cells and other lanes."""


@pytest.mark.parametrize("colours", ["truecolor", ""], ids=["24-bit", "256"])
async def test_the_board_is_drawn_after_a_change_from_any_window_to_any_other(
    colours: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORTERM", colours)
    async with running(people(game=parse_game("44"))) as pilot:
        for first, second in permutations(SIZES, 2):
            await pilot.resize_terminal(*first)
            await pilot.resize_terminal(*second)
            await pilot.pause()
            grid = grid_of(pilot)
            assert grid.frame.size(7, 6)[0] == grid.size.width, (first, second)


async def test_a_window_too_small_says_what_it_needs_and_keeps_the_game() -> None:
    async with running(people()) as pilot:
        await press(pilot, "44")
        for size in ((29, 12), (30, 11), (20, 5), (10, 3), (1, 1)):
            await resized(pilot, *size)
            assert not grid_of(pilot).region.area
            assert size[0] < 20 or "30 x 12" in screen_text(pilot)
        await resized(pilot, 30, 12)
        assert_whole_board_seen(pilot)
        assert grid_of(pilot).has_focus
        await press(pilot, ["right", "space"])
        assert moves(pilot) == "4 4 5"


async def test_a_game_begun_in_a_window_too_small_is_played_once_it_grows() -> None:
    async with running(people(), size=(20, 5)) as pilot:
        assert "30 x 12" in screen_text(pilot)
        await press(pilot, ["5", "6", "space", "enter", "down"])
        assert moves(pilot) == ""
        await resized(pilot, 80, 24)
        assert moves(pilot) == ""
        assert grid_of(pilot).has_focus
        await press(pilot, ["left", "space"])
        assert moves(pilot) == "3"


# What stands around the board


@pytest.mark.parametrize("size", [(80, 24), (120, 20), (40, 12), (60, 40), (40, 30)], ids=str)
async def test_both_players_are_shown_with_discs_and_the_turn(size: tuple[int, int]) -> None:
    async with running(people(), size=size) as pilot:
        await press(pilot, "4")
        text = screen_text(pilot)
        assert "Alice" in text and "Bob" in text
        assert "20 " in text
        assert text.count("▸") == 1


async def test_the_cards_show_moves_wins_and_draws() -> None:
    async with running(people()) as pilot:
        await press(pilot, "1212121")
        await press(pilot, "n")
        await press(pilot, "44")
        text = screen_text(pilot)
        assert "1 won" in text and "0 won" in text
        assert "Games    1 : 0" in text
        assert " 1 4 4" in text


async def test_a_narrow_window_shows_the_score_beside_the_board() -> None:
    async with running(people(), size=(40, 12)) as pilot:
        await press(pilot, "1212121")
        await press(pilot, "n")
        assert "1 : 0" in "\n".join(region_lines(pilot, pilot.app.screen.query_one("#panel")))


async def test_the_board_comes_before_what_is_beside_it() -> None:
    async with running(people(geometry=Geometry(32, 8)), size=(66, 12)) as pilot:
        assert not pilot.app.screen.query_one("#panel").display
        assert grid_of(pilot).viewport.columns == 32
        assert grid_of(pilot).viewport.rows == 8


async def test_the_board_stays_in_place_when_scores_and_results_are_shown(
    fake_solver: FakeSolver,
) -> None:
    async with running(people(game=parse_game("121212"))) as pilot:
        place = grid_of(pilot).region
        await press(pilot, "s")
        await settled(pilot)
        assert pilot.app.screen.query_one("#exact").display
        assert grid_of(pilot).region == place
        await press(pilot, "1")
        assert shown(pilot) is ResultsScreen
        assert grid_of(pilot).region == place


# Boards larger than the window


def assert_cursor_in_sight(pilot: Pilot[None]) -> None:
    """The chosen column and where its disc would land are in the part of the board that is seen."""
    grid = grid_of(pilot)
    view, landing = grid.viewport, grid.position.landing_cell(grid.cursor)
    assert view.column <= grid.cursor < view.column + view.columns
    row = landing.row if landing else grid.position.geometry.rows - 1
    assert view.row <= row < view.row + view.rows
    assert grid.region.contains_point(_on_screen(grid, grid.label_offset(grid.cursor)))


def _on_screen(grid: Grid, offset: Offset) -> Offset:
    return grid.region.offset + offset


@pytest.mark.parametrize("size", [(40, 16), (30, 12)], ids=str)
async def test_a_32x32_board_scrolls_with_the_cursor_and_its_landing_cell(
    size: tuple[int, int],
) -> None:
    tower = Position(Geometry(32, 32))
    game = parse_game("F" * 20 + "1" * 28 + "W" * 31, tower)
    async with running(people(game=game), size=size) as pilot:
        for keys in (["home"], ["end"], ["left"] * 8, ["home"], *([["right"]] * 20)):
            await press(pilot, keys)
            assert_cursor_in_sight(pilot)
        await press(pilot, "32")
        assert_cursor_in_sight(pilot)
        assert moves(pilot).split()[-1] == "32"


async def test_arrows_at_the_edges_say_that_there_is_more_of_the_board() -> None:
    async with running(people(geometry=Geometry(32, 32)), size=(40, 16)) as pilot:
        await press(pilot, ["home"])
        lines = region_lines(pilot, grid_of(pilot))
        assert lines[0].rstrip().endswith("▸")
        assert lines[1].startswith("▴")
        await press(pilot, ["end"])
        lines = region_lines(pilot, grid_of(pilot))
        assert lines[0].startswith("◂")
        assert not lines[0].rstrip().endswith("▸")


async def test_a_click_on_a_scrolled_board_drops_where_it_points() -> None:
    async with running(people(geometry=Geometry(32, 32)), size=(40, 16)) as pilot:
        await press(pilot, ["end"])
        await click_column(pilot, 30)
        assert moves(pilot) == "30"
        assert grid_of(pilot).column_at(39) is None


async def test_a_resize_to_the_same_size_draws_everything_again() -> None:
    """In between the terminal may have been smaller, and have cut the picture."""
    app = P4App()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.picture.resize(app.size)
        before = app.picture.invalid
        app.post_message(events.Resize(app.size, app.size))
        await pilot.pause()
        assert (before, app.picture.invalid) == (False, True)
        compositor = app.screen._compositor
        update = compositor.render_update(screen_stack=app._background_screens)
        assert isinstance(update, DiffUpdate)
        assert isinstance(update._update, LayoutUpdate)
