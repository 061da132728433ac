"""Levels against each other: `python -m tests.benchmarks.tournament`.

Plays `club` against each of the exercises' five levels unless told otherwise, and prints points, results and seconds a
move. Both levels of a pairing begin equally often. Searching levels get a number of nodes instead of their time, so the
results depend on the seed alone, not on the machine or the number of jobs; `--real-time` plays with the limits that the
levels really have. `--least 90` fails where a level takes fewer per cent of the points from any of its opponents.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from random import Random
from typing import NamedTuple

from p4tui.core.geometry import Geometry
from p4tui.core.position import Position, Side
from p4tui.engine.limit import Limit, StopFlag
from p4tui.players.levels import LEVELS, Level, level

EXERCISES = [each.id for each in LEVELS if each.group == "exercise"]


class Task(NamedTuple):
    """One game to play: `first` begins; `nodes` replaces the time of searching levels, None keeps it."""

    first: str
    second: str
    geometry: Geometry
    nodes: int | None
    seed: str


class Played(NamedTuple):
    """How a game went: who won, and the seconds of every move of each side."""

    winner: Side | None
    seconds: tuple[list[float], list[float]]


@dataclass
class Pairing:
    """The results of one level against another so far, seen from the first of them."""

    level: str
    opponent: str
    wins: int = 0
    draws: int = 0
    losses: int = 0
    seconds: list[float] = field(default_factory=list)
    opponent_seconds: list[float] = field(default_factory=list)

    @property
    def points(self) -> float:
        """Per cent of the points: a draw is half a point."""
        games = self.wins + self.draws + self.losses
        return 100 * (self.wins + self.draws / 2) / games if games else 0.0

    def add(self, played: Played, side: Side) -> None:
        """Count a game in which the level had a side."""
        if played.winner is None:
            self.draws += 1
        elif played.winner is side:
            self.wins += 1
        else:
            self.losses += 1
        self.seconds += played.seconds[side]
        self.opponent_seconds += played.seconds[side.other]


def limit_of(played: Level, nodes: int | None) -> Limit:
    """What a level may use up for a move here."""
    if nodes is None or played.limit == Limit():
        return played.limit
    return replace(played.limit, seconds=None, nodes=nodes)


def play(task: Task) -> Played:
    """Play one game."""
    rng = Random(task.seed)
    levels = level(task.first), level(task.second)
    players = [each.make(Random(rng.random())) for each in levels]
    limits = [limit_of(each, task.nodes) for each in levels]
    seconds: tuple[list[float], list[float]] = ([], [])
    position, stop = Position(task.geometry), StopFlag()
    while position.outcome is None:
        side = position.to_move
        began = time.perf_counter()
        column = players[side].choose_column(position, limits[side], stop)
        seconds[side].append(time.perf_counter() - began)
        position = position.play(column)
    return Played(position.outcome.winner, seconds)


def pairings(levels: list[str], opponents: list[str]) -> Iterator[tuple[str, str]]:
    """Each level with each opponent, no pair twice and none with itself."""
    seen = set()
    for one in levels:
        for other in opponents:
            pair = frozenset((one, other))
            if one != other and pair not in seen:
                seen.add(pair)
                yield one, other


def compete(arguments: argparse.Namespace) -> list[Pairing]:
    """Play all the games, spread over the jobs."""
    geometry = Geometry(arguments.columns, arguments.rows, arguments.connect)
    nodes = None if arguments.real_time else arguments.nodes
    results = [Pairing(*pair) for pair in pairings(arguments.level, arguments.against)]
    tasks, counted = [], []
    for result in results:
        for index in range(arguments.games):
            pair = (result.level, result.opponent)
            first, second = pair if index % 2 == 0 else pair[::-1]
            tasks.append(Task(first, second, geometry, nodes, f"{arguments.seed} {pair} {index}"))
            counted.append((result, Side(index % 2)))
    with ProcessPoolExecutor(arguments.jobs) as pool:
        games = pool.map(play, tasks) if arguments.jobs > 1 else map(play, tasks)
        for (result, side), played in zip(counted, games, strict=True):
            result.add(played, side)
    return results


def print_table(results: list[Pairing]) -> None:
    """Print a line for each pairing, and the sum of the points where every level met several others."""
    print(
        f"{'level':<10} {'opponent':<10} {'points':>7} {'wins':>5} {'draws':>5} {'losses':>6} {'s/move':>8} {'max':>7}"
    )
    totals: dict[str, list[float]] = {}
    for result in results:
        mean = sum(result.seconds) / max(1, len(result.seconds))
        print(
            f"{result.level:<10} {result.opponent:<10} {result.points:6.1f}% {result.wins:5} {result.draws:5} "
            f"{result.losses:6} {mean:8.4f} {max(result.seconds, default=0):7.3f}"
        )
        totals.setdefault(result.level, []).append(result.points)
        totals.setdefault(result.opponent, []).append(100 - result.points)
    print("\nmean points: ", end="")
    means = {name: sum(points) / len(points) for name, points in totals.items()}
    print(
        ", ".join(
            f"{name} {means[name]:.1f}%" for name in sorted(means, key=lambda name: -means[name])
        )
    )


def parse(argv: list[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    names = [each.id for each in LEVELS]
    parser = argparse.ArgumentParser(description="Levels against each other.")
    parser.add_argument(
        "--level", nargs="+", choices=names, default=["club"], help="the levels to measure"
    )
    parser.add_argument(
        "--against", nargs="+", choices=names, default=EXERCISES, help="their opponents"
    )
    parser.add_argument("--games", type=int, default=200, help="games of each pairing")
    parser.add_argument(
        "--nodes", type=int, default=2000, help="nodes a move of the searching levels"
    )
    parser.add_argument(
        "--real-time", action="store_true", help="the levels' own limits instead of nodes"
    )
    parser.add_argument("--least", type=float, help="fail below so many per cent of the points")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--columns", type=int, default=7)
    parser.add_argument("--rows", type=int, default=6)
    parser.add_argument("--connect", type=int, default=4)
    return parser.parse_args(argv)


def main() -> int:
    """Play and print; 1 where a level stayed below `--least`."""
    arguments = parse()
    began = time.perf_counter()
    results = compete(arguments)
    kind = "real time" if arguments.real_time else f"{arguments.nodes} nodes a move"
    board = f"{arguments.columns}x{arguments.rows}/{arguments.connect}"
    print(f"{arguments.games} games a pairing on {board}, {kind}, seed {arguments.seed}")
    print_table(results)
    print(f"{time.perf_counter() - began:.0f} s with {arguments.jobs} jobs")
    return int(
        arguments.least is not None and min(result.points for result in results) < arguments.least
    )


if __name__ == "__main__":
    sys.exit(main())
