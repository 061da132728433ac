"""Whole games in a real pseudo-terminal, by keys and by mouse, as the emulated screen shows them."""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

from p4tui.play.seats import SEAT_TEXTS
from p4tui.players.levels import LEVELS
from tests.terminal.harness import TerminalProgram
from tests.terminal.kills import read
from tests.terminal.measure import PATIENT, THINKING
from tests.terminal.reading import moves, numbers
from tests.tools.cases import exhaustive

pytestmark = pytest.mark.terminal

P4TUI = (sys.executable, "-m", "p4tui")
STILL = ("--animation", "off")
RIGHT, LEFT, DOWN, ENTER = b"\x1b[C", b"\x1b[D", b"\x1b[B", b"\r"
PYTHON = {"P4TUI_KERNEL": "python"}
DRAWN_4X4 = "4321311144234232"
"""Sixteen moves that fill a 4x4 board without a line of four."""


@contextmanager
def playing(
    *arguments: str,
    columns: int = 80,
    lines: int = 24,
    environ: dict[str, str] | None = None,
    settings: str = "",
    program: Sequence[str] = P4TUI,
) -> Iterator[TerminalProgram]:
    """p4tui in a terminal; at the end it must be gone and the terminal as it was."""
    command = (*program, *arguments, *STILL)
    files = {"config/p4tui/settings.toml": settings}
    with TerminalProgram(
        command, columns=columns, lines=lines, environ=environ, files=files
    ) as running:
        yield running
        if running.exit_status is None:
            running.terminate()
        assert running.modes_left_on() == set()


def shows(program: TerminalProgram, text: str) -> bool:
    return any(text in line for line in program.display)


def press(program: TerminalProgram, keys: Sequence[bytes]) -> None:
    """Press keys one after the other, each once the answer to the last was seen."""
    for key in keys:
        program.wait_for_output(since=program.send(key))
        program.wait_quiet(0.03)


def click(program: TerminalProgram, column: int, line: int) -> None:
    """Press and release the left button on a cell counted from 0."""
    place = f"{column + 1};{line + 1}"
    program.wait_for_output(since=program.send(f"\x1b[<0;{place}M\x1b[<0;{place}m"))
    program.wait_quiet(0.05)


def find(program: TerminalProgram, text: str) -> tuple[int, int]:
    """Where a text stands on the screen, once it is there: column and line."""
    program.wait_for_text(text)
    return next(
        (content.index(text), line)
        for line, content in enumerate(program.display)
        if text in content
    )


def yellow_choice(lines: Sequence[str]) -> tuple[int, int, str]:
    """Return who plays yellow in the menu, and where a click chooses the next one: column and line.

    Both colours stand beside each other, or each has a line that begins with its name.
    """
    for number, line in enumerate(lines):
        choices = list(re.finditer(r"◂ (.+?) ▸", line))
        if choices and (len(choices) == 2 or "Yellow " in line):
            return choices[-1].end() - 1, number, choices[-1][1]
    raise AssertionError("\n".join(lines))


SIZES = [
    (80, 24),
    (40, 12),
    pytest.param(30, 12, marks=pytest.mark.exhaustive),
    pytest.param(200, 60, marks=pytest.mark.exhaustive),
]


@pytest.mark.parametrize(("columns", "lines"), SIZES)
def test_a_game_is_won_by_arrow_keys_alone(columns: int, lines: int) -> None:
    with playing("Alice", "Bob", columns=columns, lines=lines) as program:
        program.wait_for_text("Alice: choose a column")
        press(
            program,
            [b" ", LEFT, b" ", RIGHT, b" ", LEFT, b" ", RIGHT, b" ", LEFT, b" ", RIGHT, b" "],
        )
        program.wait_for_text("Alice wins")
        program.wait_for_text("Rematch")
        press(program, [b"q"])
        program.wait_for_text("Play")
        press(program, [])
        program.send(b"q")
        assert program.wait_exit() == 0
        assert program.modes_left_on() == set()


@pytest.mark.parametrize(("columns", "lines"), SIZES[:2])
def test_a_game_is_won_by_the_mouse_alone(columns: int, lines: int) -> None:
    with playing(columns=columns, lines=lines) as program:
        program.wait_for_text("Play")
        for _ in SEAT_TEXTS:
            column, line, chosen = yellow_choice(program.display)
            if chosen == "Person":
                break
            click(program, column, line)
        click(program, *find(program, "Play"))
        program.wait_for_text("choose a column")
        row = numbers(program.display)
        assert row is not None
        for number in (4, 3, 4, 3, 4, 3, 4):
            click(program, row.places[number - 1], 3)
        program.wait_for_text("Red wins")
        program.wait_for_text("Rematch")
        program.wait_quiet(0.05)
        click(program, *find(program, "Rematch"))
        program.wait_for_text("Yellow: choose a column")
        program.wait_for_text("Menu")
        click(program, *find(program, "Menu"))
        program.wait_for_text("Play")
        column, line = find(program, "q Quit")
        program.send(f"\x1b[<0;{column + 1};{line + 1}M\x1b[<0;{column + 1};{line + 1}m")
        assert program.wait_exit() == 0


def test_a_full_board_without_a_line_is_a_draw() -> None:
    with playing("play", "Alice", "Bob", "--size", "4x4") as program:
        program.wait_for_text("Alice: choose a column")
        press(program, [move.encode() for move in DRAWN_4X4])
        program.wait_for_text("Draw")


def test_a_game_on_a_large_board_with_a_longer_line() -> None:
    with playing("play", "Alice", "Bob", "--size", "20x15", "--connect", "5") as program:
        program.wait_for_text("Alice: choose a column")
        for _ in range(4):
            program.send(b"12")
            program.wait_for_text("Bob: choose a column")
            program.send(b"11")
            program.wait_for_text("Alice: choose a column")
        program.send(b"12")
        program.wait_for_text("Alice wins")
        program.wait_for_text("five in line, move 9")


def test_a_name_is_typed_in_the_encoding_of_the_terminal_and_shown_in_ascii() -> None:
    environ = {"LC_ALL": "fr_FR.ISO-8859-1", "PYTHONIOENCODING": "iso8859-1"}
    with playing(environ=environ) as program:
        program.wait_for_text("Jouer")
        press(program, [b"\x1b[H", DOWN, ENTER])
        program.wait_for_text("Nom du rouge")
        mark = program.send(b"Zo\xe9")
        program.wait_for_text("Zoe")
        assert program.bytes_since(mark).isascii()


def discs_left(program: TerminalProgram) -> int:
    """How many discs both players still have, by the panel; 0 once the results are shown."""
    if shows(program, "Rematch"):
        return 0
    return sum(int(number) for number in re.findall(r"(\d+) left", "\n".join(program.display)))


def thinking(program: TerminalProgram) -> bool:
    return shows(program, "is thinking") and not shows(program, "No computer")


def play_a_turn(program: TerminalProgram, column: int) -> None:
    """Drop into a column, or the next one that is not full, and have the computer answer at once."""
    program.wait_quiet(0.03)
    seen = read(program.display)
    assert seen is not None
    while seen.moves.count(str(column)) == 6:
        column = column % 7 + 1
    before = discs_left(program)
    program.send(str(column))
    program.wait_for(lambda _: thinking(program) or discs_left(program) < before - 1)
    if thinking(program):
        program.send(b"m")
    program.wait_for(lambda _: discs_left(program) < before - 1, what="the answer")
    program.wait_for(lambda _: shows(program, "choose a column") or not discs_left(program))


@pytest.mark.parametrize(
    "level", ["club", *exhaustive(*(level.id for level in LEVELS if level.id != "club"))]
)
def test_a_game_against_each_level_comes_to_its_end(level: str) -> None:
    with playing("play", "Ann", "--yellow", level, "--seed", "5") as program:
        program.wait_for_text("Ann: choose a column")
        for turn in range(60):
            if not discs_left(program):
                break
            play_a_turn(program, turn * 3 % 7 + 1)
        program.wait_for(lambda _: shows(program, " wins") or shows(program, "Draw"))


def test_two_computers_play_paused_by_steps_and_on() -> None:
    arguments = ("play", "--red", "winner", "--yellow", "random", "--seed", "1")
    with playing(*arguments, settings="speed = 4.0\n") as program:
        program.wait_for_text("is thinking")
        press(program, [b"p"])
        program.wait_for_text("Paused")
        press(program, [b"."])
        program.wait_for_text("Paused")
        press(program, [*[b"+"] * 5, b"p"])
        program.wait_for_text("Rematch")


def test_french_from_the_locale() -> None:
    with playing("Alice", "Bob", environ={"LANG": "fr_FR.UTF-8"}) as program:
        program.wait_for_text("Alice : choisissez une colonne".replace(" :", "\u00a0:"))
        press(program, [b"4", b"3", b"4", b"3", b"4", b"3", b"4"])
        program.wait_for_text("Alice gagne")


@pytest.mark.parametrize(
    "environ",
    [{"LC_ALL": "C"}, {"TERM": "linux"}, {"LC_ALL": "fr_FR.ISO-8859-1"}],
    ids=["C locale", "Linux console", "Latin-1"],
)
def test_only_ascii_is_drawn_where_no_more_is_understood(environ: dict[str, str]) -> None:
    with playing("play", "Zoé", "日本", "--lang", "en", environ=environ) as program:
        program.wait_for_text("choose a column")
        press(program, [b"4", b"3", b"4", b"3", b"4", b"3", b"4"])
        program.wait_for_text(" wins")
        drawn = program.bytes_since(0)
        for name in ("é", "日本"):
            drawn = drawn.replace(name.encode(), b"")
        assert drawn.isascii()


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_while_the_computer_thinks_restores_the_terminal(number: int, status: int) -> None:
    with TerminalProgram(THINKING) as program:
        program.wait_for_text("choose a column")
        program.send(b"4")
        program.wait_for_text("is thinking")
        program.signal(number)
        assert program.wait_exit() == status
        assert program.modes_left_on() == set()


def test_suspending_and_coming_back_repaints_the_board() -> None:
    with playing("Alice", "Bob") as program:
        program.wait_for_text("Alice: choose a column")
        press(program, [b"4"])
        program.send(b"\x1a")
        program.wait_stopped()
        assert program.modes_left_on() == set()
        program.write_on_screen(b"\x1b[H\x1b[2J")
        program.resume()
        program.wait_for_text("Bob: choose a column")
        program.wait_for(lambda _: program.cursor_visible)


def test_ctrl_c_twice_quits() -> None:
    with playing("Alice", "Bob", program=PATIENT) as program:
        program.wait_for_text("Alice: choose a column")
        press(program, [b"\x03"])
        program.wait_for_text("Press Ctrl+C again to quit")
        program.send(b"\x03")
        assert program.wait_exit() == 0


def test_a_storm_of_resizes_loses_nothing() -> None:
    with playing("Alice", "Bob") as program:
        program.wait_for_text("Alice: choose a column")
        press(program, [b"4", b"3"])
        for columns, lines in [
            (20, 8),
            (200, 60),
            (30, 12),
            (81, 25),
            (40, 12),
            (10, 3),
            (80, 24),
        ] * 4:
            program.resize(columns, lines)
        program.wait_for_text("Alice: choose a column")
        program.wait_for(lambda lines: moves(lines) == "43", what="both moves")
        press(program, [b"4", b"3", b"4", b"3", b"4"])
        program.wait_for_text("Alice wins")


def test_the_terminals_cursor_is_seen_on_the_chosen_column() -> None:
    with playing("Alice", "Bob") as program:
        program.wait_for_text("Alice: choose a column")
        program.wait_for(lambda _: program.cursor_visible, what="the cursor")
        press(program, [b"\x1b[H", RIGHT])
        column, line = program.cursor
        assert program.display[line][column] == "2"
        assert program.cursor_visible


def test_without_the_mouse_no_mouse_mode_is_written() -> None:
    with playing("play", "Alice", "Bob", "--no-mouse") as program:
        program.wait_for_text("Alice: choose a column")
        assert not any("mouse" in mode for mode in program.modes_touched())


# The bell

SLOW_CLUB = ("--red", "human", "--yellow", "club")
"""Against a level that thinks for most of a second."""


def test_the_bell_rings_at_the_turn_of_a_person_who_looks_elsewhere() -> None:
    with playing(*SLOW_CLUB, settings="bell = true\n", environ=PYTHON) as program:
        program.wait_for_text("choose a column")
        start = program.send(b"4\x1b[O")
        program.wait_for(lambda _: b"\x07" in program.bytes_since(start), what="a bell")
        program.wait_for_text("Club player: column")
        assert bytes(program.output).count(b"\x07") == 1
        start = program.send(b"\x1b[I1")
        program.wait_for(lambda _: program.display[-2].count("Club player: column"))
        program.wait_quiet(0.1)
        program.send(b"q")
        program.wait_for_text("Leave this game?")
        program.send(b"y")
        program.wait_for_text("Resume")
        assert b"\x07" not in program.bytes_since(start)


def test_without_the_setting_no_bell_rings_and_the_focus_is_not_reported() -> None:
    with playing(*SLOW_CLUB, environ=PYTHON) as program:
        program.wait_for_text("choose a column")
        program.send(b"4\x1b[O")
        program.wait_for_text("Club player: column")
        program.wait_quiet(0.1)
        assert b"\x07" not in program.output
        assert "focus reports" not in program.modes_touched()


def test_a_change_of_window_draws_nothing() -> None:
    with playing("Alice", "Bob", settings="bell = true\n") as program:
        program.wait_for_text("Alice: choose a column")
        assert "focus reports" in program.modes_left_on()
        program.wait_quiet(0.2)
        mark = program.mark()
        program.send(b"\x1b[O\x1b[I\x1b[O")
        assert program.watch(0.3) == 0
        press(program, [b"4"])  # a report may be missed
        assert shows(program, "Bob: choose a column")
        assert b"\x07" not in program.bytes_since(mark)
