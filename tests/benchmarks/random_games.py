"""Random games played through the core, the session and the naive oracle side by side: `python -m tests.benchmarks.random_games`.

Ten thousand 7x6 games through each unless told otherwise. Prints how they ended and how long they took; a difference is an
AssertionError.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator

from p4tui.core.geometry import Geometry
from p4tui.core.position import Outcome
from tests.property.oracle import random_game
from tests.property.session_games import random_match

MATCH = 10
"""Games of a match."""


def core_games(rng: random.Random, games: int, geometry: Geometry) -> Iterator[Outcome]:
    """How so many games through the core end."""
    for _ in range(games):
        outcome = random_game(rng, geometry).outcome
        assert outcome is not None
        yield outcome


def session_games(rng: random.Random, games: int, geometry: Geometry) -> Iterator[Outcome]:
    """How so many games through the session end, matches of ten between every pairing of people and computers."""
    for begun in range(0, games, MATCH):
        yield from random_match(rng, min(MATCH, games - begun), geometry)


def main() -> None:
    """Play the games and print the counts."""
    parser = argparse.ArgumentParser(
        description="Random games through the core, the session and the naive oracle."
    )
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--columns", type=int, default=7)
    parser.add_argument("--rows", type=int, default=6)
    parser.add_argument("--connect", type=int, default=4)
    arguments = parser.parse_args()
    geometry = Geometry(arguments.columns, arguments.rows, arguments.connect)
    for name, play in (("core", core_games), ("session", session_games)):
        began = time.perf_counter()
        endings = Counter(
            "draw" if outcome.winner is None else f"{outcome.winner.name.lower()} side won"
            for outcome in play(random.Random(arguments.seed), arguments.games, geometry)
        )
        seconds = time.perf_counter() - began
        print(
            f"{name}: {endings.total()} games alike in {seconds:.1f} s: {dict(endings.most_common())}"
        )


if __name__ == "__main__":
    main()
