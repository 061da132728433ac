"""Searches with a book find the same scores as without it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from p4tui.core.board_text import parse_board
from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.engine import solver as solver_module
from p4tui.engine.book import shelf as shelf_module
from p4tui.engine.book.format import Book, BookProblem, file_name, write
from p4tui.engine.book.positions import positions, reachable
from p4tui.engine.book.shelf import Shelf
from p4tui.engine.kernel import reference
from p4tui.engine.kernel.contract import Kernel
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.solver import Solver
from tests.tools.books import book_of, plies_of, written
from tests.tools.kernels import KERNELS, NATIVE, needs_native

SMALL = Geometry(5, 4)
DEPTH = 6
UNREACHABLE = """
_____
_____
X___X
O___O
"""
"""Nobody can have played first."""


@pytest.fixture(params=KERNELS)
def use(request: pytest.FixtureRequest) -> Kernel:
    kernel: Kernel = request.param
    return kernel


def random_positions(geometry: Geometry, count: int, max_moves: int) -> list[Position]:
    """Running positions of at most so many discs."""
    rng = Random(1)
    found: list[Position] = []
    while len(found) < count:
        position = Position(geometry)
        for _ in range(rng.randint(0, max_moves)):
            if position.outcome is None:
                position = position.play(rng.choice(position.legal_columns()))
        if position.outcome is None:
            found.append(position)
    return found


@pytest.mark.parametrize("size", [(4, 4, 4), (5, 4, 4), (5, 4, 3), (4, 5, 4)])
def test_every_position_of_a_book_has_its_score_from_there(
    use: Kernel, size: tuple[int, int, int], tmp_path: Path
) -> None:
    geometry = Geometry(*size)
    book = book_of(geometry, DEPTH, tmp_path)
    search = use.exact(geometry)(1)
    search.use_book(book)
    for ply in plies_of(geometry, DEPTH):
        for key, score in zip(ply.keys, ply.scores, strict=True):
            own, other = positions(geometry).sides(key)
            assert search.score(geometry, own, other, Limit(), StopFlag()) == score
            assert search.nodes == 0


@pytest.mark.parametrize(
    ("use", "size"),
    [
        pytest.param(reference, (4, 4, 4), id="python-4x4"),
        pytest.param(reference, (6, 4, 3), id="python-6x4"),
        pytest.param(NATIVE, (5, 4, 4), id="native-5x4", marks=needs_native),
        pytest.param(NATIVE, (4, 6, 4), id="native-4x6", marks=needs_native),
        pytest.param(NATIVE, (5, 5, 4), id="native-5x5", marks=needs_native),
    ],
)
def test_a_search_finds_the_same_with_a_book_and_without(
    use: Kernel, size: tuple[int, int, int], tmp_path: Path
) -> None:
    geometry = Geometry(*size)
    shelf = Shelf.holding(book_of(geometry, DEPTH, tmp_path))
    with_book, without = Solver(use, books=shelf), Solver(use, books=None)
    saved = 0
    for position in random_positions(geometry, 12, DEPTH + 3):
        found, wanted = with_book.analyse(position), without.analyse(position)
        assert (found.columns, found.line, found.proven) == (wanted.columns, wanted.line, True)
        saved += wanted.nodes - found.nodes
    assert saved > 0


def test_a_window_holds_with_a_book_too(use: Kernel, tmp_path: Path) -> None:
    board = Geometry(4, 4)
    search, plain = use.exact(board)(1), use.exact(board)(1)
    search.use_book(book_of(board, DEPTH, tmp_path))
    for position in random_positions(board, 40, DEPTH + 1):
        own, other = position.own_and_other()
        exact = plain.score(board, own, other, Limit(), StopFlag())
        assert exact is not None
        for lower in range(-3, 3):
            found = search.score(board, own, other, Limit(), StopFlag(), (lower, lower + 1))
            assert found is not None
            assert found <= lower if exact <= lower else lower < found


def test_a_book_of_another_board_is_not_asked(use: Kernel, tmp_path: Path) -> None:
    search = use.exact(SMALL)(1)
    search.use_book(book_of(Geometry(4, 4), DEPTH, tmp_path))
    assert search.score(SMALL, 0, 0, Limit(), StopFlag()) == 0
    assert search.nodes > 0
    assert search.score(Geometry(4, 4), 0, 0, Limit(), StopFlag()) == 0
    assert search.nodes == 0
    search.use_book(None)
    search.clear()
    assert search.score(Geometry(4, 4), 0, 0, Limit(), StopFlag()) == 0
    assert search.nodes > 0


def wrong_book(folder: Path) -> Book:
    """Return a book with a score of 3 for every position."""
    path = folder / "wrong"
    write(path, SMALL, [(ply.keys, [3] * len(ply.keys)) for ply in plies_of(SMALL, DEPTH)])
    return Book(path)


def test_a_position_that_play_cannot_reach_is_searched_without_the_book(
    use: Kernel, tmp_path: Path
) -> None:
    solver = Solver(use, books=Shelf.holding(wrong_book(tmp_path)))
    assert solver.score(Position(SMALL)).score == 3
    position, _starter = parse_board(UNREACHABLE, 4)
    assert position.geometry == SMALL
    assert position.ply <= DEPTH and not reachable(position)
    wanted = Solver(use, books=None).analyse(position)
    assert solver.analyse(position) == wanted
    assert solver.score(position).score == wanted.score


def test_the_books_of_the_package_are_used_unless_others_are_given(
    use: Kernel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(SMALL, DEPTH, tmp_path)
    monkeypatch.setattr("importlib.resources.files", lambda _package: tmp_path.parent)
    monkeypatch.setattr(shelf_module, "DATA", tmp_path.name)
    monkeypatch.setattr(solver_module, "BOOKS", Shelf())
    assert Solver(use, books=Shelf()).score(Position(SMALL)).nodes == 0
    assert Solver(use, books=Shelf(shipped=False)).score(Position(SMALL)).nodes > 0


def test_the_deepest_book_of_a_board_is_found(tmp_path: Path) -> None:
    for name, depth in (("a", 3), ("b", 5), ("c", 4)):
        (tmp_path / name).mkdir()
        written(SMALL, depth, tmp_path / name)
    shelf = Shelf([tmp_path / name for name in "abcd"], shipped=False)
    found = shelf.find(SMALL)
    assert found is not None
    assert found.depth == 5
    assert shelf.find(SMALL) is found
    assert shelf.find(Geometry(5, 4, 3)) is None
    assert shelf.refused == []


def test_a_refused_book_is_reported_and_the_search_does_without(
    use: Kernel, tmp_path: Path
) -> None:
    path = written(SMALL, DEPTH, tmp_path)
    path.write_bytes(path.read_bytes()[:-1] + b"\1")
    (tmp_path / file_name(Geometry(4, 4))).write_bytes(b"hello")
    written(SMALL, DEPTH, tmp_path / "..").rename(tmp_path / file_name(Geometry(5, 4, 3)))
    shelf = Shelf([tmp_path])
    solver = Solver(use, books=shelf)
    assert shelf.refused == []
    for geometry in (SMALL, SMALL, Geometry(4, 4), Geometry(5, 4, 3)):
        assert solver.score(Position(geometry)).proven
    problems = [refused.problem for refused in shelf.refused]
    assert problems == [BookProblem.DAMAGED, BookProblem.FOREIGN, BookProblem.FOREIGN]
