"""Keys of one's own: what is wrong with them is said, and what is said of keys is true."""

from __future__ import annotations

from dataclasses import replace

import pytest

from p4tui.settings import load
from p4tui.tui.keymap import wrong_keys
from p4tui.tui.screens.dialogs import NoticeScreen
from tests.tui.driving import (
    SLOW,
    computers,
    press,
    running,
    screen_text,
    settings_path,
    shown,
    status,
)


@pytest.mark.parametrize(
    ("keymap", "wrong"),
    [
        ({}, []),
        ({"game.undo": "u,backspace", "board.left": "a"}, []),
        ({"game.undo": "r", "game.redo": "u"}, []),
        ({"results.first": "H"}, []),
        ({"game.undoo": "u"}, [("game.undoo", "")]),
        ({"game.undo": "r"}, [("game.undo", "r")]),
        ({"game.undo": "b, ?"}, [("game.undo", "question_mark")]),
        ({"board.left": "h"}, [("board.left", "h")]),
    ],
)
def test_a_key_map_with_strangers_and_collisions(
    keymap: dict[str, str], wrong: list[tuple[str, str]]
) -> None:
    assert list(wrong_keys(keymap)) == wrong


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('"game.undo" = "r"', "line 2, keys.game.undo: another action has the key r."),
        ('game.undo = "r"', "line 2, keys.game.undo: another action has the key r."),
        ('"game.undoo" = "u"', "line 2, keys.game.undoo: there is no such setting."),
    ],
)
async def test_wrong_keys_in_the_file_are_said_with_their_line(line: str, reason: str) -> None:
    settings_path().parent.mkdir(parents=True, exist_ok=True)
    settings_path().write_text(f"[keys]\n{line}\n", encoding="utf-8")
    settings, problem = load(settings_path())
    assert problem is None
    async with running(settings=settings) as pilot:
        assert shown(pilot) is NoticeScreen
        assert reason in " ".join(screen_text(pilot).split())


async def test_the_line_of_a_paused_game_names_the_keys_that_there_are() -> None:
    settings = replace(SLOW, keys={"game.pause": "z", "game.step": "comma"})
    async with running(computers(), settings=settings) as pilot:
        await press(pilot, "z")
        assert status(pilot) == "Paused: z goes on, comma makes one move"
