"""Elo ratings of a tournament, with intervals.

The model is Bradley and Terry's: a player of strength p scores p / (p + q) against one of strength q, and 400 Elo are ten
times the strength. A draw counts as half a win and half a loss (Glickman, Parameter estimation in large dynamic paired
comparison experiments, 1999), so each player's expected points equal its points, as in Elo's own performance rating.

The maximum of the likelihood is found by Newman's iteration (Efficient computation of rankings from pairwise comparisons,
JMLR 24, 2023). It is the minorise-maximise iteration of Hunter (MM algorithms for generalized Bradley-Terry models, Annals of
Statistics 32, 2004) with another split of the same equation: as short, and many times quicker for lopsided results.

Each player has also won and lost a game against an anchor. Ratings are finite without a win or a loss, and groups that never
met are each placed around the anchor. The mean of all ratings is 0.

Intervals come from the bootstrap over pairs: the two games of an opening, sides swapped, are one observation. Each replicate
gives every pair, and every game against the anchor, a random weight, exponential with mean 1 (the Bayesian bootstrap: Rubin,
Annals of Statistics 9, 1981). Resampling with equal weights would give a player that won everything an interval of width 0.
Few pairs make the ends of such an interval too narrow: they are moved outwards as in
Hesterberg's expanded percentile interval (What teachers should know about the bootstrap, American Statistician 69, 2015).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from random import Random
from statistics import NormalDist
from typing import NamedTuple

ELO_PER_NAT = 400 / math.log(10)
"""Elo for a factor of e in strength."""
VIRTUAL = 1.0
"""The games that each player has won against the anchor, and those that it has lost."""
MOST_REPLICATES, LEAST_REPLICATES = 1_000, 200
"""The replicates of a bootstrap."""
WEIGHTS = 350_000
"""The random weights of a table. Ten thousand games of thirty players take 0.6 seconds with so many."""
LEVEL = 0.95
"""The part of the replicates inside an interval."""
LEAST_FREEDOM = 3
"""Degrees of freedom of the fewest pairs: with less, the anchor decides the ends."""
PRECISION = 1e-9
"""The largest last change of a logarithm of strength."""
REPLICATE_PRECISION = 2e-3
"""The same in a replicate: a third of an Elo point."""
MAX_ROUNDS = 10_000
"""Rounds of the iteration; reached by no tournament tried."""
_LARGE_COUNT = 6
"""From so many on, one gamma variate is quicker than a product of uniform ones."""


class PairResult(NamedTuple):
    """The games of an opening between two players; one game if the other is not played yet.

    Attributes:
        first, second: the players.
        points: the points of `first`: 1 for a win, half for a draw.
        games: how many games.
    """

    first: str
    second: str
    points: float
    games: float = 2


class Rating(NamedTuple):
    """A player's rating in Elo: the estimate and the ends of its 95 % interval."""

    elo: float
    low: float
    high: float


def ratings(
    players: Sequence[str],
    pairs: Iterable[PairResult],
    seed: int = 0,
    replicates: int | None = None,
) -> dict[str, Rating]:
    """Return the rating of every player; the same for the same arguments, whatever the order of the pairs.

    Args:
        players: all players, each once.
        pairs: the results so far, each between two of them.
        seed: makes the weights of the bootstrap.
        replicates: how many fits the intervals rest on, by default as many as `WEIGHTS` allows.
    """
    cells = _cells({player: place for place, player in enumerate(players)}, pairs)
    size = len(players)
    estimate = _fit(_points(size, cells, None), [1.0] * (size + 1), PRECISION)
    rng = Random(seed)
    allowed = WEIGHTS // (len(cells) + 1)
    replicates = replicates or min(max(allowed, LEAST_REPLICATES), MOST_REPLICATES)
    samples = [
        _elo(_fit(_points(size, cells, rng), estimate, REPLICATE_PRECISION))
        for _replicate in range(replicates)
    ]
    met = Counter(player for cell in cells for player in (cell.one, cell.other) * cell.pairs)
    found = {}
    for place, (player, elo) in enumerate(zip(players, _elo(estimate), strict=True)):
        ordered, tail = sorted(sample[place] for sample in samples), tail_of(met[place])
        low, high = _quantile(ordered, tail), _quantile(ordered, 1 - tail)
        found[player] = Rating(elo, min(low, elo), max(high, elo))
    return found


def tail_of(pairs: int) -> float:
    """Return the part of the replicates beyond each end of an interval that rests on so many pairs."""
    normal = NormalDist()
    freedom = max(pairs - 1, LEAST_FREEDOM)
    z = normal.inv_cdf((1 + LEVEL) / 2)
    # The quantile of Student's distribution: Abramowitz and Stegun, formula 26.7.5.
    student = z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    # With exponential weights the variance is too small by pairs / (pairs + 1).
    return normal.cdf(-student * math.sqrt((freedom + 2) / (freedom + 1)))


def expected_score(difference: float) -> float:
    """Return the points a game that a player expects who is so many Elo stronger."""
    return 1 / (1 + 10 ** (-difference / 400))


class _Cell(NamedTuple):
    """The pairs of two players with the same result: their numbers, the points of both in each, and how many pairs."""

    one: int
    other: int
    won: float
    lost: float
    pairs: int


def _cells(number: dict[str, int], pairs: Iterable[PairResult]) -> list[_Cell]:
    """Return the pairs, equal ones counted together, in a fixed order."""
    counts: dict[tuple[int, int, float, float], int] = {}
    for first, second, points, games in pairs:
        one, other, won, lost = number[first], number[second], points, games - points
        key = (one, other, won, lost) if one < other else (other, one, lost, won)
        counts[key] = counts.get(key, 0) + 1
    return [_Cell(*key, count) for key, count in sorted(counts.items())]


_Points = list[list[tuple[int, float, float]]]
"""For every player, and the anchor at the end: the opponents with the points won against them and lost to them."""


def _points(size: int, cells: Sequence[_Cell], rng: Random | None) -> _Points:
    """Return the points between all players; with a generator, every pair has a random weight."""
    found: _Points = [[] for _player in range(size + 1)]
    for player in range(size):
        won, lost = (VIRTUAL if rng is None else VIRTUAL * _gamma(rng, 1) for _each in range(2))
        _enter(found, player, size, won, lost)
    for (one, other), group in groupby(cells, key=itemgetter(0, 1)):
        won = lost = 0.0
        for _one, _other, cell_won, cell_lost, count in group:
            weight = count if rng is None else _gamma(rng, count)
            won += weight * cell_won
            lost += weight * cell_lost
        _enter(found, one, other, won, lost)
    return found


def _enter(found: _Points, one: int, other: int, won: float, lost: float) -> None:
    """Enter the points of a pairing for both players."""
    found[one].append((other, won, lost))
    found[other].append((one, lost, won))


def _gamma(rng: Random, count: int) -> float:
    """Return the sum of so many exponential variates."""
    if count >= _LARGE_COUNT:
        return rng.gammavariate(count, 1)
    product = 1.0
    for _each in range(count):
        product *= 1 - rng.random()
    return -math.log(product)


def _fit(points: _Points, start: Sequence[float], precision: float) -> list[float]:
    """Return the strengths of greatest likelihood, found from others.

    The anchor takes part as a player: with a fixed strength it would hold the others back, and the iteration would take
    hundreds of times as long.
    """
    strengths, low, high = list(start), math.exp(-precision), math.exp(precision)
    for _round in range(MAX_ROUNDS):
        settled = True
        for player, met in enumerate(points):
            own, above, below = strengths[player], 0.0, 0.0
            for other, won, lost in met:
                strength = strengths[other]
                share = 1 / (own + strength)
                above += won * strength * share
                below += lost * share
            # A weight may be as good as 0.
            new = min(max(above / max(below, _WEAKEST), _WEAKEST), 1 / _WEAKEST)
            strengths[player] = new
            settled = settled and low < new / own < high
        if settled:
            break
    return strengths


_WEAKEST = 1e-15
"""The smallest strength, 6000 Elo below the anchor's first."""


def _elo(strengths: Sequence[float]) -> list[float]:
    """Return the strengths of the players, without the anchor, in Elo with a mean of 0."""
    logarithms = [math.log(each) for each in strengths[:-1]]
    mean = math.fsum(logarithms) / len(logarithms) if logarithms else 0.0
    return [ELO_PER_NAT * (each - mean) for each in logarithms]


def _quantile(ordered: Sequence[float], part: float) -> float:
    """Return a quantile of ordered numbers: with n of them, a part of 1 / (n + 1) lies below the first."""
    place = min(max(part * (len(ordered) + 1) - 1, 0), len(ordered) - 1)
    below = math.floor(place)
    above = math.ceil(place)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])
