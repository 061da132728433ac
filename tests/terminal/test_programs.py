"""Programs in a real terminal: however p4tui ends, they end with it."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.terminal.harness import TerminalProgram
from tests.terminal.test_games import P4TUI, STILL
from tests.unit import programs
from tests.unit.programs import group_of, program

pytestmark = pytest.mark.terminal

NEVER = """
with open(sys.argv[1], "w") as file:
    file.write(str(os.getpid()))
""" + programs.NO_END.replace("turns(good)", "turns(lambda: time.sleep(60))")
"""Says who it is, and ends only when it is killed."""


def quit_by_key(running: TerminalProgram) -> None:
    running.send("q")
    running.wait_for_text("Leave this game?")
    running.send("y")
    running.wait_for_text("Play")
    running.send("q")


WAYS: dict[str, tuple[Callable[[TerminalProgram], object], int]] = {
    "quit": (quit_by_key, 0),
    "SIGTERM": (lambda running: running.signal(signal.SIGTERM), 128 + signal.SIGTERM),
    "a closed window": (lambda running: running.hang_up(), 128 + signal.SIGHUP),
}


@pytest.mark.parametrize("way", WAYS)
def test_no_program_outlives_the_app(way: str, tmp_path: Path) -> None:
    end, status = WAYS[way]
    written = tmp_path / "pid"
    os.mkfifo(written)
    text = f"{program(tmp_path, NEVER)} '{written}'"
    with TerminalProgram((*P4TUI, "play", "Alice", "--yellow", text, *STILL)) as running:
        running.wait_for_text("Alice")
        running.send("4")
        pid = int(written.read_text(encoding="utf-8"))
        end(running)
        assert running.wait_exit() == status
    assert group_of(pid) == []


def stop_by_key(running: TerminalProgram) -> None:
    running.send("q")
    running.wait_for_text("Stop the tournament?")
    running.send("y")


def interrupt_twice(running: TerminalProgram) -> None:
    running.send("\x03")
    running.wait_for_text("Press Ctrl+C again")
    running.send("\x03")


STOPS: dict[str, tuple[Callable[[TerminalProgram], object], int]] = {
    "stopped": (stop_by_key, 130),
    "Ctrl+C": (interrupt_twice, 130),
    "SIGTERM": (lambda running: running.signal(signal.SIGTERM), 128 + signal.SIGTERM),
}


@pytest.mark.parametrize(
    "way", [pytest.param(way, marks=[pytest.mark.exhaustive] * (way != "stopped")) for way in STOPS]
)
def test_a_tournament_that_is_stopped_leaves_its_table_and_no_program(
    way: str, tmp_path: Path
) -> None:
    end, status = STOPS[way]
    written, games = tmp_path / "pid", tmp_path / "games.jsonl"
    os.mkfifo(written)
    text = f"{program(tmp_path, NEVER)} '{written}'"
    options = ("--movetime", "60000", "--jobs", "1", "--output", str(games))
    with TerminalProgram((*P4TUI, "arena", "play", text, "random", *options)) as running:
        running.wait_for_text("0 of 2 games")
        pid = int(written.read_text(encoding="utf-8"))
        end(running)
        assert running.wait_exit() == status
        assert "0 of 2 games are in" in str(running)
    assert group_of(pid) == []
