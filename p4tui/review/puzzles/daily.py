"""The puzzle of a day: the same for all who have the same file, without a network."""

from __future__ import annotations

import math
from collections.abc import Collection
from datetime import date, timedelta
from enum import Enum

FIRST_DAY = date(2026, 1, 1)
"""The day of the first puzzle."""
MOST_TRIES = 3
"""The answers that a day's puzzle allows."""
_GOLDEN = (math.sqrt(5) - 1) / 2
_ONE_DAY = timedelta(days=1)


class DayProblem(Enum):
    """Why a day has no puzzle."""

    TOO_EARLY = "too early"
    """It is before `FIRST_DAY`."""
    FUTURE = "future"
    """It is after today."""


class DayError(ValueError):
    """A day has no puzzle.

    Attributes:
        day: the day.
        problem: why.
    """

    def __init__(self, day: date, problem: DayProblem) -> None:
        super().__init__(f"{day}: {problem.value}")
        self.day = day
        self.problem = problem


def check_day(day: date, today: date) -> None:
    """Check that a day has a puzzle.

    Raises:
        DayError: it has none.
    """
    if day < FIRST_DAY:
        raise DayError(day, DayProblem.TOO_EARLY)
    if day > today:
        raise DayError(day, DayProblem.FUTURE)


def stride(count: int) -> int:
    """Return the step from a day's puzzle to the next day's: coprime to the count, so that all come before one again."""
    step = max(1, int(count * _GOLDEN))
    while math.gcd(step, count) != 1:
        step += 1
    return step


def number_of(day: date, count: int) -> int:
    """Return the number of a day's puzzle in a file of so many."""
    return day.toordinal() * stride(count) % count + 1


def streak(solved: Collection[date], today: date, *, is_open: bool = True) -> int:
    """Return for how many days in a row the puzzle was solved, up to today, or up to yesterday while today's is open."""
    day = today - _ONE_DAY if is_open and today not in solved else today
    count = 0
    while day in solved:
        count += 1
        day -= _ONE_DAY
    return count


def share_line(day: date, tries: int, *, solved: bool) -> str:
    """Return a line to share: `p4tui 2026-11-28 2/3`, or `X/3` if it was not solved."""
    return f"p4tui {day.isoformat()} {tries if solved else 'X'}/{MOST_TRIES}"
