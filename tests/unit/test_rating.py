"""A person's place on the ladder, and the level at which that person wins half of the games."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random
from statistics import fmean

import pytest

from p4tui.players.levels import FIRST_LEVEL, LEVELS
from p4tui.players.rating import (
    FEWEST_RESULTS,
    MOST_RESULTS,
    RATINGS,
    Result,
    estimate,
    even_level,
    expected_score,
    ladder_place,
)

SERIES = 40
"""Simulated series for each strength; `tests.benchmarks.auto_level` plays more, and real games."""


def series(rating: float, rng: Random, games: int = 30) -> list[Result]:
    """The results of a person of a rating against the levels that are chosen."""
    results: list[Result] = []
    for _ in range(games):
        chosen = even_level(results, rng)
        won = rng.random() < expected_score(rating - RATINGS[chosen])
        results.append(Result(chosen, float(won)))
    return results


def test_every_level_has_a_rating_and_the_stronger_a_higher_one() -> None:
    assert list(RATINGS) == [level.id for level in LEVELS]
    assert list(RATINGS.values()) == sorted(set(RATINGS.values()))


def test_neighbours_above_careful_are_worth_60_to_80_per_cent() -> None:
    ladder = list(RATINGS)
    upper = ladder[ladder.index("careful") : ladder.index("perfect") + 1]
    for weaker, stronger in pairwise(upper):
        assert 0.6 <= expected_score(RATINGS[stronger] - RATINGS[weaker]) <= 0.8


@pytest.mark.parametrize("level_id", ["random", "tactician", "regular", "seasoned", "club"])
def test_a_person_of_any_strength_soon_wins_half_of_the_games(level_id: str) -> None:
    found = [series(RATINGS[level_id], Random(seed)) for seed in range(SERIES)]
    later = fmean(result.score for results in found for result in results[10:])
    assert 0.4 <= later <= 0.6


def test_a_person_who_learns_is_followed() -> None:
    rng = Random(5)
    before = series(RATINGS["careful"], rng, 40)
    after = list(before)
    for _ in range(30):
        chosen = even_level(after, rng)
        won = rng.random() < expected_score(RATINGS["strong"] - RATINGS[chosen])
        after.append(Result(chosen, float(won)))
    assert RATINGS["keen"] < estimate(after).rating < RATINGS["expert"]
    assert estimate(before).rating < RATINGS["regular"]


def test_without_results_the_first_level_is_the_middle_of_a_wide_interval() -> None:
    rating, low, high = estimate([])
    assert rating == pytest.approx(RATINGS[FIRST_LEVEL], abs=30)
    assert high - low > 1500
    assert even_level([], Random(1)) in {"tactician", FIRST_LEVEL, "casual"}


def test_more_results_make_the_interval_narrower() -> None:
    found = [estimate([Result("keen", 0.5)] * number) for number in (0, 2, 5, 10, 20)]
    widths = [each.high - each.low for each in found]
    assert widths == sorted(set(widths), reverse=True)
    assert all(each.low < each.rating < each.high for each in found)


@pytest.mark.parametrize("level_id", ["random", "keen", "perfect"])
def test_a_win_raises_the_rating_and_a_loss_lowers_it(level_id: str) -> None:
    results = [Result("keen", 1.0), Result("club", 0.0)]
    lost, drawn, won = (
        estimate([*results, Result(level_id, score)]).rating for score in (0.0, 0.5, 1.0)
    )
    assert lost < drawn < won


def test_the_order_counts_recent_games_more() -> None:
    good, bad = [Result("keen", 1.0)] * 8, [Result("keen", 0.0)] * 8
    assert estimate(bad + good).rating > estimate(good + bad).rating + 50


def test_a_long_past_counts_no_more() -> None:
    latest = [Result("keen", 1.0), Result("keen", 0.0)] * (MOST_RESULTS // 2)
    assert estimate([Result("random", 0.0)] * 500 + latest) == estimate(latest)


@pytest.mark.parametrize(("score", "level_id"), [(0.0, "random"), (1.0, "perfect")])
def test_nobody_falls_off_an_end_of_the_ladder(score: float, level_id: str) -> None:
    results = [Result(level_id, score)] * MOST_RESULTS
    assert even_level(results, Random(1)) == level_id
    place = ladder_place(results)
    assert place is not None
    assert place.value == (1 if level_id == "random" else len(LEVELS))
    assert 1 <= place.low <= place.value <= place.high <= len(LEVELS)


def test_between_two_levels_both_are_drawn() -> None:
    results = [Result("keen", 1.0), Result("skilled", 0.0)] * 20
    drawn = Counter(even_level(results, Random(seed)) for seed in range(200))
    assert set(drawn) == {"keen", "skilled"}
    assert min(drawn.values()) > 40


def test_draws_against_a_level_give_its_place() -> None:
    place = ladder_place([Result("skilled", 0.5)] * 60)
    assert place is not None
    assert place.value == pytest.approx(9, abs=0.3)


def test_a_place_needs_some_results() -> None:
    results = [Result("club", 1.0)] * FEWEST_RESULTS
    assert ladder_place(results) is not None
    assert ladder_place(results[1:]) is None
