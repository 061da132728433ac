"""A clock in a real terminal: the flag falls, and the time stands still while the program is stopped."""

from __future__ import annotations

import signal
import sys

import pytest

from tests.terminal.harness import TerminalProgram

pytestmark = pytest.mark.terminal

PLAY = (sys.executable, "-m", "p4tui", "play", "Alice", "Bob", "--animation", "off")
PLAIN = (*PLAY, "--plain")
SIX_SECONDS = ("--clock", "0.1")
LONGER = 7.0
"""Seconds that a stop lasts: longer than the clock, and than the gap that tells of it."""


def test_the_shortest_clock_ends_the_game_on_the_screen() -> None:
    with TerminalProgram((*PLAY, "--clock", "0.02+0")) as program:
        program.wait_for_text("Alice: choose a column")
        program.send("4")
        program.wait_for_text("Bob's time has run out.")
        program.wait_for_text("Rematch")
        program.send("q")
        program.wait_for_text("Play")


def test_a_suspended_game_keeps_its_time() -> None:
    with TerminalProgram((*PLAY, *SIX_SECONDS)) as program:
        program.wait_for_text("Alice: choose a column")
        program.send("4")
        program.wait_for_text("Bob: choose a column")
        program.send(b"\x1a")
        program.wait_stopped()
        program.watch(LONGER)
        program.write_on_screen(b"\x1b[H\x1b[2J")
        program.resume()
        program.wait_for_text("Bob: choose a column")
        program.send("4")
        program.wait_for_text("Alice: choose a column")
        program.wait_for_text("44")


def test_a_game_that_was_stopped_without_a_word_keeps_its_time() -> None:
    with TerminalProgram((*PLAY, *SIX_SECONDS)) as program:
        program.wait_for_text("Alice: choose a column")
        program.send("4")
        program.wait_for_text("Bob: choose a column")
        program.signal(signal.SIGSTOP)
        program.wait_stopped()
        program.watch(LONGER)
        program.resume()
        program.send("4")
        program.wait_for_text("Alice: choose a column")
        program.wait_for_text("44")


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


def test_a_suspended_plain_game_keeps_its_time() -> None:
    with TerminalProgram((*PLAIN, *SIX_SECONDS)) as program:
        program.wait_for_text("Alice: choose a column (0:06 left)")
        program.send("4\n")
        program.wait_for_text("Bob: choose a column (0:06 left)")
        program.send(b"\x1a")
        program.wait_stopped()
        program.watch(LONGER)
        program.resume()
        program.send("clock\n")
        program.wait_for_text("Time left: Alice 0:06, Bob 0:0")
        program.send("4\n")
        program.wait_for_text("Alice: choose a column (0:06 left)")
