"""The settings screen, and settings in use."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from p4tui.options import Options
from p4tui.settings import Settings, load, saving
from p4tui.settings.rules import SPEEDS
from p4tui.settings.saver import SettingsSaver
from p4tui.tui.app import P4App
from p4tui.tui.game.screen import GameScreen
from p4tui.tui.screens.dialogs import NoticeScreen
from p4tui.tui.screens.help import HelpScreen
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.screens.settings import SettingsScreen
from p4tui.tui.widgets.key_bar import KeyBar
from tests.tui.driving import (
    PEOPLE,
    STILL,
    app_of,
    choices_of,
    click_row,
    dialog_text,
    grid_of,
    people,
    press,
    region_lines,
    resized,
    running,
    screen_lines,
    screen_text,
    settings_path,
    settings_text,
    shown,
    status,
    until,
    write_settings,
)

ROWS: dict[str, tuple[str, list[object]]] = {
    "language": ("language", ["fr", "en"]),
    "theme": ("theme", ["paper", "contrast", "colour-blind", "ansi"]),
    "art": ("art", ["flat", "rich", "auto"]),
    "cursor": ("cursor", ["cell", "column"]),
    "advice": ("advice", ["longest", "random", "exact"]),
    "animation": ("animation", [True, False, None]),
    "confirm": ("confirm", [False, True]),
    "bell": ("bell", [True, False]),
    "keys": ("preset", ["vim", "usual"]),
    "speed": ("speed", [SPEEDS[3], SPEEDS[4], SPEEDS[5], SPEEDS[0]]),
}
"""Rows, the setting that each changes, and its values one after the other."""


async def test_every_row_changes_its_setting_which_is_saved_at_once() -> None:
    async with running() as pilot:
        await click_row(pilot, "settings")
        assert choices_of(pilot).row.id == "language"
        for row, (setting, values) in ROWS.items():
            choices_of(pilot).select(row)
            for value in values:
                await press(pilot, ["right"])
                assert getattr(app_of(pilot).preferences.settings, setting) == value
                assert getattr(load(settings_path())[0], setting) == value
            await press(pilot, ["left"])
            assert getattr(app_of(pilot).preferences.settings, setting) == values[-2]
        assert shown(pilot) is SettingsScreen


async def test_every_row_says_what_it_is_about() -> None:
    async with running() as pilot:
        await click_row(pilot, "settings")
        said = {}
        for row in ("language", "art", "cursor", "advice", "animation", "speed", "keys"):
            choices_of(pilot).select(row)
            await pilot.pause()
            said[row] = status(pilot)
        assert len(set(said.values())) == len(said)
        assert said["keys"] == str(settings_path())
        app_of(pilot).preferences.path = None
        choices_of(pilot).select("cursor")
        choices_of(pilot).select("keys")
        await pilot.pause()
        assert status(pilot) == "This machine has no folder for settings"


@pytest.mark.parametrize("key", ["q", "escape"])
async def test_a_key_leads_back(key: str) -> None:
    async with running() as pilot:
        await click_row(pilot, "settings")
        await press(pilot, [key])
        assert shown(pilot) is MenuScreen


@pytest.mark.parametrize(
    ("settings", "options", "keys"),
    [
        (PEOPLE, STILL, " ▴▾ Choose  ◂▸ Change "),
        (PEOPLE, replace(STILL, ascii_only=True), " Up/Down Choose  Left/Right Change "),
        (replace(PEOPLE, keys={"list.up": "i"}), STILL, " i/Down Choose  ◂▸ Change "),
    ],
)
async def test_the_key_bar_names_the_arrows(
    settings: Settings, options: Options, keys: str
) -> None:
    async with running(settings=settings, options=options) as pilot:
        app_of(pilot).navigation.open("settings")
        await pilot.pause()
        assert screen_lines(pilot)[-1].startswith(keys)
        assert screen_lines(pilot)[-1].endswith(" ? Help  q Back ")
        before = choices_of(pilot).row.id
        await pilot.click(KeyBar, offset=(5, 0))
        assert choices_of(pilot).row.id != before


async def test_the_key_bar_leads_back_with_the_mouse() -> None:
    async with running() as pilot:
        await click_row(pilot, "settings")
        bar = pilot.app.screen.query_one("#keys")
        await pilot.click(bar, offset=(region_lines(pilot, bar)[0].index("Back"), 0))
        await pilot.pause()
        assert shown(pilot) is MenuScreen


async def test_settings_are_in_cards_in_the_middle_of_the_window() -> None:
    async with running(size=(120, 40)) as pilot:
        await click_row(pilot, "settings")
        choices = choices_of(pilot)
        titles = [row.label for row in choices.rows if row.heading and row.label]
        assert titles == ["Look", "Play", "Keys and bell"]
        region = choices.region
        assert region.x == 120 - region.right
        await resized(pilot, 40, 12)
        assert choices.region.width == 40


async def test_settings_opened_twice_are_one_screen() -> None:
    async with running() as pilot:
        await click_row(pilot, "settings")
        app_of(pilot).navigation.open("settings")
        await pilot.pause()
        await press(pilot, "?")
        assert shown(pilot) is HelpScreen
        assert [type(screen) for screen in pilot.app.screen_stack[1:]] == [
            MenuScreen,
            SettingsScreen,
            HelpScreen,
        ]


async def test_a_bad_file_is_said_at_the_start_and_once_more_when_nothing_is_saved() -> None:
    write_settings("theme = \n")
    async with running() as pilot:
        await until(pilot, lambda: shown(pilot) is NoticeScreen)
        await pilot.pause()
        assert "theme" in screen_text(pilot)
        await press(pilot, ["enter"])
        await click_row(pilot, "settings")
        await click_row(pilot, "confirm")
        assert not app_of(pilot).preferences.settings.confirm
        assert shown(pilot) is NoticeScreen
        assert "not saved" in screen_text(pilot)
        await press(pilot, ["enter"])
        await click_row(pilot, "confirm")
        assert app_of(pilot).preferences.settings.confirm
        assert shown(pilot) is SettingsScreen
    assert settings_text() == "theme = \n"


async def test_everything_that_is_wrong_with_a_file_is_said_and_its_good_part_is_saved() -> None:
    write_settings("themes = 3\nspeed = 'fast'\n")
    async with running() as pilot:
        said = dialog_text(pilot)
        assert "line 1, themes: the value must be a table." in said
        assert "line 2, speed: the value must be a number from 0 to 10." in said
        await press(pilot, ["enter"])
        await click_row(pilot, "columns")
        assert shown(pilot) is MenuScreen
    assert settings_text() == "themes = 3\nspeed = 'fast'\n\n[menu]\ncolumns = 8\n"


async def test_a_hand_edit_made_while_the_app_runs_survives_the_next_change_in_the_menu() -> None:
    async with running() as pilot:
        await click_row(pilot, "columns")
        write_settings("# mine\nspeed = 2\n\n[menu]\ncolumns = 12\nred_name = 'Ann'\n")
        await click_row(pilot, "rows")
    assert settings_text() == (
        "# mine\nspeed = 2\n\n[menu]\ncolumns = 12\nred_name = 'Ann'\nrows = 7\n"
    )


async def test_two_apps_that_run_at_once_do_not_undo_each_others_changes() -> None:
    async with running() as first:
        other = P4App(None, STILL, Settings())
        await click_row(first, "columns")
        other.preferences.change(cursor="cell")
        other.end()
        await click_row(first, "rows")
    assert load(settings_path()) == (Settings(columns=8, rows=7, cursor="cell"), [])


async def test_a_slow_disk_does_not_hold_up_the_app(monkeypatch: pytest.MonkeyPatch) -> None:
    writes, goes_on = threading.Event(), threading.Event()
    replace_file = saving._replace_file

    def slow(target: Path, data: bytes) -> None:
        writes.set()
        assert goes_on.wait(60)
        replace_file(target, data)

    monkeypatch.setattr(saving, "_replace_file", slow)
    app = P4App(None, STILL, Settings())
    app.preferences.change(columns=8)
    assert writes.wait(60)
    app.preferences.change(columns=9)
    app.preferences.change(columns=10, cursor="cell")
    assert app.preferences.settings.columns == 10
    assert settings_text() == ""
    goes_on.set()
    app.end()
    assert load(settings_path()) == (Settings(columns=10, cursor="cell"), [])


async def test_settings_are_waited_for_at_the_end_and_not_where_a_game_begins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waits: list[float] = []
    close = SettingsSaver.close

    def note(saver: SettingsSaver, seconds: float) -> bool:
        waits.append(seconds)
        return close(saver, seconds)

    monkeypatch.setattr(SettingsSaver, "close", note)
    async with running() as pilot:
        app_of(pilot).preferences.change(columns=8)
        await press(pilot, "p")
        assert shown(pilot) is GameScreen
        assert not waits
        app_of(pilot).end()
        assert waits
    assert load(settings_path())[0].columns == 8


async def test_a_change_made_while_the_file_is_no_toml_is_saved_with_the_next_one() -> None:
    async with running() as pilot:
        write_settings("speed = \n")
        await click_row(pilot, "columns")
        assert "not saved until their file is corrected" in dialog_text(pilot)
        await press(pilot, ["enter"])
        write_settings("speed = 2\n")
        await click_row(pilot, "rows")
    assert load(settings_path()) == (Settings(speed=2, columns=8, rows=7), [])


async def test_a_change_made_while_the_file_is_no_toml_is_saved_at_the_end() -> None:
    async with running() as pilot:
        write_settings("speed = \n")
        await click_row(pilot, "columns")
        write_settings("speed = 2\n")
    app_of(pilot).end()
    assert load(settings_path()) == (Settings(speed=2, columns=8), [])


async def test_a_mistake_in_saving_settings_ends_the_app(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_path: Path, _text: str, _values: object) -> str:
        raise ZeroDivisionError

    monkeypatch.setattr(saving, "_with_values", fail)
    with pytest.raises(ZeroDivisionError):
        async with running() as pilot:
            app_of(pilot).preferences.change(columns=8)
            await pilot.pause()


async def test_a_file_that_cannot_be_written_is_said() -> None:
    path = settings_path()
    path.parent.mkdir(parents=True)
    async with running() as pilot:
        await click_row(pilot, "settings")
        path.mkdir()
        await click_row(pilot, "confirm")
        assert shown(pilot) is NoticeScreen
        assert not app_of(pilot).preferences.settings.confirm


async def test_a_setting_changed_during_a_game_counts_at_once() -> None:
    async with running(people()) as pilot:
        await press(pilot, "4")
        app_of(pilot).navigation.open("settings")
        await pilot.pause()
        await click_row(pilot, "cursor")
        await press(pilot, "q")
        assert shown(pilot) is GameScreen
        assert grid_of(pilot).by_cell
        assert grid_of(pilot).has_focus


async def test_a_setting_changed_comes_before_the_option_of_the_start() -> None:
    options = replace(STILL, cursor="column", theme="contrast", animation=True)
    async with running(options=options) as pilot:
        app = app_of(pilot)
        assert (app.theme, app.preferences.cursor, app.preferences.animated) == (
            "contrast",
            "column",
            True,
        )
        app.preferences.change(cursor="cell")
        app.change_theme("ansi")
        app.preferences.change(animation=False)
        await pilot.pause()
        assert (app.theme, app.preferences.cursor, app.preferences.animated) == (
            "ansi",
            "cell",
            False,
        )


async def test_an_option_is_not_saved() -> None:
    async with running(options=replace(STILL, theme="contrast")) as pilot:
        await click_row(pilot, "columns")
        assert "theme" not in settings_text()


@pytest.mark.parametrize("theme", ["pink", "p4tui"])
async def test_an_unknown_theme_and_one_of_an_earlier_version_give_the_default(theme: str) -> None:
    async with running(settings=replace(PEOPLE, theme=theme)) as pilot:
        assert app_of(pilot).theme == "night"
        await click_row(pilot, "settings")
        choices_of(pilot).select("theme")
        assert choices_of(pilot).row.value == "Night"


@pytest.mark.parametrize(
    ("environ", "setting", "option", "animated"),
    [
        ({}, None, None, True),
        ({"SSH_CONNECTION": "a b c d"}, None, None, False),
        ({"SSH_TTY": "pts/1"}, None, None, False),
        ({"SSH_TTY": "pts/1"}, True, None, True),
        ({}, False, None, False),
        ({}, False, True, True),
    ],
)
async def test_discs_fall_locally_unless_a_setting_or_option_decides(
    monkeypatch: pytest.MonkeyPatch,
    environ: dict[str, str],
    setting: bool | None,
    option: bool | None,
    animated: bool,
) -> None:
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    app = P4App(None, replace(STILL, animation=option), Settings(animation=setting))
    assert app.preferences.animated is animated


async def test_a_users_theme_is_in_menu_settings_and_palette() -> None:
    mine = {"primary": "#85a598", "variables": {"p4-red": "#ff005f"}}
    settings = replace(PEOPLE, themes={"mine": mine}, theme="mine")
    async with running(settings=settings) as pilot:
        app = app_of(pilot)
        assert (app.theme, app.palette.red) == ("mine", "#ff005f")
        assert app.get_css_variables()["p4-red"] == "#ff005f"
        for step, theme in (("right", "night"), ("left", "mine"), ("left", "ansi-light")):
            choices_of(pilot).select("theme")
            await press(pilot, [step])
            assert app.theme == theme
        await click_row(pilot, "settings")
        choices_of(pilot).select("theme")
        await press(pilot, ["right"])
        assert choices_of(pilot).row.value == app.theme == "mine"
        await press(pilot, ["left", "colon", *"theme mine", "enter"])
        assert app.theme == "mine"
