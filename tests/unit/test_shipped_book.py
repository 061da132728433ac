"""The opening book of 7x6 that comes with the package."""

from __future__ import annotations

from random import Random

import pytest

from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.engine.book.format import Book
from p4tui.engine.book.positions import Positions, positions
from p4tui.engine.book.shelf import Shelf
from p4tui.engine.kernel.contract import Kernel
from p4tui.engine.solver import Solver
from tests.tools.kernels import KERNELS, NATIVE, needs_native

COUNTS = (1, 4, 25, 121, 568, 2120, 7603, 25316, 77154, 234724, 627283, 1724187, 4116273)
"""Positions of each ply that are not settled at a glance, mirror images once; counted by a program of its own."""


@pytest.fixture(scope="module")
def book() -> Book:
    found = Shelf().find(Geometry())
    assert found is not None
    return found


def walk(seed: int, plies: int) -> Position:
    """A position of so many plies that does not show its score at a glance, from random moves."""
    rng, of = Random(seed), positions(Geometry())
    while True:
        position = Position(Geometry())
        while position.ply < plies and position.outcome is None:
            position = position.play(rng.choice(position.legal_columns()))
        if position.outcome is None and settled(of, position) is None:
            return position


def settled(of: Positions, position: Position) -> int | None:
    side = position.to_move
    return of.at_a_glance(position.discs(side), position.discs(side.other))


def test_it_holds_every_ply_to_the_twelfth(book: Book) -> None:
    assert (book.depth, book.counts) == (12, COUNTS)


def test_it_takes_little_room(book: Book) -> None:
    assert book.path.stat().st_size <= 6_000_000


@pytest.mark.parametrize("use", KERNELS)
def test_the_first_moves_are_worth_what_is_known(use: Kernel) -> None:
    analysis = Solver(use).analyse(Position(Geometry()), line=False)
    assert analysis.columns == (-2, -1, 0, 1, 0, -1, -2)


@needs_native
@pytest.mark.parametrize("seed", range(20))
def test_random_positions_of_the_last_ply_have_the_score_that_a_search_finds(
    seed: int, book: Book
) -> None:
    position = walk(seed, 12)
    side = position.to_move
    found = book.score(position.discs(side), position.discs(side.other))
    assert found == Solver(NATIVE, books=None).score(position).score


def test_each_position_is_worth_the_best_of_those_after_it(book: Book) -> None:
    solver = Solver(books=Shelf.holding(book))
    for seed in range(60):
        position = walk(seed, seed % 12)
        after = [position.play(column) for column in position.legal_columns()]
        assert solver.score(position).score == max(-solver.score(each).score for each in after)


def test_a_known_opening_is_worth_what_other_solvers_say() -> None:
    """With the centre column full, the first side still wins with its last disc."""
    assert Solver().score(parse_game("444444").position).score == 1
