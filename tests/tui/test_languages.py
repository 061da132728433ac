"""English and French: switched on every screen at once, and nothing of menu and key bars cut at 80 columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import pytest
from textual.pilot import Pilot

from p4tui import i18n
from p4tui.actions import game
from p4tui.actions.action import Action
from p4tui.actions.game import GAME, LOOKING_BACK, WAITING, WATCHING, named_for_cells
from p4tui.actions.lists import MENU, PAGE
from p4tui.actions.stepped import RESULTS
from p4tui.core.notation import parse_game
from p4tui.i18n import LANGUAGES, _
from p4tui.play.seats import SEAT_TEXTS
from p4tui.settings import Settings
from p4tui.settings.themes import THEMES
from p4tui.tui.screens.base import P4Screen
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.text import ELLIPSIS
from p4tui.tui.widgets.key_bar import KeyBar, fit_hints, key_hints
from tests.tui.driving import (
    PEOPLE,
    RED_WINS,
    app_of,
    choices_of,
    click_row,
    menu_of,
    people,
    press,
    region_lines,
    running,
    screen_text,
    status,
)


def bar(pilot: Pilot[None]) -> str:
    return region_lines(pilot, pilot.app.screen.query_one(KeyBar))[0]


async def test_the_menu_changes_its_language_at_once() -> None:
    async with running() as pilot:
        choices_of(pilot).select("language")
        await pilot.pause()
        before = screen_text(pilot)
        await click_row(pilot, "language")
        after = screen_text(pilot)
        assert i18n.language() == "fr"
        assert _("Play") == "Jouer"
        assert "Jouer" in after and "Jouer" not in before
        assert "Français" in after
        assert "Quitter" in bar(pilot)
        await click_row(pilot, "language")
        assert screen_text(pilot) == before


async def test_all_screens_of_a_game_change_at_once_and_the_key_bar_too() -> None:
    async with running(people()) as pilot:
        await press(pilot, RED_WINS)
        app_of(pilot).navigation.open("settings")
        await pilot.pause()
        english = [screen.query_one(KeyBar)._lines for screen in _ours(pilot)]
        await click_row(pilot, "language")
        assert "Langue" in screen_text(pilot)
        await press(pilot, "q")
        results = screen_text(pilot)
        assert "Alice gagne" in results
        assert _("Rematch") in results
        await press(pilot, "u")
        assert status(pilot) == "Alice : choisissez une colonne" or "Alice" in status(pilot)
        assert status(pilot) == _("{name}: choose a column").format(name="Alice")
        assert _("Undo") in bar(pilot)
        assert moves_title() in screen_text(pilot)
        assert len(english) == 3


def moves_title() -> str:
    return i18n._("Moves")


def _ours(pilot: Pilot[None]) -> list[P4Screen[object]]:
    return [screen for screen in pilot.app.screen_stack if isinstance(screen, P4Screen)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("actions", [MENU, WATCHING, WAITING, LOOKING_BACK, RESULTS, PAGE])
def test_no_key_of_a_bar_is_cut_off_at_80_columns(language: str, actions: Sequence[Action]) -> None:
    i18n.activate(language)
    hints = key_hints(actions, {})
    assert {hint for _column, hint in fit_hints(hints, 80)} == set(hints)
    assert sum(hint.width for hint in hints) <= 80


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("actions", "width", "needed"),
    [
        (GAME, 80, {"drop", "undo", "hint", "scores", "level(1)"}),
        (game.PEOPLE, 80, {"drop", "undo", "hint", "scores", "new_game"}),
        (named_for_cells(GAME), 80, {"drop", "undo", "hint", "scores"}),
        (GAME, 60, {"drop", "undo", "hint"}),
        (game.PEOPLE, 60, {"drop", "undo", "hint"}),
        (WAITING, 60, {"move_now", "undo"}),
    ],
)
def test_the_bar_of_a_game_has_what_is_needed(
    language: str, actions: Sequence[Action], width: int, needed: set[str]
) -> None:
    i18n.activate(language)
    shown = {hint.action for _column, hint in fit_hints(key_hints(actions, {}), width)}
    assert {*needed, "app.commands", "app.help", "back"} <= shown


def test_the_keys_of_weaker_and_stronger_are_one_hint() -> None:
    (level,) = (hint for hint in key_hints(GAME, {}) if hint.action == "level(1)")
    assert (level.key, level.label) == ("[ ]", "Level")
    own = key_hints(GAME, {"game.weaker": "w", "game.stronger": "W"})
    assert "w/W" in {hint.key for hint in own}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [20, 30, 40])
def test_help_and_the_way_back_are_kept_in_narrow_windows(language: str, width: int) -> None:
    i18n.activate(language)
    for actions in (MENU, GAME, RESULTS, PAGE):
        kept = [hint for hint in key_hints(actions, {}) if hint.pinned]
        shown = [hint for _column, hint in fit_hints(key_hints(actions, {}), width)]
        assert len(kept) == 2
        assert [hint for hint in shown if hint.pinned] == kept
        assert sum(hint.width for hint in shown) <= max(width, sum(hint.width for hint in kept))
    assert sum(hint.width for hint in key_hints(GAME, {}) if hint.pinned) <= 30


def _menus() -> list[Settings]:
    """Every level on both sides, every starter, every theme."""
    firsts = ("red", "yellow", "random")
    return [
        Settings(
            red_level=level,
            yellow_level=level,
            first=firsts[number % 3],
            theme=THEMES[number % len(THEMES)],
            columns=32,
            rows=32,
            connect=32,
        )
        for number, level in enumerate(SEAT_TEXTS)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_no_text_of_the_menu_is_cut_at_80_columns(language: str) -> None:
    i18n.activate(language)
    async with running() as pilot:
        for settings in _menus():
            app_of(pilot).preferences.settings = settings
            menu = menu_of(pilot)
            for row in ("red_level", "yellow_level", "red_name", "columns", "play"):
                choices_of(pilot).select(row)
                menu.refresh_words()
                await pilot.pause()
                text = screen_text(pilot)
                assert ELLIPSIS not in text, text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_no_text_of_settings_results_and_questions_is_cut_at_80_columns(
    language: str,
) -> None:
    i18n.activate(language)
    settings = replace(PEOPLE, language=language)
    async with running(people(game=parse_game(RED_WINS)), settings=settings) as pilot:
        await pilot.pause()
        assert ELLIPSIS not in screen_text(pilot)
        await press(pilot, "uq")
        assert ELLIPSIS not in screen_text(pilot)
        await press(pilot, "n")
        app_of(pilot).navigation.open("settings")
        await pilot.pause()
        for row in ("language", "cursor", "animation", "confirm", "speed", "back"):
            choices_of(pilot).select(row)
            await pilot.pause()
            assert ELLIPSIS not in screen_text(pilot)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_no_refusal_of_the_game_is_cut_at_80_columns(language: str) -> None:
    i18n.activate(language)
    async with running(people(game=parse_game("444444"))) as pilot:
        for key in ("4", "9", "r", "m", "h", "left_square_bracket", "p"):
            await press(pilot, [key])
            assert ELLIPSIS not in screen_text(pilot)


@pytest.mark.parametrize(
    ("language", "size"), list(product(LANGUAGES, [(40, 12), (30, 12)])), ids=str
)
async def test_whose_turn_it_is_is_not_cut_in_small_windows(
    language: str, size: tuple[int, int]
) -> None:
    i18n.activate(language)
    async with running(people("Al", "Bo"), size=size) as pilot:
        await press(pilot, "4")
        assert ELLIPSIS not in screen_text(pilot)


def test_the_screens_are_all_in_the_menu_of_the_test() -> None:
    assert MenuScreen.ACTIONS is MENU
