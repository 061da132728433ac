"""The budgets of the terminal, measured: ``python -m tests.terminal.measure`` prints the table.

p4tui and a bare Textual app with a Footer run in the same kind of terminal (80x24, xterm-256color), in turns
where time is measured. Bytes are the same on every machine; times and memory mean something only as ratios
of the two. `test_budgets.py` asserts what is printed here.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from tests.terminal.harness import TerminalProgram

Command = Sequence[str]

BARE: Command = (sys.executable, "-m", "tests.terminal.bare_app")
"""The yardstick."""
MENU: Command = (sys.executable, "-m", "p4tui")
"""The menu, where the program begins."""
BOARD: Command = (*MENU, "play", "Alice", "Bob", "--animation", "off")
"""The board for two people, nothing moving by itself."""
ANIMATED: Command = (*MENU, "play", "Alice", "Bob", "--animation", "on")
"""The same with discs that fall."""
THINKING: Command = (*MENU, "play", "--red", "human", "--yellow", "club", "--animation", "off")
"""A board where the computer begins to search after the first drop."""
PERFECT: Command = (
    *(*MENU, "play", "--red", "human", "--yellow", "perfect", "--animation", "off"),
    *("--size", "8x6", "--position", "11228877"),
)
"""The same with the level that searches on every core, on a board where that takes seconds and no book helps."""
PERFECT_IN_PYTHON: Command = ("env", "P4TUI_KERNEL=python", *PERFECT)
"""The same with the plain-Python search."""

CLOCK: Command = ("env", "COLORTERM=truecolor", *BOARD, "--clock", "5+3")
"""A game with a clock, in the longest colours there are."""
LOW_CLOCK: Command = ("env", "COLORTERM=truecolor", *BOARD, "--clock", "0.3")
"""The same with little time left, which is marked."""
SYNCHRONISED = b"\x1b[?2026;2$y"
"""The reply of a terminal that can draw an update at once."""

RIGHT, LEFT, DROP, CTRL_C = b"\x1b[C", b"\x1b[D", b" ", b"\x03"

QUIET = 0.25
"""Seconds of silence after which a picture counts as finished."""


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


def opened(command: Command) -> TerminalProgram:
    """Start a program and wait until its first picture is finished."""
    program = TerminalProgram(command)
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


def clock_running(command: Command = CLOCK, seconds: float = 4.0) -> Idle:
    """Watch a board whose clock runs, in a terminal that can draw an update at once."""
    with opened(command) as program:
        program.send(SYNCHRONISED)
        program.wait_for_output(since=program.send(DROP))
        program.wait_quiet(0.1)
        return idle(program, seconds)


def answer_bytes(program: TerminalProgram, *keys: bytes) -> list[int]:
    """How many bytes a program writes for each of these keys, typed one after another."""
    counts = []
    for key in keys:
        mark = program.send(key)
        program.wait_for_output(since=mark)
        program.wait_quiet(QUIET)
        counts.append(len(program.bytes_since(mark)))
    return counts


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


def latencies_while_thinking(
    command: Command = THINKING, *, begin: bytes = DROP, rounds: int = 5, keys: int = 20
) -> list[float]:
    """Seconds from a cursor key to the first byte of its answer, while the computer searches.

    Each round starts the program anew and sends what begins a search, by default the drop of a disc; the keys of a
    round should take less time than the search does.
    """
    seconds: list[float] = []
    for _ in range(rounds):
        with opened(command) as program:
            program.wait_for_output(since=program.send(begin))
            program.wait_quiet(0.02)
            for number in range(keys):
                mark = program.send(LEFT if number % 2 else RIGHT)
                sent = program.sent_at
                seconds.append(program.wait_for_output(since=mark) - sent)
                program.wait_quiet(0.01)
    return seconds


def quit_seconds_while_thinking(command: Command = THINKING) -> float:
    """Seconds from the second Ctrl+C to the end of the process, while the computer searches."""
    with opened(command) as program:
        program.wait_for_output(since=program.send(DROP))
        program.send(CTRL_C)
        program.wait_quiet(0.05)
        program.send(CTRL_C)
        sent = program.sent_at
        program.wait_exit()
        return program.ended_at - sent


def thinking_output(command: Command = THINKING, seconds: float = 0.5) -> float:
    """Bytes a second while the computer searches, beginning after the drop has been painted."""
    with opened(command) as program:
        program.wait_for_output(since=program.send(DROP))
        program.wait_quiet(0.05)
        return idle(program, seconds).output_per_second


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
    """Launch, first picture and memory, with the bare app beside them."""
    ours, bare = launches([MENU, BARE], repeats)
    yield _row(
        "launch to the menu, ms (1.5 x bare)",
        ours.milliseconds,
        1.5 * bare.milliseconds,
        bare=bare.milliseconds,
    )
    yield _row("first picture, bytes", ours.output, 20_000, bare=bare.output)
    yield _row(
        "memory at the menu, KiB (1.4 x bare)", ours.rss_kib, 1.4 * bare.rss_kib, bare=bare.rss_kib
    )


def board_rows() -> Iterator[Row]:
    """What keys and the mouse cost on the board."""
    with opened(BOARD) as program:
        yield _row("a cursor key, bytes", max(answer_bytes(program, RIGHT, LEFT, LEFT, RIGHT)), 200)
        yield _row("200 mouse motions in a column, bytes", motion_bytes(program), 0)
        yield _row(
            "a drop, animation off, bytes", max(answer_bytes(program, DROP, DROP, DROP)), 500
        )
    with opened(ANIMATED) as program:
        yield _row(
            "a drop, animation on, bytes", max(answer_bytes(program, DROP, DROP, DROP)), 2500
        )


def waiting_rows() -> Iterator[Row]:
    """What happens while nothing happens."""
    with opened(MENU) as menu, opened(BOARD) as board, opened(BARE) as bare:
        quiet = idle(bare)
        for name, program in (("menu", menu), ("board", board)):
            still = idle(program)
            yield _row(
                f"waiting ({name}), bytes/s",
                still.output_per_second,
                0,
                bare=quiet.output_per_second,
            )
            yield _row(
                f"waiting ({name}), processor %",
                still.cpu_percent,
                0.5,
                "{:.2f}",
                bare=quiet.cpu_percent,
            )
    running = clock_running(seconds=10.0)
    yield _row("a clock running, bytes/s", running.output_per_second, 60)
    yield Row("a clock running, processor %", "", f"{running.cpu_percent:.2f}", "", passed=True)


def thinking_rows() -> Iterator[Row]:
    """What the computer's search leaves to the player."""
    for who, command in (
        ("club", THINKING),
        ("perfect", PERFECT),
        ("perfect in Python", PERFECT_IN_PYTHON),
    ):
        yield _row(f"{who} thinking, bytes/s", thinking_output(command), 60)
        times = [1000 * seconds for seconds in latencies_while_thinking(command)]
        yield _row(f"key to first byte, {who}, median ms", statistics.median(times), 10, "{:.1f}")
        yield _row(f"key to first byte, {who}, 99 %, ms", percentile(times, 99), 40, "{:.1f}")
        yield _row(f"quit, {who}, ms", 1000 * quit_seconds_while_thinking(command), 500)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; return 1 if a budget is exceeded or could not be measured, else 0."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.terminal.measure", description="Measure the terminal budgets."
    )
    parser.add_argument(
        "--repeats", type=int, default=7, help="starts of each program that are counted"
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
        board_rows,
        waiting_rows,
        thinking_rows,
    ]
    print(f"{'':46}{'budget':>10}{'p4tui':>10}{'bare':>10}")
    passed = True
    for part in parts:
        try:
            for row in part():
                passed &= row.passed
                verdict = "" if row.passed else "  EXCEEDED"
                print(
                    f"{row.what:46}{row.limit:>10}{row.measured:>10}{row.bare:>10}{verdict}",
                    flush=True,
                )
        except AssertionError as error:  # the program did not come as far as that
            passed = False
            print(f"not measured: {error}", flush=True)
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
