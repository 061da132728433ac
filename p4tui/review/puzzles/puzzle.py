"""A position to solve, and the exact scores that judge the answers."""

from __future__ import annotations

from dataclasses import dataclass

from p4tui.core.position import Position
from p4tui.engine.score import DRAW, moves_to_end
from p4tui.review.marks import keeping_columns

SHORTEST_WIN, LONGEST_WIN = 2, 12
"""The range of N in "win in N"."""
EASIEST, HARDEST = 1, 5
"""The range of difficulties."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A position to solve: an answer is right if it keeps the result of the position.

    Attributes:
        position: the position, not finished.
        scores: the exact score of each column for the side to move, None if it cannot be played.
    """

    position: Position
    scores: tuple[int | None, ...]

    @property
    def score(self) -> int:
        """The exact score of the position."""
        return max(score for score in self.scores if score is not None)

    @property
    def answers(self) -> tuple[int, ...]:
        """The right columns, from 0. A puzzle has one; a position from a game can have several."""
        return keeping_columns(self.scores)

    @property
    def moves_to_win(self) -> int | None:
        """N of "win in N", None if the position is no win."""
        score = self.score
        return moves_to_end(self.position, score) if score > DRAW else None


@dataclass(frozen=True, slots=True)
class Puzzle(Problem):
    """A puzzle of the file.

    Attributes:
        number: its place in the file, from 1.
        difficulty: `EASIEST` to `HARDEST`.
    """

    number: int
    difficulty: int
