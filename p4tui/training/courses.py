"""Courses of puzzles: which comes next, and what is remembered of the attempts. No call waits for a disk."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from random import Random
from typing import Protocol

from p4tui.core.colour import Colour
from p4tui.review.puzzles.attempt import Attempt
from p4tui.review.puzzles.daily import MOST_TRIES, check_day, number_of, share_line, streak
from p4tui.review.puzzles.file import PuzzleFile
from p4tui.review.puzzles.puzzle import Problem
from p4tui.storage.training_records import DailyResult, MistakeCard


@dataclass(frozen=True, slots=True)
class Task:
    """A problem to show.

    Attributes:
        problem: the problem.
        starter: the colour of the first side of its position.
        most_tries: the answers allowed, None for any number.
        card: the mistake behind it, None for a puzzle of the file.
    """

    problem: Problem
    starter: Colour = Colour.RED
    most_tries: int | None = None
    card: MistakeCard | None = None


class Course(Protocol):
    """A sequence of tasks."""

    @property
    def share(self) -> str | None:
        """A line to share, None if there is none, or not yet."""
        ...

    def next_task(self) -> Task | None:
        """Return the next task, None at the end."""
        ...

    def record(self, task: Task, attempt: Attempt) -> None:
        """Remember an attempt at a task; called after each answer, and after giving up."""
        ...


class LevelCourse:
    """Puzzles of one difficulty in random order, without end.

    Attributes:
        share: nothing.
    """

    share = None

    def __init__(self, puzzles: PuzzleFile, difficulty: int, rng: Random) -> None:
        self.difficulty = difficulty
        self._puzzles = puzzles
        self._rng = rng
        self._left: list[int] = []

    def next_task(self) -> Task | None:
        """Return the next puzzle; none comes twice before all have come."""
        if not self._left:
            self._left = self._puzzles.numbers(self.difficulty)
            self._rng.shuffle(self._left)
        return Task(self._puzzles.puzzle(self._left.pop())) if self._left else None

    def record(self, task: Task, attempt: Attempt) -> None:
        """Remember nothing."""


class DailyCourse:
    """The puzzle of a day.

    Attributes:
        day: the day.
        today: the date of the system.
        counts: whether the answers are remembered: only today's.
        later: the latest day with a result, if the clock was set back since; None otherwise.
    """

    def __init__(
        self,
        puzzles: PuzzleFile,
        day: date,
        today: date,
        results: Sequence[DailyResult],
        save: Callable[[DailyResult], object],
    ) -> None:
        """Choose the puzzle of a day.

        Args:
            puzzles: the file.
            day: today or an earlier day.
            today: the date of the system.
            results: all results so far.
            save: saves a result without waiting.

        Raises:
            DayError: the day has no puzzle.
        """
        check_day(day, today)
        self.day = day
        self.later = max((each.date for each in results if each.date > today), default=None)
        known = {each.date: each for each in results if each.version == puzzles.edition}
        self.today = today
        self._result = known.get(day) if day == today else None
        self._results = {(each.date, each.version): each for each in results}
        self.counts = day == today
        self._edition = puzzles.edition
        self._puzzle = puzzles.puzzle(number_of(day, len(puzzles)))
        self._save = save
        self._given = False

    @property
    def is_done(self) -> bool:
        """Whether the day's puzzle was solved, or its tries are used up."""
        return self._result is not None and is_done(self._result)

    @property
    def tries_before(self) -> int:
        """The answers given before this course began, 0 if the day is done."""
        return 0 if self._result is None or self.is_done else self._result.tries

    @property
    def share(self) -> str | None:
        """The line to share once the day is done, None before."""
        result = self._result
        if result is None or not self.is_done:
            return None
        return share_line(self.day, result.tries, solved=result.solved)

    @property
    def streak(self) -> int:
        """For how many days in a row the puzzle was solved."""
        return days_in_a_row(self._results.values(), self.today)

    def next_task(self) -> Task | None:
        """Return the puzzle, once. After the day is done it is for practice, with any number of tries."""
        if self._given:
            return None
        self._given = True
        self._before = self.tries_before
        practice = not self.counts or self.is_done
        return Task(self._puzzle, most_tries=None if practice else MOST_TRIES - self._before)

    def record(self, task: Task, attempt: Attempt) -> None:
        """Save the answers of today."""
        if not self.counts or self.is_done:
            return
        tries = MOST_TRIES if attempt.given_up else self._before + attempt.tries
        self._result = DailyResult(self.day, self._edition, tries, attempt.solved)
        self._results[self.day, self._edition] = self._result
        self._save(self._result)


def is_done(result: DailyResult) -> bool:
    """Return whether a day's puzzle was solved, or its tries are used up."""
    return result.solved or result.tries >= MOST_TRIES


def days_in_a_row(results: Collection[DailyResult], today: date) -> int:
    """Return for how many days in a row the puzzle was solved; today's counts once it is done."""
    is_open = not any(each.date == today and is_done(each) for each in results)
    return streak({each.date for each in results if each.solved}, today, is_open=is_open)


class MistakeCourse:
    """One's own mistakes that are due.

    Attributes:
        share: nothing.
    """

    share = None

    def __init__(
        self,
        cards: Sequence[MistakeCard],
        reschedule: Callable[[MistakeCard, Attempt], object],
    ) -> None:
        """Take the due cards; `reschedule` saves when a card is due again, without waiting."""
        self._left = list(cards)
        self._reschedule = reschedule
        self._unrated: set[MistakeCard] = set()

    def add(self, cards: Iterable[MistakeCard]) -> None:
        """Add due cards that are not waiting yet."""
        waiting = {card.position for card in self._left}
        self._left += [card for card in cards if card.position not in waiting]

    def next_task(self) -> Task | None:
        """Return the next mistake."""
        if not self._left:
            return None
        card = self._left.pop(0)
        self._unrated.add(card)
        return Task(Problem(card.position, card.scores), card.starter, card=card)

    def record(self, task: Task, attempt: Attempt) -> None:
        """Reschedule the task's card after its first answer, which decides."""
        card = task.card
        if card is not None and card in self._unrated:
            self._unrated.remove(card)
            self._reschedule(card, attempt)
