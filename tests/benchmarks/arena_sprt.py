"""The error rates of the sequential test: `python -m tests.benchmarks.arena_sprt`.

Plays made-up matches between players of a known difference until the test decides. If one of its hypotheses is true, the
other one is to be accepted in about 5 % of the matches, not in more than 7 %.
"""

from __future__ import annotations

import argparse
import sys
from random import Random
from statistics import fmean
from typing import NamedTuple

from p4tui.arena.sprt import SCORES, Decision, Sprt
from tests.benchmarks.arena_intervals import pair_points

ACCEPTED = 0.07
MAX_PAIRS = 20_000
"""A match of so many pairs counts as undecided; none has been seen."""


class Match(NamedTuple):
    """How a match ended, and after how many pairs."""

    decision: Decision
    pairs: int


def match(test: Sprt, difference: float, rng: Random) -> Match:
    """Play pairs of games until the test decides."""
    counts = [0] * len(SCORES)
    for number in range(1, MAX_PAIRS + 1):
        counts[SCORES.index(pair_points(difference, rng) / 2)] += 1
        decision = test.decision(counts)
        if decision is not Decision.OPEN:
            return Match(decision, number)
    return Match(Decision.OPEN, MAX_PAIRS)


def matches(test: Sprt, difference: float, count: int, seed: int) -> list[Match]:
    """Play so many matches."""
    return [match(test, difference, Random(f"{seed} {number}")) for number in range(count)]


def main() -> int:
    """Print how often each hypothesis is accepted; 1 where a wrong one is too often."""
    parser = argparse.ArgumentParser(description="The error rates of the sequential test.")
    parser.add_argument("--matches", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    failed = False
    for test in (Sprt(0, 30), Sprt(-20, 20), Sprt(100, 150)):
        middle = (test.elo0 + test.elo1) / 2
        for difference in (test.elo0, middle, test.elo1):
            found = matches(test, difference, arguments.matches, arguments.seed)
            upper, lower = (
                fmean(each.decision is decision for each in found)
                for decision in (Decision.UPPER, Decision.LOWER)
            )
            pairs = fmean(each.pairs for each in found)
            print(
                f"SPRT {test.elo0:g} {test.elo1:g}, true {difference:g}: upper {100 * upper:.1f} %, "
                f"lower {100 * lower:.1f} %, {pairs:.0f} pairs",
                flush=True,
            )
            wrong = {test.elo0: upper, test.elo1: lower}.get(difference, 0.0)
            failed |= wrong > ACCEPTED
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
