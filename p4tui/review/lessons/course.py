"""`LESSONS`: all lessons in their order."""

from __future__ import annotations

from p4tui.review.lessons import (
    blocking,
    cell_above,
    centre,
    computer,
    first_moves,
    lines,
    odd_and_even,
    poisoned,
    two_threats,
    zugzwang,
)
from p4tui.review.lessons.lesson import Lesson

LESSONS: tuple[Lesson, ...] = (
    lines.LESSON,
    blocking.LESSON,
    two_threats.LESSON,
    cell_above.LESSON,
    centre.LESSON,
    poisoned.LESSON,
    odd_and_even.LESSON,
    zugzwang.LESSON,
    first_moves.LESSON,
    computer.LESSON,
)
"""The lessons, the easier first."""
