"""Levels against each other: `python -m tests.benchmarks.tournament`.

Plays every level of the ladder against the next lower one and prints the table that the manual's page on the levels shortens;
`--level` and `--against` choose other pairings. Each random opening is played twice, so that both levels begin equally often
and with the same chances.

Levels with a limit of time get a number of nodes instead, so the results depend on the seed alone, not on the machine or
the number of jobs: as many as they search in their time, or the same share of it for both if both have one (`--share`).
What a node is, and what an exact one is worth, says `p4tui.players.proving.EXACT_NODES`. `--real-time` plays with the
limits that the levels really have.

The interval is Wilson's for 95 %, a draw counted as half a point. `--least 50` fails where the interval of any pairing
reaches that low; `--between 60 80` fails where the points of any pairing are outside.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from random import Random
from statistics import fmean
from typing import NamedTuple

from p4tui.core.geometry import Geometry
from p4tui.core.position import Position, Side
from p4tui.engine.limit import Limit, StopFlag
from p4tui.players.levels import EXPERT_SOLVERS, LEVELS, PERFECT_SOLVERS, Level, level

NODES_PER_SECOND = 40_000
"""Heuristic nodes a second on 7x6, in a thread beside an app, on one core of the machine of the manual's table."""
NORMAL_95 = 1.96
"""The quantile of the normal distribution for an interval of 95 %."""


class Task(NamedTuple):
    """Two games to play from an opening: `level` begins the first, `opponent` the second.

    `share` is how much of their time both levels have, in nodes; None: the time itself.
    """

    level: str
    opponent: str
    geometry: Geometry
    plies: int
    share: float | None
    seed: str


class Played(NamedTuple):
    """How the two games went, seen from the level: points (2 a game won, 1 drawn), and the seconds of every move of the
    level and of its opponent.
    """

    points: tuple[int, int]
    seconds: tuple[list[float], list[float]]


@dataclass
class Pairing:
    """The results of one level against another so far, seen from the first of them."""

    level: str
    opponent: str
    pairs: list[tuple[int, int]] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    opponent_seconds: list[float] = field(default_factory=list)

    @property
    def results(self) -> tuple[int, int, int]:
        """Games won, drawn and lost."""
        points = [each for pair in self.pairs for each in pair]
        return points.count(2), points.count(1), points.count(0)

    @property
    def points(self) -> float:
        """Per cent of the points: a draw is half a point."""
        return 25 * fmean(map(sum, self.pairs))

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the points, in per cent (see `wilson`)."""
        return wilson(self.points / 100, 2 * len(self.pairs))

    def add(self, played: Played) -> None:
        """Count the two games of an opening."""
        self.pairs.append(played.points)
        self.seconds += played.seconds[0]
        self.opponent_seconds += played.seconds[1]


def wilson(part: float, count: int) -> tuple[float, float]:
    """Wilson's 95 % interval, in per cent, for a part measured so many times."""
    square = NORMAL_95**2 / count
    middle = part + square / 2
    spread = (square * (part * (1 - part) + square / 4)) ** 0.5
    return 100 * (middle - spread) / (1 + square), 100 * (middle + spread) / (1 + square)


def share_of(one: str, other: str, share: float | None) -> float | None:
    """The share for a pairing: the whole time where only one of the levels has a limit of time."""
    timed = [name for name in (one, other) if level(name).limit.seconds is not None]
    return share if share is None or len(timed) > 1 else 1.0


def limit_of(played: Level, share: float | None) -> Limit:
    """What a level may use up for a move here."""
    seconds = played.limit.seconds
    if share is None or seconds is None:
        return played.limit
    return Limit(nodes=round(NODES_PER_SECOND * seconds * share))


def opening(geometry: Geometry, plies: int, rng: Random) -> Position:
    """A random position of so many plies in which the game goes on."""
    while True:
        position = Position(geometry)
        while position.outcome is None and position.ply < plies:
            position = position.play(rng.choice(position.legal_columns()))
        if position.outcome is None:
            return position


def play(task: Task) -> Played:
    """Play the two games of an opening."""
    rng = Random(task.seed)
    start = opening(task.geometry, task.plies, rng)
    seconds: tuple[list[float], list[float]] = ([], [])
    points = []
    for own_side in Side:
        # What was learnt in another game would make this one depend on which process plays it.
        EXPERT_SOLVERS.clear()
        PERFECT_SOLVERS.clear()
        levels = level(task.level), level(task.opponent)
        players = [each.make(Random(rng.random())) for each in levels]
        limits = [limit_of(each, task.share) for each in levels]
        position, stop = start, StopFlag()
        while position.outcome is None:
            seat = int(position.to_move is not own_side)
            began = time.perf_counter()
            column = players[seat].choose_column(position, limits[seat], stop)
            seconds[seat].append(time.perf_counter() - began)
            position = position.play(column)
        winner = position.outcome.winner
        points.append(1 if winner is None else 2 * (winner is own_side))
    return Played((points[0], points[1]), seconds)


def pairings(levels: list[str] | None, opponents: list[str] | None) -> Iterator[tuple[str, str]]:
    """Each level with each opponent, no pair twice and none with itself; without any, with the next lower one."""
    ladder = [each.id for each in LEVELS]
    if levels is None and opponents is None:
        yield from zip(ladder[1:], ladder, strict=False)
        return
    seen = set()
    for one in levels or ladder:
        for other in opponents or ladder:
            pair = frozenset((one, other))
            if one != other and pair not in seen:
                seen.add(pair)
                yield one, other


def compete(arguments: argparse.Namespace) -> Iterator[Pairing]:
    """Play all the games, spread over the jobs; each pairing as soon as it is complete."""
    geometry = Geometry(arguments.columns, arguments.rows, arguments.connect)
    share = None if arguments.real_time else arguments.share
    results = [Pairing(*pair) for pair in pairings(arguments.level, arguments.against)]
    tasks = [
        Task(
            result.level,
            result.opponent,
            geometry,
            arguments.plies,
            share_of(result.level, result.opponent, share),
            f"{arguments.seed} {result.level} {result.opponent} {index}",
        )
        for result in results
        for index in range(arguments.games // 2)
    ]
    with ProcessPoolExecutor(arguments.jobs) as pool:
        played = pool.map(play, tasks) if arguments.jobs > 1 else map(play, tasks)
        for result in results:
            for _ in range(arguments.games // 2):
                result.add(next(played))
            yield result


def row(result: Pairing, share: float | None) -> str:
    """A line of the table."""
    won, drawn, lost = result.results
    least, most = result.interval
    own_share = share_of(result.level, result.opponent, share)
    nodes = limit_of(level(result.level), own_share).nodes
    return (
        f"| {result.level} | {result.opponent} | {won} | {drawn} | {lost} | {result.points:.1f} % "
        f"| {least:.1f} to {most:.1f} % | {'-' if nodes is None else f'{nodes:,}'} "
        f"| {1000 * fmean(result.seconds):.1f} | {1000 * max(result.seconds):.0f} |"
    )


HEADER = """\
| Level | Opponent | Won | Drawn | Lost | Points | 95 % interval | Nodes a move | ms a move | most |
|---|---|---|---|---|---|---|---|---|---|"""


def print_means(results: list[Pairing]) -> None:
    """The mean points of each level, the best first: an order where every level met every other."""
    points: dict[str, list[float]] = {}
    for result in results:
        points.setdefault(result.level, []).append(result.points)
        points.setdefault(result.opponent, []).append(100 - result.points)
    means = {name: fmean(found) for name, found in points.items()}
    ranked = sorted(means, key=lambda name: -means[name])
    print("\nMean points: " + ", ".join(f"`{name}` {means[name]:.1f} %" for name in ranked))


def parse(argv: list[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    names = [each.id for each in LEVELS]
    parser = argparse.ArgumentParser(description="Levels against each other.")
    parser.add_argument("--level", nargs="+", choices=names, help="the levels to measure")
    parser.add_argument("--against", nargs="+", choices=names, help="their opponents")
    parser.add_argument(
        "--games", type=int, default=200, help="games of each pairing, an even number"
    )
    parser.add_argument("--plies", type=int, default=4, help="random moves before each game")
    parser.add_argument(
        "--share",
        type=float,
        default=0.1,
        help="how much of its time each of two searching levels has, in nodes",
    )
    parser.add_argument(
        "--real-time", action="store_true", help="the levels' own limits instead of nodes"
    )
    parser.add_argument(
        "--least", type=float, help="fail where an interval reaches so many per cent"
    )
    parser.add_argument(
        "--between",
        type=float,
        nargs=2,
        metavar="PER_CENT",
        help="fail where the points are outside",
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes that play")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--columns", type=int, default=7)
    parser.add_argument("--rows", type=int, default=6)
    parser.add_argument("--connect", type=int, default=4)
    arguments = parser.parse_args(argv)
    if arguments.games < 2 or arguments.games % 2:
        parser.error("--games takes an even number, 2 or more")
    return arguments


def main() -> int:
    """Play and print; 1 where a pairing is not as `--least` and `--between` ask."""
    arguments = parse()
    # The games have time; whoever works at this machine has not.
    os.nice(19)
    share = None if arguments.real_time else arguments.share
    began = time.perf_counter()
    kind = "real time" if share is None else f"nodes for {share:g} of the time of two timed levels"
    board = f"{arguments.columns}x{arguments.rows}, {arguments.connect} in line"
    print(
        f"{arguments.games} games a pairing on {board}, {arguments.plies} random moves first, {kind}, seed {arguments.seed}\n"
    )
    print(HEADER, flush=True)
    results = []
    for result in compete(arguments):
        results.append(result)
        print(row(result, share), flush=True)
    if arguments.level or arguments.against:
        print_means(results)
    print(f"\n{time.perf_counter() - began:.0f} s with {arguments.jobs} jobs")
    least, between = arguments.least, arguments.between or (0, 100)
    return int(
        any(
            (least is not None and result.interval[0] <= least)
            or not between[0] <= result.points <= between[1]
            for result in results
        )
    )


if __name__ == "__main__":
    sys.exit(main())
