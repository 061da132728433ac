"""The list of lessons, with the progress."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from rich.cells import cell_len
from textual.binding import BindingType

from p4tui.actions.lists import PAGE
from p4tui.i18n import _
from p4tui.review.lessons.course import LESSONS
from p4tui.review.lessons.lesson import Lesson
from p4tui.storage.errors import StorageError
from p4tui.tui.bindings import bindings
from p4tui.tui.look.layout import NARROW_WINDOW
from p4tui.tui.navigation import screen_class
from p4tui.tui.screens.choice_page import ChoicePage
from p4tui.tui.screens.choices import Choice
from p4tui.tui.widgets.choice_list import ROW_PADDING, Row
from p4tui.tui.widgets.key_bar import KeyHint
from p4tui.words.errors import storage_sentence
from p4tui.words.lessons import progress_phrase, statement_text


class LearnScreen(ChoicePage):
    """The lessons. Enter opens the selected one.

    Attributes:
        solved: the moves of the solved positions, by the id of their lesson.
    """

    ACTIONS = PAGE
    BINDINGS: ClassVar[list[BindingType]] = bindings(PAGE)
    FIRST_ROW = LESSONS[0].id

    def __init__(self) -> None:
        super().__init__()
        self.solved: dict[str, set[str]] = {lesson.id: set() for lesson in LESSONS}

    def heading(self) -> tuple[str, str]:
        """Return the name of the screen, and how many lessons are finished."""
        finished = sum(map(self._is_finished, LESSONS))
        return _("Lessons"), _("{solved} of {count} finished").format(
            solved=finished, count=len(LESSONS)
        )

    def on_mount(self) -> None:
        """Begin at the first lesson, and look for the progress."""
        super().on_mount()
        if self.services.archive is not None:
            self.work(self._load)

    async def _load(self) -> None:
        """Show the saved progress, and select the first lesson that is not finished."""
        try:
            found = await self.ask_games(lambda games: games.training.solved_lessons())
        except StorageError as error:
            self.say(storage_sentence(error), alert=True)
            return
        for lesson in LESSONS:
            known = {exercise.moves for exercise in lesson.exercises}
            self.solved[lesson.id] |= found.get(lesson.id, frozenset()) & known
        if self.choice_list.row.id == LESSONS[0].id:
            unfinished = (each for each in LESSONS if not self._is_finished(each))
            self.choice_list.select(next(unfinished, LESSONS[0]).id)
        self.refresh_words()

    def _is_finished(self, lesson: Lesson) -> bool:
        return len(self.solved[lesson.id]) == len(lesson.exercises)

    def on_screen_resume(self) -> None:
        """Show the progress made in a lesson."""
        super().on_screen_resume()
        self.refresh_words()

    def list_hints(self) -> list[KeyHint]:
        """Return the key that chooses a lesson; none changes a value."""
        return super().list_hints()[:1]

    def choices(self) -> list[Choice]:
        """Return a row for each lesson; a narrow window leaves out the numbers."""
        titles = [_(lesson.title) for lesson in LESSONS]
        values = [self._progress(lesson) for lesson in LESSONS]
        numbered = [f"{number:>2}. {title}" for number, title in enumerate(titles, 1)]
        room = self.app.size.width - ROW_PADDING - max(map(cell_len, values))
        labels = numbered if max(map(cell_len, numbered)) <= room else titles
        return [
            Choice(
                Row(lesson.id, label, value),
                activate=partial(self._open, number, lesson),
                explain=partial(_explain, lesson),
            )
            for number, (lesson, label, value) in enumerate(
                zip(LESSONS, labels, values, strict=True), 1
            )
        ]

    def _progress(self, lesson: Lesson) -> str:
        """Return how many positions of a lesson are solved, in a narrow window as `2/5`."""
        solved = len(self.solved[lesson.id])
        if self.app.size.width < NARROW_WINDOW:
            return f"{solved}/{len(lesson.exercises)}"
        return progress_phrase(solved, lesson)

    def _open(self, number: int, lesson: Lesson) -> None:
        """Open a lesson."""
        self.app.push_screen(screen_class("lesson")(number, lesson, self.solved[lesson.id]))


def _explain(lesson: Lesson) -> tuple[str, ...]:
    """Return the beginning of a lesson, the longest form first."""
    return statement_text(lesson.paragraphs[0]), _("Enter: open this lesson")
