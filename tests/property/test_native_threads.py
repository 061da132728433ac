"""The compiled search in several threads: it finds the scores of one thread, and stops in time."""

from __future__ import annotations

import signal
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.engine.kernel.contract import ExactSearch
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.solver import Solver
from tests.tools.cases import exhaustive
from tests.tools.kernels import NATIVE, needs_native
from tests.tools.positions import drawn_out

pytestmark = needs_native

ALONE_NODES = 1 << 17
"""What a search visits before other threads help (P4_ALONE_NODES in native_search.h)."""
LASTING = [
    drawn_out(Geometry(*size), seed, empty)
    for size, empty in (((7, 6), 29), ((6, 6), 30), ((9, 5), 27), ((10, 6), 28), ((9, 7), 32))
    for seed in range(12)
]
"""Positions of which the compiled search needs several milliseconds, some of them in words of 128 bits."""
HELPED = [
    drawn_out(Geometry(*size), seed, empty)
    for size, empty, seeds in (((6, 6), 33, (0, 1, 3, 4)), ((7, 6), 34, (1, 4)))
    for seed in seeds
]
"""Positions that last until other threads help."""


def search_in(threads: int) -> ExactSearch:
    """A new exact search in so many threads."""
    assert NATIVE is not None
    search = NATIVE.exact(Geometry())(2)
    search.threads = threads
    return search


def score_of(search: ExactSearch, position: Position, limit: Limit | None = None) -> int | None:
    return search.score(position.geometry, *position.own_and_other(), limit or Limit(), StopFlag())


def test_the_scores_are_those_of_one_thread() -> None:
    alone, two, four = (search_in(threads) for threads in (1, 2, 4))
    for position in HELPED:
        score = score_of(alone, position)
        assert alone.nodes > ALONE_NODES
        assert score_of(two, position) == score_of(four, position) == score
    for position in LASTING:
        assert score_of(four, position) == score_of(alone, position)


@pytest.mark.exhaustive
def test_words_of_128_bits_do_as_well() -> None:
    from p4tui.engine.kernel.native import NativeSolver

    narrow, broad = NativeSolver(2), NativeSolver(2, narrow_bits=0)
    broad.threads = 4
    for position in HELPED[:3] + LASTING[36:40]:
        assert score_of(broad, position) == score_of(narrow, position)


@pytest.mark.parametrize("narrow_bits", [*exhaustive(0), 64])
def test_a_table_in_use_does_no_harm(narrow_bits: int) -> None:
    """The smallest table, never emptied: its entries are replaced all the time, in either width of words."""
    from p4tui.engine.kernel.native import NativeSolver

    position = drawn_out(Geometry(), 3, 32)
    family = [position, *(position.play(column) for column in position.legal_columns())]
    wanted = [score_of(search_in(1), each) for each in family]
    search = NativeSolver(1, narrow_bits=narrow_bits)
    search.threads = 4
    for _ in range(3):
        assert [score_of(search, each) for each in family] == wanted


@pytest.mark.parametrize("window", [*exhaustive((-40, -1), (0, 1), (1, 40)), (-3, 2)])
def test_a_window_is_kept(window: tuple[int, int]) -> None:
    alone, four = search_in(1), search_in(4)
    for position in HELPED[:3]:
        score = score_of(alone, position)
        found = four.score(
            position.geometry, *position.own_and_other(), Limit(), StopFlag(), window
        )
        assert score is not None
        assert found is not None
        assert min(max(score, window[0]), window[1]) == min(max(found, window[0]), window[1])
        assert found == score or (found <= window[0] if score <= window[0] else found >= window[1])


@pytest.mark.parametrize("nodes", [ALONE_NODES - 1, ALONE_NODES + 1, 50_000, 200_001])
def test_a_limit_of_nodes_counts_those_of_all_threads(nodes: int) -> None:
    search = search_in(4)
    for _ in range(3):
        search.clear()
        assert score_of(search, Position(), Limit(nodes=nodes)) is None
        # Each of the others may leave what it was given last.
        assert nodes - 4 * 512 <= search.nodes <= nodes


def test_one_thread_visits_the_same_nodes_each_time() -> None:
    counts = set()
    for _ in range(2):
        search = search_in(1)
        score_of(search, LASTING[0])
        counts.add(search.nodes)
    assert len(counts) == 1


@pytest.mark.parametrize("numbers", [(7, 6), (10, 6)])
def test_a_flag_set_from_another_thread_ends_them_all(numbers: tuple[int, int]) -> None:
    search, stop, position = search_in(4), StopFlag(), Position(Geometry(*numbers))
    before = threading.active_count()
    with ThreadPoolExecutor(1) as pool:
        found = pool.submit(
            search.score, position.geometry, *position.own_and_other(), Limit(), stop
        )
        while search.nodes < 4 * ALONE_NODES:
            assert not found.done()
        stop.set()
        assert found.result(60) is None
    assert threading.active_count() == before
    assert search.bounds is None
    late = drawn_out(Geometry(), 2, 12)
    assert score_of(search, late) == score_of(search_in(1), late)


@pytest.mark.parametrize("milliseconds", [*exhaustive(70, 90), 120])
def test_a_table_that_could_not_grow_to_the_end_can_be_emptied(milliseconds: int) -> None:
    """Where there are several threads it grows at once; the time may be up meanwhile."""
    from p4tui.engine.kernel.native import NativeSolver

    used, new = NativeSolver(512), NativeSolver(512)
    used.threads = 2
    assert score_of(used, Position(), Limit(seconds=milliseconds / 1000)) is None
    used.clear()
    used.threads = 1
    for position in HELPED[:1]:
        assert score_of(used, position) == score_of(new, position)
        assert used.nodes == new.nodes


def test_what_a_signal_raises_ends_them_all() -> None:
    search = search_in(4)

    def interrupt() -> None:
        while search.nodes < 4 * ALONE_NODES:
            pass
        signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            score_of(search, Position())
    finally:
        signal.signal(signal.SIGINT, before)
    thread.join()


@pytest.mark.exhaustive
def test_several_searches_of_several_threads_run_at_once() -> None:
    known = HELPED[:3] + LASTING[36:42]
    wanted = [score_of(search_in(1), position) for position in known]

    def scores(threads: int) -> list[int | None]:
        search = search_in(threads)
        return [score_of(search, position) for position in known]

    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(scores, (1, 2, 3, 4)):
            assert found == wanted


def test_the_bounds_close_in_while_it_runs() -> None:
    search, stop = search_in(2), StopFlag()
    seen: set[tuple[int, int]] = set()
    with ThreadPoolExecutor(1) as pool:
        found = pool.submit(search.score, Geometry(), 0, 0, Limit(), stop)
        while len(seen) < 3:
            assert not found.done()
            bounds = search.bounds
            if bounds is not None:
                seen.add(bounds)
        stop.set()
    # The empty board is worth 1.
    assert all(lower <= 1 <= upper for lower, upper in seen)
    ordered = sorted(seen, key=lambda bounds: bounds[1] - bounds[0], reverse=True)
    assert [lower for lower, _ in ordered] == sorted(lower for lower, _ in seen)


def test_a_solver_uses_them_for_columns_too() -> None:
    for position in (HELPED[0], LASTING[36]):
        alone, four = (Solver(NATIVE, 2, threads=threads).analyse(position) for threads in (1, 4))
        assert (alone.columns, alone.best, alone.proven) == (four.columns, four.best, True)
