"""Both exact searches on random positions of many boards, and beside brute force on small ones.

`python -m tests.benchmarks.agreement` compares 100,000 positions unless told otherwise, and ends with an AssertionError at
the first difference. The positions are late ones: the plain-Python search has to solve them all.
"""

from __future__ import annotations

import argparse
import time
from random import Random

from p4tui.core.geometry import Geometry
from p4tui.engine.kernel import compiled, reference
from p4tui.engine.solver import Solver
from tests.property.test_native import exact, late

SIZES = {
    (4, 4): 16,
    (4, 5): 14,
    (5, 4): 14,
    (4, 6): 13,
    (6, 4): 13,
    (5, 5): 13,
    (4, 7): 12,
    (7, 4): 12,
    (5, 6): 12,
    (6, 5): 12,
    (6, 6): 12,
    (7, 5): 12,
    (5, 7): 12,
    (8, 4): 12,
    (7, 6): 12,
    (8, 5): 12,
    (8, 6): 12,
    (7, 7): 12,
    (9, 5): 12,
    (9, 6): 12,
}
"""Columns and rows of the boards, with the most empty cells that a position on it has."""

BRUTE_FORCE_EMPTY = 8
"""The most empty cells of a position that brute force plays out as well."""


def main() -> None:
    """Compare, and print how many positions of each board were alike."""
    parser = argparse.ArgumentParser(description="Both exact searches on random positions.")
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = Random(arguments.seed)
    each = -(-arguments.positions // len(SIZES))
    slow, fast = (Solver(kernel, books=None) for kernel in (reference, compiled))
    began = time.perf_counter()
    for (columns, rows), most_empty in SIZES.items():
        geometry = Geometry(columns, rows)
        assert (slow.kernel_for(geometry), fast.kernel_for(geometry)) == ("python", "native")
        played_out = 0
        for _ in range(each):
            empty = rng.randint(1, most_empty)
            position = late(geometry, rng.getrandbits(32), empty)
            found = fast.score(position)
            assert found.proven
            assert found.score == slow.score(position).score, position
            if geometry.cells - position.ply <= BRUTE_FORCE_EMPTY:
                assert found.score == exact(position), position
                played_out += 1
        exact.cache_clear()
        print(
            f"{columns}x{rows}: {each:,} positions alike, {played_out:,} of them played out as well",
            flush=True,
        )
    print(f"{each * len(SIZES):,} positions in {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
