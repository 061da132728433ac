"""The command palette: everything that can be done, by name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from p4tui import i18n
from p4tui.actions.everywhere import HELP
from p4tui.actions.game import GAME
from p4tui.actions.lists import MENU, PAGE
from p4tui.actions.stepped import RESULTS
from p4tui.core.notation import parse_game
from p4tui.i18n import _
from p4tui.tui.game.screen import GameScreen
from p4tui.tui.look.themes import NAMES
from p4tui.tui.screens.help import HelpScreen
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.screens.palette import PaletteScreen, fold
from p4tui.tui.screens.replay import ReplayScreen
from p4tui.tui.screens.results import ResultsScreen
from p4tui.tui.screens.settings import SettingsScreen
from tests.tui.driving import (
    PEOPLE,
    RED_WINS,
    SLOW,
    Thinker,
    against,
    answered,
    app_of,
    choices_of,
    click_row,
    computers,
    game_of,
    grid_of,
    moves,
    people,
    press,
    running,
    screen_text,
    settled,
    shown,
    status,
    thinking,
)
from tests.tui.saving import match, running_on, save


async def listed(pilot: Pilot[None]) -> list[tuple[str, str]]:
    """Names and descriptions of all commands on the screen that is shown."""
    await press(pilot, ["colon"])
    rows = [(row.label, row.value) for row in choices_of(pilot).rows]
    await press(pilot, ["escape"])
    return rows


REFUSED = {
    "game.earlier",
    "game.later",
    "game.present",
    "game.undo",
    "game.redo",
    "game.now",
    "game.weaker",
    "game.stronger",
    "game.pause",
    "game.step",
    "game.faster",
    "game.slower",
    "app.palette",
    "menu.resume",
    "results.next",
    "results.last",
    "game.output",
}
"""The actions that a new game of two people, a menu without saved games, and a last position have no use for."""


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_every_action_of_every_screen_is_listed_in_the_language_spoken(language: str) -> None:
    i18n.activate(language)
    async with running() as pilot:
        seen = []
        for keys in (["?"], ["q", "enter"], [*RED_WINS]):
            seen.append(await listed(pilot))
            await press(pilot, keys)
        seen.append(await listed(pilot))
        for commands, actions in zip(seen, (MENU, PAGE, GAME, RESULTS), strict=True):
            for action in actions:
                if action.id in REFUSED or (actions is PAGE and action is HELP):
                    continue
                texts = [text for title, text in commands if title == _(action.label)]
                assert any(text.startswith(_(action.description)) for text in texts), action.id
            assert {_("Settings"), _("Quit")} <= {title for title, _text in commands}
            other = "Français" if language == "en" else "English"
            assert (_("Language"), other) in commands
            for theme, name in NAMES.items():
                assert ((_("Theme"), _(name)) in commands) is (theme != app_of(pilot).theme)


async def test_only_what_can_be_done_now_is_listed() -> None:
    async with running(people()) as pilot:
        titles = {title for title, _text in await listed(pilot)}
        assert titles.isdisjoint({"Undo", "Redo", "Move now", "Weaker", "Pause", "Step"})
        await press(pilot, ["4", "4"])
        assert "Undo" in {title for title, _text in await listed(pilot)}
        await press(pilot, ["u"])
        assert "Redo" in {title for title, _text in await listed(pilot)}
    async with running(against("random")) as pilot:
        titles = {title for title, _text in await listed(pilot)}
        assert titles >= {"Hint", "Weaker", "Stronger"}
        assert "Pause" not in titles
    async with running(computers(), settings=SLOW) as pilot:
        titles = {title for title, _text in await listed(pilot)}
        assert titles >= {"Pause", "Step", "Faster", "Slower"}
        assert titles.isdisjoint({"Hint", "Resign"})


async def test_results_list_the_steps_that_there_are() -> None:
    async with running(people(game=parse_game(RED_WINS))) as pilot:
        await pilot.pause()
        titles = {title for title, _text in await listed(pilot)}
        assert titles >= {"Previous", "Start"}
        assert titles.isdisjoint({"Next", "End"})
        await press(pilot, ["home"])
        titles = {title for title, _text in await listed(pilot)}
        assert titles >= {"Next", "End"}
        assert titles.isdisjoint({"Previous", "Start"})


async def test_a_list_without_games_has_nothing_to_open_or_delete(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    async with running_on(path) as pilot:
        assert "Resume" not in {title for title, _text in await listed(pilot)}
        await press(pilot, ["l"])
        await settled(pilot)
        titles = {title for title, _text in await listed(pilot)}
        assert titles.isdisjoint({"Open", "Delete", "Restore", "Saved games"})
    save(path, [match(RED_WINS), match("4453")])
    async with running_on(path) as pilot:
        await settled(pilot)
        assert "Resume" in {title for title, _text in await listed(pilot)}
        await press(pilot, ["l"])
        await settled(pilot)
        titles = {title for title, _text in await listed(pilot)}
        assert titles >= {"Open", "Delete"}
        assert "Restore" not in titles
        await press(pilot, ["d", "y"])
        await settled(pilot)
        assert "Restore" in {title for title, _text in await listed(pilot)}
        await press(pilot, ["u"])
        await settled(pilot)
        assert "Restore" not in {title for title, _text in await listed(pilot)}
        await press(pilot, ["end", "enter"])
        await settled(pilot)
        assert shown(pilot) is ReplayScreen
        titles = {title for title, _text in await listed(pilot)}
        assert titles.isdisjoint({"Play from here", "Saved games"})
        await press(pilot, ["left"])
        assert "Play from here" in {title for title, _text in await listed(pilot)}


@pytest.mark.parametrize("screen_id", ["settings", "statistics"])
async def test_a_screen_does_not_offer_itself(screen_id: str) -> None:
    async with running() as pilot:
        app_of(pilot).navigation.open(screen_id)
        await pilot.pause()
        titles = {title for title, _text in await listed(pilot)}
        assert screen_id.capitalize() not in titles
        assert "Saved games" in titles


@pytest.mark.parametrize("key", ["colon", "ctrl+p"])
async def test_a_key_opens_it_once_and_escape_closes_it(key: str) -> None:
    async with running(people()) as pilot:
        await press(pilot, [key])
        assert shown(pilot) is PaletteScreen
        app_of(pilot).action_commands()
        await pilot.pause()
        assert len(pilot.app.screen_stack) == 3
        await press(pilot, ["escape"])
        assert shown(pilot) is GameScreen
        assert grid_of(pilot).has_focus


async def test_typing_finds_by_name_and_description_without_accents_and_capitals() -> None:
    assert fold("Défaire ÉÀ") == "defaire ea"
    async with running(people()) as pilot:
        await press(pilot, ["4", "colon", *"TAKE back the last"])
        assert [row.label for row in choices_of(pilot).rows] == ["Undo"]
        assert "1 of " in screen_text(pilot)
        await press(pilot, "zzz")
        assert not choices_of(pilot).rows
        assert "No match" in screen_text(pilot)
        await press(pilot, ["enter", "down", "up"])
        assert shown(pilot) is PaletteScreen
        await press(pilot, ["escape"])
        assert shown(pilot) is GameScreen


async def test_in_french_it_is_searched_in_french() -> None:
    i18n.activate("fr")
    async with running(people()) as pilot:
        await press(pilot, ["4", "colon", *"annuler le dernier"])
        assert choices_of(pilot).rows[0].label == _("Undo")


async def test_commands_run_on_the_screen_below() -> None:
    async with running(people()) as pilot:
        await press(pilot, ["4", "4", "colon", *"take back the last", "enter"])
        assert moves(pilot) == "4"
        await press(pilot, ["colon", *"drop", "enter"])
        assert moves(pilot) == "4 4"
        await press(pilot, ["colon", *"settings", "enter"])
        assert shown(pilot) is SettingsScreen
        await press(pilot, ["q", "colon", *"rules", "enter"])
        assert shown(pilot) is HelpScreen


async def test_a_command_of_a_game_that_ended_meanwhile_does_not_run_under_its_results(
    thinker: Thinker,
) -> None:
    async with running(against("club")) as pilot:
        for column in "113":
            await press(pilot, [column])
            await answered(pilot, thinker, 2)
        await press(pilot, ["4"])
        await thinking(pilot, thinker)
        await press(pilot, ["colon", *"new game"])
        await answered(pilot, thinker, 2)
        await press(pilot, ["enter"])
        assert shown(pilot) is ResultsScreen
        assert status(pilot) == "Too late for this command"
        assert game_of(pilot).session.match.outcome is not None
        await press(pilot, ["n"])
        assert shown(pilot) is GameScreen


async def test_arrows_and_clicks_choose_a_command() -> None:
    async with running(people()) as pilot:
        await press(pilot, ["4", "colon", "down", "up", "down", "enter"])
        assert moves(pilot) == ""
        await press(pilot, ["colon", *"leave the game"])
        await click_row(pilot, choices_of(pilot).rows[0].id)
        assert shown(pilot) is MenuScreen


async def test_theme_language_and_the_end_are_reached() -> None:
    async with running(people()) as pilot:
        await press(pilot, ["colon", *"theme high", "enter"])
        assert app_of(pilot).theme == "contrast"
        await press(pilot, ["colon", *"francais", "enter"])
        assert i18n.language() == "fr"
        assert app_of(pilot).preferences.settings.language == "fr"
        await press(pilot, ["colon", *"quitter"])
        rows = choices_of(pilot).rows
        choices_of(pilot).select(next(row.id for row in rows if row.label == _("Quit")))
        await pilot.press("enter")
    assert pilot.app.return_code == 0


async def test_results_and_menu_have_their_commands() -> None:
    async with running(people(game=parse_game(RED_WINS))) as pilot:
        await pilot.pause()
        await press(pilot, ["colon", *"one move earlier", "enter"])
        assert "Move 6 of 7" in screen_text(pilot)
        await press(pilot, ["colon", *"other player starts", "enter"])
        assert shown(pilot) is GameScreen
        assert moves(pilot) == ""


async def test_a_key_given_in_the_settings_is_the_one_named() -> None:
    async with running(people(), settings=replace(PEOPLE, keys={"game.undo": "b"})) as pilot:
        await press(pilot, ["4", "colon", *"take back the last"])
        assert choices_of(pilot).rows[0].key == "b"


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (30, 12)], ids=str)
async def test_the_chosen_command_is_in_sight_in_every_window(size: tuple[int, int]) -> None:
    async with running(people(), size=size) as pilot:
        await press(pilot, ["colon"])
        for _step in range(25):
            await press(pilot, ["down"])
            row = choices_of(pilot).row
            assert (row.brief if size[0] < 80 and row.brief else row.label)[:8] in screen_text(
                pilot
            )


async def test_the_menus_palette_plays_and_has_one_quit() -> None:
    async with running() as pilot:
        await press(pilot, ":")
        assert isinstance(pilot.app.screen, PaletteScreen)
        assert [command.title for command in pilot.app.screen.commands].count("Quit") == 1
        await press(pilot, [*"play a game", "enter"])
        assert shown(pilot) is GameScreen
