"""Scenarios that bare Textual fails and p4tui passes.

If a newer Textual passes a scenario, its test fails and names the part of p4tui that can go. Scenarios that bare Textual
passes as well are tried on p4tui alone.
"""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import textual

from p4tui.tui.terminal.decoder import PASTE_PAUSE
from tests.terminal.harness import TerminalProgram
from tests.terminal.measure import PERFECT_IN_PYTHON

pytestmark = [pytest.mark.terminal, pytest.mark.exhaustive]

LEAVES = b"\x1b[?1049l"
MODE = re.compile(rb"\x1b\[\?\d+[hl]")
SGR = re.compile(rb"\x1b\[([0-9;]*)m")
WON_BY_ALICE = "4343434"
"""Moves with which the player who begins makes four in a column."""
PATIENCE = 2.0
"""Seconds after which bare Textual counts as one that does not do something; p4tui has those of the harness."""


class Subject:
    """A program under test.

    Attributes:
        arguments: the command, after the interpreter.
        patience: seconds that a wait may last after the start, or None for the limit of the harness.
    """

    arguments: tuple[str, ...] = ()
    patience: float | None = None

    def start(self, *, controlling: bool = True, **environ: str) -> TerminalProgram:
        """Start the program and wait for its first picture."""
        command = (sys.executable, *self.arguments)
        program = TerminalProgram(command, controlling=controlling, environ=environ)
        try:
            # A slow start is no failure.
            program.wait_for(lambda _: self.painted(program), what="the first picture")
            program.wait_quiet(0.1)
        except AssertionError:
            program.close()
            raise
        return program

    def wait(self, program: TerminalProgram, condition: Callable[[TerminalProgram], bool]) -> None:
        """Read until a condition holds."""
        if self.patience is None:
            program.wait_for(lambda _: condition(program))
        else:
            program.wait_for(lambda _: condition(program), self.patience)

    def wait_exit(self, program: TerminalProgram) -> int:
        """Read until the program exits."""
        return program.wait_exit() if self.patience is None else program.wait_exit(self.patience)

    def painted(self, program: TerminalProgram) -> bool:
        """Return whether the first picture is complete."""
        raise NotImplementedError

    def typed(self, program: TerminalProgram) -> object:
        """Return the effects of all keys so far."""
        raise NotImplementedError

    def answer_a_key(self, program: TerminalProgram) -> None:
        """Press a key and wait for its effect."""
        raise NotImplementedError


class Bare(Subject):
    """A Textual app with a Footer and a line that counts keys."""

    def __init__(self, *options: str, patience: float | None = PATIENCE) -> None:
        self.arguments = ("-m", "tests.terminal.bare_app", *(options or ("--keys",)))
        self.patience = patience

    def painted(self, program: TerminalProgram) -> bool:
        return any("q Quit" in line for line in program.display)

    def typed(self, program: TerminalProgram) -> object:
        match = re.search(r"(\d+) keys", "\n".join(program.display))
        return int(match[1]) if match else None

    def answer_a_key(self, program: TerminalProgram) -> None:
        program.send("k")
        self.wait(program, lambda _: any("last k" in line for line in program.display))


class Ours(Subject):
    """A game of p4tui between two people."""

    def __init__(self, *command: str) -> None:
        self.arguments = (*(command or ("-m", "p4tui")), "Alice", "Bob", "--animation", "off")

    def painted(self, program: TerminalProgram) -> bool:
        return any("choose a column" in line for line in program.display)

    def typed(self, program: TerminalProgram) -> object:
        return re.findall(r"\d+ left|\w+: choose", "\n".join(program.display))

    def answer_a_key(self, program: TerminalProgram) -> None:
        for key, column in ((b"\x1b[H", "1"), (b"\x1b[F", "7")):
            program.send(key)
            self.wait(program, lambda _, column=column: self.chosen(program) == column)  # type: ignore[misc]

    @staticmethod
    def chosen(program: TerminalProgram) -> str:
        """Return the character under the terminal's cursor."""
        column, line = program.cursor
        return program.display[line][column : column + 1]  # it may stand behind the last column


Scenario = Callable[[Subject], None]


def bare_fails_and_ours_passes(
    scenario: Scenario, part: str, bare: Subject | None = None, ours: Subject | None = None
) -> None:
    """Check that bare Textual fails a scenario and p4tui passes it.

    Args:
        scenario: raises AssertionError if the program fails.
        part: the part of p4tui that makes it pass.
        bare: the bare app; by default the one that counts keys.
        ours: p4tui; by default a game of two people.
    """
    scenario(ours or Ours())
    try:
        scenario(bare or Bare())
    except AssertionError:
        return
    pytest.fail(f"Textual {textual.__version__} does this by itself: {part} can go")


def assert_restored(program: TerminalProgram) -> None:
    """Check that modes, cursor, line editing and echo are as before the program."""
    assert program.modes_left_on() == set()
    assert program.cursor_visible
    assert program.terminal_is_cooked()


# 1: signals and exceptions


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_restores_the_terminal(name: str) -> None:
    number = getattr(signal, name)

    def scenario(subject: Subject) -> None:
        with subject.start() as program:
            program.signal(number)
            assert subject.wait_exit(program) == 128 + number
            assert_restored(program)

    bare_fails_and_ours_passes(scenario, "terminal/signals.py")


@pytest.mark.parametrize("place", ["handler", "thread", "drawing", "reading"])
def test_an_unhandled_exception_restores_the_terminal_and_is_told_in_a_sentence(place: str) -> None:
    def scenario(subject: Subject) -> None:
        with subject.start() as program:
            program.send("x")
            program.wait_quiet(0.1)
            if program.exit_status is None:
                program.send("4")  # where it is the next key that fails
            assert subject.wait_exit(program) == 1
            assert_restored(program)
            shown = MODE.sub(b"", program.bytes_since(0).rpartition(LEAVES)[2])
            assert b"asked to fail" in shown
            assert all(len(line) <= program.size[0] for line in shown.decode().split("\r\n"))
            assert b"\x1b" not in shown and b"Traceback" not in shown

    ours = Ours("-m", "tests.terminal.failing", place)
    bare_fails_and_ours_passes(scenario, "terminal/app.py and cli/crash.py", ours=ours)


def test_the_details_of_a_failure_are_kept_in_a_file() -> None:
    with Ours("-m", "tests.terminal.failing", "thread").start() as program:
        program.send("x")
        assert program.wait_exit() == 1
        kept = program.home / "state" / "p4tui" / "log" / "failure.txt"
        details = kept.read_text(encoding="utf-8")
        assert str(kept) in program.bytes_since(0).decode().replace("\r\n", "")
    assert details.startswith("p4tui ")
    assert "Traceback" in details and "tests/terminal/failing.py" in details
    assert "Alice" not in details


# 2: any bytes


def unharmed(data: bytes, pause: float = 0.2) -> Scenario:
    """Return a scenario: some bytes type nothing, and after a pause the next key works."""

    def scenario(subject: Subject) -> None:
        with subject.start() as program:
            before = subject.typed(program)
            program.send(data)
            program.wait_quiet(pause)
            assert subject.typed(program) == before
            subject.answer_a_key(program)

    return scenario


FATAL = {
    "a key beyond Unicode": b"\x1b[1114112u",
    "X10 mouse above 127": b"\x1b[M\x20\xff\xfe",
    "X10 mouse above 223": b"\x1b[M\xe0\xff\xff" * 3,
    "UTF-8 mouse cut in two": b"\x1b[M\x20\xc3",
    "invalid UTF-8": b"\xff\xfe\x80\xc3\x28",
    "a reply to DA1": b"\x1b[?62;1;2;6;9;15c",
    "a reply to DA2": b"\x1b[>41;354;0c",
    "a reply to OSC 11": b"\x1b]11;rgb:1212/3434/5656\x1b\\",
    "a reply to XTVERSION": b"\x1bP>|xterm(354)\x1b\\",
}
"""Bytes that end bare Textual, or that it takes for keys."""

SURVIVED = {
    "urxvt mouse": b"\x1b[32;31;17M",
    "a reply to DECRQM": b"\x1b[?2026;2$y\x1b[?9999;1$y",
    "a surrogate": b"\x1b[55296u",
    "SGR mouse off the screen": b"\x1b[<0;99999;99999M\x1b[<0;99999;99999m",
    "SGR mouse with negative places": b"\x1b[<35;-1;-5M",
    "mouse pixels": b"\x1b[48;24;80;480;800t\x1b[<35;1600;960M",
    "a cursor report": b"\x1b[5;7R",
    "focus": b"\x1b[I\x1b[O",
    "a paste of a megabyte": b"\x1b[200~" + b"1234567\n" * 131_072 + b"\x1b[201~",
    "a sequence of 5000 digits": b"\x1b[" + b"1" * 5000 + b"m",
    "a paste within a paste": b"\x1b[200~44\x1b[200~44\x1b[201~",
}
"""Other bytes that p4tui must survive."""


@pytest.mark.parametrize("data", FATAL.values(), ids=FATAL)
def test_bytes_that_bare_textual_does_not_take(data: bytes) -> None:
    bare_fails_and_ours_passes(unharmed(data), "terminal/decoder.py and terminal/parser.py")


def test_a_paste_without_an_end_costs_no_later_key() -> None:
    scenario = unharmed(b"\x1b[200~44", 1.2 * PASTE_PAUSE)
    bare_fails_and_ours_passes(scenario, "PASTE_PAUSE in terminal/decoder.py")


def test_bytes_that_nobody_asked_for_do_nothing() -> None:
    # The longer ones arrive in pieces: a pause between two of them must not end a sequence.
    subject = Ours("-m", "tests.terminal.patient")
    with subject.start(ESCDELAY="3600000") as program:
        before = subject.typed(program)
        for what, data in SURVIVED.items():
            program.send(data)
            subject.answer_a_key(program)
            assert subject.typed(program) == before, what


def test_nul_and_sequences_broken_off_cost_no_later_key() -> None:
    subject = Ours()
    with subject.start() as program:
        for data in (b"\0", b"\x1b[1;", b"\x1b[<0;12;", b"\x1bO", b"\x1b]11;rgb:12", b"\xc3"):
            program.send(data)
            subject.answer_a_key(program)


# 3: NO_COLOR


def test_a_segment_without_a_style_is_drawn_without_colours_too() -> None:
    """The option of the app that makes it pass is tried on a bare app."""

    def scenario(subject: Subject) -> None:
        with subject.start(NO_COLOR="1") as program:
            subject.wait(program, lambda _: any("unstyled" in line for line in program.display))

    bare_fails_and_ours_passes(
        scenario,
        "App(ansi_color=True) in app.py",
        bare=Bare("--segment"),
        ours=Bare("--segment", "--ansi", patience=None),
    )


def test_without_colours_a_game_is_played_and_no_colour_is_sent() -> None:
    def scenario(subject: Subject) -> None:
        with subject.start(NO_COLOR="1") as program:
            for key in WON_BY_ALICE:
                program.send(key)
                program.wait_quiet(0.05)
            if isinstance(subject, Ours):
                program.wait_for_text("Alice wins")
                program.wait_for_text("Rematch")
                program.wait_quiet(0.05)
            codes = {
                code for found in SGR.findall(program.bytes_since(0)) for code in found.split(b";")
            }
            assert codes <= {b"", b"0", b"1", b"4", b"7", b"39", b"49"}

    bare_fails_and_ours_passes(scenario, "App(ansi_color=True) in app.py")


# 4: job control and Ctrl+C


def test_suspending_gives_the_terminal_back_and_resuming_repaints() -> None:
    def scenario(subject: Subject) -> None:
        with subject.start() as program:
            program.send(b"\x1a")
            program.wait_stopped()
            assert_restored(program)
            program.write_on_screen(b"\x1b[H\x1b[2J")
            program.resume()
            subject.wait(program, subject.painted)
            subject.answer_a_key(program)

    bare_fails_and_ours_passes(scenario, "terminal/redraw.py")


def test_ctrl_c_twice_quits() -> None:
    def scenario(subject: Subject) -> None:
        with subject.start() as program:
            program.send(b"\x03")
            program.wait_quiet(0.1)
            program.send(b"\x03")
            assert subject.wait_exit(program) == 0
            assert_restored(program)

    ours = Ours("-m", "tests.terminal.patient")
    bare_fails_and_ours_passes(scenario, "P4App.action_interrupt", ours=ours)


# 5: no terminal


@pytest.mark.parametrize("where", ["TERM=dumb", "stdin", "stdout", "stderr"])
def test_without_a_terminal_no_escape_sequence_is_written(where: str, tmp_path: Path) -> None:
    """The plain-text game runs instead."""
    files = {"stdin": "<in", "stdout": ">out", "stderr": "2>err"}

    def scenario(subject: Subject) -> None:
        (tmp_path / "in").write_text("\n".join(WON_BY_ALICE) + "\n")
        python = f'PYTHONPATH="$1" exec "$0" {" ".join(subject.arguments)} {files.get(where, "")}'
        command = ("sh", "-c", python, sys.executable, str(Path.cwd()))
        environ = {"TERM": "dumb"} if where == "TERM=dumb" else {}
        with TerminalProgram(command, cwd=tmp_path, environ=environ) as program:
            if where != "stdin":
                program.send("\n".join(WON_BY_ALICE) + "\n")

            def written() -> bytes:
                files = (tmp_path / name for name in ("out", "err"))
                return program.bytes_since(0) + b"".join(
                    file.read_bytes() for file in files if file.exists()
                )

            subject.wait(program, lambda _: b"Alice has won" in written())
            if where != "stdin":
                program.send("quit\n")
            assert subject.wait_exit(program) == 0
            assert b"\x1b" not in written()

    bare_fails_and_ours_passes(scenario, "terminal_refusal")


@pytest.mark.parametrize(
    ("redirection", "status"), [("<&-", 2), ("</dev/null", 2), ("<in", 1)], ids=str
)
def test_an_input_that_ends_is_told_in_a_sentence(
    redirection: str, status: int, tmp_path: Path
) -> None:
    def scenario(subject: Subject) -> None:
        (tmp_path / "in").write_text("4\n")
        python = f'PYTHONPATH="$1" exec "$0" {" ".join(subject.arguments)} {redirection} 2>err'
        command = ("sh", "-c", python, sys.executable, str(Path.cwd()))
        with TerminalProgram(command, cwd=tmp_path) as program:
            assert subject.wait_exit(program) == status
        complaint = (tmp_path / "err").read_bytes()
        assert complaint.startswith(b"The input ended")
        # A second sentence says that the game is saved.
        assert max(map(len, complaint.splitlines())) <= 80
        assert (b"is saved" in complaint) is (status == 1)
        assert b"\x1b" not in complaint

    bare_fails_and_ours_passes(scenario, "the plain-text game without a terminal")


# 6: the terminal goes away


def test_a_terminal_that_goes_away_without_a_signal_ends_the_program() -> None:
    def scenario(subject: Subject) -> None:
        with subject.start(controlling=False) as program:
            program.hang_up()
            assert subject.wait_exit(program) == 129

    bare_fails_and_ours_passes(scenario, "terminal/driver.py")


def test_a_terminal_that_goes_away_with_a_signal_ends_the_program() -> None:
    with Ours().start() as program:
        program.hang_up()
        assert program.wait_exit() == 129


def test_a_terminal_that_goes_away_while_the_computer_thinks_ends_the_program() -> None:
    subject = Ours()
    subject.arguments = tuple(PERFECT_IN_PYTHON[1 + PERFECT_IN_PYTHON.index(sys.executable) :])
    with subject.start(controlling=False, P4TUI_KERNEL="python") as program:
        program.send("4")
        program.wait_for_text("is thinking")
        program.hang_up()
        assert program.wait_exit() == 129


def test_a_terminal_that_goes_away_ends_the_plain_game() -> None:
    command = (sys.executable, "-m", "p4tui", "play", "--plain", "Alice", "Bob")
    with TerminalProgram(command, controlling=False) as program:
        program.wait_for_text("choose a column")
        program.hang_up()
        assert program.wait_exit() in {1, 2}
