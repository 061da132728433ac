"""What a newcomer stumbled over, each by its symptom."""

from __future__ import annotations

import random

from textual import events

from p4tui.core.geometry import Geometry
from p4tui.play.participants import Answer
from p4tui.play.seats import LevelSeat, Person
from p4tui.play.setup import Setup
from p4tui.tui.screens.dialogs import LINE_LIMIT, TextLine
from p4tui.tui.screens.help import HelpScreen
from tests.tui.driving import (
    app_of,
    click_row,
    computers,
    game_of,
    grid_of,
    people,
    press,
    running,
    screen_lines,
    screen_text,
    shown,
    status,
)

WIDE = Setup(Person("Alice"), Person("Bob"), Geometry(20, 15, 5))


async def test_a_first_digit_on_a_wide_board_says_what_is_waited_for() -> None:
    async with running(WIDE) as pilot:
        await press(pilot, ["1"])
        assert status(pilot) == "Column 1: another digit, or Enter"
        await press(pilot, ["6"])
        assert game_of(pilot).session.match.game.played == (15,)


async def test_a_column_with_a_letter_on_the_board_is_called_by_number_and_letter() -> None:
    async with running(WIDE) as pilot:
        for _turn in range(15):
            await press(pilot, ["1", "6"])
        await press(pilot, ["1", "6"])
        assert status(pilot).startswith("Column 16 (G) is full")


async def test_a_board_that_scrolls_shows_the_last_move_of_the_computers() -> None:
    async with running(
        Setup(LevelSeat("random"), LevelSeat("random"), Geometry(32, 32, 4)), size=(30, 12)
    ) as pilot:
        session, grid = game_of(pilot).session, grid_of(pilot)
        session.pause(paused=True)
        for column in (30, 0, 31):
            session.step()
            assert session.turn is not None
            session.deliver(Answer(session.turn, column))
            await pilot.pause()
            assert grid.viewport.column <= column < grid.viewport.column + grid.viewport.columns


async def test_those_who_watch_see_the_keys_for_it_and_are_not_asked_to_give_up() -> None:
    async with running(computers("club", "club")) as pilot:
        await press(pilot, ["p"])
        keys = screen_lines(pilot)[-1]
        assert "p Pause" in keys
        assert "Give up" not in keys
        assert "Drop" not in keys
        for key in ("g", "h"):
            await press(pilot, [key])
            assert status(pilot).startswith("That is for a person who plays. Paused")


async def test_a_long_paste_into_a_name_is_taken_as_far_as_there_is_room() -> None:
    async with running() as pilot:
        await click_row(pilot, "red_name")
        line = app_of(pilot).screen.query_one(TextLine)
        line.post_message(events.Paste("Zoé\x1b" + "x" * 5000 + "\nsecond line"))
        await pilot.pause()
        assert len(line.value) == LINE_LIMIT
        assert line.value.startswith("Zoé\N{REPLACEMENT CHARACTER}xxx")


async def test_the_key_of_help_closes_it_and_all_keys_of_an_action_are_listed() -> None:
    async with running(people()) as pilot:
        await press(pilot, ["?"])
        await press(pilot, ["end"])
        assert "? F1" in screen_text(pilot)
        assert "Ctrl+L" in screen_text(pilot)
        await press(pilot, ["?"])
        assert shown(pilot) is not HelpScreen


async def test_caps_lock_changes_nothing() -> None:
    async with running(people()) as pilot:
        await press(pilot, ["4", "U"])
        assert game_of(pilot).session.match.game.played == ()


async def test_a_command_is_found_by_its_name_before_its_description() -> None:
    from p4tui.tui.palette import PaletteScreen, commands

    async with running(people()) as pilot:
        app = app_of(pilot)
        found = PaletteScreen(list(commands(app, app.screen)))
        assert found._rows("menu")[0].label == "Menu"
        assert found._rows("settings")[0].label == "Settings"


def test_the_same_seed_starts_the_same_side() -> None:
    setup = Setup(first="random")
    starters = {setup.new_match(random.Random(7)).starter for _run in range(5)}
    assert len(starters) == 1
