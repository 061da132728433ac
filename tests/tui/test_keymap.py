"""Keys of one's own: what is wrong with them is said, the others count, and what is said of keys is true."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual import events
from textual._xterm_parser import XTermParser

from p4tui.actions.help_cards import key_groups
from p4tui.actions.keymap import check_keys, conflicts, keys_with_preset
from p4tui.actions.presets import PRESETS
from p4tui.actions.tables import action_names
from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.settings import load
from p4tui.tui.game.screen import GameScreen
from p4tui.tui.screens.dialogs import NoticeScreen
from p4tui.tui.screens.help import HelpScreen
from p4tui.tui.screens.library import LibraryScreen
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.widgets.key_bar import KeyBar
from tests.tui.driving import (
    PEOPLE,
    RED_WINS,
    SLOW,
    app_of,
    choices_of,
    computers,
    dialog_text,
    grid_of,
    moves,
    people,
    press,
    region_lines,
    running,
    screen_text,
    settings_path,
    settings_text,
    settled,
    shown,
    status,
    write_settings,
)

TAKEN = "another action has the key {}"
FIXED = "the key {} has a fixed meaning"
NO_KEY = "unknown key {}"


def test_the_built_in_keys_do_not_clash() -> None:
    assert list(conflicts({})) == []


@pytest.mark.parametrize(
    "keymap",
    [
        {},
        {"game.undo": "u,backspace", "board.left": "a"},
        {"game.undo": "r", "game.redo": "u"},
        {"results.first": "H", "results.next": "j", "results.rematch": "m"},
        {"game.undo": ""},
        {"game.undo": " ", "game.redo": "u"},
        {"game.undo": "é, ?, alt+u, shift+left", "app.help": "f1"},
        {"game.undo": "comma,backslash,minus", "game.slower": "underscore"},
        {"list.page_down": "n"},
    ],
)
def test_keys_that_can_be_used(keymap: dict[str, str]) -> None:
    assert check_keys(keymap) == (keymap, [])


@pytest.mark.parametrize(
    ("action", "keys", "reason"),
    [
        ("game.undoo", "u", "unknown action"),
        ("game.drop", "u", "unknown action"),
        ("game.undo", "r", TAKEN.format("r")),
        ("game.undo", "y, :", TAKEN.format("colon")),
        ("board.left", "r", TAKEN.format("r")),
        ("board.left", "R", TAKEN.format("R")),
        ("page.back", "pagedown", FIXED.format("pagedown")),
        ("list.left", "y", FIXED.format("y")),
        ("game.undo", "1", FIXED.format("1")),
        ("board.left", "0", FIXED.format("0")),
        ("game.undo", "enter", TAKEN.format("enter")),
        ("game.undo", "left", TAKEN.format("left")),
        ("game.undo", "ctrl+c", FIXED.format("ctrl+c")),
        ("menu.play", "ctrl+z", FIXED.format("ctrl+z")),
        ("game.undo", "Left", NO_KEY.format("Left; write left")),
        ("game.undo", "b,CTRL+U", NO_KEY.format("CTRL+U; write ctrl+u")),
        ("game.undo", "Question_Mark", NO_KEY.format("Question_Mark; write question_mark")),
        ("game.undo", "bananas", NO_KEY.format("bananas")),
        ("game.undo", "shift+u", NO_KEY.format("shift+u")),
        ("game.undo", "ctrl+i", NO_KEY.format("ctrl+i")),
        ("game.undo", "<any>", NO_KEY.format("<any>")),
        ("game.undo", "solidus", NO_KEY.format("solidus")),
        ("game.undo", "\x15", NO_KEY.format("\x15")),
        ("game.undo", "no_break_space", NO_KEY.format("no_break_space")),
        *(
            (
                "game.undo",
                keys,
                "a key is missing next to a comma; the comma key is called comma",
            )
            for keys in ("u,", ",", "u,,b", ", u")
        ),
    ],
)
def test_keys_that_cannot_be_used_leave_the_action_its_own(
    action: str, keys: str, reason: str
) -> None:
    good, faults = check_keys({action: keys, "game.hint": "f5"})
    assert good == {"game.hint": "f5"}
    assert faults == [(action, reason)]


def test_an_action_that_gets_its_own_key_back_has_it_before_others() -> None:
    good, faults = check_keys({"game.undo": "r", "game.redo": "Nothing"})
    assert good == {}
    assert [reason for _id, reason in faults] == [NO_KEY.format("Nothing"), TAKEN.format("r")]


@pytest.mark.parametrize(
    "sent",
    ["\x15", "\x1b[D", "\x1b[1;2D", "\x1b[3~", "\x1b[15~", "é", "?", ",", " ", "\x7f", "ß", "😀"],
)
def test_every_key_that_is_sent_can_be_given_to_an_action_by_its_name(sent: str) -> None:
    names = [event.key for event in XTermParser().feed(sent) if isinstance(event, events.Key)]
    assert len(names) == 1
    reasons = [reason for _id, reason in check_keys({"library.find": names[0]})[1]]
    assert not [reason for reason in reasons if "unknown key" in reason]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('"game.undo" = "r"', "line 2, keys.game.undo: another action has the key r."),
        ('game.undo = "r"', "line 2, keys.game.undo: another action has the key r."),
        ('"game.undoo" = "u"', "line 2, keys.game.undoo: unknown action."),
        ('"game.undo" = "u,"', "line 2, keys.game.undo: a key is missing next to a comma;"),
        ('"game.undo" = "Left"', "line 2, keys.game.undo: unknown key Left; write left."),
        ('"game.undo" = "1"', "line 2, keys.game.undo: the key 1 has a fixed meaning."),
    ],
)
async def test_wrong_keys_in_the_file_are_said_with_their_line_and_do_not_count(
    line: str, reason: str
) -> None:
    write_settings(f"[keys]\n{line}\n")
    settings, problems = load(settings_path())
    assert len(problems) == 1
    async with running(people(), settings=settings) as pilot:
        assert shown(pilot) is NoticeScreen
        assert reason in dialog_text(pilot)
        await press(pilot, ["enter", "4", "u"])
        assert moves(pilot) == ""
        assert " u Undo " in screen_text(pilot)


async def test_an_empty_key_in_the_file_does_not_keep_the_app_from_starting() -> None:
    write_settings('[keys]\n"game.undo" = ""\ngame.hint = []\n')
    async with running(people(), settings=load(settings_path())[0]) as pilot:
        assert shown(pilot) is GameScreen
        await press(pilot, "4u")
        assert moves(pilot) == "4"


async def test_actions_without_keys_are_shown_without_and_reached_by_other_ways() -> None:
    keys = dict.fromkeys(("game.undo", "game.back", "app.help", "board.drop"), "")
    async with running(people(), settings=replace(PEOPLE, keys=keys)) as pilot:
        bar = pilot.app.screen.query_one(KeyBar)
        assert region_lines(pilot, bar)[0].startswith(
            " Drop  Undo  h Hint  : More  s Scores  n New "
        )
        assert region_lines(pilot, bar)[0].endswith("  Help  Menu ")
        await press(pilot, "4?q ")
        assert moves(pilot) == "4"
        assert shown(pilot) is GameScreen
        await press(pilot, [":", *"undo"])
        assert "Take back the last move" in screen_text(pilot)
        assert "()" not in screen_text(pilot)
        await press(pilot, ["enter"])
        assert moves(pilot) == ""
        await pilot.click(bar, offset=(region_lines(pilot, bar)[0].index("Help"), 0))
        assert shown(pilot) is HelpScreen
        assert " r   undo, redo" in screen_text(pilot)
        await press(pilot, "q")
        await pilot.click(bar, offset=(region_lines(pilot, bar)[0].index("Menu"), 0))
        assert shown(pilot) is MenuScreen


async def test_the_app_is_usable_with_no_keys_at_all() -> None:
    keys = dict.fromkeys((name for name, _description in action_names()), "")
    assert check_keys(keys) == (keys, [])
    async with running(people(), settings=replace(PEOPLE, keys=keys)) as pilot:
        await press(pilot, "4")
        assert moves(pilot) == "4"
        app_of(pilot).action_help()
        await pilot.pause()
        assert shown(pilot) is HelpScreen
        assert "twice: quit" in screen_text(pilot)
        app_of(pilot).navigation.open("settings")
        app_of(pilot).navigation.open("library")
        await pilot.pause()


async def test_the_line_of_a_paused_game_names_the_keys_that_there_are() -> None:
    settings = replace(SLOW, keys={"game.pause": "z", "game.step": "semicolon"})
    async with running(computers(), settings=settings) as pilot:
        await press(pilot, "z")
        assert status(pilot) == "Paused: z to continue, semicolon for one move"


async def test_a_sentence_names_an_action_without_a_key_by_its_label() -> None:
    settings = replace(SLOW, keys={"game.step": ""})
    async with running(computers(), settings=settings) as pilot:
        await press(pilot, "p")
        assert status(pilot) == "Paused: p to continue, Step for one move"


# Presets


@pytest.mark.parametrize("preset", PRESETS)
def test_the_keys_of_a_preset_do_not_clash(preset: str) -> None:
    assert list(conflicts(PRESETS[preset])) == []
    assert check_keys(PRESETS[preset]) == (PRESETS[preset], [])
    assert keys_with_preset(preset, {}) == PRESETS[preset]


def test_keys_of_ones_own_come_before_those_of_a_preset() -> None:
    own = {"game.hint": "h", "game.undo": "z"}
    assert check_keys(own, "vim") == (own, [])
    keys = keys_with_preset("vim", own)
    assert (keys["game.hint"], keys["game.undo"]) == ("h", "z")
    assert "board.left" not in keys and keys["board.right"] == "right,l"
    assert check_keys({"game.redo": "u"}, "vim") == ({}, [("game.redo", TAKEN.format("u"))])


async def test_with_vim_keys_the_cursor_moves_and_drops() -> None:
    async with running(people(), settings=replace(PEOPLE, preset="vim")) as pilot:
        await press(pilot, "hhlj")
        assert moves(pilot) == "3"
        await press(pilot, "H")
        await settled(pilot)
        assert status(pilot).startswith("Column ")
        bar = region_lines(pilot, pilot.app.screen.query_one(KeyBar))[0]
        assert "H Hint" in bar
        await press(pilot, "?")
        text = screen_text(pilot)
        assert "◂ ▸ h l   choose a column" in text
        assert status(pilot).endswith("Right: the manual")
        await press(pilot, "jjj")
        assert screen_text(pilot) != text
        await press(pilot, "l")
        assert "manual 1 of " in screen_text(pilot)
        await press(pilot, "h?")
        assert shown(pilot) is GameScreen


def test_with_vim_keys_help_has_both_keys_of_every_action() -> None:
    vim = keys_with_preset("vim", {})
    cards = next(key_groups(vim, by_cell=True)).cards
    rows = {text: keys for card in cards for keys, text in card.rows}
    assert rows["choose a cell"] == "Left Right Up Down h l k j"
    assert rows["look back, forward"] == "b f"
    columns = next(key_groups(vim, by_cell=False)).cards
    assert ("Space Down j", "drop the disc") in columns[0].rows


async def test_help_names_the_key_of_the_settings_that_opens_the_manual() -> None:
    settings = replace(PEOPLE, keys={"help.next": "N"})
    async with running(people(), settings=settings) as pilot:
        await press(pilot, "?")
        assert status(pilot).endswith("N: the manual")
        await press(pilot, "N")
        assert status(pilot).startswith("N: the next page")


async def test_with_vim_keys_the_arrows_of_a_cell_have_letters_too() -> None:
    settings = replace(PEOPLE, preset="vim", cursor="cell")
    async with running(people(), settings=settings) as pilot:
        grid = grid_of(pilot)
        before = grid.cursor_row
        await press(pilot, "k")
        assert grid.cursor_row == before + 1
        await press(pilot, ["j", "enter"])
        assert moves(pilot) == "4"


async def test_with_vim_keys_a_finished_game_is_stepped_through() -> None:
    game = parse_game(RED_WINS)
    async with running(people(game=game), settings=replace(PEOPLE, preset="vim")) as pilot:
        await pilot.pause()
        await press(pilot, "hh")
        assert status(pilot).startswith("Move 5 of 7")
        await press(pilot, "lj")
        assert status(pilot).startswith("Move 6 of 7")
        assert choices_of(pilot).row.id == "review"


async def test_with_vim_keys_lists_are_walked_through() -> None:
    async with running(settings=replace(PEOPLE, preset="vim")) as pilot:
        choices_of(pilot).select("red_name")
        await press(pilot, "kl")
        assert choices_of(pilot).row.id == "red_level"
        assert app_of(pilot).preferences.settings.red_level == "auto"
        await press(pilot, "hj")
        assert app_of(pilot).preferences.settings.red_level == "human"
        assert choices_of(pilot).row.id == "red_name"
        await press(pilot, "L")
        assert shown(pilot) is LibraryScreen


async def test_a_letter_of_the_preset_chooses_no_column() -> None:
    wide = people(geometry=Geometry(20, 6))
    async with running(wide, settings=replace(PEOPLE, preset="vim")) as pilot:
        await press(pilot, "GI")  # columns 16 and 18
        assert moves(pilot) == "16 18"
        await press(pilot, "H")
        await settled(pilot)
        assert moves(pilot) == "16 18"


async def test_a_preset_chosen_during_a_game_counts_at_once() -> None:
    async with running(people()) as pilot:
        app_of(pilot).navigation.open("settings")
        await pilot.pause()
        choices_of(pilot).select("keys")
        await press(pilot, ["right", "q", "h", "j"])
        assert moves(pilot) == "3"
        assert 'keys = "vim"' in settings_text()
        app_of(pilot).navigation.open("settings")
        await pilot.pause()
        choices_of(pilot).select("keys")
        await press(pilot, ["l", "q", "j"])
        assert moves(pilot) == "3"
