"""An attempt at a problem: answers, a hint, and the lines of perfect play that prove the verdicts."""

from __future__ import annotations

from enum import Enum
from itertools import islice

from p4tui.core.errors import ColumnFullError, NoSuchColumnError
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.score import DRAW
from p4tui.engine.solver import Solver
from p4tui.review.best_play import Prover
from p4tui.review.puzzles.puzzle import Problem

LINE_LIMIT = Limit(seconds=2)
"""The limit for a line of perfect play."""


class Grade(Enum):
    """How well a problem was solved, by the first answer."""

    WRONG = "wrong"
    HINTED = "hinted"
    RIGHT = "right"


class Attempt:
    """An attempt at a problem.

    Attributes:
        problem: the problem.
        wrong: the wrong columns in the order of the answers.
        solved: whether the last answer was right.
        hinted: whether a hint was given.
        given_up: whether the answer was shown instead.
    """

    def __init__(self, problem: Problem, most_tries: int | None = None) -> None:
        """Begin an attempt; it ends after so many answers, or with the right one."""
        self.problem = problem
        self.wrong: list[int] = []
        self.solved = self.hinted = self.given_up = False
        self._most_tries = most_tries

    @property
    def tries(self) -> int:
        """The number of answers."""
        return len(self.wrong) + self.solved

    @property
    def is_over(self) -> bool:
        """Whether no answer is accepted any more."""
        return self.solved or self.given_up or self.tries == self._most_tries

    @property
    def tries_left(self) -> int | None:
        """How many answers are left, None for any number."""
        return None if self._most_tries is None else self._most_tries - self.tries

    @property
    def grade(self) -> Grade:
        """How well the problem was solved so far."""
        if self.wrong or self.given_up:
            return Grade.WRONG
        return Grade.HINTED if self.hinted else Grade.RIGHT

    def answer(self, column: int) -> bool:
        """Answer with a column from 0; return whether it is right. A wrong column counts once.

        Raises:
            NoSuchColumnError, ColumnFullError: it cannot be played; this is no answer.
            ValueError: the attempt is over.
        """
        if self.is_over:
            raise ValueError("the attempt is over")
        scores = self.problem.scores
        if not 0 <= column < len(scores):
            raise NoSuchColumnError(column, len(scores))
        if scores[column] is None:
            raise ColumnFullError(column)
        if column in self.problem.answers:
            self.solved = True
        elif column not in self.wrong:
            self.wrong.append(column)
        return column in self.problem.answers

    @property
    def best(self) -> int:
        """The right column to show, from 0: the quickest win, or one that holds the draw."""
        return max(self.problem.answers, key=self._score)

    def give_up(self) -> int:
        """End the attempt; return the answer."""
        self.given_up = True
        return self.best

    def hint(self) -> tuple[int, ...]:
        """Return the columns among which the answer is: a right one, and the best of the wrong ones not yet tried."""
        self.hinted = True
        problem, right = self.problem, self.best
        order = problem.position.geometry.centre_first
        left = [
            column
            for column in order
            if problem.scores[column] is not None
            and column not in problem.answers
            and column not in self.wrong
        ]
        return tuple(sorted([right, *sorted(left, key=self._score, reverse=True)[:1]]))

    def _score(self, column: int) -> int:
        score = self.problem.scores[column]
        assert score is not None
        return score


def best_line(
    problem: Problem, column: int, solver: Solver, stop: StopFlag, limit: Limit = LINE_LIMIT
) -> tuple[int, ...]:
    """Return perfect play from a column on, the column first. It ends early if the limit does not suffice.

    A line to a win ends with it. Of a line to a draw only the answer to the column is shown, as many others are as good.
    """
    score = problem.scores[column]
    assert score is not None
    moves = Prover(solver, stop, limit).moves(problem.position.play(column), -score)
    return (column, *islice(moves, 1 if score == DRAW else None))
