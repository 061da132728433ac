"""A game inside tmux, as most people on servers play it."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal.harness import LOOK_SECONDS, TIMEOUT

pytestmark = [pytest.mark.terminal, pytest.mark.tmux]


class Tmux:
    """A tmux server of its own with one window, and the program in it."""

    def __init__(self, folder: Path, *command: str, columns: int = 80, lines: int = 24) -> None:
        self._socket = str(folder / "socket")
        size = ("-x", str(columns), "-y", str(lines))
        self.run("-f", "/dev/null", "new-session", "-d", "-s", "game", *size, *command)

    def run(self, *arguments: str) -> str:
        """Ask tmux for something and give its answer."""
        environ = {name: value for name, value in os.environ.items() if name != "TMUX"}
        command = ("tmux", "-u", "-S", self._socket, *arguments)
        return subprocess.run(
            command, check=True, capture_output=True, text=True, env=environ
        ).stdout

    def keys(self, *keys: str) -> None:
        """Press keys, by tmux's names."""
        self.run("send-keys", "-t", "game", *keys)

    def wait_for(self, text: str) -> None:
        """Read the screen until a text is on it."""
        deadline = time.monotonic() + TIMEOUT
        while text not in (shown := self.run("capture-pane", "-p", "-t", "game")):
            assert time.monotonic() < deadline, f"{text!r} is not shown:\n{shown}"
            select.select([], [], [], LOOK_SECONDS)

    def close(self) -> None:
        """End the server and what runs in it."""
        self.run("kill-server")


@pytest.fixture(params=[(80, 24), (40, 12)], ids=["80x24", "40x12"])
def board(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Tmux]:
    """A game of two people."""
    program = (sys.executable, "-m", "p4tui", "Alice", "Bob", "--animation", "off")
    columns, lines = request.param
    tmux = Tmux(tmp_path, *program, columns=columns, lines=lines)
    yield tmux
    tmux.close()


def test_a_game_is_won_inside_tmux(board: Tmux) -> None:
    board.wait_for("Alice: choose a column")
    board.keys("1")
    board.wait_for("Bob: choose a column")
    board.keys("u")
    board.wait_for("Alice: choose a column")
    for column in ("1", "2", "3"):
        board.keys("End", "Left", "Left", "Left", "Space")
        board.wait_for("Bob: choose a column")
        board.keys(column)
        board.wait_for("Alice: choose a column")
    board.keys("4")
    board.wait_for("Alice wins")
    board.wait_for("Rematch")
