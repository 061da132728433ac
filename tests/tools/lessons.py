"""Write the table of `p4tui/review/lessons/proofs.py` from the exercises, with the solver.

python -m tests.tools.lessons
"""

from __future__ import annotations

from pathlib import Path

from p4tui.core.notation import format_moves
from p4tui.core.position import Position
from p4tui.engine.score import DRAW, moves_to_end
from p4tui.engine.solver import Solver
from p4tui.review.lessons import proofs
from p4tui.review.lessons.course import LESSONS
from p4tui.review.lessons.lesson import Exercise, Goal

MAX_PLIES = 5
"""The longest refutation that is played to the end of the game."""
QUOTES = '"""'
SHORT_PLIES = 3
"""The length of the others."""


def refutation(solver: Solver, exercise: Exercise, column: int, score: int) -> str:
    """Return the best play after a column, from 0; empty if it is right, or misses a line and does not lose soon."""
    ends_in = 2 * moves_to_end(exercise.position, score) - 1 if score < DRAW else MAX_PLIES + 1
    is_soon = ends_in <= MAX_PLIES
    if column + 1 in exercise.right or (exercise.goal is Goal.LINE and not is_soon):
        return ""
    position: Position = exercise.position.play(column)
    line = solver.analyse(position).line
    return format_moves(line[: ends_in if is_soon else SHORT_PLIES])


def row(solver: Solver, exercise: Exercise) -> str:
    """Return the line of an exercise."""
    scores = solver.analyse(exercise.position, line=False).columns
    lines = [
        "-" if score is None else refutation(solver, exercise, column, score) or "-"
        for column, score in enumerate(scores)
    ]
    shown = " ".join("x" if score is None else str(score) for score in scores)
    return f"{exercise.moves or '-'} | {shown} | {' '.join(lines)}\n"


def main() -> None:
    """Write the table."""
    solver = Solver()
    table = "".join(row(solver, each) for lesson in LESSONS for each in lesson.exercises)
    path = Path(proofs.__file__)
    text = path.read_text(encoding="utf-8")
    before, start, rest = text.partition('_TABLE = """\n')
    path.write_text(f'{before}{start}{table}"""{rest.partition(QUOTES)[2]}', encoding="utf-8")


if __name__ == "__main__":
    main()
