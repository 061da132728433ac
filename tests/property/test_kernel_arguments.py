"""Both kernels raise ValueError for arguments out of range, and for no others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.engine.book.format import Book
from p4tui.engine.kernel import reference
from p4tui.engine.kernel.arguments import MOST_AT_ONCE, check_discs, check_running
from p4tui.engine.kernel.contract import ExactSearch, Kernel
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.resources import MOST_MIB, MOST_THREADS
from tests.tools.books import book_of
from tests.tools.kernels import KERNELS, NATIVE, needs_native
from tests.tools.positions import drawn_out

BOARDS = [Geometry(4, 4), Geometry(7, 6), Geometry(8, 7), Geometry(12, 4), Geometry(4, 15)]
"""Boards of up to 64 bits, all of them taken on some."""
LARGE_BOARDS = [Geometry(9, 7), Geometry(25, 4), Geometry(4, 31), Geometry(16, 7)]
"""Boards of up to 128 bits, all of them taken on some."""
ANY_NUMBER = st.integers(-5, 5000) | st.integers(-(1 << 70), 1 << 70)

_searches: dict[str, ExactSearch] = {}


def search_of(use: Kernel, geometry: Geometry | None = None, table_mib: int = 1) -> ExactSearch:
    """A new exact search of a kernel."""
    return use.exact(geometry or Geometry())(table_mib)


def shared(use: Kernel) -> ExactSearch:
    """The exact search of a kernel that the examples of a test share."""
    return _searches.setdefault(use.NAME, search_of(use))


def refuses(call: Callable[[], object]) -> bool:
    """Whether a call raises ValueError."""
    try:
        call()
    except ValueError:
        return True
    return False


def few(geometry: Geometry, discs: tuple[int, int], use: Kernel) -> int | None:
    """Return the score that a search without nodes finds."""
    return shared(use).score(geometry, *discs, Limit(nodes=0), StopFlag())


# Numbers


@pytest.mark.parametrize("use", KERNELS)
@given(mib=ANY_NUMBER)
def test_a_table_of_a_size_out_of_range_is_refused_instead_of_running_for_ever(
    use: Kernel, mib: int
) -> None:
    """Nothing is allocated before the first search."""
    assert refuses(lambda: search_of(use, table_mib=mib)) == (not 1 <= mib <= MOST_MIB)


@pytest.mark.parametrize("use", KERNELS)
@pytest.mark.parametrize("mib", [-1, 0, MOST_MIB + 1, 2 * MOST_MIB, 1 << 31, 1 << 64, -(1 << 64)])
def test_a_table_has_1_to_4096_mebibytes(use: Kernel, mib: int) -> None:
    with pytest.raises(ValueError, match=f"1 to 4096 MiB, not {mib}"):
        search_of(use, table_mib=mib)


@pytest.mark.parametrize("use", KERNELS)
@pytest.mark.parametrize("size", [(7, 6), (25, 4)])
def test_the_largest_table_is_searched_with(use: Kernel, size: tuple[int, int]) -> None:
    """It starts small, and its memory is taken up page by page."""
    search = search_of(use, Geometry(*size), MOST_MIB)
    late = drawn_out(Geometry(*size), 1, 8)
    found = search.score(late.geometry, *late.own_and_other(), Limit(), StopFlag())
    wanted = search_of(reference).score(late.geometry, *late.own_and_other(), Limit(), StopFlag())
    assert found == wanted


@pytest.mark.parametrize("use", KERNELS)
@given(threads=ANY_NUMBER)
def test_a_number_of_threads_out_of_range_is_refused(use: Kernel, threads: int) -> None:
    search = shared(use)
    search.threads = 1

    def set_threads() -> None:
        search.threads = threads

    refused = refuses(set_threads)
    assert refused == (not 1 <= threads <= MOST_THREADS)
    assert search.threads == (1 if refused else threads)


@pytest.mark.parametrize("use", KERNELS)
@given(nodes=ANY_NUMBER)
def test_a_count_of_nodes_out_of_range_is_refused(use: Kernel, nodes: int) -> None:
    refused = refuses(lambda: shared(use).at_once(Position(Geometry(4, 4)), nodes))
    assert refused == (not 0 <= nodes <= MOST_AT_ONCE)


@pytest.mark.parametrize("use", KERNELS)
@given(lower=ANY_NUMBER, upper=ANY_NUMBER)
def test_a_window_whose_lower_score_does_not_come_first_is_refused(
    use: Kernel, lower: int, upper: int
) -> None:
    discs = drawn_out(Geometry(4, 4), 1, 6).own_and_other()
    refused = refuses(
        lambda: shared(use).score(Geometry(4, 4), *discs, Limit(), StopFlag(), (lower, upper))
    )
    assert refused == (lower >= upper)


@needs_native
@given(bits=ANY_NUMBER)
def test_words_of_another_width_than_64_bits_are_refused(bits: int) -> None:
    from p4tui.engine.kernel.native import NativeSolver

    assert refuses(lambda: NativeSolver(1, narrow_bits=bits)) == (not 0 <= bits <= 64)


# Boards


@needs_native
@given(columns=st.integers(-1, 130), rows=st.integers(-1, 130))
def test_the_compiled_search_refuses_boards_that_do_not_exist(columns: int, rows: int) -> None:
    """Such as one of 128 columns without a row, which takes 128 bits as well."""
    from p4tui.engine.kernel.native import NativeSolver

    board = cast("Geometry", SimpleNamespace(columns=columns, rows=rows, connect=4))
    fits = columns >= 4 and rows >= 4 and columns * (rows + 1) <= 128
    assert NativeSolver.solves(board) == fits
    if not fits:
        with pytest.raises(ValueError, match="not made for"):
            shared(cast("Kernel", NATIVE)).score(board, 0, 0, Limit(nodes=0), StopFlag())


# Discs


def masks(geometry: Geometry) -> st.SearchStrategy[int]:
    """Discs of one side, some of them off the board."""
    bits = geometry.columns * geometry.stride
    return st.integers(-1, (1 << bits + 2) - 1) | st.integers(0, geometry.board)


def discs_of(geometry: Geometry) -> st.SearchStrategy[tuple[int, int]]:
    """Discs of both sides: of a position, of one with some of them moved, or any."""
    bit = st.integers(0, geometry.columns * geometry.stride + 1).map(lambda place: 1 << place)
    good = st.builds(
        lambda seed, empty: drawn_out(geometry, seed, empty).own_and_other(),
        st.integers(0, 200),
        st.integers(0, geometry.cells),
    )
    spoilt = st.tuples(good, bit | st.just(0), bit | st.just(0)).map(
        lambda drawn: (drawn[0][0] ^ drawn[1], drawn[0][1] ^ drawn[2])
    )
    return good | spoilt | st.tuples(masks(geometry), masks(geometry))


@pytest.mark.parametrize("use", KERNELS)
@given(data=st.data())
def test_discs_that_no_game_comes_to_are_refused_by_both_alike(
    use: Kernel, data: st.DataObject
) -> None:
    geometry = data.draw(st.sampled_from(BOARDS + LARGE_BOARDS))
    own, other = data.draw(discs_of(geometry))
    position = Position(geometry, own, other)
    by_parity = (other, own) if position.ply & 1 else (own, other)
    refused = refuses(lambda: check_discs(geometry, *by_parity))
    assert refuses(lambda: shared(use).at_once(position, 0)) == refused
    refused = refuses(lambda: check_running(geometry, own, other))
    assert refuses(lambda: few(geometry, (own, other), use)) == refused
    stopped = StopFlag()
    stopped.set()
    assert refuses(lambda: use.search(geometry, own, other, Limit(), stopped)) == refused


FULL = Geometry().board
CHEQUERED = sum(
    Geometry().bit(column, row)
    for column in range(7)
    for row in range(6)
    if (column // 2 + row) % 2
)
"""Half of the cells, without a line."""
BAD_DISCS: dict[str, tuple[int, int]] = {
    "off the board": (0, 1 << 6),
    "beyond a word": (0, 1 << 64),
    "beyond two words": (0, 1 << 200),
    "negative": (-2, 1),
    "in one cell": (1, 1),
    "above an empty cell": (0, 2),
    "too many of the side to move": (1 << 7, 0),
    "too many of the other side": (0, 0b11),
}
FINISHED: dict[str, tuple[int, int]] = {
    "lost": parse_game("1212121").position.own_and_other(),
    "won before it is to move": (0b1111, 0b1111 << 7),
    "a full board": (FULL & CHEQUERED, FULL & ~CHEQUERED),
}


@pytest.mark.parametrize("use", KERNELS)
@pytest.mark.parametrize("case", [*BAD_DISCS, *FINISHED])
def test_discs_are_checked_before_a_search(use: Kernel, case: str) -> None:
    discs = (BAD_DISCS | FINISHED)[case]
    search, stop = search_of(use), StopFlag()
    for call in (search.score, use.search):
        with pytest.raises(ValueError):
            call(Geometry(), *discs, Limit(), stop)
    assert search.nodes == 0
    assert search.bounds is None
    assert stop._callbacks == []


@pytest.mark.parametrize("use", KERNELS)
@pytest.mark.parametrize("case", BAD_DISCS)
def test_a_position_is_checked_before_it_is_searched_at_once(use: Kernel, case: str) -> None:
    own, other = BAD_DISCS[case]
    position = Position(
        Geometry(), *((other, own) if (own | other).bit_count() & 1 else (own, other))
    )
    with pytest.raises(ValueError):
        search_of(use).at_once(position, 10)


@pytest.mark.parametrize("use", KERNELS)
@pytest.mark.parametrize("case", BAD_DISCS)
def test_a_search_works_after_it_refused_an_argument(use: Kernel, case: str) -> None:
    late = drawn_out(Geometry(), 1, 8).own_and_other()
    search = search_of(use)
    wanted = search.score(Geometry(), *late, Limit(), StopFlag())
    with pytest.raises(ValueError):
        search.score(Geometry(), *BAD_DISCS[case], Limit(), StopFlag())
    assert search.score(Geometry(), *late, Limit(), StopFlag()) == wanted


# Columns


@pytest.mark.parametrize("use", KERNELS)
@given(among=st.lists(st.integers(-3, 9), max_size=3))
def test_columns_that_the_board_does_not_have_are_refused(use: Kernel, among: list[int]) -> None:
    """Column -1 would be the last one."""
    position = parse_game("111111").position
    refused = refuses(
        lambda: use.search(
            Geometry(), *position.own_and_other(), Limit(depth=1), StopFlag(), among=among
        )
    )
    off_board = any(not 0 <= column < 7 for column in among)
    assert refused == (off_board or (bool(among) and set(among) == {0}))


# Books


@pytest.mark.parametrize("use", KERNELS)
@pytest.mark.parametrize("length", [0, 13, 31, 40])
def test_a_book_that_was_not_opened_is_refused(use: Kernel, length: int, tmp_path: Path) -> None:
    """If the data were too short, the search would read past its end."""
    book = book_of(Geometry(4, 4), 4, tmp_path)
    cut = cast("Book", SimpleNamespace(geometry=Geometry(4, 4), data=book.data[:length]))
    search = search_of(use)
    search.use_book(book)
    with pytest.raises(ValueError, match="opened"):
        search.use_book(cut)
    # The other one is still in use.
    assert search.score(Geometry(4, 4), 0, 0, Limit(), StopFlag()) == 0
    assert search.nodes == 0


def test_the_data_of_a_book_that_was_checked_cannot_be_exchanged(tmp_path: Path) -> None:
    book: Any = book_of(Geometry(4, 4), 4, tmp_path)
    with pytest.raises(AttributeError):
        book.data = b""
