"""The lessons in plain text: a list with the progress, and each lesson as a dialogue."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from p4tui.core.colour import Colour
from p4tui.core.game import Game
from p4tui.i18n import _
from p4tui.plain import styles
from p4tui.plain.console import Console
from p4tui.plain.drill import Drill, Verdict
from p4tui.play.match import Match
from p4tui.play.seats import Person
from p4tui.review.lessons.course import LESSONS
from p4tui.review.lessons.lesson import Exercise, Lesson
from p4tui.storage.errors import StorageError
from p4tui.storage.games import GameRepository
from p4tui.words import lessons as words
from p4tui.words.errors import storage_sentence

Answer = TypeVar("Answer")
Work = Callable[[GameRepository], Answer]


class LessonProgress:
    """The solved positions of the lessons, saved with the games if there is a place for them.

    Attributes:
        failed: whether the progress could not be read or saved.
    """

    def __init__(
        self,
        ask: Callable[[Work[object]], object] | None,
        complain: Callable[[str], None],
    ) -> None:
        """Load the progress.

        Args:
            ask: does some work with the saved games; None if nothing is saved.
            complain: prints an error message; after one, nothing more is saved.
        """
        self._ask = ask
        self._complain = complain
        self._solved: dict[str, set[str]] = {}
        self.failed = False
        self._try(self._load)

    def solved(self, lesson: Lesson) -> frozenset[str]:
        """Return the moves of the solved positions of a lesson."""
        known = self._solved.get(lesson.id, set())
        return frozenset(each.moves for each in lesson.exercises if each.moves in known)

    def solve(self, lesson: Lesson, exercise: Exercise) -> None:
        """Note that an exercise is solved."""
        self._solved.setdefault(lesson.id, set()).add(exercise.moves)
        self._try(lambda games: games.training.solve_lesson(lesson.id, exercise.moves))

    def _load(self, games: GameRepository) -> None:
        for lesson, moves in games.training.solved_lessons().items():
            self._solved[lesson] = set(moves)

    def _try(self, work: Work[object]) -> None:
        """Do some work with the saved games; after an error there are none."""
        if self._ask is None:
            return
        try:
            self._ask(work)
        except StorageError as error:
            self._ask, self.failed = None, True
            self._complain(storage_sentence(error))


class LessonExercise:
    """An exercise of a lesson in a drill.

    Attributes:
        match: the match at the position.
        heading: which exercise it is, and what there is to see.
        question: what is asked for.
    """

    def __init__(
        self, exercise: Exercise, heading: str, style: str, done: Callable[[], None]
    ) -> None:
        self._exercise = exercise
        self._first = styles.first_column(style)
        self._done = done
        self.match = Match(Person(), Person(), Game.new(exercise.position), Colour.RED)
        self.heading = f"{heading} {words.statement_text(exercise.scene, self._first)}"
        self.question = words.question(exercise)

    def answer(self, column: int) -> Verdict:
        """Return whether a column is right, and why."""
        if column + 1 in self._exercise.right:
            self._done()
            return Verdict(True, words.right_sentence(self._exercise, self._first))
        return Verdict(False, words.wrong_sentence(self._exercise, column, self._first))

    def hint(self) -> str:
        """Return two columns of which one is right."""
        return words.hint_sentence(self._exercise, self._first)

    def solution(self) -> Verdict:
        """Return the right columns."""
        return Verdict(False, words.solution_sentence(self._exercise, self._first), over=True)


def learn(typed: Sequence[str], console: Console, style: str, progress: LessonProgress) -> None:
    """List the lessons, or give the one of a number, typed after `learn`."""
    numbers = {str(number): number for number in range(1, len(LESSONS) + 1)}
    if not typed:
        list_lessons(console, progress)
    elif len(typed) == 1 and typed[0] in numbers:
        give_lesson(numbers[typed[0]], console, style, progress)
    else:
        console.say(
            _("Type learn, or learn and a number from 1 to {count}.").format(count=len(LESSONS))
        )


def list_lessons(console: Console, progress: LessonProgress) -> None:
    """Print the lessons with their progress."""
    for number, lesson in enumerate(LESSONS, 1):
        done = words.progress_phrase(len(progress.solved(lesson)), lesson)
        console.say(
            _("{number}. {title}: {done}").format(number=number, title=_(lesson.title), done=done)
        )


def give_lesson(number: int, console: Console, style: str, progress: LessonProgress) -> None:
    """Give a lesson, counted from 1: its text, then the positions, those not solved yet if there are any."""
    lesson, first = LESSONS[number - 1], styles.first_column(style)
    console.say(words.lesson_title(number, lesson))
    for paragraph in lesson.paragraphs:
        console.say(words.statement_text(paragraph, first))
    solved = progress.solved(lesson)
    numbered = list(enumerate(lesson.exercises))
    waiting = [each for each in numbered if each[1].moves not in solved] or numbered
    Drill(console, style).run(
        LessonExercise(
            exercise,
            f"{words.place_phrase(place, lesson)}.",
            style,
            lambda exercise=exercise: progress.solve(lesson, exercise),  # type: ignore[misc]
        )
        for place, exercise in waiting
    )
    done = words.progress_phrase(len(progress.solved(lesson)), lesson)
    console.say(_("Lesson {number}: {done}").format(number=number, done=done))
