"""A person's place on the ladder of levels, from the results against them.

The scale is Elo's: 400 points more mean ten times the chances. The rating of a person is estimated on a grid: a wide normal
distribution before the first game, times the likelihood of the results. Recent games weigh more, so that the estimate
follows a person who learns.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import accumulate
from math import exp, log
from random import Random
from typing import NamedTuple

from p4tui.players.levels import FIRST_LEVEL, LEVELS, level_number

RATINGS: Mapping[str, int] = {
    "random": 0,
    "winner": 220,
    "aligner": 375,
    "tactician": 555,
    "careful": 615,
    "casual": 810,
    "regular": 955,
    "keen": 1050,
    "skilled": 1220,
    "seasoned": 1325,
    "strong": 1425,
    "club": 1580,
    "expert": 1715,
    "perfect": 1870,
}
"""The rating of each level: the sum of the differences to the next weaker ones, measured on 7x6 by
`tests.benchmarks.tournament`."""
PRIOR_MEAN, PRIOR_SPREAD = RATINGS[FIRST_LEVEL], 500
"""The distribution before the first game."""
HALF_LIFE = 12
"""The number of later games after which a game weighs half."""
MOST_RESULTS = 100
"""The latest results used; an older one would weigh less than 1 %."""
FEWEST_RESULTS = 5
"""The results needed to tell a person's place."""
STEP = 20
"""The distance of two ratings on the grid."""
_GRID = tuple(range(-600, RATINGS["perfect"] + 601, STEP))


class Result(NamedTuple):
    """The result of a game against a level, for the person: 1 for a win, 0.5 for a draw, 0 for a loss."""

    level: str
    score: float


class Strength(NamedTuple):
    """An estimated strength: the rating, and the interval that holds it with 95 %."""

    rating: float
    low: float
    high: float


class Place(NamedTuple):
    """A place on the ladder, and the interval that holds it with 95 %.

    The weakest level has place 1; a fraction lies between two levels, in proportion to the ratings.
    """

    value: float
    low: float
    high: float


def expected_score(difference: float) -> float:
    """Return the expected score of a player with so many points more than the other."""
    return 1 / (1 + exp(-difference * log(10) / 400))


def estimate(results: Sequence[Result]) -> Strength:
    """Return the strength of a person with these results, the oldest first."""
    latest = results[-MOST_RESULTS:]
    weights: dict[Result, float] = {}
    for age, result in enumerate(reversed(latest)):
        weights[result] = weights.get(result, 0) + 0.5 ** (age / HALF_LIFE)
    logs = [-0.5 * ((rating - PRIOR_MEAN) / PRIOR_SPREAD) ** 2 for rating in _GRID]
    for result, weight in weights.items():
        terms = _log_likelihoods(result)
        logs = [value + weight * term for value, term in zip(logs, terms, strict=True)]
    most = max(logs)
    density = [exp(value - most) for value in logs]
    total = list(accumulate(density))
    rating = sum(at * part for at, part in zip(_GRID, density, strict=True)) / total[-1]
    low, high = (_GRID[bisect(total, part * total[-1])] for part in (0.025, 0.975))
    return Strength(rating, low, high)


@cache
def _log_likelihoods(result: Result) -> tuple[float, ...]:
    """Return the logarithm of the likelihood of a result for each rating of the grid."""
    expected = [expected_score(rating - RATINGS[result.level]) for rating in _GRID]
    return tuple(result.score * log(part) + (1 - result.score) * log(1 - part) for part in expected)


def even_level(results: Sequence[Result], rng: Random) -> str:
    """Return the id of the level against which a person with these results wins about half of the games.

    Between two levels, one of them is drawn so that half of the points are expected.
    """
    rating = estimate(results).rating
    weaker, stronger = _neighbours(rating)
    if weaker == stronger:
        return weaker
    more, less = (expected_score(rating - RATINGS[each]) for each in (weaker, stronger))
    return stronger if rng.random() < (more - 0.5) / (more - less) else weaker


def ladder_place(results: Sequence[Result]) -> Place | None:
    """Return the place of a person with these results, or None if they are fewer than `FEWEST_RESULTS`."""
    if len(results) < FEWEST_RESULTS:
        return None
    rating, low, high = map(_place, estimate(results))
    return Place(rating, low, high)


def _place(rating: float) -> float:
    """Return the place of a rating on the ladder."""
    weaker, stronger = _neighbours(rating)
    distance = RATINGS[stronger] - RATINGS[weaker]
    part = (rating - RATINGS[weaker]) / distance if distance else 0
    return level_number(weaker) + part


def _neighbours(rating: float) -> tuple[str, str]:
    """Return the levels next below and above a rating, twice the same at an end of the ladder."""
    below = [level.id for level in LEVELS if RATINGS[level.id] <= rating]
    above = [level.id for level in LEVELS if RATINGS[level.id] > rating]
    return (below or above)[-1 if below else 0], (above or below)[0 if above else -1]
