"""A game between two people, by keys and by mouse."""

from __future__ import annotations

from dataclasses import replace

import pytest

from p4tui.core.colour import Colour
from p4tui.core.notation import parse_game
from p4tui.tui.game.screen import GameScreen
from p4tui.tui.screens.dialogs import ConfirmScreen
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.screens.results import ResultsScreen
from p4tui.tui.widgets.player_card import PlayerCard
from tests.tui.driving import (
    PEOPLE,
    RED_WINS,
    alert,
    click_answer,
    click_column,
    game_of,
    grid_of,
    moves,
    people,
    point_at,
    press,
    region_lines,
    results_of,
    running,
    screen_text,
    shown,
    status,
)


async def test_digits_drop_in_their_columns_and_turns_alternate() -> None:
    async with running(people()) as pilot:
        assert status(pilot) == "Alice: choose a column"
        await press(pilot, "4453")
        assert moves(pilot) == "4 4 5 3"
        assert status(pilot) == "Alice: choose a column"
        assert grid_of(pilot).cursor == 2


async def test_arrows_choose_a_column_and_stop_at_the_edges() -> None:
    async with running(people()) as pilot:
        grid = grid_of(pilot)
        assert grid.cursor == 3
        for keys, column in (
            (["left"], 2),
            (["left"] * 5, 0),
            (["right"], 1),
            (["end"], 6),
            (["right"], 6),
            (["home"], 0),
        ):
            await press(pilot, keys)
            assert grid.cursor == column
        await press(pilot, ["up"])
        assert moves(pilot) == ""


@pytest.mark.parametrize("key", ["space", "enter", "down"])
async def test_a_key_drops_in_the_chosen_column(key: str) -> None:
    async with running(people()) as pilot:
        await press(pilot, ["right", key, key])
        assert moves(pilot) == "5 5"


async def test_a_click_drops_and_pointing_chooses() -> None:
    async with running(people()) as pilot:
        await point_at(pilot, 6)
        assert grid_of(pilot).cursor == 5
        assert moves(pilot) == ""
        await click_column(pilot, 2)
        await click_column(pilot, 7)
        assert moves(pilot) == "2 7"


async def test_clicks_beside_the_board_and_with_other_buttons_do_nothing() -> None:
    async with running(people()) as pilot:
        grid = grid_of(pilot)
        await pilot.click(grid, offset=(5, 3), button=3)
        await pilot.hover(PlayerCard)
        await pilot.click(PlayerCard)
        await pilot.pause()
        assert moves(pilot) == ""
        assert grid.cursor == 3
        assert grid.column_at(10_000) is None


async def test_the_mouse_moving_within_a_column_draws_nothing() -> None:
    async with running(people()) as pilot:
        grid = grid_of(pilot)
        await point_at(pilot, 5)
        drawn: list[object] = []
        grid.refresh = lambda *regions, **_: drawn.append(regions)  # type: ignore[method-assign, assignment]
        for y in (1, 3, 5):
            await point_at(pilot, 5, y)
        assert drawn == []
        await point_at(pilot, 4)
        assert drawn


async def test_a_full_column_and_a_wrong_one_are_refused_with_the_reason() -> None:
    async with running(people(game=parse_game("444444"))) as pilot:
        await press(pilot, "4")
        assert status(pilot) == "Column 4 is full. Alice: choose a column"
        assert alert(pilot)
        await press(pilot, "8")
        assert status(pilot) == "There is no such column: choose 1 to 7. Alice: choose a column"
        await press(pilot, "0")
        assert moves(pilot) == "4 4 4 4 4 4"
        await press(pilot, "5")
        assert status(pilot) == "Bob: choose a column"
        assert not alert(pilot)


# Undo, redo, hint, resign


async def test_undo_and_redo_take_one_move_and_say_when_there_is_none() -> None:
    async with running(people()) as pilot:
        await press(pilot, "45u")
        assert moves(pilot) == "4"
        assert status(pilot) == "Bob: choose a column"
        await press(pilot, "r")
        assert moves(pilot) == "4 5"
        await press(pilot, "r")
        assert status(pilot).startswith("Nothing to redo")
        assert alert(pilot)
        await press(pilot, "uuu")
        assert status(pilot).startswith("Nothing to undo")
        assert moves(pilot) == ""


async def test_a_hint_marks_a_column_and_chooses_it_until_the_next_move() -> None:
    async with running(people(game=parse_game("121212"))) as pilot:
        await press(pilot, "h")
        grid = grid_of(pilot)
        assert (grid.hint, grid.cursor) == (0, 0)
        assert status(pilot) == "Column 1: wins at once"
        assert "<>" in "".join(region_lines(pilot, grid))
        await press(pilot, "7")
        assert grid.hint is None
        await press(pilot, "uu")
        await press(pilot, "h")
        assert status(pilot) != "Column 1: wins at once"


async def test_giving_up_is_asked_and_the_other_wins() -> None:
    async with running(people()) as pilot:
        await press(pilot, "4g")
        assert shown(pilot) is ConfirmScreen
        await press(pilot, "n")
        assert shown(pilot) is GameScreen
        await press(pilot, "gy")
        assert results_of(pilot).match.winner is Colour.RED
        assert "Alice wins: Bob has given up" in screen_text(pilot)


@pytest.mark.parametrize("confirm", [True, False])
async def test_the_key_that_gives_up_loses_no_game_on_an_empty_board_without_a_question(
    confirm: bool,
) -> None:
    async with running(people(), settings=replace(PEOPLE, confirm=confirm)) as pilot:
        await press(pilot, "g")
        assert shown(pilot) is ConfirmScreen
        await press(pilot, "n")
        assert game_of(pilot).session.match.outcome is None
        await press(pilot, "gy")
        assert results_of(pilot).match.winner is Colour.YELLOW


async def test_a_game_with_moves_is_given_up_at_once_where_the_settings_want_no_questions() -> None:
    async with running(people(), settings=replace(PEOPLE, confirm=False)) as pilot:
        await press(pilot, "4g")
        assert results_of(pilot).match.winner is Colour.RED


@pytest.mark.parametrize("key", ["n", "q"])
async def test_an_empty_board_is_left_without_a_question(key: str) -> None:
    async with running(people()) as pilot:
        await press(pilot, key)
        assert shown(pilot) is (GameScreen if key == "n" else MenuScreen)


# New games, sides, leaving


async def test_a_new_game_is_asked_for_once_and_the_other_player_begins() -> None:
    async with running(people()) as pilot:
        await press(pilot, "4n")
        assert shown(pilot) is ConfirmScreen
        assert "Start a new game?" in screen_text(pilot)
        await press(pilot, "y")
        assert moves(pilot) == ""
        assert status(pilot) == "Bob: choose a column"


async def test_sides_are_swapped_in_the_middle() -> None:
    async with running(people()) as pilot:
        await press(pilot, "4x")
        assert game_of(pilot).session.match.red.name == "Bob"
        assert status(pilot) == "Alice plays yellow now, Bob red. Alice: choose a column"
        assert moves(pilot) == "4"


async def test_a_swap_of_people_without_names_is_said() -> None:
    async with running(people("", "")) as pilot:
        await press(pilot, "4x")
        said = "Sides swapped: who played red plays yellow now. Yellow: choose a column"
        assert status(pilot) == said


async def test_leaving_a_game_in_progress_asks_once() -> None:
    async with running(people()) as pilot:
        await press(pilot, "4q")
        assert shown(pilot) is ConfirmScreen
        await press(pilot, "n")
        assert shown(pilot) is GameScreen
        await press(pilot, "5q")
        await press(pilot, ["down", "enter"])
        assert shown(pilot) is MenuScreen


async def test_enter_alone_loses_nothing_and_escape_neither() -> None:
    async with running(people()) as pilot:
        for key in ("enter", "escape", "q"):
            await press(pilot, ["4", "q", key])
            assert shown(pilot) is GameScreen
        assert moves(pilot) == "4 4 4"


async def test_the_question_is_answered_by_a_click() -> None:
    async with running(people()) as pilot:
        await press(pilot, "4q")
        await click_answer(pilot, "yes")
        assert shown(pilot) is MenuScreen


async def test_a_setting_turns_the_question_off() -> None:
    async with running(people(), settings=replace(PEOPLE, confirm=False)) as pilot:
        await press(pilot, "4q")
        assert shown(pilot) is MenuScreen


async def test_a_game_not_begun_is_left_without_a_question() -> None:
    async with running(people()) as pilot:
        await press(pilot, "q")
        assert shown(pilot) is MenuScreen


async def test_what_is_for_computers_says_so_to_people() -> None:
    async with running(people()) as pilot:
        for key, words in {
            "m": "No computer is thinking",
            "[": "No computer is playing",
            "]": "No computer is playing",
            "p": "Pause works only when two computers play",
            ".": "Step works only when two computers play",
            "+": "Faster works only when two computers play",
            "-": "Slower works only when two computers play",
        }.items():
            await press(pilot, [_key(key)])
            assert words in status(pilot)
            assert alert(pilot)


def _key(char: str) -> str:
    return {
        "[": "left_square_bracket",
        "]": "right_square_bracket",
        ".": "full_stop",
        "+": "plus",
        "-": "minus",
    }.get(char, char)


# The end, and where a match starts


async def test_four_in_line_bring_the_results_and_a_game_already_over_too() -> None:
    async with running(people()) as pilot:
        await press(pilot, RED_WINS)
        assert shown(pilot) is ResultsScreen
    async with running(people(game=parse_game(RED_WINS))) as pilot:
        await pilot.pause()
        assert results_of(pilot).match.winner is Colour.RED


async def test_yellow_may_begin() -> None:
    async with running(people(first="yellow")) as pilot:
        assert status(pilot) == "Bob: choose a column"
        await press(pilot, "4")
        assert status(pilot) == "Alice: choose a column"
