"""`p4tui solve --jobs N`: the same answers in the same order, read as they are needed."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest

from p4tui.cli.solve import bulk, solve
from p4tui.plain.line_input import LineReader
from tests.plain.driving import p4tui

ROOT = Path(__file__).parents[2]
HANGING = 100.0
"""Seconds after which a program counts as one that hangs, however busy the machine is."""
NEAR_THE_END = "2252576253462244111563365343671351441"
WON = "1212121"
SPEED = re.compile(r"(\d+) positions? in [\d.]+ s: [\d.]+ a second\.")
TYPED = f"{NEAR_THE_END}\n\n{WON} -18\n4x\n{NEAR_THE_END}1\n44444444\n{WON}\n"


class Here(Executor):
    """Runs each task at once, in this process; counts the tasks that are not collected yet."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.sizes.append(len(args[0]))
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@pytest.fixture
def executor(monkeypatch: pytest.MonkeyPatch) -> Here:
    """In place of the processes."""
    here = Here()

    @contextmanager
    def processes(_jobs: int) -> Iterator[Here]:
        yield here

    monkeypatch.setattr(bulk, "processes", processes)
    monkeypatch.setattr(bulk, "_WORKERS", [])
    return here


def without_speed(err: str) -> tuple[list[str], int]:
    """Return the complaints, and the number of positions that the last line says."""
    *complaints, last = err.splitlines()
    found = SPEED.fullmatch(last)
    assert found
    return complaints, int(found[1])


@pytest.mark.parametrize("options", [[], ["--columns", "--line"], ["--json", "--cold"]])
def test_the_answers_are_those_of_one_process(options: list[str], executor: Here) -> None:
    alone = p4tui("solve", *options, typed=TYPED)
    several = p4tui("solve", "--jobs", "2", *options, typed=TYPED)
    assert (several.status, several.out) == (alone.status, alone.out) != (0, "")
    assert without_speed(several.err) == (alone.err.splitlines(), len(alone.lines))


def test_arguments_are_answered_too(executor: Here) -> None:
    answer = p4tui("solve", "--jobs", "3", WON, "4x", NEAR_THE_END, "")
    assert answer.lines == [f"{WON} -18", f"{NEAR_THE_END} -1"]
    complaints, count = without_speed(answer.err)
    assert count == 2
    assert [line.partition(":")[2][:12] for line in complaints] == [" argument 2:", " argument 4:"]


def test_tasks_grow_while_they_are_short_and_shrink_when_they_are_long(
    executor: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk, "TASK_SECONDS", 1e9)
    assert p4tui("solve", "--jobs", "1", typed=f"{WON}\n" * 300).lines == [f"{WON} -18"] * 300
    assert executor.sizes[:5] == [1, 1, 1, 2, 2]
    assert max(executor.sizes) > 50
    executor.sizes.clear()
    monkeypatch.setattr(bulk, "TASK_SECONDS", 1e-9)
    assert len(p4tui("solve", "--jobs", "1", typed=f"{WON}\n" * 20).lines) == 20
    assert set(executor.sizes) == {1}


def test_no_more_is_read_than_a_few_tasks_ahead(
    executor: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of any number of lines a few are in memory: what is read and not yet printed."""
    line, together = f"{WON}\n".encode(), 10
    written = io.StringIO()
    most = 0

    class Endless(io.BytesIO):
        lines = 0

        def read(self, size: int | None = -1) -> bytes:
            nonlocal most
            most = max(most, self.lines - written.getvalue().count("\n"))
            self.lines += together
            return line * together if self.lines <= 2000 else b""

    monkeypatch.setattr(bulk, "MAX_TASK_TEXTS", 20)
    monkeypatch.setattr(solve, "standard_input", lambda: LineReader(Endless()))
    monkeypatch.setattr(sys, "stdout", written)
    from p4tui import cli

    assert cli.main(["solve", "--jobs", "2"]) == 0
    assert written.getvalue().count("\n") == 2000
    assert most <= 20 * (2 * bulk.TASKS_AHEAD + 1) + together


def test_long_lines_make_small_tasks(executor: Here) -> None:
    typed = f"{WON}\n" * 200 + f"{WON} {'x' * 60_000}\n" * 20
    assert len(p4tui("solve", "--jobs", "1", typed=typed).lines) == 220
    assert max(executor.sizes[-4:]) <= bulk.MAX_TASK_CHARACTERS // 60_000 + 1


def test_a_process_that_ends_is_said(executor: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    def ended(*_task: object) -> None:
        raise BrokenExecutor

    monkeypatch.setattr(bulk, "_answer_task", ended)
    monkeypatch.setattr(executor, "submit", lambda work, task: work(task))
    answer = p4tui("solve", "--jobs", "2", WON)
    assert (answer.status, answer.out) == (1, "")
    assert "has ended" in answer.err.splitlines()[0]


def test_a_damaged_book_is_said_once(
    executor: Here, own_machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from p4tui import paths
    from p4tui.core.geometry import Geometry
    from p4tui.engine.book.format import file_name

    folder = paths.books_folder()
    assert folder is not None
    folder.mkdir(parents=True)
    (folder / file_name(Geometry())).write_bytes(b"no book")
    answer = p4tui("solve", "--jobs", "1", typed=f"{NEAR_THE_END}\n" * 5)
    assert (answer.status, len(answer.lines)) == (0, 5)
    complaints, _count = without_speed(answer.err)
    assert len(complaints) == 1


def test_a_drawing_is_no_work_for_several_processes() -> None:
    answer = p4tui("solve", "--jobs", "2", "--board")
    assert (answer.status, answer.err) == (2, "p4tui: --jobs cannot be used with --board.\n")


def started(*words: str, source: IO[str] | int = subprocess.PIPE) -> subprocess.Popen[str]:
    """Start the command as a person would."""
    return subprocess.Popen(
        [sys.executable, "-m", "p4tui", "solve", "--jobs", "2", *words],
        cwd=ROOT,
        env=os.environ,
        stdin=source,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def processes_of_session(session: int) -> list[int]:
    """Return the processes of a session that still run."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                status = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(status[3]) == session and status[0] != "Z":
                found.append(int(entry.name))
    return found


def wait_for_end_of(session: int) -> None:
    """Wait until no process of a session runs."""
    deadline = time.monotonic() + HANGING
    while processes_of_session(session):
        assert time.monotonic() < deadline


def test_two_processes_answer_in_order_and_in_the_language_of_their_parent() -> None:
    with started("--lang", "fr") as process:
        out, err = process.communicate(TYPED * 50, timeout=HANGING)
    assert process.returncode == 1
    assert out.splitlines() == [f"{NEAR_THE_END} -1", f"{WON} -18", f"{WON} -18"] * 50
    complaints = err.splitlines()[:-1]
    assert [int(line.split()[2].rstrip("\xa0:")) for line in complaints] == [
        7 * turn + place for turn in range(50) for place in (4, 5, 6)
    ]


def test_an_output_that_nobody_reads_ends_all_processes_quietly(tmp_path: Path) -> None:
    # From a file: through a pipe, both sides could wait for a reader.
    (tmp_path / "positions").write_text(f"{WON}\n" * 20_000)
    with (tmp_path / "positions").open() as source, started(source=source) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == f"{WON} -18\n"
        process.stdout.close()
        assert process.stderr is not None
        err = process.stderr.read()
        assert (process.wait(timeout=HANGING), err) == (141, "")
    wait_for_end_of(process.pid)


def test_ctrl_c_ends_all_processes_quietly() -> None:
    with started("--size", "9x8", "--no-book") as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(f"{WON}\n" * 20 + "5\n" * 5)
        process.stdin.close()
        # The processes run; while they are started, Ctrl+C is not heard.
        assert process.stdout.readline().startswith(WON)
        os.killpg(process.pid, signal.SIGINT)
        assert process.stderr is not None
        err = process.stderr.read()
        assert (process.wait(timeout=HANGING), err) == (130, "")
    wait_for_end_of(process.pid)
