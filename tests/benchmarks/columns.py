"""How long the scores of all columns take: `python -m tests.benchmarks.columns`.

Plays games between random levels on 7x6 and asks for every column's score in the positions met, of every ply, each with an
empty table and on its own: as for somebody who opens a position, not as in a game, where the table is warm. Prints the
median, the 99th percentile and the worst time, and the slowest positions. With `--move` it is the move of `perfect` that is
asked for, within its ten seconds, and how many are not proven is printed as well. `P4TUI_KERNEL` chooses the kernel.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from random import Random

from p4tui.core.geometry import Geometry
from p4tui.core.notation import format_moves
from p4tui.core.position import Position
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.solver import Solver
from p4tui.players.levels import LEVELS, PERFECT_SOLVERS, level

NODES = 200
"""Nodes a move of the levels that search: the games only have to be sensible."""
SLOWEST = 3
"""How many of the slowest positions are named."""


def met(rng: Random, levels: list[str]) -> Iterator[tuple[list[int], Position]]:
    """The columns played and the positions of games between random levels, without end; finished ones left out."""
    chosen = [each for each in LEVELS if each.id in levels]
    while True:
        players = [rng.choice(chosen) for _ in range(2)]
        players_made = [each.make(Random(rng.random())) for each in players]
        limits = [Limit() if each.limit == Limit() else Limit(nodes=NODES) for each in players]
        position, columns = Position(Geometry()), list[int]()
        while position.outcome is None:
            yield list(columns), position
            side = position.to_move
            column = players_made[side].choose_column(position, limits[side], StopFlag())
            position = position.play(column)
            columns.append(column)


def main() -> None:
    """Time the positions and print what came of it."""
    parser = argparse.ArgumentParser(description="How long the scores of all columns take.")
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--level",
        nargs="+",
        default=["random", "winner", "aligner", "tactician", "careful", "club"],
    )
    parser.add_argument("--move", action="store_true", help="the move of perfect instead")
    arguments = parser.parse_args()
    solver, perfect = Solver(), level("perfect")
    solver.analyse(Position(Geometry()), Limit(nodes=1), line=False)
    times, unproven = [], 0
    for _, (columns, position) in zip(
        range(arguments.positions), met(Random(arguments.seed), arguments.level), strict=False
    ):
        solver.clear()
        PERFECT_SOLVERS.clear()
        player = perfect.make(Random(arguments.seed))
        began = time.perf_counter()
        if arguments.move:
            player.choose_column(position, perfect.limit, StopFlag())
            unproven += player.unproven
        else:
            unproven += not solver.analyse(position, line=False).proven
        times.append((time.perf_counter() - began, columns))
    times.sort(key=lambda timed: timed[0])
    at = [times[min(len(times) - 1, len(times) * share // 100)][0] for share in (50, 99)]
    what = "the move of perfect" if arguments.move else "all columns of each"
    print(
        f"{len(times)} positions, kernel {solver.kernel_for(Geometry())}, {what}, in ms; not proven: {unproven}"
    )
    print(f"median {1e3 * at[0]:.2f}, 99 % below {1e3 * at[1]:.1f}, worst {1e3 * times[-1][0]:.1f}")
    for seconds, columns in times[-SLOWEST:]:
        print(f"{1e3 * seconds:9.1f} ms: {format_moves(columns) or '-'}")


if __name__ == "__main__":
    main()
