"""The sequential test: its bounds, its ratio beside simpler formulas, its errors."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p4tui.arena.ratings import expected_score
from p4tui.arena.sprt import SCORES, Decision, Sprt, pair_counts
from tests.benchmarks.arena_sprt import matches

COUNTS = st.lists(st.integers(0, 500), min_size=5, max_size=5)


def test_the_bounds_are_walds() -> None:
    test = Sprt(0, 10)
    assert test.lower == pytest.approx(-math.log(19))
    assert test.upper == pytest.approx(math.log(19))
    assert Sprt(0, 10, alpha=0.01, beta=0.1).upper == pytest.approx(math.log(90))


def test_pairs_that_are_won_or_lost_whole_have_the_ratio_of_a_coin() -> None:
    counts = (100, 0, 0, 0, 150)
    low, high = expected_score(0), expected_score(40)
    expected = 150 * math.log(high / low) + 100 * math.log((1 - high) / (1 - low))
    assert Sprt(0, 40).ratio(counts) == pytest.approx(expected, abs=0.01)


def test_the_ratio_is_near_that_of_normal_means_with_many_pairs() -> None:
    """(score1 - score0) (2 mean - score0 - score1) / (2 variance) a pair, as fishtest approximates it."""
    counts = (10, 100, 400, 130, 15)
    pairs = sum(counts)
    mean = sum(count * score for count, score in zip(counts, SCORES, strict=True)) / pairs
    variance = (
        sum(count * (score - mean) ** 2 for count, score in zip(counts, SCORES, strict=True))
        / pairs
    )
    low, high = expected_score(0), expected_score(5)
    normal = pairs * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert Sprt(0, 5).ratio(counts) == pytest.approx(normal, rel=0.02)


def test_without_games_nothing_is_decided() -> None:
    assert Sprt(0, 5).ratio((0,) * 5) == 0
    assert Sprt(0, 5).decision((0,) * 5) is Decision.OPEN


@given(counts=COUNTS)
def test_the_other_side_sees_the_opposite_ratio(counts: list[int]) -> None:
    own, other = Sprt(-10, 30), Sprt(-30, 10)
    assert own.ratio(counts) == pytest.approx(-other.ratio(counts[::-1]), abs=1e-6)


@given(counts=COUNTS)
def test_a_pair_won_makes_the_upper_hypothesis_likelier(counts: list[int]) -> None:
    test, more = Sprt(0, 30), [*counts[:-1], counts[-1] + 1]
    assert math.isfinite(test.ratio(counts))
    assert test.ratio(more) > test.ratio(counts)


@pytest.mark.parametrize(
    ("counts", "decision"),
    [
        ((5, 20, 40, 20, 5), Decision.OPEN),
        ((5, 20, 40, 90, 60), Decision.UPPER),
        ((60, 90, 40, 20, 5), Decision.LOWER),
    ],
)
def test_the_ratio_decides(counts: tuple[int, ...], decision: Decision) -> None:
    assert Sprt(0, 30).decision(counts) is decision


def test_a_wrong_hypothesis_is_rarely_accepted() -> None:
    """`python -m tests.benchmarks.arena_sprt` plays 1,000 matches of each kind."""
    test = Sprt(0, 200)
    for difference, wrong in ((0, Decision.UPPER), (200, Decision.LOWER)):
        found = matches(test, difference, 40, seed=1)
        assert all(each.decision is not Decision.OPEN for each in found)
        assert sum(each.decision is wrong for each in found) <= 5


def test_points_of_pairs_are_counted() -> None:
    assert pair_counts([2, 0.5, 2, 1, 0]) == (1, 1, 1, 0, 2)


@pytest.mark.parametrize(
    "numbers", [(5, 5), (5, 0), (0, math.inf), (math.nan, 5), (0, 5, 0), (0, 5, 0.05, 0.7)]
)
def test_hypotheses_and_errors_out_of_range_are_refused(numbers: tuple[float, ...]) -> None:
    with pytest.raises(ValueError):
        Sprt(*numbers)
