"""Makes the file of puzzles from games between levels: `python -m tests.tools.puzzles --seed 12 -o FILE`.

The same seed and count give the same file, whatever the number of processes. Every position is proven by the solver.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor
from functools import cache, partial
from itertools import count as numbers
from pathlib import Path
from random import Random

from p4tui.cli.processes import processes
from p4tui.core.position import Position
from p4tui.engine.book.positions import positions
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.solver import Solver
from p4tui.players import simple
from p4tui.players.search import judge
from p4tui.review.marks import is_forced, result_of
from p4tui.review.puzzles.file import BOARD
from p4tui.review.puzzles.puzzle import EASIEST, HARDEST, Problem
from tests.tools.puzzle_file import Record, encode, is_puzzle

SEED, COUNT, EDITION = 12, 6000, 1
"""What the shipped file was made with."""
PLIES = range(8, 31)
"""The plies of puzzles."""
OPENING = (2, 8)
"""The fewest and most random moves at the beginning of a game."""
SPACING = 4
"""The plies between two puzzles of a game, so that they differ."""
MOST_OF_A_KIND = 0.15
"""The largest share of one N, and of the draws."""
GAMES_AT_ONCE = 20
"""The games of a process's turn."""

RULES: tuple[simple.Rule, ...] = (
    simple.winning_or_any_columns,
    simple.aligned_columns,
    simple.tactical_columns,
    simple.careful_columns,
)
"""The levels without a search: `winner`, `aligner`, `tactician`, `careful`."""
PLAYED_NODES = (30, 300)
"""The limits of the searches that play."""
TESTED_NODES = (10, 100, 500, 2000)
"""The limits of the searches that try the puzzles; a move of `club` takes some twenty times the last one."""


def searched_columns(nodes: int, position: Position) -> tuple[int, ...]:
    """Return the columns among which the heuristic search chooses."""
    return tuple(judge(position, Limit(nodes=nodes), StopFlag()).columns)


PLAYERS: tuple[simple.Rule, ...] = (
    *RULES,
    *(partial(searched_columns, nodes) for nodes in PLAYED_NODES),
)
TESTED: tuple[simple.Rule, ...] = (
    *RULES,
    *(partial(searched_columns, nodes) for nodes in TESTED_NODES),
)


@cache
def solver() -> Solver:
    """Return the solver of this process."""
    return Solver(threads=1)


def key_of(position: Position) -> int:
    """Return a number that a position shares with its mirror image alone."""
    return positions(BOARD).key(*position.own_and_other())


def game(seed: int, number: int) -> Iterator[Position]:
    """Yield the positions of a game between two players after a random opening."""
    rng, position = Random(f"{seed}:{number}"), Position(BOARD)
    random_moves, players = rng.randint(*OPENING), (rng.choice(PLAYERS), rng.choice(PLAYERS))
    while position.outcome is None:
        yield position
        random = position.ply < random_moves
        rule = Position.legal_columns if random else players[position.to_move]
        position = position.play(rng.choice(rule(position)))


def problems(seed: int, number: int) -> list[Problem]:
    """Return the puzzles of a game."""
    found: list[Problem] = []
    for position in game(seed, number):
        if position.ply in PLIES and not (
            found and position.ply < found[-1].position.ply + SPACING
        ):
            scores = promising(position) and solver().analyse(position, line=False).columns
            if scores and is_puzzle(position, scores):
                found.append(Problem(position, scores))
    return found


def promising(position: Position) -> bool:
    """Return whether one column alone has the best result. Results take a fraction of the time of scores."""
    if is_forced(position):
        return False
    best, count = -1, 1
    for column in BOARD.centre_first:
        if position.is_playable(column):
            score = solver().exact_score(position.play(column), window=(-1, 1))
            assert score is not None
            result = result_of(-score)
            if result >= best:
                count = count + 1 if result == best else 1
                best = result
            if best > 0 and count > 1:
                break
    return best >= 0 and count == 1


def problems_of_games(seed: int, first: int) -> list[Problem]:
    """Return the puzzles of some games."""
    return [
        each for number in range(first, first + GAMES_AT_ONCE) for each in problems(seed, number)
    ]


def failing(problem: Problem) -> int:
    """Return the levels of `TESTED` that find the answer in less than half of their tries, as bits from 1 on."""
    (answer,) = problem.answers
    bits = 0
    for bit, columns_of in enumerate(TESTED):
        columns = columns_of(problem.position)
        bits |= (answer not in columns or len(columns) > 2) << bit
    return bits


def difficulty(moves: int | None, bits: int) -> int:
    """Return the difficulty of a puzzle from N of "win in N", None for a draw, and the levels that fail."""
    searches = (bits >> len(RULES)).bit_count()
    rules = (bits & (1 << len(RULES)) - 1).bit_count()
    length = 2 if moves is None else (moves - 1) // 4
    return min(max(searches + (rules == len(RULES)) + length, EASIEST), HARDEST)


def rated(problem: Problem) -> Record:
    """Return a puzzle with its difficulty."""
    bits = failing(problem)
    return Record(problem.position, problem.scores, difficulty(problem.moves_to_win, bits), bits)


def chosen(found: Iterator[list[Problem]], count: int) -> list[Problem]:
    """Return the first puzzles, mirror images once, and no kind too often."""
    seen: set[int] = set()
    kinds: Counter[int | None] = Counter()
    puzzles: list[Problem] = []
    for problem in (each for batch in found for each in batch):
        key, kind = key_of(problem.position), problem.moves_to_win
        if key not in seen and kinds[kind] < max(1, count * MOST_OF_A_KIND):
            seen.add(key)
            kinds[kind] += 1
            puzzles.append(problem)
            if len(puzzles) == count:
                break
    return puzzles


def in_turn(executor: Executor, seed: int, jobs: int) -> Iterator[list[Problem]]:
    """Yield the puzzles of game after game; the processes work a few turns ahead."""
    turns = (executor.submit(problems_of_games, seed, n) for n in numbers(0, GAMES_AT_ONCE))
    waiting = [next(turns) for _ in range(2 * jobs)]
    while True:
        yield waiting.pop(0).result()
        waiting.append(next(turns))


def make(seed: int, count: int, edition: int, executor: Executor, jobs: int) -> bytes:
    """Return the bytes of a file of puzzles; the executor runs so many jobs at once."""
    found = chosen(in_turn(executor, seed, jobs), count)
    return encode(executor.map(rated, found, chunksize=10), edition)


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description="Make the file of puzzles.")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--edition", type=int, default=EDITION)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("-o", "--output", type=Path, required=True)
    arguments = parser.parse_args()
    began = time.perf_counter()
    jobs = arguments.processes
    with processes(jobs) as executor:
        data = make(arguments.seed, arguments.count, arguments.edition, executor, jobs)
    arguments.output.write_bytes(data)
    print(f"{arguments.count:,} puzzles, {len(data):,} bytes, {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
