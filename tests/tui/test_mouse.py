"""The mouse, beyond a click on the board or a row."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widget import Widget

from p4tui.core.geometry import Geometry
from p4tui.tui.game.screen import GameScreen
from p4tui.tui.screens.dialogs import ConfirmScreen, TextScreen
from p4tui.tui.screens.library import LibraryScreen
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.screens.replay import ReplayScreen
from p4tui.tui.terminal.decoder import InputDecoder
from p4tui.tui.terminal.parser import messages_of
from p4tui.tui.widgets.answer_bar import AnswerBar
from p4tui.tui.widgets.game_list import HEADING_LINES, GameList
from p4tui.tui.widgets.grid import Grid
from p4tui.tui.widgets.key_bar import KeyBar
from tests.tui.driving import (
    app_of,
    click_answer,
    click_column,
    click_row,
    grid_of,
    moves,
    page_of,
    people,
    press,
    running,
    settled,
    shown,
)
from tests.tui.saving import match, running_on, save


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
        await click_answer(pilot, "back")
        assert app_of(pilot).preferences.settings.red_name == ""
        await click_row(pilot, "red_name")
        assert shown(pilot) is TextScreen
        await press(pilot, "Eve")
        await click_answer(pilot, "on")
        assert app_of(pilot).preferences.settings.red_name == "Eve"


LEFT, OTHERS = 0, (1, 2, 128, 129, 130, 131)
"""The numbers of the buttons in SGR reports: left; middle, right, back, forward and two more."""


async def clicked(pilot: Pilot[None], widget: Widget, offset: tuple[int, int], button: int) -> None:
    """Press and release a button of the mouse, by the reports that a terminal sends."""
    x, y = widget.region.x + offset[0] + 1, widget.region.y + offset[1] + 1
    report = f"\x1b[<{button};{x};{y}M\x1b[<{button};{x};{y}m".encode()
    for token in InputDecoder().feed(report):
        for message in messages_of(token):
            pilot.app.post_message(message)
    await pilot.pause()


async def test_only_the_left_button_drops_a_disc_or_runs_what_the_key_bar_shows() -> None:
    async with running(people()) as pilot:
        board, keys = grid_of(pilot), pilot.app.screen.query_one(KeyBar)
        undo = (len(" Space Drop  "), 0)
        for button in OTHERS:
            await clicked(pilot, board, (5, 5), button)
        assert moves(pilot) == ""
        await clicked(pilot, board, (5, 5), LEFT)
        assert moves(pilot) == "1"
        for button in OTHERS:
            await clicked(pilot, keys, undo, button)
        assert moves(pilot) == "1"
        await clicked(pilot, keys, undo, LEFT)
        assert moves(pilot) == ""


async def test_only_the_left_button_chooses_a_row_of_the_menu() -> None:
    async with running() as pilot:
        page = page_of(pilot)
        play, clock = (page.parts()[row].text for row in ("play", "clock"))
        for button in OTHERS:
            await clicked(pilot, page, clock, button)
            assert page.row.id == "play"
            await clicked(pilot, page, play, button)
            assert shown(pilot) is MenuScreen
        await clicked(pilot, page, play, LEFT)
        assert shown(pilot) is GameScreen


async def test_only_the_left_button_answers_a_question() -> None:
    async with running(people()) as pilot:
        await press(pilot, "1q")
        answers = pilot.app.screen.query_one(AnswerBar)
        yes = answers.place_of(1)
        for button in OTHERS:
            await clicked(pilot, answers, yes, button)
            assert shown(pilot) is ConfirmScreen
        await clicked(pilot, answers, yes, LEFT)
        assert shown(pilot) is MenuScreen


async def test_only_the_left_button_opens_a_saved_game(tmp_path: Path) -> None:
    save(tmp_path / "games.sqlite3", [match("4453")])
    async with running_on(tmp_path / "games.sqlite3") as pilot:
        await press(pilot, "l")
        await settled(pilot)
        games = pilot.app.screen.query_one(GameList)
        for button in OTHERS:
            await clicked(pilot, games, (5, HEADING_LINES), button)
            await settled(pilot)
            assert shown(pilot) is LibraryScreen
        await clicked(pilot, games, (5, HEADING_LINES), LEFT)
        await settled(pilot)
        assert shown(pilot) is ReplayScreen


@pytest.mark.parametrize("button", [2, 3])
async def test_a_click_of_another_button_is_none_wherever_it_comes_from(button: int) -> None:
    async with running(people()) as pilot:
        await pilot.click(Grid, offset=(5, 5), button=button)
        assert moves(pilot) == ""


async def test_a_pressed_and_dragged_button_selects_no_text() -> None:
    async with running(people()) as pilot:
        await pilot.mouse_down(Grid, offset=(5, 5))
        await pilot.hover(Grid, offset=(12, 9))
        await pilot.pause()
        assert not pilot.app.screen.selections


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24), (120, 40)], ids=str)
async def test_every_character_of_the_board_belongs_to_a_cell(size: tuple[int, int]) -> None:
    """Cells of half lines too; the lane and the numbers belong to their columns."""
    async with running(people(), size=size) as pilot:
        grid = grid_of(pilot)
        pixels, top = grid.cell.pixels, grid.frame.top
        for y in range(grid.size.height):
            line = y - top
            inside = 0 <= line < grid.cell.lines(6)
            assert grid.row_at(y) == (5 - 2 * line // pixels if inside else None)
        assert [grid.column_at(x) for x in range(grid.size.width)] == [
            None,
            *(column for column in range(7) for _ in range(pixels)),
            None,
        ]
        assert grid.label_offset(6).x < grid.size.width - 1
        for y in (0, grid.label_offset(0).y, grid.size.height // 2):
            await pilot.hover(grid, offset=(1 + 5 * pixels, y))
            assert grid.cursor == 5
            await pilot.hover(grid, offset=(1 + 2 * pixels - 1, y))
            assert grid.cursor == 1
