"""Keys that arrive together, and screens that are closed before they were seen: nothing is lost, nothing breaks."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.pilot import Pilot
from textual.screen import Screen

from p4tui.core.notation import parse_game
from p4tui.settings import Settings
from p4tui.tui.game.screen import GameScreen
from p4tui.tui.screens.dialogs import ConfirmScreen, NoticeScreen, TextScreen
from p4tui.tui.screens.explorer import ExplorerScreen
from p4tui.tui.screens.help import HelpScreen
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.screens.palette import PaletteScreen
from p4tui.tui.screens.results import ResultsScreen
from p4tui.tui.screens.settings import SettingsScreen
from p4tui.tui.terminal.app import TerminalApp
from p4tui.tui.widgets.text_line import LINE_LIMIT, TextLine
from tests.tui.driving import (
    RED_WINS,
    app_of,
    game_of,
    moves,
    people,
    press,
    running,
    settled,
    shown,
    status,
    until,
)
from tests.tui.saving import match, running_on, save


def type_at_once(pilot: Pilot[None], keys: str) -> None:
    """Have keys arrive in one piece, as from a slow line."""
    for key in keys:
        name = {"?": "question_mark", ":": "colon", "\r": "enter"}.get(key, key)
        pilot.app.post_message(events.Key(name, key))


@pytest.mark.parametrize(
    ("keys", "played"),
    [("4u", ""), ("44u", "4"), ("43u5", "4 5"), ("4ur", "4"), ("4?q3", "4 3"), ("4qn3", "4 3")],
)
async def test_keys_that_arrive_together_count_in_their_order(keys: str, played: str) -> None:
    async with running(people()) as pilot:
        type_at_once(pilot, keys)
        await until(pilot, lambda: pilot.app.message_queue_size == 0)
        await pilot.pause()
        assert moves(pilot) == played
        assert shown(pilot) is GameScreen


@pytest.mark.parametrize(
    ("level", "keys", "played"),
    [("careful", "p4", "4"), ("auto", "p4", "4"), ("auto", "\r4", "4"), ("auto", "r4", "1 4")],
)
async def test_a_column_typed_behind_the_key_that_opens_a_game_is_played_there(
    level: str, keys: str, played: str, tmp_path: Path
) -> None:
    path = tmp_path / "games.sqlite3"
    if "r" in keys:
        save(path, [match("1")])
    settings = Settings(red_name="Ann", yellow_level=level)
    async with running_on(path, settings=settings) as pilot:
        await settled(pilot)
        type_at_once(pilot, keys)
        await until(pilot, lambda: shown(pilot) is GameScreen and moves(pilot).startswith(played))


def played_in_explorer(pilot: Pilot[None]) -> tuple[int, ...]:
    """Return the columns that the explorer has gone into, from 0."""
    explorer = pilot.app.screen
    assert isinstance(explorer, ExplorerScreen)
    return explorer.game.played


async def test_a_column_typed_behind_the_key_that_opens_the_explorer_is_gone_into() -> None:
    async with running() as pilot:
        type_at_once(pilot, "e44")
        await until(pilot, lambda: shown(pilot) is ExplorerScreen)
        await until(pilot, lambda: played_in_explorer(pilot) == (3, 3))


async def test_keys_that_come_while_the_app_ends_are_dropped() -> None:
    async with running(people()) as pilot:
        app, session = app_of(pilot), game_of(pilot).session
        pilot.app.exit()
        type_at_once(pilot, "4u4")
    assert app.return_code == 0
    assert session.match.game.played == ()


async def test_a_game_that_has_begun_is_not_left_without_a_question_by_a_fast_typist() -> None:
    async with running(people()) as pilot:
        type_at_once(pilot, "4q")
        await until(pilot, lambda: shown(pilot) is ConfirmScreen)


async def test_a_won_game_and_what_was_typed_after_it_come_one_after_the_other() -> None:
    async with running(people()) as pilot:
        type_at_once(pilot, RED_WINS + "n4")
        await until(pilot, lambda: moves(pilot) == "4")


SCREENS: dict[str, Callable[[], Screen[Any]]] = {
    "menu": MenuScreen,
    "help": HelpScreen,
    "settings": SettingsScreen,
    "palette": lambda: PaletteScreen([]),
    "question": lambda: ConfirmScreen("Sure?"),
    "notice": lambda: NoticeScreen("Read this."),
    "name": lambda: TextScreen("Name", "Ann"),
    "game": lambda: GameScreen(people().new_match(random.Random(1)), random.Random(1)),
    "results": lambda: ResultsScreen(people(game=parse_game(RED_WINS)).new_match(random.Random(1))),
}


@pytest.mark.parametrize("name", SCREENS)
async def test_a_screen_may_be_closed_before_it_was_made(name: str) -> None:
    async with running() as pilot:
        pilot.app.push_screen(SCREENS[name]())
        pilot.app.pop_screen()
        await pilot.pause()
        assert shown(pilot) is MenuScreen
        await press(pilot, ["down"])


@pytest.mark.parametrize("name", SCREENS)
async def test_the_app_may_end_before_a_screen_was_made(name: str) -> None:
    async with running() as pilot:
        app = app_of(pilot)
        pilot.app.push_screen(SCREENS[name]())
        pilot.app.exit()
    assert (app.return_code, app.is_running) == (0, False)


@pytest.mark.parametrize("name", [name for name in SCREENS if name != "menu"])
async def test_a_key_that_comes_before_its_screen_was_made_counts_there(name: str) -> None:
    key = "ctrl+c" if name in {"palette", "question", "notice", "name"} else "q"
    async with running() as pilot:
        pilot.app.push_screen(SCREENS[name]())
        pilot.app.post_message(events.Key(key, None))
        await pilot.pause()
        assert shown(pilot) is MenuScreen
        assert pilot.app.is_running


async def test_closing_a_screen_twice_closes_none_under_it() -> None:
    async with running(people(game=parse_game("4"))) as pilot:
        await press(pilot, ["?"])
        help_screen = pilot.app.screen
        assert isinstance(help_screen, HelpScreen)
        help_screen.action_back()
        assert isinstance(help_screen.dismiss(None), AwaitComplete)
        await pilot.pause()
        assert shown(pilot) is GameScreen
        assert moves(pilot) == "4"


async def test_a_sentence_for_a_screen_without_a_line_for_it_is_dropped() -> None:
    async with running() as pilot:
        HelpScreen().say("too early")
        assert "early" not in status(pilot)


async def test_a_line_to_type_in_never_grows_longer_than_can_be_shown_quickly() -> None:
    async with running(people()) as pilot:
        await press(pilot, [":"])
        line = pilot.app.screen.query_one(TextLine)
        for _ in range(3):
            line.post_message(events.Paste("x" * 4000))
        await pilot.pause()
        assert line.value == "x" * LINE_LIMIT
        await press(pilot, "y")
        assert len(line.value) == LINE_LIMIT


# Mistakes of the program


class Mistaken(TerminalApp):
    """An app whose key `x` makes a mistake."""

    def key_x(self) -> None:
        raise KeyError("x")


class ShownError(Exception):
    """An error that knows how to show itself."""

    def __rich__(self) -> str:
        return "shown"


def fail_in_thread(app: App[None]) -> None:
    def fail() -> None:
        raise LookupError("in a thread")

    app.run_worker(fail, thread=True)


async def test_a_mistake_is_kept_and_not_printed(capsys: pytest.CaptureFixture[str]) -> None:
    app = Mistaken()
    with pytest.raises(KeyError):
        async with app.run_test() as pilot:
            await pilot.press("x")
    assert isinstance(app.failure, KeyError)
    assert app.return_code == 1
    assert capsys.readouterr() == ("", "")


async def test_a_mistake_in_a_thread_is_kept_as_it_was_raised() -> None:
    app = TerminalApp()
    with pytest.raises(Exception, match="in a thread"):
        async with app.run_test() as pilot:
            fail_in_thread(app)
            await app.workers.wait_for_complete()
            await pilot.pause()
    assert isinstance(app.failure, LookupError)


async def test_the_first_mistake_counts_and_one_that_shows_itself_is_none_the_better(
    capsys: pytest.CaptureFixture[str],
) -> None:
    app = TerminalApp()
    with pytest.raises(ShownError):
        async with app.run_test():
            app._handle_exception(ShownError())
            app._handle_exception(ValueError())
    assert isinstance(app.failure, ShownError)
    assert capsys.readouterr() == ("", "")


async def test_the_app_stays_usable_in_a_test_of_its_own() -> None:
    async with running() as pilot:
        assert app_of(pilot).failure is None
        await press(pilot, ["p"])
        assert game_of(pilot).is_active
