"""Simulated people against the automatic level: `python -m tests.benchmarks.auto_level`.

Each person is a level. A person plays series of games against the level that `players.rating` chooses from the results of
the series so far. The result of each game is drawn from real games between the two levels, played once from the empty board
with both sides beginning equally often. The table has the mean points from game 11 on; 40 to 60 % is asked for.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from statistics import fmean, stdev

from p4tui.core.position import Position, Side
from p4tui.engine.limit import StopFlag
from p4tui.players.levels import LEVELS, level
from p4tui.players.rating import Result, even_level
from tests.benchmarks.tournament import limit_of

PEOPLE = ("winner", "careful", "regular", "keen", "skilled")
SHARE = 0.1
"""How much of its time a searching level has, in nodes, as in the tournament."""
LEARNING = 10
"""The games of a series before those that count."""


def score(names: tuple[str, str], seed: str) -> float:
    """The result of a game between two levels for the first of them."""
    rng = Random(seed)
    own_side = rng.choice(tuple(Side))
    players = [level(name).make(Random(rng.random())) for name in names]
    limits = [limit_of(level(name), SHARE) for name in names]
    position, stop = Position(), StopFlag()
    while position.outcome is None:
        seat = int(position.to_move is not own_side)
        position = position.play(players[seat].choose_column(position, limits[seat], stop))
    winner = position.outcome.winner
    return 0.5 if winner is None else float(winner is own_side)


class Games:
    """The results of real games between a person and each level, played when they are first needed."""

    def __init__(self, person: str, count: int, pool: ProcessPoolExecutor) -> None:
        self.person = person
        self.count = count
        self.pool = pool
        self.scores: dict[str, Sequence[float]] = {}

    def against(self, name: str) -> Sequence[float]:
        """The results against a level."""
        if name not in self.scores:
            seeds = [f"{self.person} {name} {number}" for number in range(self.count)]
            self.scores[name] = list(self.pool.map(partial(score, (self.person, name)), seeds))
        return self.scores[name]


def series(games: Games, count: int, rng: Random) -> list[Result]:
    """The results of a series."""
    results: list[Result] = []
    for _ in range(count):
        chosen = even_level(results, rng)
        results.append(Result(chosen, rng.choice(games.against(chosen))))
    return results


def row(person: str, found: Sequence[Sequence[Result]]) -> tuple[str, float]:
    """A line of the table, and the mean points in per cent."""
    means = [100 * fmean(result.score for result in results[LEARNING:]) for results in found]
    mean, error = fmean(means), 1.96 * stdev(means) / len(means) ** 0.5
    first = 100 * fmean(result.score for results in found for result in results[:LEARNING])
    met = Counter(result.level for results in found for result in results[LEARNING:])
    usual = ", ".join(name for name, _ in met.most_common(3))
    return (
        f"| {person} | {first:.1f} % | {mean:.1f} % | {mean - error:.1f} to {mean + error:.1f} % | {usual} |",
        mean,
    )


def main() -> int:
    """Play and print; 1 where the mean of a person is not 40 to 60 %."""
    parser = argparse.ArgumentParser(description="Simulated people against the automatic level.")
    parser.add_argument("--people", nargs="+", choices=[each.id for each in LEVELS], default=PEOPLE)
    parser.add_argument("--series", type=int, default=200)
    parser.add_argument("--length", type=int, default=30, help="games of a series")
    parser.add_argument("--games", type=int, default=60, help="real games between two levels")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play")
    arguments = parser.parse_args()
    # The games have time; whoever works at this machine has not.
    os.nice(19)
    print(
        f"| Person | Games 1 to {LEARNING} | Games {LEARNING + 1} to {arguments.length} | 95 % interval | Levels met most |"
    )
    print("|---|---|---|---|---|", flush=True)
    means = []
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for person in arguments.people:
            games = Games(person, arguments.games, pool)
            found = [
                series(games, arguments.length, Random(f"{person} {number}"))
                for number in range(arguments.series)
            ]
            text, mean = row(person, found)
            means.append(mean)
            print(text, flush=True)
    return int(not all(40 <= mean <= 60 for mean in means))


if __name__ == "__main__":
    sys.exit(main())
