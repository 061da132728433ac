"""`Moment`: where a person is in a lesson."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum, auto

from p4tui.core.game import Game
from p4tui.core.notation import parse_moves
from p4tui.review.lessons.lesson import Exercise, Lesson, Mark, Statement

TEXT = -1
"""The place of the text, before the first exercise."""
_COLUMN = re.compile(r"\{c(\d)\}")


class Stage(Enum):
    """What a person has done at a place."""

    TEXT = auto()
    """Reads the text of the lesson."""
    ASKED = auto()
    """Is asked for a column."""
    WRONG = auto()
    """Has chosen a wrong column, and sees how it is punished."""
    RIGHT = auto()
    """Has chosen a right column."""


@dataclass(frozen=True)
class Moment:
    """A moment of a lesson; every step returns another one.

    Attributes:
        lesson: the lesson.
        place: the index of the exercise, or `TEXT`.
        tried: the column chosen, from 0, or None.
        shown: how many moves of the punishment of a wrong column are shown.
    """

    lesson: Lesson
    place: int = TEXT
    tried: int | None = None
    shown: int = 0

    @property
    def stage(self) -> Stage:
        """What a person has done here."""
        if self.place == TEXT:
            return Stage.TEXT
        if self.tried is None:
            return Stage.ASKED
        return Stage.RIGHT if self.tried + 1 in self.exercise.right else Stage.WRONG

    @property
    def exercise(self) -> Exercise:
        """The exercise; the first one stands beside the text."""
        return self.lesson.exercises[max(self.place, 0)]

    @property
    def punishment(self) -> tuple[int, ...]:
        """The best play after a wrong column, from 0; empty if there is none to show."""
        if self.tried is None or self.stage is not Stage.WRONG:
            return ()
        return parse_moves(self.exercise.proof.lines[self.tried])

    @property
    def game(self) -> Game:
        """The game from the position of the exercise to the shown one."""
        game = Game.new(self.exercise.position)
        for column in () if self.tried is None else (self.tried, *self.punishment[: self.shown]):
            game = game.play(column)
        return game

    @property
    def can_step(self) -> bool:
        """Whether more of the punishment can be shown."""
        return self.shown < len(self.punishment)

    @property
    def can_go_on(self) -> bool:
        """Whether another exercise follows."""
        return self.place < len(self.lesson.exercises) - 1

    @property
    def statements(self) -> tuple[Statement, ...]:
        """The statements about the position that are shown."""
        exercise = self.exercise
        match self.stage:
            case Stage.TEXT:
                return self.lesson.paragraphs
            case Stage.ASKED:
                return (exercise.scene,)
            case Stage.RIGHT:
                return (exercise.answer,)
            case Stage.WRONG:
                note = exercise.notes.get((self.tried or 0) + 1)
                return () if note is None else (note,)

    @property
    def marks(self) -> set[Mark]:
        """The free cells where a side would complete a line and whose column the shown statements name."""
        position, marks = self.game.position, set[Mark]()
        for statement in () if self.stage is Stage.TEXT else self.statements:
            named = {int(number) - 1 for number in _COLUMN.findall(statement.text)}
            marks |= {
                (cell, side)
                for cell, side in statement.marks(self.exercise.position)
                if cell.column in named and position.at(*cell) is None
            }
        return marks

    def answer(self, column: int) -> Moment:
        """Return the moment after a column, from 0; a wrong one is answered with the first move of its punishment.

        Raises:
            IllegalMoveError: no disc can be dropped there.
        """
        self.exercise.position.play(column)
        tried = replace(self, tried=column, shown=0)
        return tried.step() if tried.can_step else tried

    def step(self) -> Moment:
        """Return the moment with one more move of the punishment."""
        return replace(self, shown=self.shown + 1) if self.can_step else self

    def again(self) -> Moment:
        """Return the moment in which the exercise is asked again."""
        return replace(self, tried=None, shown=0)

    def go(self, step: int) -> Moment:
        """Return the moment some exercises later or earlier; the text comes before the first."""
        last = len(self.lesson.exercises) - 1
        return Moment(self.lesson, min(max(self.place + step, TEXT), last))
