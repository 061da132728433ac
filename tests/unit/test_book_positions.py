"""The positions of a book and their keys."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.engine.book.positions import positions, reachable
from p4tui.engine.kernel import reference
from p4tui.engine.score import final_score
from p4tui.engine.solver import Solver
from tests.property.oracle import position_after
from tests.tools.positions import mirrored

SIZES = [(4, 4, 4), (7, 6, 4), (5, 9, 3), (9, 7, 4), (4, 32, 4), (32, 4, 5)]
BOARDS = st.sampled_from([Geometry(*size) for size in SIZES])
CHOICES = st.lists(st.integers(0, 31), max_size=24)


def every_position(geometry: Geometry, depth: int) -> Iterator[set[Position]]:
    """Yield all running positions of each ply, by playing all games."""
    level = {Position(geometry)}
    for _ in range(depth + 1):
        yield level
        after = {p.play(column) for p in level for column in p.legal_columns()}
        level = {p for p in after if p.outcome is None}


def wins_at_hand(position: Position) -> bool:
    return any(position.wins_at(column) for column in position.legal_columns())


def shows_at_a_glance(position: Position) -> bool:
    """Return whether the side to move wins with its next disc, or each of its moves lets the other side win."""
    return wins_at_hand(position) or all(
        wins_at_hand(position.play(column)) for column in position.legal_columns()
    )


@pytest.mark.parametrize("size", [(4, 4, 4), (5, 4, 4), (4, 5, 3)])
def test_a_ply_is_all_that_play_reaches_up_to_mirror_images(size: tuple[int, int, int]) -> None:
    geometry = Geometry(*size)
    board = positions(geometry)
    for keys, reached in zip(board.plies(6), every_position(geometry, 6), strict=True):
        wanted = {board.key(*p.own_and_other()) for p in reached if not shows_at_a_glance(p)}
        assert list(keys) == sorted(wanted)


def test_the_plies_of_7x6_have_as_many_positions_as_an_independent_program_found() -> None:
    counts = [len(keys) for keys in positions(Geometry()).plies(8)]
    assert counts == [1, 4, 25, 121, 568, 2120, 7603, 25316, 77154]


def test_the_plies_of_a_board_of_more_than_64_bits() -> None:
    geometry = Geometry(9, 7)
    board = positions(geometry)
    for keys, reached in zip(board.plies(3), every_position(geometry, 3), strict=True):
        assert list(keys) == sorted({board.key(*p.own_and_other()) for p in reached})


@given(BOARDS, CHOICES)
def test_a_key_says_what_it_is_the_key_of(geometry: Geometry, choices: list[int]) -> None:
    position = position_after(geometry, choices)
    board = positions(geometry)
    key = board.key(*position.own_and_other())
    assert key == board.key(*mirrored(position).own_and_other())
    assert board.sides(key) in {position.own_and_other(), mirrored(position).own_and_other()}


@given(BOARDS, CHOICES)
def test_a_score_that_shows_at_a_glance_is_right(geometry: Geometry, choices: list[int]) -> None:
    position = position_after(geometry, choices)
    if position.outcome is not None:
        return
    score = positions(geometry).at_a_glance(*position.own_and_other())
    assert (score is not None) == shows_at_a_glance(position)
    if score is not None:
        assert Solver(reference, 1, books=None).score(position).score == score


def test_a_full_board_shows_at_a_glance() -> None:
    geometry = Geometry(4, 4)
    rng, position = Random(1), Position(geometry)
    while position.ply < 16:
        position = position.play(rng.choice(position.legal_columns()))
        if position.outcome and position.ply < 16:
            position = Position(geometry)
        if position.ply == 16 and final_score(position):
            position = Position(geometry)
    assert positions(geometry).at_a_glance(*position.own_and_other()) == 0


@given(BOARDS, CHOICES)
def test_played_positions_are_reachable(geometry: Geometry, choices: list[int]) -> None:
    position = position_after(geometry, choices)
    if position.outcome is None:
        assert reachable(position)


@pytest.mark.parametrize("ply", range(1, 5))
def test_unreachable_positions_are_recognised(ply: int) -> None:
    """All arrangements of so many discs, against all that play gives."""
    geometry = Geometry(4, 4)
    *_, reached = every_position(geometry, ply)
    for arranged in arrangements(geometry, ply):
        assert reachable(arranged) == (arranged in reached)


def arrangements(geometry: Geometry, discs: int) -> Iterator[Position]:
    """All running positions with so many discs, each resting on others, of the right numbers of both sides."""
    level = {Position(geometry)}
    for _ in range(discs):
        level = {
            Position(geometry, p.first | first, p.second | second)
            for p in level
            for column in range(geometry.columns)
            if (cell := p.landing_cell(column))
            for bit in [geometry.bit(*cell)]
            for first, second in ((bit, 0), (0, bit))
        }
    yield from (p for p in level if p.counts_fit() and p.outcome is None)
