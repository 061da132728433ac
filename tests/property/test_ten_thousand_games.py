"""Whole random games, seeded: a slice of the ten thousand that `python -m tests.benchmarks.random_games` plays."""

from __future__ import annotations

import random

import pytest

from p4tui.core.geometry import Geometry
from p4tui.core.position import Side, Termination
from tests.property.oracle import random_game
from tests.property.session_games import random_match


def test_three_hundred_random_games_agree_with_the_oracle_at_every_ply() -> None:
    rng = random.Random(1)
    outcomes = [random_game(rng).outcome for _ in range(300)]
    winners = {outcome.winner for outcome in outcomes if outcome is not None}
    assert winners >= set(Side)


@pytest.mark.parametrize(
    "geometry",
    [
        Geometry(4, 4, 4),
        Geometry(4, 4, 3),
        Geometry(12, 9, 4),
        Geometry(5, 6, 6),
        Geometry(8, 7, 5),
    ],
    ids=lambda geometry: f"{geometry.columns}x{geometry.rows}-{geometry.connect}",
)
def test_random_games_on_other_boards_agree_with_the_oracle(geometry: Geometry) -> None:
    rng = random.Random(2)
    for _ in range(20):
        random_game(rng, geometry)


def test_random_games_on_a_small_board_also_end_in_draws() -> None:
    rng = random.Random(3)
    outcomes = [random_game(rng, Geometry(4, 4, 4)).outcome for _ in range(50)]
    assert Termination.FULL_BOARD in {
        outcome.termination for outcome in outcomes if outcome is not None
    }


def test_two_hundred_random_games_through_the_session_agree_with_the_oracle() -> None:
    rng = random.Random(4)
    outcomes = [outcome for _ in range(40) for outcome in random_match(rng, 5)]
    assert len(outcomes) == 200
    assert {outcome.winner for outcome in outcomes} >= set(Side)


@pytest.mark.parametrize(
    "geometry",
    [Geometry(4, 4, 4), Geometry(5, 6, 3), Geometry(12, 9, 5)],
    ids=lambda geometry: f"{geometry.columns}x{geometry.rows}-{geometry.connect}",
)
def test_random_games_through_the_session_on_other_boards_agree_with_the_oracle(
    geometry: Geometry,
) -> None:
    rng = random.Random(5)
    for _ in range(5):
        random_match(rng, 3, geometry)
