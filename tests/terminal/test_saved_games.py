"""Whatever ends the program in a terminal, the game is there afterwards, exactly."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from p4tui.tui.terminal.signals import HANGUP_STATUS
from tests.terminal.harness import TerminalProgram
from tests.terminal.kills import kept, one, read, state_of
from tests.tools.cases import exhaustive

pytestmark = pytest.mark.terminal

P4TUI = (sys.executable, "-m", "p4tui")
STILL = ("--animation", "off")
FAILING = (
    "from p4tui.tui import app\n"
    "app.QUIT_SECONDS = 3600.0\n"
    "from p4tui.play.session import Session\n"
    "Session.swap_sides = lambda self: 1 // 0\n"
    "from p4tui.cli import main\n"
    "raise SystemExit(main())\n"
)
"""The program with a defect behind the key `x`; the second Ctrl+C may come late."""

SLOW = (
    "from pathlib import Path\n"
    "from p4tui.storage.games import GameRepository\n"
    "from p4tui.tui import app\n"
    "app.SAVING_SECONDS = 3600.0\n"
    "held, write = Path.home() / 'held', GameRepository._write\n"
    "GameRepository._write = lambda *what: (write(*what), held.exists() and held.read_text())[0]\n"
    "from p4tui.cli import main\n"
    "raise SystemExit(main())\n"
)
"""The program on a disk where a save, while nobody else can write, lasts until the pipe `held` in the home is written to."""


@pytest.mark.parametrize("number", [0, *exhaustive(1, 2)])
def test_what_was_reported_as_saved_before_a_kill_is_there_again(number: int) -> None:
    """A few of the games of `kills.py`, two kills each."""
    one(random.Random(number), ("people", "level", "computers")[number], kills=2)


def end_by_signal(number: signal.Signals) -> Callable[[TerminalProgram], None]:
    return lambda program: program.signal(number)


def end_by_ctrl_c(program: TerminalProgram) -> None:
    program.wait_for_output(since=program.send(b"\x03"))
    program.wait_for_text("Press Ctrl+C again to quit")
    program.send(b"\x03")


def end_by_keys(program: TerminalProgram) -> None:
    program.send("q")
    program.wait_for_text("This game is saved.")
    program.send("y")
    program.wait_for_text("Resume Alice")
    program.send("q")


def end_by_exception(program: TerminalProgram) -> None:
    program.send("x")


ENDS = [
    pytest.param(end_by_signal(signal.SIGTERM), 143, id="SIGTERM"),
    pytest.param(end_by_signal(signal.SIGHUP), 129, id="SIGHUP"),
    pytest.param(TerminalProgram.hang_up, HANGUP_STATUS, id="terminal-closed"),
    pytest.param(end_by_ctrl_c, 0, id="ctrl-c-twice"),
    pytest.param(end_by_keys, 0, id="q"),
    pytest.param(end_by_exception, 1, id="exception"),
]


def play(program: TerminalProgram, keys: str, shown: str) -> None:
    """Type keys one after the other, up to the moves that are then shown."""
    for key in keys:
        program.wait_for_output(since=program.send(key))
        program.wait_quiet(0.03)
    program.wait_for(lambda lines: (seen := read(lines)) is not None and seen.moves == shown)


def see(program: TerminalProgram, keys: str, shown: str) -> None:
    """Type keys at once, up to the moves that are then shown; a thread that waits for a lock is never quiet."""
    program.send(keys)
    program.wait_for(lambda lines: (seen := read(lines)) is not None and seen.moves == shown)


@pytest.mark.parametrize(("end", "status"), ENDS)
def test_a_game_that_was_ended_goes_on_exactly(
    end: Callable[[TerminalProgram], None], status: int, tmp_path: Path
) -> None:
    program_and_defect = (sys.executable, "-c", FAILING)
    with TerminalProgram((*program_and_defect, "Alice", "Bob", *STILL), home=tmp_path) as program:
        program.wait_for_text("Alice: choose a column")
        play(program, "44332uu", "443")
        end(program)
        assert program.wait_exit() == status
    (game,) = kept(tmp_path)
    assert state_of(game.match)[:3] == ("44332", 3, False)
    with TerminalProgram((*P4TUI, "resume", *STILL), home=tmp_path) as program:
        program.wait_for_text("Bob: choose a column")
        play(program, "rr", "44332")
        play(program, "5", "443325")
        program.terminate()
    (again,) = kept(tmp_path)
    assert (again.number, state_of(again.match).played) == (game.number, "443325")


def test_the_menu_goes_on_with_the_game_that_was_left(tmp_path: Path) -> None:
    with TerminalProgram((*P4TUI, "Alice", "Bob", *STILL), home=tmp_path) as program:
        program.wait_for_text("Alice: choose a column")
        play(program, "443", "443")
        program.signal(signal.SIGKILL)
        program.wait_exit()
    with TerminalProgram((*P4TUI, *STILL), home=tmp_path) as program:
        program.wait_for_text("Resume Alice – Bob")
        program.send("r")
        program.wait_for_text("Bob: choose a column")
        play(program, "1", "4431")
        program.terminate()


def test_ctrl_z_does_not_stop_a_save_in_the_middle(tmp_path: Path) -> None:
    slow = (sys.executable, "-c", SLOW)
    with TerminalProgram((*slow, "Alice", "Bob", *STILL), home=tmp_path) as program:
        program.wait_for_text("Alice: choose a column")
        play(program, "4", "4")
        database, held = tmp_path / "data/p4tui/games.sqlite3", tmp_path / "held"
        os.mkfifo(held)
        program.send("3")
        program.wait_for(lambda _: not may_write(database), what="a save")
        mark = program.send(b"\x1a")
        program.wait_for(lambda _: b"?1049l" in program.bytes_since(mark), what="a suspension")
        program.wait_quiet(0.1)
        assert not program.stopped
        assert not may_write(database)
        held.write_text("go on")
        program.wait_stopped()
        assert may_write(database)
        held.unlink()
        program.resume()
        program.wait_for_text("Alice: choose a column")
        program.terminate()


def may_write(database: Path) -> bool:
    """Whether no other program is in the middle of writing."""
    with closing(sqlite3.connect(database, timeout=0, isolation_level=None)) as connection:
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            return False
        return True


def test_a_game_that_is_resumed_in_another_window_is_lost_here_and_can_be_taken_back(
    tmp_path: Path,
) -> None:
    with TerminalProgram((*P4TUI, "Alice", "Bob", *STILL), home=tmp_path) as first:
        first.wait_for_text("Alice: choose a column")
        play(first, "443", "443")
        with TerminalProgram((*P4TUI, *STILL), home=tmp_path) as second:
            second.wait_for_text("(last move")
            second.send("r")
            second.wait_for_text("Bob: choose a column")
            play(second, "1", "4431")
            first.send("2")
            first.wait_for_text("This game is now played in another window.")
            first.wait_for_text("saved as game 2.")
            see(first, "y", "4431")
            play(first, "5", "44315")
            second.send("7")
            second.wait_for_text("saved as game 3.")
            second.send("m")
            second.wait_for_text("Play")
            second.terminate()
        first.terminate()
    assert sorted((game.number, state_of(game.match).played) for game in kept(tmp_path)) == [
        (1, "44315"),
        (2, "4432"),
        (3, "44317"),
    ]


@contextmanager
def locked(database: Path) -> Iterator[sqlite3.Connection]:
    """Another program that keeps the database to itself."""
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield connection


LOCK_ENDS = [end for end in ENDS if end.id in {"SIGTERM", "SIGHUP", "terminal-closed"}]


@pytest.mark.parametrize(("end", "status"), LOCK_ENDS)
def test_moves_that_were_seen_are_saved_once_a_lock_goes_although_the_program_was_ended(
    end: Callable[[TerminalProgram], None], status: int, tmp_path: Path
) -> None:
    with TerminalProgram((*P4TUI, "Alice", "Bob", *STILL), home=tmp_path) as program:
        program.wait_for_text("Alice: choose a column")
        play(program, "4", "4")
        database = tmp_path / "data/p4tui/games.sqlite3"
        program.wait_for(lambda _: bool(kept(tmp_path)), what="a save")
        with locked(database) as other:
            see(program, "43", "443")
            mark = program.mark()
            end(program)
            if end is not TerminalProgram.hang_up:
                program.wait_for(
                    lambda _: b"Saving..." in program.bytes_since(mark),
                    what="the wait for the lock",
                )
                left = program.bytes_since(mark)
                assert left.index(b"?1049l") < left.index(b"Saving..."), "on the terminal as it was"
                program.signal(signal.SIGHUP)  # a shell passes it on once more
            other.execute("ROLLBACK")
            assert program.wait_exit() == status
    (game,) = kept(tmp_path)
    assert state_of(game.match).played == "443"


def test_the_end_tells_the_moves_that_could_not_be_saved(tmp_path: Path) -> None:
    impatient = (
        sys.executable,
        "-c",
        (
            "from p4tui.plain import saving\n"
            "saving.CLOSING_SECONDS = 1.0\n"
            "from p4tui.cli import main\n"
            "raise SystemExit(main())\n"
        ),
    )
    with TerminalProgram((*impatient, "Alice", "Bob", *STILL), home=tmp_path) as program:
        program.wait_for_text("Alice: choose a column")
        play(program, "4", "4")
        program.wait_for(lambda _: bool(kept(tmp_path)), what="a save")
        with locked(tmp_path / "data/p4tui/games.sqlite3"):
            see(program, "43", "443")
            mark = program.mark()
            program.signal(signal.SIGTERM)
            assert program.wait_exit() == 1
            said = program.bytes_since(mark).decode()
    assert "Saving..." in said
    assert "The last moves could not be saved." in said
    assert "The whole game: 443" in said
    (game,) = kept(tmp_path)
    assert state_of(game.match).played == "4"


def test_ctrl_c_ends_the_wait_for_the_last_save_at_once(tmp_path: Path) -> None:
    with TerminalProgram((*P4TUI, "Alice", "Bob", *STILL), home=tmp_path) as program:
        program.wait_for_text("Alice: choose a column")
        play(program, "4", "4")
        program.wait_for(lambda _: bool(kept(tmp_path)), what="a save")
        with locked(tmp_path / "data/p4tui/games.sqlite3"):
            see(program, "43", "443")
            mark = program.mark()
            program.signal(signal.SIGTERM)
            program.wait_for(lambda _: b"Saving..." in program.bytes_since(mark), what="the wait")
            program.send(b"\x03")
            assert program.wait_exit() == 1
            assert "The whole game: 443" in program.bytes_since(mark).decode()


def test_a_database_that_cannot_be_written_is_told_once_and_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data/p4tui"
    folder.mkdir(parents=True)
    newer = folder / "games.sqlite3"
    with TerminalProgram((*P4TUI, "Alice", "Bob", *STILL), home=tmp_path) as program:
        program.wait_for_text("Alice: choose a column")
        play(program, "4", "4")
        program.terminate()
    with sqlite3.connect(newer) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = newer.read_bytes()
    with TerminalProgram((*P4TUI, "Alice", "Bob", *STILL), home=tmp_path) as program:
        program.wait_for_text("Alice: choose a column")
        program.send("4")
        program.wait_for_text("a newer version of p4tui")
        program.send("\r")
        program.wait_for_text("Bob: choose a column")
        play(program, "33", "433")
        program.send("q")
        program.wait_for_text("This game is not saved: it will be lost.")
        program.terminate()
    assert newer.read_bytes() == before
