"""The choice of puzzles: today's, those of a difficulty, one's own mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from random import Random
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from p4tui.actions.lists import PAGE
from p4tui.i18n import _, ngettext
from p4tui.review.puzzles.daily import DayError, share_line
from p4tui.review.puzzles.file import PuzzleFileError, shipped
from p4tui.review.puzzles.puzzle import EASIEST, HARDEST
from p4tui.storage.errors import StorageError
from p4tui.training.courses import (
    Course,
    DailyCourse,
    LevelCourse,
    MistakeCourse,
    days_in_a_row,
    is_done,
)
from p4tui.training.mistakes import rescheduled
from p4tui.tui.bindings import bindings
from p4tui.tui.navigation import screen_class
from p4tui.tui.screens.choice_page import ChoicePage
from p4tui.tui.screens.choices import Choice
from p4tui.tui.widgets.choice_list import Row
from p4tui.tui.widgets.key_bar import KeyHint
from p4tui.words import puzzles as words
from p4tui.words.errors import storage_sentence
from p4tui.words.time import local_day

if TYPE_CHECKING:
    from p4tui.review.puzzles.attempt import Attempt
    from p4tui.storage.games import GameRepository
    from p4tui.storage.training_records import DailyResult, MistakeCard


class PuzzlesScreen(ChoicePage):
    """The choice of puzzles."""

    ACTIONS = PAGE
    BINDINGS: ClassVar[list[BindingType]] = bindings(PAGE)
    FIRST_ROW = "daily"

    def __init__(self) -> None:
        super().__init__()
        self._results: Sequence[DailyResult] = ()
        self._due: int | None = None

    @cached_property
    def _rng(self) -> Random:
        """What shuffles the puzzles."""
        return Random(self.services.preferences.options.seed)

    def heading(self) -> tuple[str, str]:
        """Return the name of the screen, and the streak."""
        days = days_in_a_row(self._results, local_day(self.services.today()))
        return _("Puzzles"), words.streak_sentence(days) if days else ""

    def list_hints(self) -> list[KeyHint]:
        """Return the keys of the choices: none has a value to change."""
        return super().list_hints()[:1]

    def choices(self) -> list[Choice]:
        """Return the three kinds of puzzles."""
        due = self._due
        mine = ngettext("{count} due", "{count} due", due).format(count=due) if due else ""
        return [
            Choice(
                Row("daily", _("Today's puzzle"), self._share()),
                activate=self._open_daily,
                explain=lambda: (
                    _("The same for everybody, one a day, three tries"),
                    _("One a day, three tries"),
                ),
            ),
            *map(self._level_choice, range(EASIEST, HARDEST + 1)),
            Choice(
                Row("mine", _("My mistakes"), mine),
                activate=self._open_mine,
                explain=lambda: (
                    _("Positions of your own games, until you know them"),
                    _("From your own games"),
                ),
            ),
        ]

    def _level_choice(self, difficulty: int) -> Choice:
        """Return the choice of puzzles of a difficulty."""
        return Choice(
            Row(f"level{difficulty}", _("Difficulty {number}").format(number=difficulty)),
            activate=partial(self._open_level, difficulty),
            explain=lambda: (
                _("The higher, the longer the win, and the more levels of the computer fail"),
                _("Higher: longer, and more levels fail"),
                _("Higher: longer"),
            ),
        )

    def _share(self) -> str:
        """Return today's line to share once its puzzle is done."""
        today = local_day(self.services.today())
        done = next((each for each in self._results if each.date == today and is_done(each)), None)
        return "" if done is None else share_line(today, done.tries, solved=done.solved)

    def on_screen_resume(self) -> None:
        """Show the results and the mistakes that are due, also after puzzles."""
        self.work(self._look, group="look", exclusive=True)

    async def _look(self) -> None:
        """Ask the archive."""
        now = self.services.today()

        def find(games: GameRepository) -> tuple[list[DailyResult], int]:
            training = games.training
            return training.daily_results(), training.count_due(now)

        try:
            self._results, self._due = await self.ask_games(find)
        except StorageError:
            return  # nothing is remembered; the course that needs it says why
        self.refresh_words()

    # -- the courses ------------------------------------------------------------------------------------------------

    def _open_level(self, difficulty: int) -> None:
        try:
            self._open(LevelCourse(shipped(), difficulty, self._rng))
        except PuzzleFileError as error:
            self.services.notices.show(words.puzzle_file_sentence(error))

    def _open_daily(self) -> None:
        self.work(self._ask_daily, group="daily", exclusive=True)

    async def _ask_daily(self) -> None:
        """Open today's puzzle, with the results that the archive has now."""
        today = local_day(self.services.today())
        try:
            results = await self.ask_games(lambda games: games.training.daily_results())
        except StorageError as error:
            self.services.notices.show(storage_sentence(error))
            return

        def save(result: DailyResult) -> None:
            self.keep_result(lambda training: training.save_daily(result))

        try:
            self._open(DailyCourse(shipped(), today, today, results, save))
        except PuzzleFileError as error:
            self.services.notices.show(words.puzzle_file_sentence(error))
        except DayError as error:
            self.services.notices.show(words.day_error_sentence(error, today))

    def _open_mine(self) -> None:
        def reschedule(card: MistakeCard, attempt: Attempt) -> None:
            again = rescheduled(card, attempt.grade, self.services.today())
            self.keep_result(lambda training: training.reschedule(again))

        self._open(MistakeCourse((), reschedule))

    def _open(self, course: Course) -> None:
        """Open the puzzles of a course, unless another screen was opened meanwhile."""
        if self.is_active:
            self.app.push_screen(screen_class("puzzle")(course))
