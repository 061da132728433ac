"""A lesson: its text, and its positions to play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType

from p4tui.actions.action import Action
from p4tui.actions.learn import (
    AFTER_RIGHT,
    AFTER_WRONG,
    AT_TEXT,
    LESSON,
    LINE,
)
from p4tui.core.colour import Colour, colour_of
from p4tui.core.errors import IllegalMoveError
from p4tui.core.geometry import Cell, Geometry
from p4tui.i18n import _
from p4tui.review.lessons.lesson import Lesson
from p4tui.review.lessons.moment import Moment, Stage
from p4tui.tui.bindings import bindings
from p4tui.tui.screens.lesson_page import lesson_page, status_forms
from p4tui.tui.screens.question import QuestionScreen
from p4tui.tui.widgets.header import Header
from p4tui.words.errors import error_sentence
from p4tui.words.lessons import hint_sentence, lesson_title, progress_phrase

_ACTIONS = {
    Stage.TEXT: AT_TEXT,
    Stage.ASKED: LESSON,
    Stage.WRONG: AFTER_WRONG,
    Stage.RIGHT: AFTER_RIGHT,
}


class LessonScreen(QuestionScreen):
    """The text of a lesson with a board.

    Attributes:
        lesson: the lesson.
        moment: where the person is in it.
    """

    ACTIONS = LESSON
    BINDINGS: ClassVar[list[BindingType]] = bindings(LESSON)

    def __init__(self, number: int, lesson: Lesson, solved: set[str]) -> None:
        """Begin a lesson.

        Args:
            number: its number, from 1.
            lesson: the lesson.
            solved: the moves of its solved positions; the screen adds to them.
        """
        super().__init__()
        self.lesson = lesson
        self.moment = Moment(lesson)
        self._number = number
        self._solved = solved

    @property
    def geometry(self) -> Geometry:
        """The size of the board."""
        return self.moment.exercise.position.geometry

    @property
    def asks(self) -> bool:
        """Whether a column is asked for."""
        return self.moment.stage is Stage.ASKED

    @property
    def refutes(self) -> bool:
        """Whether a wrong column is shown."""
        return self.moment.stage is Stage.WRONG

    def begin(self) -> None:
        """Show the text."""
        self.show()

    def show(self) -> None:
        """Show the moment."""
        self._show(self.moment)

    @property
    def actions(self) -> Sequence[Action]:
        """The actions, with the key bar of the moment."""
        shown = _ACTIONS[self.moment.stage]
        played_out = self.moment.stage is Stage.WRONG and not self.moment.can_step
        return [each for each in shown if each.id != LINE.id] if played_out else shown

    def can_run(self, action: Action) -> bool:
        """Return whether an action can be run now."""
        moment = self.moment
        conditions = {
            "lesson.next": moment.can_go_on,
            "lesson.previous": moment.stage is not Stage.TEXT,
            "lesson.hint": moment.stage is Stage.ASKED,
            "lesson.line": moment.can_step,
        }
        return conditions.get(action.id, True)

    def _show(self, moment: Moment) -> None:
        """Show a moment of the lesson."""
        self.moment = moment
        self.show_game(moment.game)
        self.grid.threats = _threats(moment)
        solved = moment.exercise.moves in self._solved
        self.text.page = lesson_page(moment, solved=solved)
        header = self.query_one(Header)
        header.title = lesson_title(self._number, self.lesson)
        header.facts = progress_phrase(len(self._solved), self.lesson)
        self.say(*status_forms(moment))

    # -- what a person does -----------------------------------------------------------------------------------------

    def answer(self, column: int) -> None:
        """Show whether a column is right."""
        try:
            moment = self.moment.answer(column)
        except IllegalMoveError as error:
            self.say(error_sentence(error), alert=True)
            return
        if moment.stage is Stage.RIGHT:
            self._solved.add(moment.exercise.moves)
            lesson, moves = self.lesson.id, moment.exercise.moves
            self.keep_result(lambda training: training.solve_lesson(lesson, moves))
        self._show(moment)

    def ask_again(self) -> None:
        """Ask for another column."""
        self._show(self.moment.again())

    def go_on(self) -> None:
        """Read on, then go to the next position that is not solved, else to the next one; after the last, leave."""
        if self.text.has_more:
            self.text.scroll_pages(1)
            return
        moment = self.moment
        while moment.can_go_on:
            moment = moment.go(1)
            if moment.exercise.moves not in self._solved:
                self._show(moment)
                return
        if self.moment.can_go_on:
            self._show(self.moment.go(1))
        else:
            self.dismiss(None)

    def action_hint(self) -> None:
        """Name two columns of which one is right."""
        if self.moment.stage is Stage.ASKED:
            self.say(hint_sentence(self.moment.exercise))

    def action_line(self) -> None:
        """Show the next move of the punishment of a wrong column."""
        if self.moment.can_step:
            self._show(self.moment.step())
        else:
            self.say(_("Nothing to play out here"), alert=True)

    def action_go(self, step: int) -> None:
        """Go to the next position, or the one before."""
        self._show(self.moment.go(step))

    def action_scroll(self, pages: int) -> None:
        """Scroll the text."""
        self.text.scroll_pages(pages)


def _threats(moment: Moment) -> dict[Cell, tuple[Colour, ...]]:
    """Return the marked cells with the colours that would win there; red moves first in every lesson."""
    threats: dict[Cell, tuple[Colour, ...]] = {}
    for cell, side in sorted(moment.marks):
        threats[cell] = (*threats.get(cell, ()), colour_of(side, Colour.RED))
    return threats
