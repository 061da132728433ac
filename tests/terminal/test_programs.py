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
