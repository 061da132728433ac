"""How much faster `p4tui solve` is on two processes than on one: `python -m tests.benchmarks.bulk_solving`.

The same random positions are solved by `--jobs 1` and `--jobs N` in turn. Prints for each run the positions a second, the
processor time and the memory of the largest process; at the end the ratio of the medians, and the ratio that the processor
time alone would allow. On a busy machine the second one is the more honest: a scheduler may give all processes of a session
together the share of one.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
import time
from statistics import median

from p4tui.core.notation import format_moves
from p4tui.core.position import Position

LEAST_RATIO = 1.8
"""How many times as fast two processes are at least."""
PLIES = (14, 34)
"""The discs of the positions: from the middle to the end of a game."""


def positions(count: int, seed: int) -> str:
    """Return so many running positions of random games, one a line."""
    rng, lines = random.Random(seed), list[str]()
    while len(lines) < count:
        position, moves = Position(), list[int]()
        for _ply in range(rng.randint(*PLIES)):
            if position.outcome is None:
                moves.append(rng.choice(position.legal_columns()))
                position = position.play(moves[-1])
        if position.outcome is None:
            lines.append(format_moves(moves))
    return "\n".join(lines) + "\n"


def solved(typed: str, jobs: int) -> tuple[str, float, float]:
    """Return the answers of so many processes, and the seconds and the processor time that they took."""
    before, began = os.times(), time.perf_counter()
    command = [sys.executable, "-m", "p4tui", "solve", "--jobs", str(jobs)]
    out = subprocess.run(command, input=typed, capture_output=True, text=True, check=True).stdout
    seconds, after = time.perf_counter() - began, os.times()
    own = after.children_user + after.children_system
    return out, seconds, own - before.children_user - before.children_system


def main() -> None:
    """Print the measurements and the ratio."""
    parser = argparse.ArgumentParser(description="Bulk solving on one process and on several.")
    parser.add_argument("--positions", type=int, default=20_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    typed = positions(arguments.positions, arguments.seed)
    kinds = (1, arguments.jobs)
    seconds: dict[int, list[float]] = {jobs: [] for jobs in kinds}
    own: dict[int, list[float]] = {jobs: [] for jobs in kinds}
    answers = set[str]()
    for _repeat in range(arguments.repeats):
        for jobs in kinds:
            out, took, processor = solved(typed, jobs)
            answers.add(out)
            seconds[jobs].append(took)
            own[jobs].append(processor)
            largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
            rate = arguments.positions / took
            print(
                f"--jobs {jobs}: {took:6.2f} s, {rate:6.0f} a second; {processor:6.2f} s of processors; {largest} MiB"
            )
    assert len(answers) == 1, "the answers differ"
    one, several = kinds
    ratio = median(seconds[one]) / median(seconds[several])
    allowed = several * median(own[one]) / median(own[several])
    print(f"{ratio:.2f} times as fast; {allowed:.2f} by the processor time")
    if several == 2:
        print("within the budget" if ratio >= LEAST_RATIO else "TOO SLOW")


if __name__ == "__main__":
    main()
