"""Every shipped puzzle beside a solver that is not p4tui's: `python -m tests.benchmarks.puzzles`.

Of each puzzle the other solver scores every column. It has to agree on each score, on the one answer, and on N of "win in
N"; no puzzle may be another's mirror image. The status is 1 if anything differs. The other solver is BitBully (`pip install
'p4tui[benchmark]'`) with its opening book; without it the command says so, with status 0.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

from p4tui.core.notation import format_moves
from p4tui.core.position import Position
from p4tui.review.puzzles.file import SHIPPED, PuzzleFile
from p4tui.review.puzzles.puzzle import Puzzle
from tests.benchmarks.perfect_games import Scores, after, scores_by_bitbully
from tests.tools.puzzles import key_of


def moves_to(position: Position) -> tuple[int, ...] | None:
    """Return moves that lead from the empty board to a position, None if there are none."""
    tried: set[tuple[int, int]] = set()

    def search(own: int, other: int) -> tuple[int, ...] | None:
        """Search backwards; the last disc is the other side's."""
        if not own | other:
            return ()
        if (own, other) in tried:
            return None
        tried.add((own, other))
        geometry = position.geometry
        tops = ((own | other) + geometry.bottom >> 1) & other
        for cell in geometry.cells_of(tops):
            before = search(other ^ geometry.bit(*cell), own)
            if before is not None:
                return (*before, cell.column)
        return None

    return search(*position.own_and_other())


def fault_of(puzzle: Puzzle, moves: tuple[int, ...], scores: Scores) -> str | None:
    """Return what is wrong with a puzzle, None if the other solver agrees."""
    found = scores(moves)
    stated = {column: score for column, score in enumerate(puzzle.scores) if score is not None}
    if found != stated:
        return f"scores {found}, not {stated}"
    best = max(found.values())
    if best < 0:
        return "a lost position"
    right = [column for column, score in found.items() if (score > 0) == (best > 0) and score >= 0]
    if right != list(puzzle.answers) or len(right) != 1:
        return f"answers {right}"
    if best > 0:
        # The winner's discs on the board when it wins, less those that it has.
        own, _other = puzzle.position.own_and_other()
        moves_left = 22 - best - own.bit_count()
        if moves_left != puzzle.moves_to_win or not 2 <= moves_left <= 12:
            return f"a win in {moves_left}, not {puzzle.moves_to_win}"
    elif puzzle.moves_to_win is not None:
        return "a draw"
    return None


def main() -> int:
    """Compare; print the faults and a table of N; return the exit status."""
    parser = argparse.ArgumentParser(description="Every puzzle beside another solver.")
    parser.add_argument("file", nargs="?", type=Path, default=SHIPPED)
    parser.add_argument("--first", type=int, help="only so many puzzles")
    arguments = parser.parse_args()
    if find_spec("bitbully") is None:
        print("BitBully is not installed: nothing is compared (pip install 'p4tui[benchmark]')")
        return 0
    puzzles, scores = PuzzleFile(arguments.file), scores_by_bitbully()
    began, faults, columns = time.perf_counter(), 0, 0
    kinds: Counter[int | None] = Counter()
    seen: set[int] = set()
    for puzzle in list(puzzles)[: arguments.first]:
        moves = moves_to(puzzle.position)
        if moves is None:
            fault: str | None = "no game leads to it"
        else:
            assert after(moves) == puzzle.position
            key = key_of(puzzle.position)
            fault = "there twice" if key in seen else fault_of(puzzle, moves, scores)
            seen.add(key)
        if fault:
            faults += 1
            print(f"puzzle {puzzle.number}, {format_moves(moves or ())}: {fault}")
        kinds[puzzle.moves_to_win] += 1
        columns += len(puzzle.position.legal_columns())
    for kind, count in sorted(kinds.items(), key=lambda item: item[0] or 0):
        print(f"{'hold the draw' if kind is None else f'win in {kind}':14} {count:5}")
    print(
        f"{sum(kinds.values()):,} puzzles, {columns:,} columns, {faults} faults,"
        f" {time.perf_counter() - began:.0f} s"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
