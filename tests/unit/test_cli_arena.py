"""Programs on the command line: `p4tui arena check`, `p4tui ugi`, and programs in seats."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from pathlib import Path

import pytest

from p4tui.arena import child
from p4tui.arena.launch import absolute_command
from p4tui.arena.naming import UnknownPlayerError, player_text
from p4tui.cli.parser import UsageError
from p4tui.cli.play.seats import choose_seats, seat
from p4tui.play.seats import LevelSeat, Person, Program, Seat
from p4tui.players.levels import FIRST_LEVEL
from p4tui.settings import Settings
from tests.plain.driving import p4tui
from tests.unit import programs
from tests.unit.programs import program

MINE = Settings(programs={"My bot": "ugi:./bot"})


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "QUIT_SECONDS", 0.02)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a Python file, an executable one, a plain one and a folder."""
    monkeypatch.chdir(tmp_path)
    for name in ("bot.py", "run me", "notes.txt"):
        (tmp_path / name).write_text("#!/bin/sh\n", encoding="utf-8")
    (tmp_path / "run me").chmod(0o755)
    (tmp_path / "classes").mkdir()
    return tmp_path


# Names


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("club", "club"),
        ("bot.py", "ugi:python3 {folder}/bot.py"),
        ("./bot.py", "ugi:python3 {folder}/bot.py"),
        ("run me", "ugi:'{folder}/run me'"),
        ("ugi:python3 bot.py --fast", "ugi:python3 {folder}/bot.py --fast"),
        ("ugi:java -cp classes Bot", "ugi:java -cp {folder}/classes Bot"),
        ("ugi:./'run me'", "ugi:'{folder}/run me'"),
        ("ugi:bot.py", "ugi:bot.py"),
        ("ugi:python3 -m classes", "ugi:python3 -m classes"),
        ("lines:python3 bot.py", "lines:python3 {folder}/bot.py"),
        ("kaggle:bot.py", "kaggle:{folder}/bot.py"),
        ("kaggle:run me", "kaggle:{folder}/run me"),
        ("My bot", "ugi:./bot"),
    ],
)
def test_players_are_named_in_many_ways(text: str, found: str, folder: Path) -> None:
    assert player_text(text, MINE.programs) == found.format(folder=folder)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "human",
            "auto",
            "notes.txt",
            "classes",
            "no.py",
            "ugi:",
            "uci:bot",
            "ugi:'open",
            "",
            "\0",
        ),
        *("kaggle:", "kaggle:no.py", "kaggle:classes", "kaggle:\0"),
    ],
)
def test_other_texts_name_no_player(text: str, folder: Path) -> None:
    with pytest.raises(UnknownPlayerError):
        player_text(text, {})


def test_the_home_folder_may_be_a_tilde(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(folder))
    assert absolute_command("python3 ~/bot.py ~/none") == f"python3 {folder}/bot.py '~/none'"


@pytest.mark.parametrize("word", ["x" * 5000, "~nobody-here/bot.py"])
def test_a_word_that_can_name_no_file_stays(word: str) -> None:
    assert shlex.split(absolute_command(f"python3 '{word}'")) == ["python3", word]


# Seats


def arguments(names: list[str], red: str | None, yellow: str | None) -> argparse.Namespace:
    return argparse.Namespace(names=names, red=red, yellow=yellow, level=None)


@pytest.mark.parametrize(
    ("names", "red", "yellow", "seats"),
    [
        ([], None, "ugi:bot", (Person(), Program("ugi:bot"))),
        (["Alice"], None, "ugi:bot", (Person("Alice"), Program("ugi:bot"))),
        ([], "ugi:bot", None, (Program("ugi:bot"), Person())),
        ([], None, "My bot", (Person(), Program("ugi:./bot", "My bot"))),
        ([], "Alice", "ugi:bot", (Person("Alice"), Program("ugi:bot"))),
        ([], "Alice", None, (Person("Alice"), LevelSeat(FIRST_LEVEL, auto=True))),
        (["Bob"], "Alice", None, (Person("Alice"), Person("Bob"))),
        ([], "Alice", "Bob", (Person("Alice"), Person("Bob"))),
        (["Alice"], "ugi:bot", None, (Program("ugi:bot"), Person("Alice"))),
    ],
)
def test_programs_and_people_have_seats(
    names: list[str], red: str | None, yellow: str | None, seats: tuple[Seat, Seat]
) -> None:
    assert choose_seats(arguments(names, red, yellow), MINE) == seats


def test_a_third_name_is_refused() -> None:
    with pytest.raises(UsageError):
        choose_seats(arguments(["Bob", "Carl"], "Alice", None), MINE)


def test_a_capital_letter_makes_a_name_and_no_level() -> None:
    assert seat("Alice") == "Alice"
    for text in ("alice", "Club", "./Alice", "UGI:bot"):
        answer = p4tui("play", "--plain", "--red", text)
        assert (answer.status, answer.out) == (2, "")
        assert "is no player" in answer.err


def test_a_game_against_a_program_is_played_saved_and_replayed(tmp_path: Path) -> None:
    text = program(tmp_path, programs.ECHO)
    answer = p4tui("play", "--plain", "--yellow", text, "Alice", typed="1\nprogram\nquit\n")
    assert "bot.py plays column 2" in answer.lines
    assert "bot.py: output" in answer.lines
    assert "Alice  bot.py" in p4tui("games").out
    assert '"kind": "program"' in p4tui("games", "export", "--all", "--format", "json").out
    assert "bot.py" in p4tui("games", "show", "1").out
    resumed = p4tui("resume", "--plain", typed="1\n")
    assert "bot.py plays column 4" in resumed.lines


def test_a_program_that_fails_can_be_asked_again_or_replaced(tmp_path: Path) -> None:
    text = program(tmp_path, programs.EXIT)
    typed = "1\ngo\ngo\ngo\nlevel random yellow\nquit\n"
    answer = p4tui("play", "--plain", "--yellow", text, "Alice", typed=typed)
    said = [line for line in answer.lines if line.startswith("bot.py has")]
    assert said == [
        *["bot.py has ended: out of ideas."] * 3,
        "bot.py has crashed three times and plays no more.",
    ]
    assert any(line.startswith("Random plays column") for line in answer.lines)


# p4tui arena check


def test_the_check_prints_a_line_for_each_point(tmp_path: Path) -> None:
    answer = p4tui("arena", "check", program(tmp_path, programs.GOOD))
    assert answer.status == 0
    assert [line.split(":")[0] for line in answer.lines] == [
        *("Handshake", "Flush", "Full columns", "Other size", "Time", "Stop", "Quit")
    ]
    assert [line.split(": ")[1] for line in answer.lines] == [
        *("pass", "pass", "pass", "remark", "pass", "pass", "pass")
    ]


def test_a_failed_check_has_status_1_and_names_the_mistake(tmp_path: Path) -> None:
    answer = p4tui("arena", "check", program(tmp_path, "turns(lambda: say('bestmove 0'))"))
    assert (answer.status, len(answer.lines)) == (1, 2)
    assert "Columns count from 1: the left one is 1, not 0." in answer.lines[1]


@pytest.mark.parametrize("text", ["club", "no.py", "ugi:", "human", "ugi:'open\x1b"])
def test_what_is_no_program_cannot_be_checked(text: str) -> None:
    answer = p4tui("arena", "check", text)
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.count("\n") == 1
    assert "\x1b" not in answer.err


def test_a_program_that_is_missing_fails_the_check() -> None:
    answer = p4tui("arena", "check", "ugi:./no-such-bot")
    assert answer.status == 1
    assert answer.lines == [
        "Handshake: wrong: no-such-bot cannot be started: there is no program ./no-such-bot."
    ]


# p4tui ugi


def test_a_level_is_offered_as_an_engine() -> None:
    typed = "ugi\nposition startpos moves 1 2 1 2 1 2\ngo movetime 100\n"
    answer = p4tui("ugi", "--level", "winner", typed=typed)
    assert answer.status == 0
    assert answer.lines[-1] == "bestmove 1"


def test_an_unknown_level_is_refused() -> None:
    answer = p4tui("ugi", "--level", "grandmaster")
    assert (answer.status, answer.out) == (2, "")


def test_the_engine_passes_our_own_check() -> None:
    command = shlex.join([sys.executable, "-m", "p4tui", "ugi", "--level", "careful"])
    answer = p4tui("arena", "check", f"ugi:{command}")
    assert answer.status == 0, answer.out
    assert os.environ["HOME"]
