"""`p4tui book`, and the book of `p4tui solve`."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Self

import pytest

from p4tui import paths
from p4tui.cli import processes
from p4tui.cli.book import build, cluster
from p4tui.cli.progress import Progress, clock_time
from p4tui.cli.statuses import BROKEN_PIPE
from p4tui.core.geometry import Geometry
from p4tui.engine.book.format import file_name, write
from tests.plain.driving import Answer, p4tui
from tests.tools.books import plies_of, written
from tests.tools.kernels import needs_native

ROOT = Path(__file__).parents[2]
SMALL = Geometry(4, 4)
DEPTH = 6
BUILD = ("book", "build", "--size", "4x4", "--depth", str(DEPTH), "--jobs", "1", "--count", "5")

WRONG: dict[str, tuple[list[str], str]] = {
    "no action": (["--size", "4x4"], "build|verify|show"),
    "an unknown action": (["burn"], "build, verify, show"),
    "no depth": (["build"], "required: --depth"),
    "a depth of letters": (["build", "--depth", "deep"], "0 to 99"),
    "a depth beyond the game": (["build", "--size", "4x4", "--depth", "16"], "at most 15"),
    "no job": (["build", "--depth", "2", "--jobs", "0"], "1 to 999"),
    "a count of too many": (["verify", "--count", "1000000"], "0 to 999999"),
    "a file to build": (["build", "--depth", "2", "a.p4b"], "a.p4b"),
    "jobs and scheduler": (
        ["build", "--depth", "2", "--jobs", "1", "--scheduler", "tcp://x:1"],
        "not allowed with argument --jobs",
    ),
    "a board too large": (["build", "--depth", "2", "--size", "16x16"], "252 cells"),
    "a line too long": (["build", "--depth", "2", "--connect", "8"], "--connect"),
    "an output that is a folder": (["build", "--depth", "2", "--output", "/"], "--output"),
    "an output without a name": (["build", "--depth", "2", "--output", ""], "--output"),
    "an output that is too long": (["build", "--depth", "2", "--output", "a" * 300], "--output"),
    "an output with a null": (["build", "--depth", "2", "--output", "a\0"], "--output"),
    "an option of build": (["verify", "--depth", "2"], "--depth"),
    "another option of build": (["show", "--resume"], "--resume"),
    "an option of verify": (["show", "--count", "3"], "--count"),
    "a size for a file": (["show", "a.p4b", "--size", "4x4"], "--size"),
    "a missing file": (["show", "nowhere.p4b"], "nowhere.p4b"),
    "a folder": (["verify", "."], "not an opening book"),
    "no such book": (["show", "--size", "32x4"], "32x4"),
    "no such scheduler": (["build", "--depth", "2", "--scheduler", "tcp://"], "tcp://"),
}


@pytest.fixture
def short_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a scheduler that does not answer given up soon."""
    monkeypatch.setattr(cluster, "ANSWER_SECONDS", 0.1)


def started(*words: str, prologue: str = "") -> subprocess.Popen[str]:
    """The program as a process of its own, which listens to Ctrl+C also where the tests run in the background."""
    program = f"""
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from p4tui.cli import main
{prologue}
if __name__ == "__main__":
    sys.exit(main())
"""
    return subprocess.Popen(
        [sys.executable, "-c", program, *words],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def known(path: Path) -> int:
    """How many scores a state has."""
    return len(path.read_bytes().replace(b"\x80", b"")) if path.exists() else 0


def test_an_output_that_nobody_reads_is_no_fault_of_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_values: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(build, "print", broken, raising=False)
    answer = p4tui(*BUILD, "--output", str(tmp_path / "a.p4b"))
    assert answer.status == BROKEN_PIPE
    assert "p4tui:" not in answer.err


@pytest.mark.parametrize("case", WRONG)
@pytest.mark.usefixtures("short_wait")
def test_wrong_arguments_are_answered_in_one_sentence(case: str) -> None:
    words, expected = WRONG[case]
    answer = p4tui("book", *words)
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert answer.err.startswith("p4tui: ")
    assert expected in answer.err


@pytest.mark.parametrize("case", WRONG)
@pytest.mark.usefixtures("short_wait")
def test_wrong_arguments_are_answered_in_french(case: str) -> None:
    answer = p4tui("book", *WRONG[case][0], "--lang", "fr")
    assert answer.status == 2
    assert not {"not", "is", "no", "the", "expected", "needed"} & set(answer.err.split())


def test_nothing_else_in_the_folder_of_a_book_is_touched(tmp_path: Path) -> None:
    output = tmp_path / "d.book"
    other = tmp_path / "d.book.new"
    other.write_text("mine", encoding="utf-8")
    assert p4tui(*BUILD, "--output", str(output)).status == 0
    assert other.read_text(encoding="utf-8") == "mine"
    assert {path.name for path in tmp_path.iterdir()} == {output.name, other.name}


def test_a_file_that_is_no_book_is_not_written_over(tmp_path: Path) -> None:
    output = tmp_path / "moves.txt"
    output.write_text("4453\n" * 100, encoding="utf-8")
    answer = p4tui(*BUILD, "--output", str(output))
    assert (answer.status, answer.out) == (2, "")
    assert "is not an opening book. Choose another name." in answer.err
    assert output.read_text(encoding="utf-8") == "4453\n" * 100


def test_a_build_that_is_done_leaves_nothing_in_the_way_of_a_deeper_one(tmp_path: Path) -> None:
    output = tmp_path / "small.book"
    assert p4tui(*BUILD, "--output", str(output)).status == 0
    assert p4tui(*BUILD, "--depth", str(DEPTH + 1), "--output", str(output)).status == 0
    assert [path.name for path in tmp_path.iterdir()] == [output.name]


def test_a_book_is_built_shown_verified_and_found(own_machine: Path) -> None:
    answer = p4tui(*BUILD)
    assert answer.status == 0
    folder = paths.books_folder()
    assert folder is not None
    path = folder / file_name(SMALL)
    positions = sum(len(ply.keys) for ply in plies_of(SMALL, DEPTH))
    assert answer.lines == [f"{path}: {positions} positions, {path.stat().st_size} bytes"]
    assert "searching: 524 of 524" in answer.err
    assert "verifying: 5 of 5" in answer.err
    shown = p4tui("book", "show", "--size", "4x4")
    assert shown.status == 0
    assert [line.split()[-1] for line in shown.lines[2:]] == [
        "4x4",
        "4",
        str(positions),
        *(str(len(ply.keys)) for ply in plies_of(SMALL, DEPTH)),
    ]
    assert p4tui("book", "show", str(path)).lines == shown.lines
    for words in (["--size", "4x4"], [str(path)]):
        verified = p4tui("book", "verify", *words, "--count", "3", "--seed", "1")
        assert (verified.status, verified.lines) == (0, ["All checked scores are right."])
    solved = p4tui("solve", "--size", "4x4", "--stats", "-")
    assert solved.lines[0].split()[:3] == ["-", "0", "0"]


def test_a_book_with_a_wrong_score_is_told(tmp_path: Path) -> None:
    path = tmp_path / file_name(SMALL)
    write(path, SMALL, [([0], [2])])
    answer = p4tui("book", "verify", str(path), "--count", "1")
    assert (answer.status, answer.out) == (1, "")
    assert answer.err.splitlines()[-1] == "p4tui: -: the book says +2, the search 0."


def test_a_book_with_a_wrong_score_is_not_put_in_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "is_correct", lambda *_: False)
    answer = p4tui(*BUILD, "--output", str(tmp_path / "book"))
    assert (answer.status, answer.out) == (1, "")
    assert [each.name for each in tmp_path.iterdir()] == ["book.build"]


def test_a_pipe_or_device_is_no_output_and_stays_what_it_is(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for output in (pipe, link):
        answer = p4tui(*BUILD, "--output", str(output))
        assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
        assert "--output names a device or a pipe" in answer.err
    assert pipe.is_fifo()
    assert {each.name for each in tmp_path.iterdir()} == {"pipe", "link"}


def test_a_scheduler_that_does_not_answer_leaves_one_sentence_behind() -> None:
    code = (
        "from p4tui.cli import main; from p4tui.cli.book import cluster; cluster.ANSWER_SECONDS = 0.1;"
        "main(['book', 'build', '--depth', '2', '--size', '4x4', '--scheduler', 'tcp://'])"
    )
    process = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert process.stderr == "p4tui: No Dask scheduler answers at tcp://.\n"


def test_a_folder_in_use_is_refused_in_a_sentence(tmp_path: Path) -> None:
    output = ("--output", str(tmp_path / "book"), "--state", str(tmp_path / "state"))
    assert p4tui(*BUILD, *output).status == 0
    again = p4tui(*BUILD, *output)
    assert (again.status, again.err.count("\n")) == (2, 1)
    assert "--resume" in again.err
    other = p4tui("book", "build", "--size", "4x4", "--depth", "3", "--resume", *output)
    assert (other.status, other.err.count("\n")) == (2, 1)
    assert "--state" in other.err
    assert p4tui(*BUILD, *output, "--resume").status == 0


def test_a_long_name_does_not_hide_what_is_wrong_with_a_book() -> None:
    for name in ("b" * 5000, "./" * 400):
        answer = p4tui("book", "show", name)
        assert (answer.status, answer.err.count("\n")) == (2, 1)
        assert answer.err.endswith("; it is not used.\n")


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    answer = p4tui(*BUILD, "--output", str(tmp_path / "file" / "book"))
    assert answer.status == 1
    assert answer.err.startswith("p4tui: The build cannot be saved: ")


def test_without_a_home_the_output_is_to_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("p4tui.paths.data_folder", lambda: None)
    answer = p4tui(*BUILD)
    assert (answer.status, answer.err.count("\n")) == (2, 1)
    assert "--output" in answer.err
    assert p4tui("book", "show", "--size", "32x4").status == 2


def test_a_search_that_fails_ends_the_build_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "_start_worker", os.abort)
    answer = p4tui(*BUILD, "--output", str(tmp_path / "book"))
    assert (answer.status, answer.out) == (1, "")
    assert answer.err.splitlines()[-1].startswith("p4tui: A search failed (")


def test_a_scheduler_without_dask_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    answer = p4tui("book", "build", "--depth", "2", "--scheduler", "tcp://x:1")
    assert (answer.status, answer.err.count("\n")) == (2, 1)
    assert "p4tui[cluster]" in answer.err


def test_a_scheduler_without_workers_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    class Client:
        def __init__(self, *_words: object, **_options: object) -> None: ...

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_error: object) -> None: ...

        def nthreads(self) -> dict[str, int]:
            return {}

    module = SimpleNamespace(Client=Client)
    monkeypatch.setitem(sys.modules, "distributed", module)
    answer = p4tui("book", "build", "--depth", "2", "--scheduler", "tcp://x:1")
    assert (answer.status, answer.err.count("\n")) == (2, 1)
    assert "has no workers" in answer.err


def test_a_book_is_built_in_a_thread_too(tmp_path: Path) -> None:
    answers: list[Answer] = []
    words = (*BUILD, "--output", str(tmp_path / "book"))
    thread = threading.Thread(target=lambda: answers.append(p4tui(*words)))
    thread.start()
    thread.join()
    assert [answer.status for answer in answers] == [0]


def test_a_damaged_book_is_told_when_it_would_be_shown() -> None:
    folder = paths.books_folder()
    assert folder is not None
    folder.mkdir(parents=True)
    path = written(SMALL, DEPTH, folder)
    path.write_bytes(path.read_bytes()[:-1] + b"\1")
    answer = p4tui("book", "show", "--size", "4x4")
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 2)
    assert "is damaged" in answer.err


# Ended early

HANGING = 300.0
"""Seconds after which a program counts as one that hangs, however busy the machine is."""
LONG_DEPTH, LONGER_DEPTH = 9, 12
"""A build of a second, and one of many."""
HALTED = """
import threading
from p4tui.engine.bookmaking.state import State
record = State.record
State.record = lambda *what: (record(*what), threading.Event().wait())
"""
"""A build that does nothing more once it has kept something for the first time."""


def build_to(depth: int) -> tuple[str, ...]:
    return ("book", "build", "--size", "5x5", "--depth", str(depth), "--jobs", "1", "--count", "0")


LONG = build_to(LONG_DEPTH)


@contextmanager
def building(
    folder: Path, depth: int, prologue: str = ""
) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """A build that has found something and is not done.

    Yields:
        its process, and the file with what it has found.
    """
    process = started(*build_to(depth), "--output", str(folder / "book"), prologue=prologue)
    scores = folder / "book.build" / f"scores-{depth}.bin"
    try:
        while not known(scores):
            assert process.poll() is None
            Event().wait(0.01)
        yield process, scores
    finally:
        process.kill()
        process.communicate()


@needs_native
def test_a_build_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    with building(tmp_path, LONG_DEPTH, HALTED) as (process, scores):
        process.kill()
        # This waits for the end of the processes that search, too: they have the same standard error.
        process.communicate(timeout=HANGING)
        before = known(scores)
    assert 0 < before < len(plies_of(Geometry(5, 5), LONG_DEPTH)[-1].keys)
    answer = p4tui(*LONG, "--resume", "--output", str(tmp_path / "book"))
    assert answer.status == 0
    first = next(line for line in answer.err.splitlines() if line.startswith("searching"))
    assert int(first.split()[1]) == before
    written(Geometry(5, 5), LONG_DEPTH, tmp_path)
    whole = (tmp_path / file_name(Geometry(5, 5))).read_bytes()
    assert (tmp_path / "book").read_bytes() == whole


@needs_native
@pytest.mark.parametrize(
    ("number", "status"),
    [
        (signal.SIGINT, 130),
        pytest.param(signal.SIGTERM, 143, marks=pytest.mark.exhaustive),
    ],
)
def test_a_signal_ends_a_build_quietly(tmp_path: Path, number: signal.Signals, status: int) -> None:
    with building(tmp_path, LONGER_DEPTH) as (process, scores):
        process.send_signal(number)
        out, err = process.communicate(timeout=HANGING)
        assert (process.returncode, out) == (status, "")
        assert all(line.startswith(("listing", "searching")) for line in err.splitlines())
        assert known(scores)
    assert not (tmp_path / "book").exists()


def test_a_cluster_builds_the_same_book(tmp_path: Path) -> None:
    """A Dask scheduler and two worker processes on this machine."""
    words = ("book", "build", "--size", "4x4", "--depth", "7", "--count", "5")
    more = ("--scheduler", "ADDRESS", "--output", str(tmp_path / "book"))
    run = subprocess.run(
        [sys.executable, "-m", "tests.tools.local_cluster", *words, *more],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=HANGING,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[-1] == "2 workers"
    whole = written(SMALL, 7, tmp_path).read_bytes()
    assert (tmp_path / "book").read_bytes() == whole


# The book of `p4tui solve`


@pytest.fixture
def small_book(tmp_path: Path) -> Path:
    return written(SMALL, DEPTH, tmp_path)


def nodes(answer: Answer) -> int:
    assert answer.status == 0
    return int(answer.lines[0].split()[2])


def test_solve_uses_the_book_that_is_named_or_none(small_book: Path) -> None:
    words = ("solve", "--size", "4x4", "--stats", "-")
    assert nodes(p4tui(*words, "--book", str(small_book))) == 0
    assert nodes(p4tui(*words, "--no-book")) > 0


@pytest.mark.parametrize("language", ["en", "fr"])
def test_solve_refuses_a_book_that_is_none(small_book: Path, language: str) -> None:
    other = p4tui("solve", "--book", str(small_book), "-", "--lang", language)
    assert (other.status, other.out, other.err.count("\n")) == (2, "", 1)
    small_book.write_bytes(b"\x1b[31m")
    for words in (["--book", str(small_book)], ["--book", "nowhere"], ["--book", "x", "--no-book"]):
        answer = p4tui("solve", *words, "-", "--lang", language)
        assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "is damaged; it is not used."), ("fr", "est endommagé")],
)
def test_solve_tells_once_of_a_book_that_is_damaged(
    language: str, sentence: str, own_machine: Path
) -> None:
    folder = paths.books_folder()
    assert folder is not None
    folder.mkdir(parents=True)
    path = written(SMALL, DEPTH, folder)
    path.write_bytes(path.read_bytes()[:-1] + b"\1")
    answer = p4tui("solve", "--size", "4x4", "--lang", language, "1", "2", "3")
    assert answer.status == 0
    assert len(answer.lines) == 3
    assert answer.err.count("\n") == 1
    assert sentence in answer.err


# Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_a_line_now_and_then() -> None:
    stream, seconds = io.StringIO(), count(0, 20)
    with Progress(stream, lambda: float(next(seconds))) as progress:
        for done in range(4, 10):
            progress.update("searching", done, 10)
        progress.update("searching", 10, 10)
        progress.update("listing", 0, 2, even=False)
        progress.update("listing", 1, 2, even=False)
        progress.update("listing", 2, 2, even=False)
    assert stream.getvalue().splitlines() == [
        "searching: 4 of 10",
        "searching: 6 of 10, 0:01:20 left",
        "searching: 8 of 10, 0:00:40 left",
        "searching: 10 of 10",
        "listing: 0 of 2",
        "listing: 2 of 2",
    ]


def test_brief_work_has_a_line_only_when_it_takes_longer_where_nobody_watches() -> None:
    for stream, lines in (
        (io.StringIO(), ["searching: 2 of 4, 0:00:40 left", "searching: 4 of 4"]),
        (Terminal(), None),
    ):
        seconds = count(0, 20)
        with Progress(stream, lambda: float(next(seconds)), brief=True) as progress:  # noqa: B023  used before the next one
            progress.update("searching", 0, 4)
            progress.update("searching", 1, 4)
            progress.update("searching", 2, 4)
            progress.update("searching", 4, 4)
            progress.update("writing", 1, 1)
        assert lines is None or stream.getvalue().splitlines() == lines
        assert ("writing" in stream.getvalue()) == (lines is None)


def test_progress_is_a_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "61")
    stream, seconds = Terminal(), count()
    with Progress(stream, lambda: float(next(seconds))) as progress:
        progress.update("searching", 0, 4)
        progress.update("searching", 1, 4)
        progress.update("writing", 0, 0)
    assert stream.getvalue() == (
        "\r\x1b[K[........................] searching: 0 of 4"
        "\r\x1b[K[######..................] searching: 1 of 4, 0:00:03 left"
        "\n\r\x1b[K[########################] writing: 0 of 0\n"
    )


def test_progress_is_words_on_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    stream, seconds = Terminal(), count()
    with Progress(stream, lambda: float(next(seconds))) as progress:
        progress.update("searching", 0, 4)
        progress.update("searching", 1, 400)
    assert stream.getvalue() == ("\r\x1b[Ksearching: 0 of 4\r\x1b[Ksearching: 1 of 400, 0:06:39 \n")


def test_progress_is_as_wide_as_the_terminal_that_it_is_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(os, "get_terminal_size", lambda _number: os.terminal_size((12, 5)))
    stream = Terminal()
    monkeypatch.setattr(stream, "fileno", lambda: 2)
    with Progress(stream) as progress:
        progress.update("searching", 0, 4)
    assert stream.getvalue() == "\r\x1b[Ksearching: \n"


def test_a_terminal_that_cannot_redraw_gets_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    stream = Terminal()
    with Progress(stream) as progress:
        progress.update("searching", 0, 4)
    assert stream.getvalue() == "searching: 0 of 4\n"


def test_times_are_hours_minutes_and_seconds() -> None:
    assert [clock_time(seconds) for seconds in (0.9, 61, 36_000.5)] == [
        "0:00:00",
        "0:01:01",
        "10:00:00",
    ]
