"""Ratings of a tournament: published results, finite ends, groups, intervals that cover the truth."""

from __future__ import annotations

import itertools
import math
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p4tui.arena import ratings as module
from p4tui.arena.ratings import ELO_PER_NAT, PairResult, Rating, expected_score, ratings, tail_of
from tests.benchmarks.arena_intervals import Design, coverage

Table = dict[str, tuple[float, ...]]

BASEBALL: Table = {
    "Milwaukee": (0, 7, 9, 7, 7, 9, 11),
    "Detroit": (6, 0, 7, 5, 11, 9, 9),
    "Toronto": (4, 6, 0, 7, 7, 8, 12),
    "New York": (6, 8, 6, 0, 6, 7, 10),
    "Boston": (6, 2, 6, 7, 0, 7, 12),
    "Cleveland": (4, 4, 5, 6, 6, 0, 6),
    "Baltimore": (2, 4, 1, 3, 1, 7, 0),
}
"""The wins of each team against each other, in the same order: the American League East of 1987."""
BASEBALL_FIT = (1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0)
"""The logarithms of strength beside Baltimore: Agresti, Categorical Data Analysis, 2002, page 438, as R's BradleyTerry2 fits it."""

CROSS_TABLE: Table = {
    "A": (0, 7, 9, 8.5, 10),
    "B": (3, 0, 6.5, 7, 9),
    "C": (1, 3.5, 0, 5, 8),
    "D": (1.5, 3, 5, 0, 6.5),
    "E": (0, 1, 2, 3.5, 0),
}
"""Points of players made up for this test, draws as halves."""
CHOIX_FIT = (279.359567, 93.754482, -45.764532, -71.820888, -255.528629)
"""Their ratings by choix 0.4.1, `ilsr_pairwise_dense(points, alpha=0)`, in Elo with a mean of 0."""


def pairs_of(table: Table) -> list[PairResult]:
    """One observation for each pairing of a cross table: the fit needs no more."""
    return [
        PairResult(one, other, table[one][j], table[one][j] + table[other][i])
        for (i, one), (j, other) in itertools.combinations(enumerate(table), 2)
    ]


def fitted(table: Table) -> list[float]:
    return [each.elo for each in ratings(list(table), pairs_of(table), replicates=1).values()]


@pytest.fixture
def no_anchor(monkeypatch: pytest.MonkeyPatch) -> None:
    """The plain maximum of the likelihood, as other tools compute it."""
    monkeypatch.setattr(module, "VIRTUAL", 1e-9)


@pytest.mark.usefixtures("no_anchor")
def test_the_ratings_are_those_of_a_published_table() -> None:
    found = fitted(BASEBALL)
    assert [(each - found[-1]) / ELO_PER_NAT for each in found] == pytest.approx(
        BASEBALL_FIT, abs=6e-4
    )


@pytest.mark.usefixtures("no_anchor")
def test_the_ratings_are_those_of_another_tool() -> None:
    assert fitted(CROSS_TABLE) == pytest.approx(CHOIX_FIT, abs=1e-3)


def test_every_player_has_the_points_that_it_is_expected_to_have() -> None:
    """With the anchor as one more player: the equations of the greatest likelihood."""
    pairs = pairs_of(CROSS_TABLE)
    number = {player: place for place, player in enumerate(CROSS_TABLE)}
    points = module._points(len(number), module._cells(number, pairs), None)
    strengths = module._fit(points, [1.0] * len(points), 1e-12)
    for player, met in enumerate(points):
        won = sum(each for _other, each, _lost in met)
        expected = sum(
            (won + lost) * strengths[player] / (strengths[player] + strengths[other])
            for other, won, lost in met
        )
        assert won == pytest.approx(expected, abs=1e-6)


@pytest.mark.usefixtures("no_anchor")
def test_two_players_differ_by_the_elo_of_their_score() -> None:
    found = ratings(["A", "B"], [PairResult("A", "B", 1.5)] * 50, replicates=1)
    difference = found["A"].elo - found["B"].elo
    assert difference == pytest.approx(400 * math.log10(3))
    assert expected_score(difference) == pytest.approx(0.75)


def test_a_player_that_won_everything_is_rated_and_its_upper_end_is_far() -> None:
    found = ratings(["A", "B"], [PairResult("A", "B", 2)] * 10)
    better, worse = found["A"], found["B"]
    assert 150 < better.low < better.elo < better.elo + 300 < better.high < 3000
    assert worse.high - worse.elo < worse.elo - worse.low
    assert worse.elo == pytest.approx(-better.elo)


def test_a_player_that_always_draws_has_an_interval() -> None:
    found = ratings(["A", "B"], [PairResult("A", "B", 1)] * 10)["A"]
    assert found.low < -10 < found.elo < 10 < found.high
    assert found.elo == pytest.approx(0, abs=1e-6)


def test_groups_that_never_met_each_lie_around_0() -> None:
    pairs = [PairResult("A", "B", 1.5)] * 10 + [PairResult("C", "D", 1.5)] * 10
    found = ratings(["A", "B", "C", "D"], pairs)
    assert found["A"].elo == pytest.approx(found["C"].elo, abs=1e-3)
    assert found["B"].elo == pytest.approx(found["D"].elo, abs=1e-3)
    assert found["A"].elo == pytest.approx(-found["B"].elo, abs=1e-3)
    whole = ratings(["A", "B"], pairs[:10])["A"]
    assert found["A"].high - found["A"].low > whole.high - whole.low


@pytest.mark.parametrize("players", [[], ["A"]])
def test_nobody_and_a_single_player_are_rated(players: list[str]) -> None:
    assert ratings(players, [], replicates=3) == dict.fromkeys(players, Rating(0, 0, 0))


def test_the_tail_is_that_of_a_normal_distribution_with_many_pairs() -> None:
    assert tail_of(1_000_000) == pytest.approx(0.025, rel=1e-4)
    tails = [tail_of(pairs) for pairs in range(4, 200)]
    assert tails == sorted(tails)


PLAYERS = "ABCDE"
RESULTS = st.lists(
    st.tuples(
        st.sampled_from(list(itertools.combinations(PLAYERS, 2))),
        st.sampled_from((0, 0.5, 1, 1.5, 2)),
    ),
    max_size=20,
)


@settings(max_examples=30, deadline=None)
@given(results=RESULTS, rng=st.randoms(use_true_random=False))
def test_any_results_give_finite_ratings_whatever_their_order(
    results: list[tuple[tuple[str, str], float]], rng: Random
) -> None:
    pairs = [PairResult(*players, points) for players, points in results]
    found = ratings(PLAYERS, pairs, replicates=20)
    for each in found.values():
        assert -20_000 < each.low <= each.elo <= each.high < 20_000
    assert sum(each.elo for each in found.values()) == pytest.approx(0, abs=1e-6)
    swapped = [
        PairResult(pair.second, pair.first, pair.games - pair.points)
        if rng.random() < 0.5
        else pair
        for pair in pairs
    ]
    rng.shuffle(swapped)
    assert ratings(PLAYERS, swapped, replicates=20) == found


@settings(max_examples=30, deadline=None)
@given(results=RESULTS)
def test_mirrored_results_give_mirrored_ratings(
    results: list[tuple[tuple[str, str], float]],
) -> None:
    pairs = [PairResult(*players, points) for players, points in results]
    mirrored = [pair._replace(points=pair.games - pair.points) for pair in pairs]
    there, back = (ratings(PLAYERS, each, replicates=1) for each in (pairs, mirrored))
    assert [each.elo for each in there.values()] == pytest.approx(
        [-each.elo for each in back.values()], abs=1e-2
    )


def test_intervals_cover_the_truth_in_a_few_tournaments() -> None:
    """`python -m tests.benchmarks.arena_intervals` plays 1,000 of each design."""
    found = coverage(Design(players=3, spread=200, openings=15), 60, seed=3, replicates=100)
    assert 0.9 <= found <= 0.99
