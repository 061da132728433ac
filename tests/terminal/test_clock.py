"""A clock in a real terminal: the flag falls, and the time stands still while the program is stopped."""

from __future__ import annotations

import shlex
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.terminal.harness import TerminalProgram
from tests.terminal.leaping import leap
from tests.terminal.measure import time_left
from tests.terminal.reading import moves

pytestmark = pytest.mark.terminal

PLAY = (sys.executable, "-m", "p4tui", "play", "Alice", "Bob", "--animation", "off")
PLAIN = (*PLAY, "--plain")
TEN_MINUTES = ("play", "Alice", "Bob", "--animation", "off", "--clock", "10")
AN_HOUR = 3600.0
"""Seconds that a stop lasts: longer than the clock, and than the gap that tells of it."""
NINE_MINUTES = 540
"""Seconds that are left after a few moves on any machine."""


@contextmanager
def with_ten_minutes(folder: Path, *options: str) -> Iterator[TerminalProgram]:
    """A game with clocks, in which the file `time` of a folder says how long it was stopped."""
    leap(folder / "time", 0)
    program = (sys.executable, "-m", "tests.terminal.leaping", str(folder / "time"))
    with TerminalProgram((*program, *TEN_MINUTES, *options)) as running:
        yield running


def test_the_shortest_clock_ends_the_game_on_the_screen() -> None:
    with TerminalProgram((*PLAY, "--clock", "0.02+0")) as program:
        program.wait_for_text("Alice: choose a column")
        program.send("4")
        program.wait_for_text("Alice wins: Bob is out of time")
        program.wait_for_text("Rematch")
        program.send("q")
        program.wait_for_text("Play")


def test_a_clock_that_leaps_ends_the_game(tmp_path: Path) -> None:
    """The judge of the tests below: an hour that is not passed over is too long."""
    with with_ten_minutes(tmp_path, "--plain") as program:
        program.wait_for_text("Alice: choose a column (10:00 left)")
        program.send("4\n")
        program.wait_for_text("Bob: choose a column (10:00 left)")
        leap(tmp_path / "time", AN_HOUR)
        program.wait_for_text("Bob's time has run out.")


def test_a_suspended_game_keeps_its_time(tmp_path: Path) -> None:
    with with_ten_minutes(tmp_path) as program:
        program.wait_for_text("Alice: choose a column")
        program.send("4")
        program.wait_for_text("Bob: choose a column")
        program.send(b"\x1a")
        program.wait_stopped()
        leap(tmp_path / "time", AN_HOUR)
        program.write_on_screen(b"\x1b[H\x1b[2J")
        program.resume()
        program.wait_for_text("Bob: choose a column")
        program.send("4")
        program.wait_for_text("Alice: choose a column")
        program.wait_for(lambda lines: moves(lines) == "44", what="both moves")
        assert time_left(program.display) >= NINE_MINUTES


def test_a_game_that_was_stopped_without_a_word_keeps_its_time(tmp_path: Path) -> None:
    with with_ten_minutes(tmp_path) as program:
        program.wait_for_text("Alice: choose a column")
        program.send("4")
        program.wait_for_text("Bob: choose a column")
        program.signal(signal.SIGSTOP)
        program.wait_stopped()
        leap(tmp_path / "time", AN_HOUR)
        mark = program.mark()
        program.resume()
        # What is typed before the terminal has been taken over again is lost.
        program.wait_for(lambda _: b"choose" in program.bytes_since(mark))
        program.send("4")
        program.wait_for_text("Alice: choose a column")
        program.wait_for(lambda lines: moves(lines) == "44", what="both moves")
        assert time_left(program.display) >= NINE_MINUTES


def test_a_plain_game_tells_of_the_flag_at_once() -> None:
    with TerminalProgram((*PLAIN, "--clock", "0.02")) as program:
        program.wait_for_text("Alice: choose a column (0:02 left)")
        program.send("4\n")
        program.wait_for_text("Bob's time has run out.")
        program.wait_for_text("Alice has won")
        program.send("new\n")
        program.wait_for_text("Bob: choose a column (0:02 left)")
        program.send("quit\n")
        assert program.wait_exit() == 0


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs a shell with job control")
def test_a_suspended_plain_game_keeps_its_time(tmp_path: Path) -> None:
    leap(tmp_path / "time", 0)
    words = ("-m", "tests.terminal.leaping", str(tmp_path / "time"), *TEN_MINUTES, "--plain")
    bash = ["bash", "--norc", "--noediting", "-i"]
    with TerminalProgram(bash, environ={"PS1": "shell> "}) as shell:
        shell.wait_for_text("shell> ")
        shell.send(f"clear; {shlex.join((sys.executable, *words))}\n")
        shell.wait_for_text("Alice: choose a column (10:00 left)")
        shell.send("4\n")
        shell.wait_for_text("Bob: choose a column (10:00 left)")
        # It waits for a line from a moment after the question on.
        shell.wait_quiet(0.05)
        shell.send(b"\x1a")
        shell.wait_for_text("Stopped")
        leap(tmp_path / "time", AN_HOUR)
        mark = shell.send("clear; fg\n")
        shell.wait_for(lambda _: b"leaping" in shell.bytes_since(mark))
        shell.send("clock\n")
        shell.wait_for_text("Time left: Alice 10:00, Bob ")
        assert time_left(shell.display) >= NINE_MINUTES
        shell.send("4\n")
        shell.wait_for_text("Alice: choose a column (10:00 left)")


def test_ctrl_z_does_nothing_where_no_shell_could_let_the_game_go_on(tmp_path: Path) -> None:
    """As where sshd starts it: the system ignores the signal."""
    with with_ten_minutes(tmp_path, "--plain") as program:
        program.wait_for_text("Alice: choose a column (10:00 left)")
        program.wait_quiet(0.05)
        program.send(b"\x1a")
        program.wait_for_text("^Z")
        program.send("4\n")
        program.wait_for_text("Bob: choose a column (10:00 left)")
