"""The answers of a solver without a proof, its progress, its threads and its lock."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import pytest

from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.engine import judging, resources, solver
from p4tui.engine.answers import Progress
from p4tui.engine.kernel import reference
from p4tui.engine.kernel.contract import Kernel, SearchResult
from p4tui.engine.kernel.exact import ExactSearch
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.resources import RESOURCES, usable_cores
from p4tui.engine.score import best_score
from p4tui.engine.solver import Solver
from tests.tools.kernels import KERNELS, NATIVE, needs_native
from tests.tools.positions import after, drawn_out

unbooked = partial(Solver, books=None)
"""A solver that has to search."""
LARGE = Geometry(20, 15)
"""A board that nobody solves."""


@pytest.fixture(params=KERNELS)
def use(request: pytest.FixtureRequest) -> Kernel:
    kernel: Kernel = request.param
    return kernel


# A judgement in place of a proof


def test_the_best_column_is_the_one_that_the_heuristic_search_likes(use: Kernel) -> None:
    for position in (Position(), after("44"), Position(LARGE), after("5566", Geometry(10, 8))):
        found = unbooked(use, 1, threads=1).analyse(position, Limit(nodes=2000))
        judged = use.search(
            position.geometry, *position.own_and_other(), Limit(nodes=1800), StopFlag()
        )
        assert not found.proven
        assert found.nodes <= 2000
        assert all(found.columns[column] == found.score for column in found.best)
        assert set(found.best) <= set(judged.columns) | {
            column for column, score in enumerate(found.columns) if (score or 0) > 1
        }
        assert max(score for score in found.columns if score is not None) == found.score


def spied(use: Kernel, given: list[Limit]) -> Kernel:
    """Return a kernel that records the limits of its heuristic search, which ends at once."""
    stop = StopFlag()
    stop.set()

    def search(
        geometry: Geometry, own: int, other: int, limit: Limit, _stop: StopFlag, **names: Any
    ) -> SearchResult:
        given.append(limit)
        return use.search(geometry, own, other, limit, stop, **names)

    return cast("Kernel", SimpleNamespace(NAME=use.NAME, exact=use.exact, search=search))


def test_where_a_proof_is_out_of_the_question_the_heuristic_search_gets_the_nodes(
    use: Kernel,
) -> None:
    given: list[Limit] = []
    search = unbooked(spied(use, given), 1, threads=1)
    for position in (Position(LARGE), *(drawn_out(Geometry(), 3, empty) for empty in (30, 26))):
        assert not search.score(position, Limit(nodes=1000)).proven
    assert [limit.nodes for limit in given] == [900, 900, 200]


def test_a_limit_of_time_is_kept_and_used_by_the_heuristic_search(use: Kernel) -> None:
    ticks = iter(range(10**9))
    given: list[Limit] = []
    # Each look at the clock takes a hundredth of a second.
    search = unbooked(spied(use, given), 1, lambda: next(ticks) / 100)
    search.score(Position(LARGE), Limit(seconds=0.1))
    search.analyse(Position(LARGE), Limit(seconds=2))
    assert given[0].seconds == pytest.approx(0.09)
    assert given[1].seconds is not None
    assert 1.5 < given[1].seconds < 2


def test_the_only_column_without_a_proof_is_searched_by_itself(use: Kernel) -> None:
    """The second side has three in line at the edge: all columns but the fourth lose at once."""
    position = after("817283", Geometry(8, 7))
    found = unbooked(use, 1, threads=1).analyse(position, Limit(nodes=600))
    assert found.best == (3,)
    assert found.columns[3] in {-1, 0, 1}
    assert all(column == 3 or (score or 0) < -1 for column, score in enumerate(found.columns))
    assert not found.proven
    assert found.nodes > 100


def test_columns_that_lose_at_once_are_judged_so() -> None:
    """The exact search proves nothing, so the heuristic one has to see it."""

    class Ignorant(ExactSearch):
        def score(self, *_arguments: object) -> None:
            return None

    kernel = SimpleNamespace(NAME="python", exact=lambda _: Ignorant, search=reference.search)
    solve = unbooked(cast("Kernel", kernel), 1).analyse
    found = solve(after("817283", Geometry(8, 7)), Limit(nodes=600))
    assert found.columns[3] in {-1, 0, 1}
    assert found.best == (3,)
    assert not found.proven


def test_a_proven_win_is_better_than_a_promising_column(use: Kernel) -> None:
    found = unbooked(use, 1, threads=1).analyse(after("5566", Geometry(10, 6)), Limit(nodes=2000))
    assert found.best == (3, 6)
    assert found.score == 27
    assert found.line[0] in {3, 6}


def test_the_heuristic_search_chooses_among_the_columns_given() -> None:
    geometry = Geometry()
    whole = reference.search(geometry, 0, 0, Limit(depth=4), StopFlag(), sleep=None)
    assert set(whole.upper_bounds) == set(range(7))
    assert all(whole.upper_bounds[column] == whole.value for column in whole.columns)
    sides_only = reference.search(
        geometry, 0, 0, Limit(depth=4), StopFlag(), among=(0, 1, 6), sleep=None
    )
    assert set(sides_only.upper_bounds) == {0, 1, 6}
    assert set(sides_only.columns) <= {0, 1, 6}
    # Where the opponent wins next: the answer if it is among them, else a loss.
    threatened = after("121212")
    threatened = after("1314", geometry).play(6).play(4)
    discs = threatened.own_and_other()
    lost = reference.search(geometry, *discs, Limit(), StopFlag(), among=(0, 6), sleep=None)
    assert lost.columns == (0, 6)
    assert lost.score is not None
    assert lost.score < 0


def test_without_a_limit_an_unsolvable_board_is_judged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(judging, "MAX_NODES", 30)
    found = unbooked(reference, 1).score(Position(Geometry(21, 20, 21)))
    assert not found.proven
    assert 0 < found.nodes <= 30


# Progress


def test_progress_ends_with_the_score(use: Kernel) -> None:
    search = unbooked(use, 1)
    position = drawn_out(Geometry(), 5, 14)
    score = search.score(position).score
    assert search.progress == Progress(1, 1, score, score)
    found = search.analyse(position)
    columns = len(position.legal_columns())
    assert search.progress == Progress(columns, columns, score, score)
    assert found.proven
    most = best_score(Geometry())
    search.score(Position(), Limit(nodes=0))
    assert search.progress == Progress(1, 1, -most, most)
    search.analyse(after("1212121"))
    assert search.progress == Progress(0, 0, -18, -18)


def check(seen: list[Progress], score: int) -> None:
    """Progress seen one after the other on the way to a score."""
    assert len(set(seen)) > 2
    assert {(progress.done, progress.columns) for progress in seen} == {(0, 1)}
    assert all(progress.lower <= score <= progress.upper for progress in seen)
    widths = [progress.upper - progress.lower for progress in seen]
    assert widths == sorted(widths, reverse=True)


def test_progress_shows_how_the_score_is_closed_in_upon() -> None:
    search = unbooked(reference, 1)
    seen: list[Progress] = []

    class Flag(StopFlag):
        """Looked at before each node."""

        def is_set(self) -> bool:
            seen.append(search.progress)
            return False

    score = search.score(drawn_out(Geometry(), 2, 18), stop=Flag()).score
    check(seen, score)


@needs_native
def test_progress_can_be_read_from_another_thread() -> None:
    search, stop = unbooked(NATIVE, 1), StopFlag()
    thread = threading.Thread(target=lambda: search.score(Position(), stop=stop))
    thread.start()
    seen: list[Progress] = []
    while len(set(seen)) < 3:
        assert thread.is_alive()
        if search.nodes:
            seen.append(search.progress)
    stop.set()
    thread.join(60)
    check(seen, 1)


def test_the_columns_that_are_done_bound_the_score(use: Kernel) -> None:
    """The bounds are read at each search of a column."""
    position = drawn_out(Geometry(6, 5), 4, 12)
    search = unbooked(use, 1)
    seen: list[Progress] = []

    def clock() -> float:
        seen.append(search.progress)
        return 0.0

    search._clock = clock
    found = search.analyse(position, Limit(seconds=1000))
    assert found.proven
    assert [progress.done for progress in seen] == sorted(progress.done for progress in seen)
    assert {progress.columns for progress in seen} == {len(position.legal_columns())}
    assert all(progress.lower <= found.score <= progress.upper for progress in seen)
    lowers = [progress.lower for progress in seen]
    assert lowers == sorted(lowers)


# What it takes of the computer


def test_numbers_of_threads_out_of_range_are_refused() -> None:
    for threads in (0, -1, 257):
        with pytest.raises(ValueError, match="1 to 256 threads"):
            unbooked(reference, threads=threads)


def test_a_solver_takes_the_defaults_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RESOURCES, "table_mib", 5000)
    with pytest.raises(ValueError, match="4096 MiB, not 5000"):
        unbooked(reference)
    monkeypatch.setattr(RESOURCES, "table_mib", 1)
    monkeypatch.setattr(RESOURCES, "threads", 300)
    with pytest.raises(ValueError, match="not 300"):
        unbooked(reference)
    assert unbooked(reference, threads=2).score(drawn_out(Geometry(), 1, 8)).proven


def test_threads_are_as_many_as_cores_but_one_where_nodes_are_limited(
    use: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver, "usable_cores", lambda: 5)
    for threads, limit, wanted in (
        (None, Limit(seconds=0), 5),
        (None, Limit(nodes=2000), 1),
        (2, Limit(seconds=0), 2),
        (2, Limit(nodes=2000), 2),
    ):
        search = unbooked(use, 1, threads=threads)
        search.score(Position(), limit)
        assert [exact.threads for exact in search._exact.values()] == [wanted]


def test_the_cores_that_the_process_may_use_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 1 <= usable_cores() <= 256
    monkeypatch.setattr(os, "process_cpu_count", lambda: 3, raising=False)
    assert usable_cores() == 3
    monkeypatch.setattr(os, "process_cpu_count", lambda: 1000)
    assert usable_cores() == resources.MOST_THREADS
    monkeypatch.delattr(os, "process_cpu_count")
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 5}, raising=False)
    assert usable_cores() == 2
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert usable_cores() == 1


@needs_native
def test_the_same_scores_with_any_number_of_threads() -> None:
    position = drawn_out(Geometry(), 7, 28)
    answers = {unbooked(NATIVE, 2, threads=threads).score(position).score for threads in (1, 2, 4)}
    assert len(answers) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="only there threads have priorities")
def test_a_thread_that_gives_way_has_a_lower_priority() -> None:
    found = []

    def search() -> None:
        resources.lower_priority()
        found.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

    before = os.getpriority(os.PRIO_PROCESS, 0)
    thread = threading.Thread(target=search)
    thread.start()
    thread.join()
    assert found == [max(before, resources.NICENESS)]
    assert os.getpriority(os.PRIO_PROCESS, 0) == before


def test_a_refused_priority_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_words: int) -> None:
        raise PermissionError

    monkeypatch.setattr("os.setpriority", refuse)
    before = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    resources.lower_priority()
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == before


# One call at a time


def test_it_is_not_emptied_while_it_searches(use: Kernel) -> None:
    """The stop flag tries to empty the table whenever the search uses the flag."""
    searcher = unbooked(use, 1, threads=1)

    class Flag(StopFlag):
        def is_set(self) -> bool:
            with pytest.raises(RuntimeError, match="searching for another thread"):
                searcher.clear()
            return super().is_set()

        def add_callback(self, callback: Callable[[], object]) -> None:
            self.is_set()
            super().add_callback(callback)

    assert searcher.score(drawn_out(Geometry(), 1, 16), stop=Flag()).proven
    searcher.clear()


def test_a_failure_before_the_search_leaves_it_usable(
    use: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    searcher, position = Solver(use, 1), after("4444")

    def fail(_: Position) -> bool:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(solver, "reachable", fail)
        with pytest.raises(MemoryError):
            searcher.score(position)
    assert searcher.score(position).proven


@needs_native
@pytest.mark.parametrize(("numbers", "most"), [((8, 7), 1000), ((9, 7), 50), ((25, 4), 50)])
def test_the_search_that_nothing_can_stop_is_short_on_large_boards_too(
    numbers: tuple[int, int], most: int
) -> None:
    from p4tui.engine.kernel.native import NativeSolver

    given = []

    class Spied(NativeSolver):
        def at_once(self, position: Position, most_nodes: int) -> int | None:
            given.append(most_nodes)
            return super().at_once(position, most_nodes)

    spied = SimpleNamespace(NAME="native", exact=lambda _geometry: Spied, search=reference.search)
    unbooked(cast("Kernel", spied), 1).score(Position(Geometry(*numbers)), Limit(seconds=0))
    assert given == [most]
