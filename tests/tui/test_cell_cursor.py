"""The cell cursor, and what marks the board beside it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from p4tui import i18n
from p4tui.core.geometry import Cell, Geometry
from p4tui.core.notation import parse_game
from p4tui.i18n import LANGUAGES
from p4tui.options import Options
from p4tui.tui.game.screen import GameScreen
from p4tui.tui.screens.palette import commands
from p4tui.tui.widgets.key_bar import KeyBar, fit_hints
from tests.tui.driving import (
    PEOPLE,
    STILL,
    alert,
    app_of,
    click_column,
    game_of,
    grid_of,
    moves,
    people,
    point_at,
    press,
    region_lines,
    running,
    screen_lines,
    screen_text,
    status,
)

BY_CELL = replace(STILL, cursor="cell")


async def test_four_arrows_choose_a_cell_and_enter_plays_where_a_disc_would_land() -> None:
    async with running(people(), options=BY_CELL) as pilot:
        grid = grid_of(pilot)
        await press(pilot, ["enter"])
        assert moves(pilot) == "4"
        await press(pilot, ["up", "enter"])
        assert moves(pilot) == "4 4"
        assert (grid.cursor, grid.cursor_row) == (3, 1)
        await press(pilot, ["left", "down", "enter"])
        assert moves(pilot) == "4 4 3"


async def test_enter_on_another_cell_says_where_the_disc_would_land() -> None:
    async with running(people(game=parse_game("4")), options=BY_CELL) as pilot:
        await press(pilot, ["up", "up", "enter"])
        assert status(pilot) == "A disc in column 4 lands in row 2, not in row 3"
        assert alert(pilot)
        assert moves(pilot) == "4"


async def test_space_on_another_cell_is_refused_like_enter_and_drops_nothing() -> None:
    async with running(people(game=parse_game("4")), options=BY_CELL) as pilot:
        await press(pilot, ["up", "up", "space"])
        assert status(pilot) == "A disc in column 4 lands in row 2, not in row 3"
        assert alert(pilot)
        assert moves(pilot) == "4"
        await press(pilot, ["down", "space"])
        assert moves(pilot) == "4 4"


async def test_a_click_on_the_key_bar_plays_the_chosen_cell_or_refuses_it() -> None:
    async with running(people(), options=BY_CELL) as pilot:
        await press(pilot, ["up"])
        await pilot.click(KeyBar, offset=(3, 0))
        assert moves(pilot) == ""
        assert status(pilot).startswith("A disc in column 4 lands in row 1")
        await press(pilot, ["down"])
        await pilot.click(KeyBar, offset=(3, 0))
        assert moves(pilot) == "4"


async def test_escape_cancels_the_choice_and_says_so() -> None:
    async with running(people(game=parse_game("4")), options=BY_CELL) as pilot:
        grid = grid_of(pilot)
        await press(pilot, ["up"] * 4 + ["enter", "escape"])
        assert grid.cursor_row == 1
        assert status(pilot) == "Choice cancelled. Bob: choose a cell"
        assert not alert(pilot)


async def test_a_cell_of_a_full_column_is_refused_as_full() -> None:
    async with running(people(game=parse_game("444444")), options=BY_CELL) as pilot:
        await press(pilot, ["enter"])
        assert status(pilot) == "Column 4 is full. Alice: choose a cell"
        await press(pilot, ["space"])
        assert status(pilot) == "Column 4 is full. Alice: choose a cell"
        await press(pilot, ["up", "escape"])
        assert grid_of(pilot).cursor_row == 0


async def test_every_prompt_and_key_hint_speaks_of_cells() -> None:
    async with running(people(), options=BY_CELL) as pilot:
        assert status(pilot) == "Alice: choose a cell"
        assert screen_lines(pilot)[-1].startswith(" Space Play cell  u Undo")
        shown_commands = {each.description for each in commands(app_of(pilot), game_of(pilot))}
        assert "Play the chosen cell" in shown_commands
        assert not any("chosen column" in each for each in shown_commands)
        await press(pilot, "?")
        text = " ".join(screen_text(pilot).split())
        assert "◂ ▸ ▴ ▾ choose a cell" in text
        assert "Space play the cell" in text
        assert "Esc cancel the choice" in text
        assert "choose a column" not in text and "drop the disc" not in text


async def test_prompts_and_hints_follow_the_setting_during_a_game() -> None:
    async with running(people(), settings=PEOPLE, options=Options(animation=False)) as pilot:
        assert status(pilot) == "Alice: choose a column"
        for kind, label in (("cell", " Space Play cell "), ("column", " Space Drop ")):
            app_of(pilot).navigation.open("settings")
            await pilot.pause()
            app_of(pilot).preferences.change(cursor=kind)
            await press(pilot, "q")
            assert status(pilot) == f"Alice: choose a {kind}"
            assert screen_lines(pilot)[-1].startswith(label)


@pytest.mark.parametrize("language", sorted(LANGUAGES))
async def test_with_the_cell_cursor_the_key_bar_of_eighty_columns_has_what_is_needed(
    language: str,
) -> None:
    i18n.activate(language)
    async with running(people(), options=BY_CELL) as pilot:
        shown = [hint for _, hint in fit_hints(game_of(pilot).hints(), 80)]
        assert {"Space", "u", "h", "s", "?", "q"} <= {hint.key for hint in shown} | {"Space"}


async def test_the_cell_cursor_stops_at_the_edges_and_is_drawn() -> None:
    async with running(people(), options=BY_CELL) as pilot:
        grid = grid_of(pilot)
        assert any("++" in line for line in region_lines(pilot, grid))
        await press(pilot, ["up"] * 9 + ["left"] * 9)
        assert (grid.cursor, grid.cursor_row) == (0, 5)
        await press(pilot, ["down"] * 9 + ["right"] * 9)
        assert (grid.cursor, grid.cursor_row) == (6, 0)


async def test_pointing_chooses_a_cell_and_a_click_drops_in_its_column() -> None:
    async with running(people(), options=BY_CELL) as pilot:
        grid = grid_of(pilot)
        await point_at(pilot, 2, grid.frame.top + grid.cell.lines(1))
        assert (grid.cursor, grid.cursor_row) == (1, 4)
        await point_at(pilot, 3, 0)
        assert (grid.cursor, grid.cursor_row) == (2, 4)
        await click_column(pilot, 7)
        assert moves(pilot) == "7"


async def test_with_the_column_cursor_escape_does_nothing() -> None:
    async with running(people()) as pilot:
        await press(pilot, ["4", "escape"])
        assert isinstance(pilot.app.screen, GameScreen)
        assert grid_of(pilot).cursor_row == 0


async def test_the_cell_cursor_scrolls_a_large_board() -> None:
    async with running(people(geometry=Geometry(20, 20)), options=BY_CELL, size=(40, 16)) as pilot:
        await press(pilot, ["up"] * 19)
        view = grid_of(pilot).viewport
        assert view.row + view.rows == 20
        assert any("+" in line for line in screen_lines(pilot))
        assert region_lines(pilot, grid_of(pilot))[view.rows].startswith("▾")


async def test_the_setting_chooses_the_cell_cursor_and_the_option_comes_first() -> None:
    async with running(people(), settings=replace(PEOPLE, cursor="cell")) as pilot:
        assert grid_of(pilot).by_cell
    async with running(
        people(), settings=replace(PEOPLE, cursor="cell"), options=replace(STILL, cursor="column")
    ) as pilot:
        assert not grid_of(pilot).by_cell


async def test_the_last_disc_is_marked() -> None:
    async with running(people()) as pilot:
        await press(pilot, "43")
        assert grid_of(pilot).last == Cell(2, 0)
        await press(pilot, "uu")
        assert grid_of(pilot).last is None


async def test_a_reader_follows_the_terminals_cursor_to_the_chosen_columns_number() -> None:
    async with running(people()) as pilot:
        grid = grid_of(pilot)
        for keys in (["left"], ["end"], ["home"]):
            await press(pilot, keys)
            place = pilot.app.cursor_position
            assert screen_lines(pilot)[place.y][place.x] == str(grid.cursor + 1)
