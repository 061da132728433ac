"""Two real terminals play one game: bytes, silence, and a host that is killed."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from tests.terminal.harness import TerminalProgram
from tests.terminal.measure import FLAT, QUIET

pytestmark = pytest.mark.terminal


def terminal(folder: Path, home: Path, *arguments: str) -> TerminalProgram:
    """Start p4tui at a terminal of 256 colours; open games are in a folder of the test."""
    command = [sys.executable, "-m", "tests.terminal.apart", str(folder), *arguments]
    home.mkdir(exist_ok=True)
    return TerminalProgram([*command, "--animation", "off"], home=home)


def settle(*programs: TerminalProgram) -> None:
    """Wait until all are silent."""
    for program in programs:
        program.wait_quiet(QUIET)


def test_two_terminals_play_one_game_lose_the_line_and_come_back(tmp_path: Path) -> None:
    folder, alice = tmp_path / "open", tmp_path / "alice"
    folder.mkdir()
    with terminal(folder, alice, "host", "--as", "Alice", "--game", "club") as host:
        host.wait_for_text("p4tui join club")
        with terminal(folder, tmp_path / "bob", "join", "club", "--as", "Bob") as guest:
            guest.wait_for_text("Alice is to move")
            host.wait_for_text("Bob has joined.")
            settle(host, guest)
            for player, other, key in ((host, guest, "4"), (guest, host, "3"), (host, guest, "2")):
                mark = other.mark()
                player.send(key)
                other.wait_for_text(f"column {key}.")
                settle(host, guest)
                assert len(other.bytes_since(mark)) <= FLAT.drop
            assert (host.watch(1.0), guest.watch(1.0)) == (0, 0)
            host.signal(signal.SIGKILL)
            guest.wait_for_text("The line is lost")
            guest.send("1")
            guest.wait_for_text("4 3")
            with terminal(folder, alice, "resume") as again:
                again.wait_for_text("Bob: column 1.")
                guest.wait_for_text("Alice is to move")
                again.send("g")
                again.wait_for_text("Resign this game?")
                again.send("y")
                again.wait_for_text("Bob wins")
                guest.wait_for_text("Bob wins")
