"""Computing books in pieces, and resuming a build."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.engine.book.format import Book, write
from p4tui.engine.book.positions import positions
from p4tui.engine.bookmaking.building import Phase, SearchFailedError, build, solve_block
from p4tui.engine.bookmaking.state import UNKNOWN, State, StateError, StateProblem
from p4tui.engine.bookmaking.verifying import Difference, verify
from tests.property.test_native import exact
from tests.tools.books import book_of, plies_of

SMALL = Geometry(4, 4)
DEPTH = 7


class Failing(Executor):
    """An executor that runs some calls at once and then fails."""

    def __init__(self, good: int) -> None:
        self.good = good
        self.calls: list[tuple[Any, ...]] = []

    def submit(self, fn: Callable[..., Any], /, *arguments: Any, **_: Any) -> Future[Any]:
        self.calls.append(arguments)
        future: Future[Any] = Future()
        if len(self.calls) > self.good:
            future.set_exception(RuntimeError("no more"))
        else:
            future.set_result(fn(*arguments))
        return future


def build_in(
    folder: Path, executor: Executor | None = None, *, resume: bool = False, depth: int = DEPTH
) -> list[tuple[Phase, int, int]]:
    """Build a book, check it, and return its progress."""
    told: list[tuple[Phase, int, int]] = []
    with (
        ThreadPoolExecutor(1) as threads,
        State(folder, SMALL, depth, resume=resume) as state,
    ):
        plies = build(SMALL, depth, state, executor or threads, 1, lambda *at: told.append(at))
    assert plies == plies_of(SMALL, depth)
    return told


@pytest.mark.parametrize("size", [(4, 4, 4), (4, 4, 3)])
def test_every_score_is_that_of_brute_force(size: tuple[int, int, int]) -> None:
    geometry = Geometry(*size)
    for ply in plies_of(geometry, DEPTH)[5:]:
        for key, score in zip(ply.keys, ply.scores, strict=True):
            own, other = positions(geometry).sides(key)
            second = own.bit_count() != other.bit_count()
            discs = (other, own) if second else (own, other)
            if random.Random(key).random() < 0.05:
                assert exact(Position(geometry, *discs)) == score


def test_earlier_plies_have_the_scores_that_searches_find() -> None:
    for ply in plies_of(SMALL, DEPTH):
        assert list(ply.scores) == solve_block((4, 4, 4), ply.keys)


def test_a_build_reports_its_progress(tmp_path: Path) -> None:
    told = build_in(tmp_path)
    last = {phase: (done, total) for phase, done, total in told}
    counts = [len(ply.keys) for ply in plies_of(SMALL, DEPTH)]
    assert last == {
        Phase.LIST: (DEPTH + 1, DEPTH + 1),
        Phase.SOLVE: (counts[-1], counts[-1]),
        Phase.DERIVE: (sum(counts[:-1]), sum(counts[:-1])),
    }


def test_a_book_of_no_ply_but_the_empty_board() -> None:
    (ply,) = plies_of(SMALL, 0)
    assert (list(ply.keys), list(ply.scores)) == ([0], [0])


def test_the_scores_found_before_a_failure_are_kept(tmp_path: Path) -> None:
    failing = Failing(3)
    with pytest.raises(SearchFailedError, match="no more"):
        build_in(tmp_path, failing)
    known = len((tmp_path / f"scores-{DEPTH}.bin").read_bytes().replace(b"\x80", b""))
    assert known == 3 * 64
    told = build_in(tmp_path, resume=True)
    assert next(at for at in told if at[0] is Phase.SOLVE)[1] == known
    again = Failing(0)
    build_in(tmp_path, again, resume=True)
    assert not again.calls


def test_an_executor_that_refuses_work_ends_the_build(tmp_path: Path) -> None:
    closed = ThreadPoolExecutor(1)
    closed.shutdown()
    with pytest.raises(SearchFailedError):
        build_in(tmp_path, closed)


def test_scores_computed_elsewhere_are_taken(tmp_path: Path) -> None:
    scores = plies_of(SMALL, DEPTH)[-1].scores
    (tmp_path / f"scores-{DEPTH}.bin").write_bytes(bytes(scores))
    executor = Failing(0)
    build_in(tmp_path, executor, resume=True)
    assert not executor.calls


def test_an_unknown_score_is_a_byte_of_its_own(tmp_path: Path) -> None:
    with State(tmp_path, SMALL, 2, resume=False) as state:
        state.open(8)
        assert set(state.scores) == {UNKNOWN}
        assert (tmp_path / "scores-2.bin").read_bytes() == b"\x80" * 8
        state.record(2, [-1, 5])
        assert list(state.missing()) == [(0, 8)]
    assert (tmp_path / "scores-2.bin").read_bytes() == b"\x80\x80\xff\x05" + b"\x80" * 4


def refusal(folder: Path, *, resume: bool = True, depth: int = DEPTH) -> StateProblem:
    with pytest.raises(StateError) as caught:
        build_in(folder, resume=resume, depth=depth)
    assert caught.value.folder == folder
    return caught.value.problem


def test_a_folder_with_a_build_is_taken_only_to_resume_it(tmp_path: Path) -> None:
    build_in(tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert refusal(tmp_path, resume=False) is StateProblem.EXISTS
    assert refusal(tmp_path, depth=5) is StateProblem.OTHER
    assert refusal(tmp_path, resume=False, depth=5) is StateProblem.OTHER
    (tmp_path / "book.json").unlink()
    assert refusal(tmp_path, resume=False) is StateProblem.EXISTS
    assert refusal(tmp_path, depth=5) is StateProblem.OTHER
    build_in(tmp_path, resume=True)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    "data", [b"", b"{", b"\xff", b"[" * 2000], ids=["empty", "cut", "bytes", "deep"]
)
def test_a_folder_whose_mark_is_damaged_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "book.json").write_bytes(data)
    assert refusal(tmp_path) is StateProblem.DAMAGED


def test_impossible_scores_are_refused(tmp_path: Path) -> None:
    path = tmp_path / f"scores-{DEPTH}.bin"
    path.write_bytes(b"\0")
    assert refusal(tmp_path) is StateProblem.DAMAGED
    path.write_bytes(b"\x50" * len(plies_of(SMALL, DEPTH)[-1].keys))
    assert refusal(tmp_path) is StateProblem.DAMAGED


def test_two_builds_do_not_share_a_folder(tmp_path: Path) -> None:
    count = len(plies_of(SMALL, DEPTH)[-1].keys)
    with State(tmp_path, SMALL, DEPTH, resume=False) as state:
        state.open(count)
        assert refusal(tmp_path) is StateProblem.IN_USE
    build_in(tmp_path, resume=True)


def test_a_right_book_is_verified(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    book = book_of(SMALL, DEPTH, tmp_path)
    assert not list(verify(book, 30, random.Random(1), lambda *at: told.append(at)))
    assert told[-1] == (30, 30)


def test_a_wrong_score_is_found(tmp_path: Path) -> None:
    write(tmp_path / "book", SMALL, [([0], [2])])
    (found,) = verify(Book(tmp_path / "book"), 1, random.Random(1), lambda *_: None)
    assert found == Difference((), 2, 0)
