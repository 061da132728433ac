"""What the mouse can do beyond a click on the board or a row."""

from __future__ import annotations

from textual import events

from p4tui.core.geometry import Geometry
from p4tui.tui.screens.dialogs import TextScreen
from p4tui.tui.widgets.grid import Grid
from p4tui.tui.widgets.key_bar import KeyBar
from tests.tui.driving import (
    app_of,
    click_column,
    click_row,
    grid_of,
    moves,
    people,
    press,
    running,
    shown,
)


def wheel(grid: Grid, kind: type[events.MouseScrollDown | events.MouseScrollUp]) -> None:
    grid.post_message(kind(grid, 5, 5, 0, 0, 0, False, False, False))


async def test_the_wheel_brings_columns_out_of_sight_under_the_pointer() -> None:
    async with running(people(geometry=Geometry(32, 8)), size=(30, 12)) as pilot:
        grid = grid_of(pilot)
        for _ in range(40):
            wheel(grid, events.MouseScrollDown)
        await pilot.pause()
        assert (grid.cursor, grid.viewport.column + grid.viewport.columns) == (31, 32)
        await click_column(pilot, 32)
        for _ in range(40):
            wheel(grid, events.MouseScrollUp)
        await pilot.pause()
        assert (grid.cursor, grid.viewport.column) == (0, 0)
        await click_column(pilot, 1)
        assert moves(pilot) == "32 1"


async def test_the_wheel_chooses_on_a_board_that_is_seen_whole() -> None:
    async with running(people()) as pilot:
        wheel(grid_of(pilot), events.MouseScrollDown)
        await pilot.pause()
        assert grid_of(pilot).cursor == 4


async def test_a_name_is_taken_or_left_with_the_mouse() -> None:
    async with running() as pilot:
        await click_row(pilot, "red_name")
        await press(pilot, "Eve")
        await click_row(pilot, "back")
        assert app_of(pilot).settings.red_name == ""
        await click_row(pilot, "red_name")
        assert shown(pilot) is TextScreen
        await press(pilot, "Eve")
        await click_row(pilot, "on")
        assert app_of(pilot).settings.red_name == "Eve"


async def test_only_the_left_button_runs_what_the_key_bar_shows() -> None:
    async with running(people()) as pilot:
        await press(pilot, "1")
        undo = len(" Space Drop  ")
        await pilot.click(KeyBar, offset=(undo, 0), button=3)
        assert moves(pilot) == "1"
        await pilot.click(KeyBar, offset=(undo, 0))
        assert moves(pilot) == ""


async def test_a_pressed_and_dragged_button_selects_no_text() -> None:
    async with running(people()) as pilot:
        await pilot.mouse_down(Grid, offset=(5, 5))
        await pilot.hover(Grid, offset=(12, 9))
        await pilot.pause()
        assert not pilot.app.screen.selections
