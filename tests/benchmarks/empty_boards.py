"""The value of empty boards, by search alone: `python -m tests.benchmarks.empty_boards`.

Solves every board from 4x4 to 6x6, then 7x4, 4x7, 7x5, 5x7, 8x4 and 7x6, without a book and with an empty table for each,
and prints who wins with best play, and on which move. A value that differs from a published one is an error, status 1.
"""

from __future__ import annotations

import argparse
import time

from p4tui.core.geometry import Geometry
from p4tui.core.position import Position, Side
from p4tui.engine.score import DRAW, format_score, winning_score
from p4tui.engine.solver import Solver

BOARDS = [
    *((columns, rows) for columns in (4, 5, 6) for rows in (4, 5, 6)),
    *((7, 4), (4, 7), (7, 5), (5, 7), (8, 4), (7, 6)),
]
"""Columns and rows of the boards."""

PUBLISHED = {
    (4, 4): "draw",
    (5, 5): "draw",
    (6, 4): "second side on move 24",
    (6, 6): "second side on move 36",
    (7, 6): "first side on move 41",
}
"""What is known: 7x6 since 1988 (J. Allen; V. Allis), the smaller boards by the solvers that came later."""


def ending(geometry: Geometry, score: int) -> str:
    """In words, how the game from the empty board of this score ends with best play."""
    for ply in range(1, geometry.cells + 1):
        side = Side.FIRST if ply % 2 else Side.SECOND
        signed = winning_score(geometry, ply) * (1 if side is Side.FIRST else -1)
        if signed == score:
            return f"{side.name.lower()} side on move {ply}"
    assert score == DRAW
    return "draw"


def main() -> int:
    """Solve the boards and print a table."""
    parser = argparse.ArgumentParser(description="The value of empty boards, by search alone.")
    parser.add_argument("--table", type=int, default=64, help="size of the table in MiB")
    arguments = parser.parse_args()
    wrong = 0
    print("| board | value | ends | nodes | seconds |")
    print("|---|---|---|---|---|")
    for columns, rows in BOARDS:
        geometry = Geometry(columns, rows)
        solver = Solver(table_mib=arguments.table, books=None)
        began = time.perf_counter()
        solved = solver.score(Position(geometry))
        seconds = time.perf_counter() - began
        end = ending(geometry, solved.score)
        known = PUBLISHED.get((columns, rows), end)
        remark = "" if end == known else f" (published: {known})"
        wrong += end != known
        print(
            f"| {columns}x{rows} | {format_score(solved.score)} | {end}{remark} | {solved.nodes:,} | {seconds:.2f} |",
            flush=True,
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
