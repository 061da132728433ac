"""Whether the intervals of ratings cover the truth: `python -m tests.benchmarks.arena_intervals`.

Plays made-up tournaments between players of known strength, and counts how often the 95 % interval of a player has its true
rating in it: 93 to 97 % is asked for of every design. Openings favour a side by a random amount, so the two games of a pair
belong together; over both games the expected points are those of the ratings. `--time` measures the table of ten thousand games instead.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from statistics import fmean
from typing import NamedTuple

from p4tui.arena.ratings import PairResult, expected_score, ratings

DRAWN = 0.3
"""The part of the games between equal players that is drawn."""
OPENING_EDGE = 0.8
"""The most that an opening adds to one side's expected points, as a part of what is left to gain or lose."""
ACCEPTED = (0.93, 0.97)


class Design(NamedTuple):
    """A kind of tournament: a round robin, or a gauntlet of the first player.

    Attributes:
        players: how many.
        spread: the standard deviation of their ratings.
        openings: how many openings each pairing plays, twice each.
        gauntlet: whether the first player alone meets the others.
    """

    players: int
    spread: float
    openings: int
    gauntlet: bool = False


DESIGNS = (
    Design(2, 150, 10),
    Design(2, 150, 50),
    Design(2, 300, 100),
    Design(4, 150, 10),
    Design(4, 300, 20),
    Design(8, 200, 5),
    Design(12, 250, 2),
    Design(8, 200, 20, gauntlet=True),
)


def tournament(design: Design, rng: Random) -> tuple[list[float], list[PairResult]]:
    """The true ratings of a tournament, with a mean of 0, and its results."""
    drawn = [rng.gauss(0, design.spread) for _player in range(design.players)]
    truth = [each - fmean(drawn) for each in drawn]
    met = itertools.combinations(range(design.players), 2)
    results = [
        PairResult(str(one), str(other), pair_points(truth[one] - truth[other], rng))
        for one, other in met
        if not (design.gauntlet and one)
        for _opening in range(design.openings)
    ]
    return truth, results


def pair_points(difference: float, rng: Random) -> float:
    """The points of the two games of an opening."""
    fair, points = expected_score(difference), 0.0
    edge = rng.uniform(-1, 1) * OPENING_EDGE * min(fair, 1 - fair)
    for expected in (fair + edge, fair - edge):
        half_drawn = DRAWN * min(expected, 1 - expected)
        number = rng.random()
        points += (number < expected - half_drawn) / 2 + (number < expected + half_drawn) / 2
    return points


def covered(design: Design, replicates: int | None, seed: str) -> list[bool]:
    """Whether each player of a tournament has its truth in its interval."""
    truth, results = tournament(design, Random(seed))
    players = [str(place) for place in range(design.players)]
    found = ratings(players, results, replicates=replicates)
    return [
        found[player].low <= each <= found[player].high
        for player, each in zip(players, truth, strict=True)
    ]


def coverage(design: Design, tournaments: int, seed: int, replicates: int | None = None) -> float:
    """The part of the intervals of many tournaments that cover the truth."""
    seeds = (f"{seed} {number}" for number in range(tournaments))
    return fmean(inside for each in seeds for inside in covered(design, replicates, each))


def seconds(design: Design) -> float:
    """The processor time of a table."""
    _truth, results = tournament(design, Random(1))
    began = time.process_time()
    ratings([str(place) for place in range(design.players)], results)
    return time.process_time() - began


def timed() -> Iterator[tuple[Design, float]]:
    """The designs of ten thousand games with their times."""
    for design in (
        Design(2, 200, 5_000),
        Design(8, 200, 180),
        Design(30, 300, 12),
        Design(31, 300, 167, gauntlet=True),
        Design(100, 300, 1),
    ):
        yield design, seconds(design)


def main() -> int:
    """Print the coverage of all designs; 1 where one is outside of what is accepted."""
    parser = argparse.ArgumentParser(description="Whether intervals of ratings cover the truth.")
    parser.add_argument("--tournaments", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--time", action="store_true", help="measure tables instead")
    arguments = parser.parse_args()
    if arguments.time:
        for design, taken in timed():
            print(f"{design}: {taken:.2f} s", flush=True)
        return 0
    failed = False
    each = partial(coverage, tournaments=arguments.tournaments, seed=arguments.seed)
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for design, part in zip(DESIGNS, pool.map(each, DESIGNS), strict=True):
            print(f"{design}: {100 * part:.1f} %", flush=True)
            failed |= not ACCEPTED[0] <= part <= ACCEPTED[1]
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
