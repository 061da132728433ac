"""Both exact searches against brute force on small boards, and against each other on late positions of larger ones."""

from __future__ import annotations

import gc
import signal
import threading
import weakref
from functools import cache
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.engine.kernel import reference
from p4tui.engine.kernel.contract import ExactSearch, Kernel
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.score import final_score
from p4tui.engine.solver import Solver
from tests.tools.kernels import KERNELS, NATIVE, needs_native
from tests.tools.positions import drawn_out, mirrored

SMALL = [(4, 4), (5, 4), (4, 5), (5, 5), (4, 6), (6, 4), (7, 6)]
LARGER = [
    *SMALL,
    (6, 5),
    (5, 6),
    (6, 6),
    (7, 5),
    (5, 7),
    (8, 4),
    (4, 10),
    (8, 6),
    (7, 7),
    (9, 5),
    (9, 6),
    (7, 8),
    (8, 7),
    (12, 4),
    (4, 15),
    (10, 5),
]
LARGEST = [
    (8, 8),
    (9, 7),
    (10, 6),
    (8, 15),
    (16, 7),
    (25, 4),
    (4, 31),
    (12, 8),
    (21, 5),
    (14, 8),
    (18, 6),
]
"""Boards that take 65 to 128 bits."""
MAX_EMPTY = {"small": 10, "larger": 16}

_solvers: dict[str, Solver] = {}


def solvers(use: Kernel | None) -> Solver:
    """The solver of a kernel that the tests share."""
    assert use is not None
    return _solvers.setdefault(use.NAME, Solver(use, table_mib=1))


@cache
def exact(position: Position) -> int:
    """The score of a position for the side to move, by playing out every game."""
    score = final_score(position)
    if score is not None:
        return score
    return max(-exact(position.play(column)) for column in position.legal_columns())


def late(geometry: Geometry, seed: int, empty: int) -> Position:
    """A running position with few empty cells, from random moves that end no game; it has more where none is left."""
    rng, position = Random(seed), Position(geometry)
    while geometry.cells - position.ply > empty:
        after = [position.play(column) for column in position.legal_columns()]
        running = [each for each in after if each.outcome is None]
        if not running:
            break
        position = rng.choice(running)
    return position


def positions(sizes: list[tuple[int, int]], most_empty: int) -> st.SearchStrategy[Position]:
    """Late positions on boards of these sizes."""
    return st.builds(
        late,
        st.sampled_from([Geometry(*size) for size in sizes]),
        st.integers(0, 100_000),
        st.integers(1, most_empty),
    )


def search_of(use: Kernel | None, geometry: Geometry | None = None) -> ExactSearch:
    """A new exact search of a kernel."""
    assert use is not None
    return use.exact(geometry or Geometry())(1)


@pytest.mark.parametrize("use", KERNELS)
@given(position=positions(SMALL, MAX_EMPTY["small"]))
@settings(max_examples=150)
def test_the_score_is_that_of_brute_force(use: Kernel, position: Position) -> None:
    assert solvers(use).score(position).score == exact(position)


@given(
    position=st.builds(
        late,
        st.sampled_from(
            [Geometry(4, 4, 3), Geometry(5, 4, 3), Geometry(5, 5, 5), Geometry(6, 6, 5)]
        ),
        st.integers(0, 100_000),
        st.integers(1, 9),
    )
)
def test_other_lengths_of_line_too(position: Position) -> None:
    assert solvers(reference).score(position).score == exact(position)


@needs_native
@given(position=positions(LARGER, MAX_EMPTY["larger"]))
@settings(max_examples=400)
def test_both_kernels_find_the_same(position: Position) -> None:
    native, plain = solvers(NATIVE), solvers(reference)
    assert native.kernel_for(position.geometry) == "native"
    assert native.score(position).score == plain.score(position).score


@pytest.mark.exhaustive
@needs_native
@given(
    position=st.builds(
        drawn_out,
        st.sampled_from([Geometry(*size) for size in LARGEST]),
        st.integers(0, 100_000),
        st.integers(1, 18),
    )
)
@settings(max_examples=200, deadline=None)
def test_both_kernels_find_the_same_on_the_largest_boards(position: Position) -> None:
    native, plain = solvers(NATIVE), solvers(reference)
    assert native.kernel_for(position.geometry) == "native"
    found = native.score(position, Limit(nodes=50_000)), plain.score(position, Limit(nodes=2000))
    assume(all(each.proven for each in found))
    assert found[0].score == found[1].score


@needs_native
@given(position=positions(LARGER, 24))
def test_words_of_128_bits_find_the_same_as_those_of_64(position: Position) -> None:
    from p4tui.engine.kernel.native import NativeSolver

    geometry, discs = position.geometry, position.own_and_other()
    narrow, broad = NativeSolver(1), NativeSolver(1, narrow_bits=0)
    found = [search.score(geometry, *discs, Limit(), StopFlag()) for search in (narrow, broad)]
    assert found[0] == found[1]
    if broad.nodes < 300:
        # Alike but for the few entries that give way to others, which depends on how the keys are spread.
        assert abs(narrow.nodes - broad.nodes) <= 2 + broad.nodes // 20


@needs_native
@given(position=positions(LARGER, MAX_EMPTY["larger"]))
def test_both_kernels_analyse_alike(position: Position) -> None:
    native, plain = solvers(NATIVE).analyse(position), solvers(reference).analyse(position)
    assert (native.columns, native.best, native.line) == (plain.columns, plain.best, plain.line)


@pytest.mark.parametrize("use", KERNELS)
@given(
    position=positions(SMALL, MAX_EMPTY["small"]),
    lower=st.integers(-12, 12),
    width=st.integers(1, 5),
)
def test_a_window_bounds_what_lies_outside_it(
    use: Kernel, position: Position, lower: int, width: int
) -> None:
    upper, score = lower + width, exact(position)
    found = search_of(use, position.geometry).score(
        position.geometry, *position.own_and_other(), Limit(), StopFlag(), (lower, upper)
    )
    assert found is not None
    if score <= lower:
        assert score <= found <= lower
    elif score >= upper:
        assert upper <= found <= score
    else:
        assert found == score


@pytest.mark.parametrize("use", KERNELS)
def test_mirrored_positions_have_the_same_score(use: Kernel) -> None:
    for seed in range(60):
        position = late(Geometry(6, 5), seed, 14)
        assert solvers(use).score(position).score == solvers(use).score(mirrored(position)).score


@needs_native
def test_emptying_the_table_is_as_good_as_a_new_one() -> None:
    """8x7 and 16x7 leave no bit of an entry to tell old ones by before the table grows, so that it is wiped each time."""
    for geometry in (Geometry(8, 7), Geometry(6, 5), Geometry(16, 7)):
        used = search_of(NATIVE, geometry)
        for seed in range(12):
            position = late(geometry, seed, 22)
            used.clear()
            counts = []
            for search in (used, search_of(NATIVE, geometry)):
                score = search.score(geometry, *position.own_and_other(), Limit(), StopFlag())
                counts.append((score, search.nodes))
            assert counts[0][0] == counts[1][0]
            assert abs(counts[0][1] - counts[1][1]) <= counts[1][1] // 50


@needs_native
def test_a_search_goes_from_board_to_board() -> None:
    search = search_of(NATIVE)
    for numbers in ((4, 4), (7, 6), (4, 4), (9, 7), (6, 5), (9, 7)):
        position = drawn_out(Geometry(*numbers), 3, 10)
        assert search.score(
            position.geometry, *position.own_and_other(), Limit(), StopFlag()
        ) == exact(position)


@pytest.mark.parametrize("use", KERNELS)
def test_several_searches_run_at_once(use: Kernel) -> None:
    known = [late(Geometry(6, 5), seed, 14) for seed in range(20)]
    wanted = [Solver(reference, 1).score(position).score for position in known]
    found: dict[int, list[int]] = {}

    def run(number: int) -> None:
        solver = Solver(use, 1)
        found[number] = [solver.score(position).score for position in known]

    threads = [threading.Thread(target=run, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert list(found.values()) == [wanted] * 4


@needs_native
def test_an_unsupported_board_is_refused() -> None:
    for geometry in (Geometry(7, 6, 5), Geometry(13, 9), Geometry(32, 32)):
        with pytest.raises(ValueError, match="not made for"):
            search_of(NATIVE).score(geometry, 1 << 1100, 0, Limit(), StopFlag())


@needs_native
def test_a_limit_may_be_larger_than_any_machine_word() -> None:
    search = search_of(NATIVE)
    assert search.score(Geometry(4, 4), 0, 0, Limit(nodes=1 << 80), StopFlag()) == 0


@needs_native
def test_one_search_serves_one_thread_at_a_time() -> None:
    search, stop = search_of(NATIVE), StopFlag()
    thread = threading.Thread(target=search.score, args=(Geometry(), 0, 0, Limit(), stop))
    thread.start()
    while not search.nodes:
        assert thread.is_alive()
    with pytest.raises(RuntimeError, match="is running"):
        search.score(Geometry(), 0, 0, Limit(), StopFlag())
    with pytest.raises(RuntimeError, match="is running"):
        search.clear()
    stop.set()
    thread.join(60)
    assert not thread.is_alive()


@needs_native
def test_what_a_signal_raises_ends_the_search() -> None:
    search = search_of(NATIVE)

    def interrupt() -> None:
        while not search.nodes:
            pass
        signal.raise_signal(signal.SIGINT)

    # A shell that starts the tests in the background has the signal ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            search.score(Geometry(), 0, 0, Limit(), StopFlag())
    finally:
        signal.signal(signal.SIGINT, before)
    thread.join()


@needs_native
def test_an_error_raised_by_a_signal_is_not_kept() -> None:
    """Its traceback would keep the frames of all callers of the search."""

    class EndedError(Exception):
        pass

    def end(*_: object) -> None:
        raise EndedError

    search = search_of(NATIVE)

    def interrupt() -> None:
        while not search.nodes:
            pass
        signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGINT, end)
    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        with pytest.raises(EndedError) as caught:
            search.score(Geometry(), 0, 0, Limit(), StopFlag())
    finally:
        signal.signal(signal.SIGINT, before)
    thread.join()
    raised = weakref.ref(caught.value)
    del caught
    gc.collect()
    assert raised() is None


@needs_native
def test_a_node_count_shows_a_change_of_the_search() -> None:
    """A signature of the search: only an intended change of it may change these numbers."""
    counts = []
    for moves in ("32164625", "274552224131661", "5554224333234511764415115"):
        position, search = parse_game(moves).position, search_of(NATIVE)
        search.score(position.geometry, *position.own_and_other(), Limit(), StopFlag())
        counts.append(search.nodes)
    assert counts == [275, 8697, 25]
