"""A sequential test of how much stronger a player is, which ends as soon as the games decide it.

Wald's sequential probability ratio test (Sequential tests of statistical hypotheses, Annals of Mathematical Statistics 16,
1945) for the hypotheses that the first player is `elo0` or `elo1` Elo stronger. The observations are pairs: the two games of
an opening, sides swapped, with 0 to 2 points (five results, hence pentanomial). The likelihood of each hypothesis is the
greatest one of all distributions of the five results with its expected score: the generalised ratio of Van den Bergh (The
generalized sequential probability ratio test, 2019), as chess engines are tested.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from p4tui.arena.ratings import expected_score

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The results of a pair, as the part of its two points."""
UNSEEN = 1e-3
"""The count of a result that has not occurred: with 0 a hypothesis may have no likelihood."""
_BISECTIONS = 60


class Decision(Enum):
    """What the test says."""

    OPEN = auto()
    """More games are needed."""
    LOWER = auto()
    """`elo0` is accepted."""
    UPPER = auto()
    """`elo1` is accepted."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential probability ratio test.

    Attributes:
        elo0, elo1: the hypotheses; `elo0` is the smaller one.
        alpha, beta: the probabilities to accept `elo1` if `elo0` is true, and `elo0` if `elo1` is true.

    Raises:
        ValueError: a number is out of range.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        """Check the ranges."""
        if not -math.inf < self.elo0 < self.elo1 < math.inf:
            raise ValueError("elo0 must be less than elo1")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("alpha and beta must be between 0 and 0.5")

    @property
    def lower(self) -> float:
        """The ratio at which `elo0` is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The ratio at which `elo1` is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[int]) -> float:
        """Return the logarithm of the likelihood ratio; 0 without games.

        Args:
            counts: how many pairs brought 0, 0.5, 1, 1.5 and 2 points.
        """
        if not any(counts):
            return 0.0
        weights = [max(count, UNSEEN) for count in counts]
        score0, score1 = expected_score(self.elo0), expected_score(self.elo1)
        tilt0, tilt1 = _tilt(weights, score0), _tilt(weights, score1)
        return math.fsum(
            weight * math.log((1 + tilt0 * (score - score0)) / (1 + tilt1 * (score - score1)))
            for weight, score in zip(weights, SCORES, strict=True)
        )

    def decision(self, counts: Sequence[int]) -> Decision:
        """Return what so many pairs of each result decide; `counts` as for `ratio`."""
        ratio = self.ratio(counts)
        if ratio >= self.upper:
            return Decision.UPPER
        return Decision.LOWER if ratio <= self.lower else Decision.OPEN


def pair_counts(points: Sequence[float]) -> tuple[int, ...]:
    """Return how many of the pairs brought 0, 0.5, 1, 1.5 and 2 points."""
    return tuple(points.count(2 * score) for score in SCORES)


def _tilt(weights: Sequence[float], expected: float) -> float:
    """Return t for the likeliest distribution with an expected score: each weight divided by 1 + t (score - expected)."""
    low, high = -1 / (SCORES[-1] - expected), 1 / expected
    for _bisection in range(_BISECTIONS):
        middle = (low + high) / 2
        slope = math.fsum(
            weight * (score - expected) / (1 + middle * (score - expected))
            for weight, score in zip(weights, SCORES, strict=True)
        )
        if slope > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
