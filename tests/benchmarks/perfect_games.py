"""Games of `perfect`, every move of it checked by a solver that is not p4tui's: `python -m tests.benchmarks.perfect_games`.

From the empty 7x6 board `perfect` begins and has to win: against every other level and against `optimal`, which plays a
best move of the other solver each time. With `--plies 12` games start after as many random moves and `perfect` has either
side; then it has to get at least what the start is worth. A fault is a move that is not one of the best, one that
`perfect` could not prove in its time, or a result that is too small; the status is 1 where there is any.

The solver that checks is BitBully (`pip install 'p4tui[benchmark]'`) with its opening book; `--check own` uses a second
solver of p4tui instead, which proves less.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from random import Random
from statistics import fmean

from p4tui.core.geometry import Geometry
from p4tui.core.notation import format_moves
from p4tui.core.position import Position, Side
from p4tui.engine.limit import StopFlag
from p4tui.engine.solver import Solver
from p4tui.players.base import Player
from p4tui.players.levels import LEVELS, level
from tests.benchmarks.tournament import limit_of

Scores = Callable[[tuple[int, ...]], dict[int, int]]
"""From the moves of a running game the score of each column that can be played."""
OPTIMAL = "optimal"
"""The opponent that plays a best move of the solver that checks."""
OPPONENTS = (*(each.id for each in LEVELS if each.id != "perfect"), OPTIMAL)


def scores_by_bitbully() -> Scores:
    """Another's solver."""
    from bitbully import BitBully, Board

    solver = BitBully()

    @cache
    def scores(moves: tuple[int, ...]) -> dict[int, int]:
        found: dict[int, int] = solver.score_all_moves(Board(list(moves)))
        return found

    return scores


def scores_by_own() -> Scores:
    """A solver of p4tui that the players do not use."""
    solver = Solver()

    @cache
    def scores(moves: tuple[int, ...]) -> dict[int, int]:
        columns = solver.analyse(after(moves), line=False).columns
        return {column: score for column, score in enumerate(columns) if score is not None}

    return scores


CHECKS = {"bitbully": scores_by_bitbully, "own": scores_by_own}


@dataclass
class Results:
    """How `perfect` fared against an opponent.

    Attributes:
        results: games won, drawn and lost.
        seconds: of each of its moves.
        faults: what was wrong, a line each.
    """

    results: list[int] = field(default_factory=lambda: [0, 0, 0])
    seconds: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def count(self, played: int, expected: int, moves: tuple[int, ...]) -> None:
        """Count a game: its result and the least that was expected, 1 for a win of `perfect`, 0, -1."""
        self.results[1 - played] += 1
        if played < expected:
            self.faults.append(f"{format_moves(moves)}: a result of {played:+d}, not {expected:+d}")


def after(moves: tuple[int, ...]) -> Position:
    """The position after moves, columns counted from 0."""
    position = Position(Geometry())
    for column in moves:
        position = position.play(column)
    return position


def best_columns(scores: dict[int, int]) -> list[int]:
    """The columns of the highest score."""
    highest = max(scores.values())
    return [column for column, score in scores.items() if score == highest]


def opening(plies: int, rng: Random) -> tuple[int, ...]:
    """Random moves after which the game goes on."""
    while True:
        moves: list[int] = []
        position = Position(Geometry())
        while position.outcome is None and position.ply < plies:
            moves.append(rng.choice(position.legal_columns()))
            position = position.play(moves[-1])
        if position.outcome is None:
            return tuple(moves)


def play(
    name: str, side: Side, moves: tuple[int, ...], scores: Scores, share: float, rng: Random
) -> tuple[tuple[int, ...], list[tuple[float, bool]]]:
    """Play a game on from some moves; all its moves, and of those of `perfect` the seconds and whether it was proven."""
    perfect, stop = level("perfect"), StopFlag()
    player = perfect.make(Random(rng.random()))
    opponent: Player | None = None
    if name != OPTIMAL:
        opponent = level(name).make(Random(rng.random()))
    position, told = after(moves), []
    while position.outcome is None:
        if position.to_move is side:
            began = time.perf_counter()
            column = player.choose_column(position, perfect.limit, stop)
            told.append((time.perf_counter() - began, not player.unproven))
        elif opponent is None:
            column = rng.choice(best_columns(scores(moves)))
        else:
            limit = limit_of(level(name), share)
            column = opponent.choose_column(position, limit, stop)
        moves = (*moves, column)
        position = position.play(column)
    return moves, told


def examine(name: str, arguments: argparse.Namespace, games: int, scores: Scores) -> Results:
    """Play games against an opponent and check them."""
    found = Results()
    for index in range(games):
        rng = Random(f"{arguments.seed} {name} {index}")
        start = opening(arguments.plies, rng)
        side = Side(index % 2) if start else Side.FIRST
        moves, told = play(name, side, start, scores, arguments.share, rng)
        own_turns = range(len(start) + (len(start) % 2 != side), len(moves), 2)
        for turn, (seconds, proven) in zip(own_turns, told, strict=True):
            found.seconds.append(seconds)
            # Whether every move is among the best shows which move is at fault; the result alone would not.
            if moves[turn] not in best_columns(scores(moves[:turn])):
                found.faults.append(f"{format_moves(moves[: turn + 1])}: not one of the best")
            if not proven:
                found.faults.append(f"{format_moves(moves[: turn + 1])}: not proven")
        value = max(scores(start).values()) * (1 if len(start) % 2 == side else -1)
        outcome = after(moves).outcome
        assert outcome is not None
        played = 0 if outcome.winner is None else 1 if outcome.winner is side else -1
        found.count(played, (value > 0) - (value < 0), moves)
    return found


def parse() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Games of perfect, every move checked.")
    parser.add_argument(
        "--games", type=int, default=1000, help="games against all opponents together"
    )
    parser.add_argument("--against", nargs="+", choices=OPPONENTS, default=OPPONENTS)
    parser.add_argument("--plies", type=int, default=0, help="random moves before each game")
    parser.add_argument(
        "--check", choices=CHECKS, default="bitbully", help="the solver that checks"
    )
    parser.add_argument(
        "--share", type=float, default=0.02, help="how much of its time each opponent has, in nodes"
    )
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main() -> int:
    """Play, print a table and the faults; 1 where there is any."""
    arguments = parse()
    os.nice(19)
    scores = CHECKS[arguments.check]()
    began = time.perf_counter()
    print(
        f"`perfect` after {arguments.plies} random moves, seed {arguments.seed}, checked by {arguments.check}\n"
    )
    print(
        "| Opponent | Won | Drawn | Lost | Moves | Faults | ms a move | most |\n|---|---|---|---|---|---|---|---|"
    )
    faults: list[str] = []
    for index, name in enumerate(arguments.against):
        games = len(range(index, arguments.games, len(arguments.against)))
        found = examine(name, arguments, games, scores)
        won, drawn, lost = found.results
        print(
            f"| `{name}` | {won} | {drawn} | {lost} | {len(found.seconds)} | {len(found.faults)} "
            f"| {1000 * fmean(found.seconds):.1f} | {1000 * max(found.seconds):.0f} |",
            flush=True,
        )
        faults += found.faults
    print(f"\n{time.perf_counter() - began:.0f} s; {len(faults)} faults", *faults, sep="\n")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
