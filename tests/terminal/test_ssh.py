"""Games over SSH, as most people on servers play: whole ones, and ones whose line is cut."""

from __future__ import annotations

import os
import shlex
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import pytest

from tests.terminal.harness import COLOURLESS, TMUX_SETTINGS, TerminalProgram, style_codes
from tests.terminal.measure import PERFECT
from tests.terminal.reading import moves
from tests.terminal.remote import FarEnd, Sshd, p4tui

pytestmark = [pytest.mark.terminal, pytest.mark.ssh]

GAME = p4tui("Alice", "Bob")
THINKING = PERFECT
"""A game in which the computer searches, on every core, after the first drop."""
SOON = 60.0
"""Seconds after which nothing of a game whose line was cut may be left, however busy the machine is."""


@pytest.fixture(scope="module")
def sshd() -> Iterator[Sshd]:
    with Sshd() as daemon:
        yield daemon


@pytest.fixture
def far_end(sshd: Sshd) -> Iterator[FarEnd]:
    """The far end of the lines of one test; nothing may be left there."""
    end = FarEnd(sshd)
    try:
        yield end
        end.wait_gone(SOON)
    finally:
        end.close()


def press(program: TerminalProgram, *keys: str) -> None:
    """Press keys one after the other, each once the answer to the last was seen."""
    for key in keys:
        program.wait_for_output(since=program.send(key))
        program.wait_quiet(0.05)


def test_a_whole_game_by_keys(far_end: FarEnd) -> None:
    with far_end.line(*GAME) as line:
        line.wait_for_text("Alice: choose a column")
        press(line, *"43434", "\x1b[D", "\x1b[D")
        assert moves(line.display) == "43434"
        press(line, "\x1b[C", " ", "4")
        line.wait_for_text("Alice wins")
        press(line, "q")
        line.wait_for_text("Quit")
        line.send("q")
        assert line.wait_exit() == 0
        assert line.modes_left_on() == set()


def drop_bytes(far_end: FarEnd, *options: str) -> int:
    """How many bytes come over the line for a drop on the empty board."""
    with far_end.line(*GAME, *options) as line:
        line.wait_for_text("Alice: choose a column")
        line.wait_quiet(0.25)
        mark = line.send("4")
        line.wait_for_text("Bob: choose a column")
        line.wait_quiet(0.25)
        line.send("q\r")
        return len(line.bytes_since(mark))


def test_nothing_falls_unless_it_is_asked_for(far_end: FarEnd) -> None:
    plain, still, falling = (
        drop_bytes(far_end, *options)
        for options in ((), ("--animation", "off"), ("--animation", "on"))
    )
    assert plain == still <= 500
    assert falling > 1.5 * still


def cut_at_home(line: TerminalProgram, sshd: Sshd) -> None:
    """The near end dies without a word: the far one finds its connection closed."""
    line.signal(signal.SIGKILL)


def cut_far_away(line: TerminalProgram, sshd: Sshd) -> None:
    """The daemon's processes for the line die."""
    for pid in sshd.sessions():
        os.kill(pid, signal.SIGKILL)


Cut = Callable[[TerminalProgram, Sshd], None]
each_cut = pytest.mark.parametrize("cut", [cut_at_home, cut_far_away])


@each_cut
@pytest.mark.parametrize("command", [GAME, THINKING], ids=["waiting", "thinking"])
def test_a_game_whose_line_is_cut_is_gone(
    far_end: FarEnd, sshd: Sshd, cut: Cut, command: Sequence[str]
) -> None:
    with far_end.line(*command) as line:
        line.wait_for_text("choose a column")
        press(line, "4")
        line.wait_for_text("is thinking" if command is THINKING else "Bob: choose a column")
        assert len(far_end.processes()) == 1
        cut(line, sshd)
        line.wait_exit()
        far_end.wait_gone(SOON)
        assert sshd.wait_hung_up(SOON)


@each_cut
def test_a_game_whose_line_is_cut_ends_as_one_that_was_hung_up_on(
    far_end: FarEnd, sshd: Sshd, cut: Cut
) -> None:
    # This shell lives on and gives no signal to the game: it finds out by reading its terminal.
    status = far_end.home / "status"
    with far_end.line(*GAME, before="trap : HUP;", behind=f"; echo $? >{status}") as line:
        line.wait_for_text("Alice: choose a column")
        press(line, "4", "3")
        assert moves(line.display) == "43"
        cut(line, sshd)
        line.wait_exit()
        far_end.wait_gone(SOON)
    far_end.wait_for_file(status, SOON)
    assert status.read_text() == "129\n"
    with far_end.line(*p4tui("resume")) as line:
        line.wait_for_text("Alice: choose a column")
        assert moves(line.display) == "43"
        press(line, "u")
        assert moves(line.display) == "4"
        line.send("qy")
        line.wait_for_text("Resume")
        line.send("q")
        line.wait_exit()


def in_tmux(far_end: FarEnd, *command: str) -> Sequence[str]:
    """The command that starts tmux with a server of its own, and gives the game every line."""
    settings = far_end.home / "tmux.conf"
    settings.write_text(TMUX_SETTINGS)
    return ("tmux", "-u", "-S", str(far_end.home / "tmux"), "-f", str(settings), *command)


@pytest.mark.tmux
@each_cut
def test_a_game_in_tmux_outlives_the_line(far_end: FarEnd, sshd: Sshd, cut: Cut) -> None:
    with far_end.line(*in_tmux(far_end, "new-session", "-s", "game", *GAME)) as line:
        line.wait_for_text("Alice: choose a column")
        press(line, *"4343")
        assert moves(line.display) == "4343"
        picture, game = line.display, far_end.the_game()
        cut(line, sshd)
        line.wait_exit()
    assert sshd.wait_hung_up(SOON)
    with far_end.line(*in_tmux(far_end, "attach-session", "-t", "game")) as line:
        line.wait_for(lambda lines: lines == picture, what="the same picture")
        assert far_end.the_game() == game
        press(line, *"434")
        line.wait_for_text("Alice wins")
        press(line, "q")
        line.wait_for_text("Quit")
        line.send("q")
        line.wait_exit()
    far_end.wait_gone(SOON)


def test_a_window_of_another_size_at_home_is_one_at_the_far_end(far_end: FarEnd) -> None:
    with far_end.line(*GAME) as line:
        line.wait_for_text("Alice: choose a column")
        press(line, *"434")
        line.resize(20, 8)
        line.wait_for_text("Window too small")
        line.resize(40, 12)
        line.wait_for(lambda lines: "Bob: choose a column" in lines[10], what="40x12")
        line.resize(200, 60)
        line.wait_for(lambda lines: "Bob: choose a column" in lines[58], what="200x60")
        assert moves(line.display) == "434"
        press(line, *"3434")
        line.wait_for_text("Alice wins")
        line.send("\x03\x03")
        assert line.wait_exit() == 0


def test_a_game_in_a_far_shell_is_suspended_and_comes_back(far_end: FarEnd) -> None:
    with far_shell(far_end) as line:
        line.send(shlex.join(GAME) + "\n")
        line.wait_for_text("Alice: choose a column")
        press(line, *"434")
        line.send("\x1a")
        line.wait_for_text("Stopped")
        assert line.modes_left_on() == set()
        line.send("echo one thing\n")
        line.wait_for(lambda lines: any(text.startswith("one thing") for text in lines))
        line.send("fg\n")
        line.wait_for_text("Bob: choose a column")
        line.wait_for(lambda _: line.cursor_visible)
        assert moves(line.display) == "434"
        press(line, *"3434")
        line.wait_for_text("Alice wins")
        press(line, "q")
        line.wait_for_text("Quit")
        line.send("q")
        line.wait_for_text(PROMPT)  # within the old picture: the emulator has no alternate screen
        assert line.modes_left_on() == set()
        line.send("echo status $?\n")
        line.wait_for_text("status 0")
        line.send("exit\n")
        assert line.wait_exit() == 0


@each_cut
def test_a_suspended_game_whose_line_is_cut_is_gone(far_end: FarEnd, sshd: Sshd, cut: Cut) -> None:
    with far_shell(far_end) as line:
        line.send(shlex.join(GAME) + "\n")
        line.wait_for_text("Alice: choose a column")
        line.send("\x1a")
        line.wait_for_text("Stopped")
        cut(line, sshd)
        line.wait_exit()
    far_end.wait_gone(SOON)


PROMPT = "far> "


@contextmanager
def far_shell(far_end: FarEnd) -> Iterator[TerminalProgram]:
    """An interactive shell at the far end, that reads its lines without a mode of its own."""
    shell = ("env", f"PS1={PROMPT}", "bash", "--norc", "--noprofile", "--noediting", "-i")
    with far_end.line(*shell) as line:
        line.wait_for_text(PROMPT)
        yield line


def test_the_language_and_the_wish_for_no_colour_come_along(far_end: FarEnd) -> None:
    wishes = {"LANG": "fr_FR.UTF-8", "NO_COLOR": "1"}
    with far_end.line(*GAME, environ=wishes) as line:
        line.wait_for_text("Alice\u00a0: choisissez une colonne")
        press(line, *"4343434")
        line.wait_for_text("Alice gagne")
        assert style_codes(line.bytes_since(0)) <= COLOURLESS
        line.terminate()


def test_the_encoding_comes_along(far_end: FarEnd) -> None:
    with far_end.line(*GAME, "--lang", "fr", environ={"LC_ALL": "C"}) as line:
        line.wait_for_text("Alice : choisissez une colonne")
        press(line, *"4343434")
        line.wait_for_text("Alice gagne : quatre alignes")
        assert line.bytes_since(0).isascii()
        line.terminate()
