"""Puzzles as exercises of a `Drill`."""

from __future__ import annotations

from collections.abc import Iterator

from p4tui.core.game import Game
from p4tui.engine.limit import StopFlag
from p4tui.engine.solver import Solver
from p4tui.plain import styles
from p4tui.plain.drill import Verdict
from p4tui.play.match import Match
from p4tui.play.seats import Person
from p4tui.review.puzzles.attempt import Attempt, best_line
from p4tui.training.courses import Course, DailyCourse, Task
from p4tui.words import puzzles as words
from p4tui.words.advice import choice_hint


class PuzzleExercise:
    """A puzzle, or the position before a mistake of one's own.

    Attributes:
        match: two people at the position.
        heading: which puzzle it is.
        question: what to find, and how many tries are left.
    """

    def __init__(self, task: Task, course: Course, solver: Solver, style: str) -> None:
        self.match = Match(Person(), Person(), Game.new(task.problem.position), task.starter)
        self.heading = words.task_heading(task, course, styles.first_column(style))
        self._task = task
        self._course = course
        self._solver = solver
        self._first = styles.first_column(style)
        self._is_spoken = style == styles.SPOKEN
        self._attempt = Attempt(task.problem, task.most_tries)
        self.question = self._question()

    def answer(self, column: int) -> Verdict:
        """Return whether a column is right, and perfect play from there on."""
        if self._attempt.is_over:  # asked again, for practice
            self._attempt = Attempt(self._task.problem)
        attempt = self._attempt
        right = attempt.answer(column)
        self._course.record(self._task, attempt)
        self.question = self._question()
        lines = [
            words.verdict_sentence(attempt.problem, column, self._first),
            self._line(column),
        ]
        if attempt.is_over:
            if not right:
                lines += self._answer_lines()
            lines += self._end_lines()
        return Verdict(right, "\n".join(lines), over=attempt.is_over)

    def hint(self) -> str:
        """Return two columns, one of them right."""
        return choice_hint(self._attempt.hint(), self._first)

    def solution(self) -> Verdict:
        """Give up: return the answer. The puzzle of a day refuses, as its tries count."""
        if self._attempt.tries_left is not None:
            return Verdict(False, words.no_answer_yet_sentence())
        self._attempt.give_up()
        self._course.record(self._task, self._attempt)
        return Verdict(False, "\n".join(self._answer_lines()), over=True)

    def _question(self) -> str:
        """Return what to find. The spoken style has said whose turn it is."""
        whole, brief, *_shorter = words.question_forms(self._task, self._attempt)
        return brief if self._is_spoken else whole

    def _answer_lines(self) -> list[str]:
        """Return the answer and its line."""
        attempt = self._attempt
        return [words.answer_sentence(attempt, self._first), self._line(attempt.best)]

    def _line(self, column: int) -> str:
        """Return perfect play from a column on."""
        problem = self._task.problem
        line = best_line(problem, column, self._solver, StopFlag())
        return words.line_sentence(problem.position, line, self._task.starter, self._first)

    def _end_lines(self) -> list[str]:
        """Return the line to share and the streak after the puzzle of today."""
        course = self._course
        if not isinstance(course, DailyCourse) or not course.counts or course.share is None:
            return []
        return [course.share, *([words.streak_sentence(course.streak)] if course.streak else [])]


def exercises(course: Course, style: str) -> Iterator[PuzzleExercise]:
    """Yield the exercises of a course."""
    solver = Solver()
    while (task := course.next_task()) is not None:
        yield PuzzleExercise(task, course, solver, style)
