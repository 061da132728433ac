"""The budgets of the terminal, measured: ``python -m tests.terminal.measure`` prints the table.

p4tui and a bare Textual app with a Footer run in the same kind of terminal (80x24, xterm-256color, and for bytes also the
local 24-bit looks), in turns where time is measured. Bytes are the same on every machine; times and memory mean something only as ratios
of the two. `test_budgets.py` asserts what is printed here, with the same limits and the same measurements.
"""

from __future__ import annotations

import argparse
import math
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from tests.terminal.harness import TerminalProgram
from tests.terminal.reading import scores
from tests.tui.saving import add_many

Command = Sequence[str]
Measured = TypeVar("Measured")

BARE: Command = (sys.executable, "-m", "tests.terminal.bare_app")
"""The yardstick."""
MENU: Command = (sys.executable, "-m", "p4tui")
"""The menu, where the program begins."""
BOARD: Command = (*MENU, "play", "Alice", "Bob", "--animation", "off")
"""The board for two people, nothing moving by itself."""
ANIMATED: Command = (*MENU, "play", "Alice", "Bob", "--animation", "on")
"""The same with discs that fall."""
SLOW_DISK: Command = (sys.executable, "-m", "tests.terminal.slow_disk", *BOARD[3:])
"""The board for two people, with a disk that takes 500 ms for each write."""
PATIENT: Command = (sys.executable, "-m", "tests.terminal.patient")
"""The program with computers that search until they are told to move."""
THINKING: Command = (*PATIENT, "play", "--red", "human", "--yellow", "club", "--animation", "off")
"""A board where the computer begins to search after the first drop."""
PERFECT: Command = (
    *(*PATIENT, "play", "--red", "human", "--yellow", "perfect", "--animation", "off"),
    *("--size", "9x7", "--position", "991199"),
)
"""The same with the level that searches on every core, on a board too large to be solved, which no book helps with.

No disc in the column where the cursor stands makes a threat: the answer to one needs no search.
"""
PERFECT_IN_PYTHON: Command = ("env", "P4TUI_KERNEL=python", *PERFECT)
"""The same with the plain-Python search."""

SCORING: Command = (*BOARD, "--size", "8x6", "--position", "881188")
"""A board whose scores take seconds of every core, with no book to help."""
SCORING_IN_PYTHON: Command = ("env", "P4TUI_KERNEL=python", *SCORING)
"""The same with the plain-Python search."""

# The budgets.
LAUNCH_RATIO = 1.5
"""Launch to the painted menu, of the bare app's."""
MEMORY_RATIO = 1.4
"""Memory at the menu, of the bare app's."""
HELP_BYTES = 4000
"""Help from the menu, in 256 colours."""
BACK_BYTES = 6500
"""The menu after help, in 256 colours."""
COACH_BYTES = 400
"""A key on the screens of the coach, in 256 colours: a step of a review, an answer to a puzzle, a column in the explorer."""
ENTERING_BYTES = 640
"""A column of the explorer gone into by its number: the cursor moves, a disc drops, and seven scores are others."""
EXPLANATION_BYTES = 720
"""An answer in a lesson: a drop, and its explanation, some 250 other characters. One that ends in a line rims four discs, too."""
WAITING_BYTES = 0
"""A second of waiting for a key; the pointer wandering within a column."""
BUSY_BYTES = 60
"""A second while a computer thinks or a clock runs."""
WAITING_PERCENT = 0.5
"""Processor while waiting for a key."""
KEY_MEDIAN_MS = 10
"""From a key to the first byte of its answer while every core searches."""
MAX_KEY_MS = 40
"""The same, 99 of 100 keys."""
QUIT_MS = 500
"""From the wish to quit to the end of the process while a computer thinks."""


class Look(NamedTuple):
    """A terminal with the most bytes of each answer."""

    name: str
    """What is drawn there."""
    columns: int
    lines: int
    truecolor: bool
    """Whether 24-bit colours are shown; if not, xterm's 256."""
    picture: int
    """The first picture, of the menu and of a game."""
    cursor: int
    """A cursor key."""
    drop: int
    """A drop, nothing falling."""
    fall: int
    """A drop that is seen falling."""


FLAT = Look("80x24, 256 colours", 80, 24, False, 20_000, 230, 500, 2500)
"""The look over SSH, and with 256 colours or fewer."""
LOCAL = (
    Look("80x24, 24-bit", 80, 24, True, 20_000, 350, 1000, 2500),
    Look("120x40, 24-bit", 120, 40, True, 40_000, 1750, 3500, 10_000),
    Look("200x60, 24-bit", 200, 60, True, 80_000, 2600, 6000, 20_000),
)
"""The looks of a local terminal."""
LOOKS = (FLAT, *LOCAL)

CLOCK: Command = ("env", "COLORTERM=truecolor", *BOARD, "--clock", "5+3")
"""A game with a clock, in the longest colours there are."""
LOW_CLOCK: Command = ("env", "COLORTERM=truecolor", *BOARD, "--clock", "0.3")
"""The same with little time left, which is marked."""
SYNCHRONISED = b"\x1b[?2026;2$y"
"""The reply of a terminal that can draw an update at once."""

RIGHT, LEFT, DROP, SCORES, CTRL_C = b"\x1b[C", b"\x1b[D", b" ", b"s", b"\x03"
STEPS = (b"", b"", LEFT, b"", RIGHT + RIGHT, b"", b"")
"""The ways to the columns of some drops: each disc lands beside or on others."""
DOWN, UP, CTRL_L = b"\x1b[B", b"\x1b[A", b"\x0c"

QUIET = 0.1
"""Seconds of silence after which a picture counts as finished."""
KNOWN = 0.4
"""Seconds of silence after which the scores of a position and its games are shown."""
ATTEMPTS = 5
"""How often a measurement is begun that wants a computer to search all the time."""


class Launch(NamedTuple):
    """What a start costs until the first picture is finished."""

    milliseconds: float
    """From the start of the process to the last byte of the first picture."""
    output: int
    """Bytes written until then."""
    rss_kib: int
    """Resident memory then, in KiB."""


class Idle(NamedTuple):
    """What a program does while nothing happens."""

    output_per_second: float
    """Bytes written a second."""
    cpu_percent: float
    """Processor time in per cent of one core, all threads."""


class Row(NamedTuple):
    """One line of the table."""

    what: str
    limit: str
    measured: str
    bare: str
    passed: bool


def opened(command: Command, home: Path | None = None, look: Look = FLAT) -> TerminalProgram:
    """Start a program in a terminal and wait until its first picture is finished."""
    program = TerminalProgram(
        command,
        home=home,
        columns=look.columns,
        lines=look.lines,
        environ={"COLORTERM": "truecolor"} if look.truecolor else None,
    )
    try:
        program.wait_for_output(2000, since=0)
        program.wait_quiet(QUIET)
    except BaseException:
        program.close()
        raise
    return program


def launch(command: Command) -> Launch:
    """Start a program once and end it again."""
    with opened(command) as program:
        seconds = program.last_byte_at - program.started_at
        return Launch(seconds * 1000, program.mark(), program.rss_kib())


def launches(commands: Sequence[Command], repeats: int = 5) -> list[Launch]:
    """The median start of each command, taken in turns so that a busy machine slows all of them.

    A first round, which fills the caches, is not counted.
    """
    rounds = [[launch(command) for command in commands] for _ in range(repeats + 1)][1:]
    return [
        Launch(*(statistics.median(values) for values in zip(*runs, strict=True)))
        for runs in zip(*rounds, strict=True)
    ]


def idle(program: TerminalProgram, seconds: float = 4.0) -> Idle:
    """Watch a program that waits for a key, or does whatever it was set to do."""
    before = program.cpu_seconds()
    output = program.watch(seconds)
    return Idle(output / seconds, (program.cpu_seconds() - before) / seconds * 100)


def time_left(lines: Sequence[str]) -> int:
    """The seconds of the clock that has less left; a day where no clock is seen."""
    times = re.findall(r"(\d+):(\d\d)", "\n".join(lines))
    return min((60 * int(minutes) + int(seconds) for minutes, seconds in times), default=86_400)


def clock_running(command: Command = CLOCK, seconds: int = 4) -> Idle:
    """Watch a board whose clock runs, in a terminal that can draw an update at once.

    The bytes are those of a second that the clock shows: on a busy machine it shows one late, and the next in time.
    """
    with opened(command) as program:
        program.send(SYNCHRONISED)
        before = time_left(program.display)
        program.send(DROP)
        program.wait_for(lambda lines: time_left(lines) < before, what="a clock that runs")
        program.wait_quiet(0.1)
        begun, since, cpu = time_left(program.display), time.perf_counter(), program.cpu_seconds()
        mark = program.mark()
        program.wait_for(lambda lines: time_left(lines) <= begun - seconds, what="so many seconds")
        program.wait_quiet(0.1)
        shown, passed = begun - time_left(program.display), time.perf_counter() - since
        busy = program.cpu_seconds() - cpu
        return Idle(len(program.bytes_since(mark)) / shown, busy / passed * 100)


def answer_bytes(program: TerminalProgram, *keys: bytes, quiet: float = QUIET) -> list[int]:
    """How many bytes a program writes for each of these keys, typed one after another, each after some quiet seconds."""
    counts = []
    for key in keys:
        mark = program.send(key)
        program.wait_for_output(since=mark)
        program.wait_quiet(quiet)
        counts.append(len(program.bytes_since(mark)))
    return counts


def drop_bytes(program: TerminalProgram) -> int:
    """The most bytes of a drop, of several beside and on each other."""
    counts = []
    for step in STEPS:
        program.send(step)
        program.wait_quiet(QUIET)
        counts += answer_bytes(program, DROP)
    return max(counts)


def library_bytes(home: Path, number: int = 2000) -> list[int]:
    """How many bytes going on by one game costs in a list of so many saved games, with names in many scripts.

    Args:
        home: an empty folder, the program's home.
        number: how many games.
    """
    place = home / "data" / "p4tui"
    place.mkdir(parents=True)
    add_many(place / "games.sqlite3", number)
    with opened(MENU, home) as program:
        program.send(b"l")
        program.wait_for_text(f"{number} games")
        program.wait_quiet(QUIET)
        return answer_bytes(program, *[DOWN] * 8, *[UP] * 4)


def explorer_bytes(home: Path, number: int = 2000) -> tuple[list[int], list[int], Idle]:
    """How many bytes cursor keys cost in the explorer, how many going in and out, and what it writes while it waits.

    Args:
        home: an empty folder, the program's home.
        number: how many saved games are counted.
    """
    place = home / "data" / "p4tui"
    place.mkdir(parents=True)
    add_many(place / "games.sqlite3", number)
    with opened((*BOARD, "--position", "443526"), home) as program:
        program.send(b"e")
        program.wait_for_text("Columns")
        program.wait_quiet(KNOWN)
        cursor = answer_bytes(program, RIGHT, RIGHT, LEFT, LEFT, LEFT)
        entering = answer_bytes(program, DROP, b"b", b"5", b"1", b"b", b"b", quiet=KNOWN)
        return cursor, entering, idle(program, 1.5)


def puzzle_bytes(home: Path) -> tuple[list[int], Idle]:
    """How many bytes answers to today's puzzle cost, of which one is right or the third wrong, and a wait after one."""
    with opened(MENU, home) as program:
        program.send(b"z")
        program.wait_for_text("Today's puzzle")
        program.wait_quiet(QUIET)
        program.send(b"\r")
        program.wait_for_text("tries left")
        program.wait_quiet(KNOWN)
        counts = answer_bytes(program, *(b"%d" % column for column in range(1, 8)), b"f", b"b")
        return counts, idle(program, 1.0)


def lesson_bytes(home: Path) -> tuple[list[int], list[int], Idle]:
    """How many bytes cursor keys, then answers in the fourth lesson cost, and a wait after them."""
    with opened(MENU, home) as program:
        for key in (b"n", DOWN, DOWN, DOWN, b"\r", b"\r"):
            answer_bytes(program, key)
        cursor = answer_bytes(program, RIGHT, LEFT, b"h")
        answers = answer_bytes(program, b"2", b"l")
        return cursor, answers, idle(program, 1.0)


def motion_bytes(
    program: TerminalProgram, *, column: int = 40, lines: range = range(8, 14), count: int = 200
) -> int:
    """How many bytes a program writes while the pointer wanders within one column of the screen.

    Args:
        program: a program that shows a board.
        column: the column of the screen, from 1.
        lines: the lines that the pointer visits in turn, from 1: all of them over the board.
        count: how many motion reports are sent; one more before them brings the pointer there.
    """
    reports = [b"\x1b[<35;%d;%dM" % (column, line) for line in lines]
    program.send(reports[0])
    program.wait_quiet(QUIET)
    mark = program.send(b"".join(reports[number % len(reports)] for number in range(1, count + 1)))
    program.wait_quiet(QUIET)
    return len(program.bytes_since(mark))


def searching(lines: Sequence[str]) -> bool:
    """Whether a computer looks for its move, or the scores under the columns are still looked for."""
    if any("is thinking" in line for line in lines):
        return True
    found = scores(lines)
    return any(score == "." or score.endswith("?") for score in found)


def answered(lines: Sequence[str]) -> bool:
    """Whether the move that a computer has made is told."""
    return any(re.search(r": column \d", line) for line in lines)


def while_searching(
    command: Command, measure: Callable[[TerminalProgram], Measured], *, begin: bytes = DROP
) -> Measured:
    """What is measured of a program that searches all the time that it is measured.

    Where the search ends sooner, the measurement says nothing and is made anew, a few times.

    Args:
        command: starts the program.
        measure: what is measured; the program shows that it searches, before and after.
        begin: what is typed to begin the search, by default the drop of a disc.

    Raises:
        AssertionError: when the search was always over too soon.
    """
    for _ in range(ATTEMPTS):
        with opened(command) as program:
            program.send(begin)
            # The drop is seen once it is saved.
            program.wait_for(lambda lines: searching(lines) or answered(lines), what="a search")
            if not searching(program.display):
                continue
            measured = measure(program)
            if searching(program.display):
                return measured
    raise AssertionError(f"the search was over before it was measured, {ATTEMPTS} times: {command}")


def latencies_while_searching(
    command: Command = THINKING, *, begin: bytes = DROP, rounds: int = 10, keys: int = 10
) -> list[float]:
    """Seconds from a cursor key to the first byte of its answer, while the computer searches.

    Each round starts the program anew.
    """

    def latencies(program: TerminalProgram) -> list[float]:
        seconds = []
        program.wait_quiet(0.02)
        for number in range(keys):
            mark = program.send(LEFT if number % 2 else RIGHT)
            sent = program.sent_at
            seconds.append(program.wait_for_output(since=mark) - sent)
            program.wait_quiet(0.01)
        return seconds

    return [
        seconds
        for _ in range(rounds)
        for seconds in while_searching(command, latencies, begin=begin)
    ]


def quit_seconds_while_searching(command: Command = THINKING, *, begin: bytes = DROP) -> float:
    """Seconds from the second Ctrl+C to the end of the process, while the computer searches."""
    with opened(command) as program:
        program.send(begin)
        program.wait_for(searching, what="a search")
        program.send(CTRL_C)
        program.wait_quiet(0.05)
        assert not answered(program.display)
        program.send(CTRL_C)
        sent = program.sent_at
        program.wait_exit()
        return program.ended_at - sent


def thinking_output(command: Command = THINKING, seconds: float = 3.5) -> float:
    """Bytes a second while the computer searches, beginning after the drop has been painted: with two signs of life."""

    def output(program: TerminalProgram) -> float:
        program.wait_quiet(0.1)
        return idle(program, seconds).output_per_second

    return while_searching(command, output)


def percentile(values: Sequence[float], per_cent: float) -> float:
    """The smallest value that at least so many per cent of the values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(per_cent * len(ordered) / 100) - 1)]


def _row(
    what: str, value: float, limit: float, form: str = "{:.0f}", bare: float | None = None
) -> Row:
    shown = "" if bare is None else form.format(bare)
    return Row(what, f"<= {form.format(limit)}", form.format(value), shown, value <= limit)


def start_rows(repeats: int) -> Iterator[Row]:
    """Launch and memory, with the bare app beside them."""
    ours, bare = launches([MENU, BARE], repeats)
    yield _row(
        f"launch to the menu, ms ({LAUNCH_RATIO} x bare)",
        ours.milliseconds,
        LAUNCH_RATIO * bare.milliseconds,
        bare=bare.milliseconds,
    )
    yield _row(
        f"memory at the menu, KiB ({MEMORY_RATIO} x bare)",
        ours.rss_kib,
        MEMORY_RATIO * bare.rss_kib,
        bare=bare.rss_kib,
    )


def screen_rows() -> Iterator[Row]:
    """What it costs to look at another screen and to come back."""
    with opened(MENU) as program:
        there, back = answer_bytes(program, b"?", b"q")
        yield _row("help from the menu, bytes", there, HELP_BYTES)
        yield _row("back to the menu, bytes", back, BACK_BYTES)


def look_rows() -> Iterator[Row]:
    """What pictures, keys and drops cost in each look, with the bare app beside the pictures."""
    for look in LOOKS:
        with opened(MENU, look=look) as menu, opened(BARE, look=look) as bare:
            sizes = menu.mark(), bare.mark()
        yield _row(f"{look.name}: menu, bytes", sizes[0], look.picture, bare=sizes[1])
        with opened(BOARD, look=look) as program:
            yield _row(f"{look.name}: first picture of a game, bytes", program.mark(), look.picture)
            keys = max(answer_bytes(program, RIGHT, LEFT, LEFT, RIGHT))
            yield _row(f"{look.name}: a cursor key, bytes", keys, look.cursor)
            drops = drop_bytes(program)
            yield _row(f"{look.name}: a drop, bytes", drops, look.drop)
        with opened(ANIMATED, look=look) as program:
            falls = drop_bytes(program)
            yield _row(f"{look.name}: a drop that falls, bytes", falls, look.fall)


def board_rows() -> Iterator[Row]:
    """What the mouse costs on the board."""
    with opened(BOARD) as program:
        yield _row("200 mouse motions in a column, bytes", motion_bytes(program), WAITING_BYTES)


def library_rows() -> Iterator[Row]:
    """What a key costs among many saved games."""
    with tempfile.TemporaryDirectory(prefix="terminal-home-") as home:
        yield _row("a cursor key, saved games, bytes", max(library_bytes(Path(home))), FLAT.cursor)


def explorer_rows() -> Iterator[Row]:
    """What keys cost in the explorer."""
    with tempfile.TemporaryDirectory(prefix="terminal-home-") as home:
        cursor, entering, still = explorer_bytes(Path(home))
        yield _row("a cursor key, explorer, bytes", max(cursor), COACH_BYTES)
        yield _row("a column gone into, explorer, bytes", max(entering), ENTERING_BYTES)
        yield _row("waiting (explorer), bytes/s", still.output_per_second, WAITING_BYTES)


def waiting_rows() -> Iterator[Row]:
    """What happens while nothing happens."""
    with opened(MENU) as menu, opened(BOARD) as board, opened(BARE) as bare:
        quiet = idle(bare)
        for name, program in (("menu", menu), ("board", board)):
            still = idle(program)
            yield _row(
                f"waiting ({name}), bytes/s",
                still.output_per_second,
                WAITING_BYTES,
                bare=quiet.output_per_second,
            )
            yield _row(
                f"waiting ({name}), processor %",
                still.cpu_percent,
                WAITING_PERCENT,
                "{:.2f}",
                bare=quiet.cpu_percent,
            )
    running = clock_running(seconds=10)
    yield _row("a clock running, bytes/s", running.output_per_second, BUSY_BYTES)
    yield Row("a clock running, processor %", "", f"{running.cpu_percent:.2f}", "", passed=True)


def drop_latencies(command: Command, changes: int = 40) -> list[float]:
    """Seconds from a drop, or from taking it back, to the first byte of its answer; each is saved."""
    seconds = []
    with opened(command) as program:
        for number in range(changes):
            mark = program.send(b"u" if number % 2 else DROP)
            sent = program.sent_at
            seconds.append(program.wait_for_output(since=mark) - sent)
            program.wait_quiet(0.02)
    return seconds


def saving_rows() -> Iterator[Row]:
    """How soon a move is seen, whatever the disk does."""
    yield from _key_rows("drop", drop_latencies(BOARD))
    yield from _key_rows("drop, slow disk", drop_latencies(SLOW_DISK))


def time_rows(repeats: int) -> Iterator[Row]:
    """A first look at times and memory: a start, and keys beside the disk and beside a search."""
    yield from start_rows(repeats)
    yield from _key_rows("drop", drop_latencies(BOARD))
    yield from _key_rows("club", latencies_while_searching(THINKING, rounds=repeats))


def thinking_rows() -> Iterator[Row]:
    """What the computer's search leaves to the player."""
    for who, command in (
        ("club", THINKING),
        ("perfect", PERFECT),
        ("perfect in Python", PERFECT_IN_PYTHON),
    ):
        yield _row(f"{who} thinking, bytes/s", thinking_output(command), BUSY_BYTES)
        yield from _key_rows(who, latencies_while_searching(command))
        quitting = quit_seconds_while_searching(command)
        yield _row(f"quit, {who}, ms", 1000 * quitting, QUIT_MS)
    for who, command in (("scores", SCORING), ("scores in Python", SCORING_IN_PYTHON)):
        yield from _key_rows(who, latencies_while_searching(command, begin=SCORES))
        quitting = quit_seconds_while_searching(command, begin=SCORES)
        yield _row(f"quit, {who}, ms", 1000 * quitting, QUIT_MS)


def _key_rows(who: str, seconds: Sequence[float]) -> Iterator[Row]:
    """How soon keys are answered."""
    times = [1000 * value for value in seconds]
    median, slowest = statistics.median(times), percentile(times, 99)
    yield _row(f"key to first byte, {who}, median ms", median, KEY_MEDIAN_MS, "{:.1f}")
    yield _row(f"key to first byte, {who}, 99 %, ms", slowest, MAX_KEY_MS, "{:.1f}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; return 1 if a budget is exceeded or could not be measured, else 0."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.terminal.measure", description="Measure the terminal budgets."
    )
    parser.add_argument(
        "--repeats", type=int, default=7, help="starts of each program that are counted"
    )
    parser.add_argument(
        "--times", action="store_true", help="only a first look at times and memory"
    )
    parser.add_argument("--bare", action="store_true", help="measure the bare app alone")
    options = parser.parse_args(arguments)
    if options.bare:
        (start,) = launches([BARE], options.repeats)
        with opened(BARE) as program:
            print(*start, *idle(program), motion_bytes(program))
        return 0
    parts: list[Callable[[], Iterator[Row]]] = [
        lambda: start_rows(options.repeats),
        screen_rows,
        look_rows,
        board_rows,
        library_rows,
        explorer_rows,
        waiting_rows,
        saving_rows,
        thinking_rows,
    ]
    if options.times:
        parts = [lambda: time_rows(options.repeats)]
    print(f"{'':50}{'budget':>10}{'p4tui':>10}{'bare':>10}")
    passed = True
    for part in parts:
        try:
            for row in part():
                passed &= row.passed
                verdict = "" if row.passed else "  EXCEEDED"
                print(
                    f"{row.what:50}{row.limit:>10}{row.measured:>10}{row.bare:>10}{verdict}",
                    flush=True,
                )
        except AssertionError as error:  # the program did not come as far as that
            passed = False
            print(f"not measured: {error}", flush=True)
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
