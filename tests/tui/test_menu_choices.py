"""The menu's names, and what it remembers."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Input

from p4tui.core.colour import Colour
from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.play.clock import TimeControl
from p4tui.play.seats import SEAT_TEXTS, LevelSeat, Person, seat_of_text, text_of
from p4tui.play.setup import Setup
from p4tui.players.levels import LEVELS, level_number
from p4tui.settings import Settings, load
from p4tui.tui.screens.dialogs import TextScreen
from p4tui.tui.screens.help import HelpScreen
from p4tui.tui.screens.match_choices import CLOCKS
from p4tui.tui.screens.menu import MenuScreen
from p4tui.words.players import level_description
from tests.tui.driving import (
    DRAWN,
    PEOPLE,
    RED_WINS,
    against,
    alert,
    app_of,
    choices_of,
    click_row,
    computers,
    game_of,
    menu_of,
    people,
    press,
    resized,
    running,
    screen_lines,
    screen_text,
    settings_path,
    settings_text,
    settled,
    shown,
    status,
    until,
    write_settings,
)
from tests.tui.saving import match, running_on, save


@pytest.mark.parametrize("row", ["red_name", "yellow_name"])
async def test_a_name_is_typed_in_a_dialog_and_remembered(row: str) -> None:
    async with running() as pilot:
        await click_row(pilot, row)
        assert shown(pilot) is TextScreen
        await press(pilot, "q?Zoé ")
        await pilot.press("enter")
        await pilot.pause()
        assert shown(pilot) is MenuScreen
        assert getattr(app_of(pilot).preferences.settings, row) == "q?Zoé"
        assert "q?Zoé" in screen_text(pilot)
    assert tomllib.loads(settings_text())["menu"][row] == "q?Zoé"


async def test_a_name_dialog_begins_with_the_name_and_escape_leaves_it() -> None:
    async with running(settings=replace(PEOPLE, red_name="Ann")) as pilot:
        await click_row(pilot, "red_name")
        assert pilot.app.screen.query_one(Input).value == "Ann"
        await press(pilot, "a")
        await pilot.press("escape")
        await pilot.pause()
        assert app_of(pilot).preferences.settings.red_name == "Ann"


async def test_an_emptied_name_is_none() -> None:
    async with running(settings=replace(PEOPLE, red_name="A")) as pilot:
        await click_row(pilot, "red_name")
        await pilot.press("end", "backspace", "enter")
        await pilot.pause()
        assert app_of(pilot).preferences.settings.red_name == ""


async def test_the_choices_are_there_at_the_next_start() -> None:
    async with running() as pilot:
        for row in ("red_level", "first", "columns", "clock", "clock", "theme"):
            await click_row(pilot, row)
    settings, problems = load(settings_path())
    assert not problems
    async with running(settings=settings) as pilot:
        assert app_of(pilot).theme == "paper"
        menu = app_of(pilot).preferences.choices.setup()
        assert (text_of(menu.red), menu.first, menu.geometry.columns) == (
            SEAT_TEXTS[1],
            "yellow",
            8,
        )
        assert menu.control == TimeControl(180_000, 2000)


async def test_a_clock_of_the_settings_file_is_kept_among_the_choices() -> None:
    async with running(settings=replace(PEOPLE, clock="7,5+1")) as pilot:
        assert "7.5+1" in screen_text(pilot)
        assert app_of(pilot).preferences.choices.setup().control == TimeControl(450_000, 1000)
        seen = []
        for _ in range(7):
            await click_row(pilot, "clock")
            seen.append(app_of(pilot).preferences.settings.clock)
        assert seen == [*CLOCKS, "7,5+1"]
        choices_of(pilot).select("clock")
        await press(pilot, ["left"])
        assert app_of(pilot).preferences.settings.clock == "15+10"


async def test_no_clock_is_the_first_choice_and_leaves_nothing_in_the_file() -> None:
    async with running(settings=replace(PEOPLE, clock="15+10")) as pilot:
        await click_row(pilot, "clock")
        assert app_of(pilot).preferences.choices.setup().control is None
        assert "Minutes per player" in status(pilot)
    assert "clock" not in settings_text()


async def test_a_bad_settings_file_is_said_and_not_overwritten() -> None:
    write_settings("speed = fast\n")
    async with running() as pilot:
        await until(pilot, lambda: "speed" in screen_text(pilot))
        await press(pilot, ["enter"])
        await click_row(pilot, "columns")
        assert app_of(pilot).preferences.settings.columns == 8
        assert "not saved" in screen_text(pilot)
        await press(pilot, ["escape"])
        await click_row(pilot, "columns")
        assert app_of(pilot).preferences.settings.columns == 9
        assert shown(pilot) is MenuScreen
    assert settings_text() == "speed = fast\n"


async def test_a_machine_without_a_place_for_settings_plays_all_the_same() -> None:
    async with running() as pilot:
        app_of(pilot).preferences.path = None
        await click_row(pilot, "columns")
        assert app_of(pilot).preferences.settings.columns == 8
        assert not alert(pilot)
    assert settings_text() == ""


async def test_the_menu_scrolls_in_a_low_window_and_keeps_its_row_in_sight() -> None:
    async with running(size=(30, 6)) as pilot:
        choices = choices_of(pilot)
        for key in ("end", "home", *["down"] * 15, *["up"] * 15):
            await pilot.press(key)
            await pilot.pause()
            assert choices.row.label[:6] in screen_text(pilot)
        assert "Connect Four" in screen_text(pilot)
        await pilot.press("end")
        await click_row(pilot, "help")
        assert shown(pilot) is HelpScreen


GIVEN = Setup(
    LevelSeat("careful", "Bob"),
    Person("Alice"),
    Geometry(9, 8, 5),
    "yellow",
    control=TimeControl(420_000),
)
"""A match that no settings of these tests describe."""


async def test_the_menu_after_a_game_of_the_command_line_plays_the_same_match_again() -> None:
    async with running(GIVEN) as pilot:
        await press(pilot, "q")
        assert app_of(pilot).preferences.choices.setup() == GIVEN
        text = screen_text(pilot)
        assert "Alice" in text and "Bob" in text and "7+0" in text
        await press(pilot, "p")
        match = game_of(pilot).session.match
        assert (match.red, match.yellow, match.starter) == (GIVEN.red, GIVEN.yellow, Colour.YELLOW)
        assert match.geometry == GIVEN.geometry
        assert match.clock is not None and match.clock.control == GIVEN.control
    assert settings_text() == ""


async def test_change_players_after_a_game_of_the_command_line_shows_its_players() -> None:
    async with running(people(game=parse_game(RED_WINS))) as pilot:
        await pilot.pause()
        await click_row(pilot, "players")
        setup = app_of(pilot).preferences.choices.setup()
        assert (setup.red.name, setup.yellow.name) == ("Alice", "Bob")
        assert setup.game is None


async def test_a_random_starter_and_computers_are_the_menus_choices_too() -> None:
    for setup in (against("tactician", first="random"), computers("winner", "perfect")):
        async with running(setup) as pilot:
            app_of(pilot).navigation.show_menu("play")
            await pilot.pause()
            assert app_of(pilot).preferences.choices.setup() == setup


async def test_only_what_is_changed_in_the_menu_of_such_a_run_is_saved() -> None:
    async with running(GIVEN) as pilot:
        await press(pilot, "q")
        await click_row(pilot, "first")
        assert app_of(pilot).preferences.choices.setup() == replace(GIVEN, first="random")
    assert load(settings_path())[0] == Settings(first="random")


async def test_a_game_begun_in_the_menu_leaves_its_choices_as_they_are() -> None:
    async with running(settings=replace(PEOPLE, red_name="Ann")) as pilot:
        await press(pilot, "pxq")
        assert app_of(pilot).preferences.choices.setup().red.name == "Ann"


async def test_a_name_waits_while_a_computer_plays_which_does_not_bear_it() -> None:
    async with running(settings=replace(PEOPLE, red_name="Ann")) as pilot:
        await click_row(pilot, "red_level")
        assert "Ann" not in screen_text(pilot)
        assert app_of(pilot).preferences.choices.setup().red == seat_of_text(SEAT_TEXTS[1])
        await press(pilot, ["left"])
        assert "Ann" in screen_text(pilot)
        assert app_of(pilot).preferences.choices.setup().red == Person("Ann")


async def test_the_names_of_a_game_of_the_command_line_stay_in_the_menu() -> None:
    async with running(people("Zoé", "Max")) as pilot:
        await press(pilot, "q")
        for _ in range(2):
            assert "Zoé" in screen_text(pilot) and "Max" in screen_text(pilot)
            await click_row(pilot, "red_level")
            assert "Zoé" not in screen_text(pilot)
            await press(pilot, ["left"])
    assert "Zoé" not in settings_text()


async def test_a_card_says_how_strong_a_level_is_and_how_it_plays() -> None:
    async with running(settings=Settings()) as pilot:
        for level in LEVELS:
            app_of(pilot).preferences.change(yellow_level=level.id)
            menu_of(pilot).show_choices()
            await pilot.pause()
            text = screen_text(pilot)
            assert f"level {level_number(level.id)} of 14" in text
            assert "▄" * level_number(level.id) + "▁" * (14 - level_number(level.id)) in text
            words = level_description(level.id).split()
            assert all(word in text for word in words), level


RESULTS = (
    match(RED_WINS, "Ann", LevelSeat("club")),
    match(RED_WINS, LevelSeat("club"), "Ann"),
    match(RED_WINS, LevelSeat("club"), "Ann"),
    match(DRAWN, "Ann", LevelSeat("club")),
    match(RED_WINS, "Ann", LevelSeat("expert")),
    match(RED_WINS, "Max", "Ann"),
    match(RED_WINS, "Max", LevelSeat("club")),
    match("4", "Ann", LevelSeat("club")),
)
"""One won, one drawn, two lost by Ann against the club player; one lost against Max."""


async def test_a_card_says_the_results_of_a_person_against_the_other_seat(tmp_path: Path) -> None:
    save(tmp_path / "games.sqlite3", RESULTS)
    settings = Settings(red_name="Ann", yellow_level="club", yellow_name="Max")
    async with running_on(tmp_path / "games.sqlite3", settings=settings) as pilot:
        await settled(pilot)
        lines = [line[:26] for line in screen_lines(pilot)]
        assert any("Won 1, drew 1, lost 2" in line for line in lines)
        assert any("against Club player" in line for line in lines)
        app_of(pilot).preferences.change(yellow_level="human")
        menu_of(pilot).show_choices()
        await settled(pilot)
        left, right = (
            [line[part] for line in screen_lines(pilot)] for part in (slice(26), slice(52, 80))
        )
        assert any("Won 0, drew 0, lost 1" in line for line in left)
        assert any("Won 1, drew 0, lost 0" in line for line in right)
        app_of(pilot).preferences.change(red_name="")
        menu_of(pilot).show_choices()
        await settled(pilot)
        assert "Won" not in screen_text(pilot)


async def test_results_are_there_after_the_window_of_a_list_grows(tmp_path: Path) -> None:
    save(tmp_path / "games.sqlite3", RESULTS)
    settings = Settings(red_name="Ann", yellow_level="club", yellow_name="Max")
    path = tmp_path / "games.sqlite3"
    async with running_on(path, settings=settings, size=(40, 12)) as pilot:
        await settled(pilot)
        await resized(pilot, 80, 24)
        await settled(pilot)
        assert "Won 1, drew 1, lost 2" in screen_text(pilot)
