"""The registry of screens agrees with the screens, and its names of keys with Textual."""

from __future__ import annotations

import inspect
import unicodedata
from importlib import import_module
from itertools import chain
from pkgutil import iter_modules

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual.keys import _character_to_key
from textual.screen import Screen
from textual.widget import Widget

from p4tui.actions import widgets
from p4tui.actions.action import Action
from p4tui.actions.everywhere import OPENING
from p4tui.actions.keys import SPECIAL_KEYS, is_key, name_of
from p4tui.actions.screens import SCREENS, ScreenEntry
from p4tui.actions.tables import TABLES, action_names, key_table
from p4tui.tui import game, screens
from p4tui.tui.app import P4App
from p4tui.tui.navigation import screen_class
from p4tui.tui.screens.base import P4Screen
from p4tui.tui.widgets.choice_list import ChoiceList
from p4tui.tui.widgets.game_list import GameList
from p4tui.tui.widgets.grid import Grid
from p4tui.tui.widgets.text_page import TextPage
from tests.tui.driving import game_of, people, running


def test_every_screen_is_in_the_registry() -> None:
    modules = [
        import_module(f"{package.__name__}.{module.name}")
        for package in (screens, game)
        for module in iter_modules(package.__path__)
    ]
    found = {
        kind
        for module in modules
        for _name, kind in inspect.getmembers(module, inspect.isclass)
        if issubclass(kind, Screen) and kind.__module__ == module.__name__
    }
    registered = {screen_class(screen_id) for screen_id in SCREENS}
    assert registered <= found
    # The others are what those derive from.
    assert [kind for kind in found if not any(issubclass(each, kind) for each in registered)] == []


def unhandled(screen: ScreenEntry, owner: object) -> list[Action]:
    """Return the actions of a screen that neither it nor the app has a method for."""

    def owner_of(run: str) -> object:
        return P4App if run.startswith("app.") else owner

    return [
        action
        for action in screen.actions
        if not hasattr(
            owner_of(action.run), f"action_{action.run.removeprefix('app.').partition('(')[0]}"
        )
    ]


@pytest.mark.parametrize("screen", SCREENS.values(), ids=SCREENS)
def test_every_action_of_a_screen_has_its_keys(screen: ScreenEntry) -> None:
    bound = {(key, binding.id) for key, binding in screen_class(screen.id)._merge_bindings()}
    for action in screen.actions:
        for key in action.built_in:
            assert (name_of(key) if len(key) == 1 else key, action.id or None) in bound


@pytest.mark.parametrize("screen_id", sorted(SCREENS.keys() - {"game"}))
def test_every_action_of_a_screen_has_its_handler(screen_id: str) -> None:
    assert unhandled(SCREENS[screen_id], screen_class(screen_id)) == []


async def test_every_action_of_the_game_has_its_handler() -> None:
    async with running(people()) as pilot:
        assert unhandled(SCREENS["game"], game_of(pilot)) == []


def test_the_screens_of_the_app_list_the_actions_of_the_registry() -> None:
    for screen_id, screen in SCREENS.items():
        kind = screen_class(screen_id)
        if issubclass(kind, P4Screen):
            assert kind.ACTIONS is screen.actions


@pytest.mark.parametrize(
    ("actions", "widget"),
    [
        ((*widgets.BOARD, *widgets.DIGITS), Grid),
        (widgets.CHOICES, ChoiceList),
        (widgets.GAMES, GameList),
        (widgets.TEXT, TextPage),
    ],
)
def test_every_action_of_a_widget_has_its_handler(
    actions: tuple[Action, ...], widget: type[Widget]
) -> None:
    for action in actions:
        assert hasattr(widget, f"action_{action.run.partition('(')[0]}"), action


def test_an_id_stands_for_one_action() -> None:
    actions = chain.from_iterable((*screen.actions, *screen.widgets) for screen in SCREENS.values())
    runs: dict[str, set[tuple[str, str]]] = {}
    for action in actions:
        runs.setdefault(action.id, set()).add((action.keys, action.run))
    runs.pop("")
    assert [name for name, found in runs.items() if len(found) > 1] == []
    assert all(description for _name, description in action_names())


def test_there_is_a_table_of_keys_for_every_screen_with_a_heading() -> None:
    assert set(OPENING) <= set(SCREENS)
    for name in {*TABLES, *(screen.id for screen in SCREENS.values() if screen.heading)}:
        assert all(keys.strip() and text for keys, text in key_table(name, {}))


def test_a_table_has_the_keys_of_the_settings() -> None:
    table = key_table("board", {"board.left": "a", "board.right": "d"})
    assert table[0] == ("a d", "Choose a column")
    assert (" ", "Start a new game") in key_table("game", {"game.new": ""})


def test_the_keys_that_terminals_send_are_those_of_textual() -> None:
    names = {
        keys[0].value
        for keys in ANSI_SEQUENCES_KEYS.values()
        if isinstance(keys, tuple) and len(keys) == 1
    }
    assert {name for name in names if not name.startswith("<")} == SPECIAL_KEYS


@given(st.characters(exclude_categories=["Cs", "Cc", "Cn"]))
def test_characters_have_the_names_of_textual(character: str) -> None:
    assert name_of(character) == _character_to_key(character)


@pytest.mark.parametrize("character", "aZé?,.:;/\\+-_<>@#'\"ß😀")
def test_a_character_is_a_key_by_itself_and_by_its_name(character: str) -> None:
    assert is_key(character)
    assert is_key(name_of(character))
    assert is_key(f"alt+{name_of(character)}")
    assert not is_key(unicodedata.name(character))
