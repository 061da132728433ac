"""Random games played through the core and the naive oracle side by side: `python -m tests.benchmarks.random_games`.

Ten thousand 7x6 games unless told otherwise. Prints how they ended and how long they took; a difference is an AssertionError.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter

from p4tui.core.geometry import Geometry
from tests.property.oracle import random_game


def main() -> None:
    """Play the games and print the counts."""
    parser = argparse.ArgumentParser(
        description="Random games through the core and the naive oracle."
    )
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--columns", type=int, default=7)
    parser.add_argument("--rows", type=int, default=6)
    parser.add_argument("--connect", type=int, default=4)
    arguments = parser.parse_args()
    geometry = Geometry(arguments.columns, arguments.rows, arguments.connect)
    rng = random.Random(arguments.seed)
    endings: Counter[str] = Counter()
    began = time.perf_counter()
    for _ in range(arguments.games):
        outcome = random_game(rng, geometry).outcome
        assert outcome is not None
        endings[
            "draw" if outcome.winner is None else f"{outcome.winner.name.lower()} side won"
        ] += 1
    seconds = time.perf_counter() - began
    print(f"{arguments.games} games alike in {seconds:.1f} s: {dict(endings.most_common())}")


if __name__ == "__main__":
    main()
