"""The menu's names, and what it remembers."""

from __future__ import annotations

import tomllib
from dataclasses import replace

import pytest
from textual.widgets import Input

from p4tui.play.clock import TimeControl
from p4tui.play.seats import level_of
from p4tui.settings import load
from p4tui.tui.screens.dialogs import TextScreen
from p4tui.tui.screens.help import HelpScreen
from p4tui.tui.screens.menu import CLOCKS, SEATS, MenuScreen
from tests.tui.driving import (
    PEOPLE,
    alert,
    app_of,
    choices_of,
    click_row,
    menu_of,
    press,
    running,
    screen_text,
    settings_path,
    settings_text,
    shown,
    status,
    until,
)


@pytest.mark.parametrize("row", ["red_name", "yellow_name"])
async def test_a_name_is_typed_in_a_dialog_and_remembered(row: str) -> None:
    async with running() as pilot:
        await click_row(pilot, row)
        assert shown(pilot) is TextScreen
        await press(pilot, "q?Zoé ")
        await pilot.press("enter")
        await pilot.pause()
        assert shown(pilot) is MenuScreen
        assert getattr(app_of(pilot).settings, row) == "q?Zoé"
        assert "q?Zoé" in screen_text(pilot)
    assert tomllib.loads(settings_text())["menu"][row] == "q?Zoé"


async def test_a_name_dialog_begins_with_the_name_and_escape_leaves_it() -> None:
    async with running(settings=replace(PEOPLE, red_name="Ann")) as pilot:
        await click_row(pilot, "red_name")
        assert pilot.app.screen.query_one(Input).value == "Ann"
        await press(pilot, "a")
        await pilot.press("escape")
        await pilot.pause()
        assert app_of(pilot).settings.red_name == "Ann"


async def test_an_emptied_name_is_none() -> None:
    async with running(settings=replace(PEOPLE, red_name="A")) as pilot:
        await click_row(pilot, "red_name")
        await pilot.press("end", "backspace", "enter")
        await pilot.pause()
        assert app_of(pilot).settings.red_name == ""


async def test_the_choices_are_there_at_the_next_start() -> None:
    async with running() as pilot:
        for row in ("red_level", "first", "columns", "clock", "clock", "theme"):
            await click_row(pilot, row)
    settings, problem = load(settings_path())
    assert problem is None
    async with running(settings=settings) as pilot:
        assert app_of(pilot).theme == "contrast"
        menu = menu_of(pilot).setup()
        assert (level_of(menu.red), menu.first, menu.geometry.columns) == (SEATS[1], "yellow", 8)
        assert menu.control == TimeControl(180_000, 2000)


async def test_a_clock_of_the_settings_file_is_kept_among_the_choices() -> None:
    async with running(settings=replace(PEOPLE, clock="7,5+1")) as pilot:
        assert "7.5+1" in screen_text(pilot)
        assert menu_of(pilot).setup().control == TimeControl(450_000, 1000)
        seen = []
        for _ in range(7):
            await click_row(pilot, "clock")
            seen.append(app_of(pilot).settings.clock)
        assert seen == [*CLOCKS, "7,5+1"]
        choices_of(pilot).select("clock")
        await press(pilot, ["left"])
        assert app_of(pilot).settings.clock == "15+10"


async def test_no_clock_is_the_first_choice_and_leaves_nothing_in_the_file() -> None:
    async with running(settings=replace(PEOPLE, clock="15+10")) as pilot:
        await click_row(pilot, "clock")
        assert menu_of(pilot).setup().control is None
        assert "Minutes for each player" in status(pilot)
    assert "clock" not in settings_text()


async def test_a_bad_settings_file_is_said_and_not_overwritten() -> None:
    path = settings_path()
    path.parent.mkdir(parents=True)
    path.write_text("speed = 'fast'\n", encoding="utf-8")
    async with running() as pilot:
        await until(pilot, lambda: "speed" in screen_text(pilot))
        await press(pilot, ["enter"])
        await click_row(pilot, "columns")
        assert app_of(pilot).settings.columns == 8
        assert "not saved" in screen_text(pilot)
        await press(pilot, ["escape"])
        await click_row(pilot, "columns")
        assert app_of(pilot).settings.columns == 9
        assert shown(pilot) is MenuScreen
    assert path.read_text(encoding="utf-8") == "speed = 'fast'\n"


async def test_a_machine_without_a_place_for_settings_plays_all_the_same() -> None:
    async with running() as pilot:
        app_of(pilot).settings_path = None
        await click_row(pilot, "columns")
        assert app_of(pilot).settings.columns == 8
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
