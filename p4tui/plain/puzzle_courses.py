"""The three courses of puzzles in plain text: a day's, those of a difficulty, one's own mistakes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from itertools import chain
from random import Random
from typing import TYPE_CHECKING

from p4tui.engine.solver import Solver
from p4tui.i18n import _
from p4tui.plain.console import Console
from p4tui.plain.drill import Drill
from p4tui.plain.interrupts import stop_on_interrupt
from p4tui.plain.puzzles import PuzzleExercise, exercises
from p4tui.review.puzzles.attempt import Attempt
from p4tui.review.puzzles.daily import DayError
from p4tui.review.puzzles.file import PuzzleFileError, shipped
from p4tui.review.puzzles.puzzle import EASIEST, HARDEST
from p4tui.storage.archive import Archive
from p4tui.storage.errors import StorageError
from p4tui.training.courses import DailyCourse, LevelCourse, MistakeCourse
from p4tui.training.keeping import Keeper
from p4tui.words import puzzles as words
from p4tui.words.saved import problem_sentence
from p4tui.words.time import MINUTE, date_words, local_day

if TYPE_CHECKING:
    from p4tui.storage.training_records import DailyResult, MistakeCard

DAILY_WORDS = {"daily", "jour"}
"""The words after `puzzle` for the puzzle of the day."""
MINE_WORDS = {"mine", "erreurs"}
"""The words for one's own mistakes."""
ENOUGH_DUE = 10
"""The due mistakes with which the questions begin, before all games are reviewed."""
SCAN_SECONDS = 0.5
"""Seconds between two lines on the progress of the review."""
KEEPING_SECONDS = 5.0
"""Seconds to wait for results to be saved."""


class PuzzleCourses:
    """Runs courses of puzzles on a console.

    Attributes:
        failed: whether a result could not be saved.
    """

    def __init__(
        self,
        console: Console,
        style: str,
        archive: Archive | None,
        rng: Random,
        now: Callable[[], float] = time.time,
    ) -> None:
        """Use a console.

        Args:
            console: where the puzzles are shown.
            style: one of `styles.STYLES`.
            archive: the saved games and results; None if nothing is saved.
            rng: chooses puzzles.
            now: returns the date, in seconds since 1970.
        """
        self._console = console
        self._style = style
        self._archive = archive
        self._rng = rng
        self._now = now
        self._keeper = Keeper(archive)
        self.failed = False

    def run_words(self, typed: Sequence[str]) -> None:
        """Run the course that a person typed, in lower case without accents; no word means today's puzzle."""
        word = typed[0] if len(typed) == 1 else ""
        if not typed or word in DAILY_WORDS:
            self.daily()
        elif word in MINE_WORDS:
            self.mine()
        elif word.isascii() and word.isdigit() and EASIEST <= int(word[:3]) <= HARDEST:
            self.level(int(word))
        else:
            self._console.say(
                _("After puzzle comes daily, a difficulty from {least} to {most}, or mine.").format(
                    least=EASIEST, most=HARDEST
                )
            )

    def level(self, difficulty: int) -> bool:
        """Ask puzzles of a difficulty; return False if they cannot be read."""
        try:
            course = LevelCourse(shipped(), difficulty, self._rng)
        except PuzzleFileError as error:
            self._console.complain(words.puzzle_file_sentence(error))
            return False
        self._run(exercises(course, self._style))
        return True

    def daily(self, day: date | None = None) -> bool:
        """Ask the puzzle of a day, by default today's; return False if there is none."""
        today = local_day(self._now())
        results, readable = self._results()
        try:
            course = DailyCourse(shipped(), day or today, today, results, self._save_daily)
        except PuzzleFileError as error:
            self._console.complain(words.puzzle_file_sentence(error))
            return False
        except DayError as error:
            self._console.complain(words.day_error_sentence(error, today))
            return False
        if course.day != today:
            self._console.say(words.earlier_day_sentence())
        elif course.later is not None:
            self._console.complain(words.clock_sentence(today, course.later))
        elif course.share is not None:
            self._console.say(words.done_sentence(course.share))
        self._run(exercises(course, self._style))
        return readable

    def mine(self) -> bool:
        """Ask one's own mistakes that are due; return False if the games cannot be read."""
        if self._archive is None:
            self._console.say(words.nothing_due_sentence(0, None))
            return True
        try:
            self._run(self._mistakes(self._archive))
            self._say_next_due(self._archive)
        except StorageError as error:
            self._console.complain(problem_sentence(error))
            return False
        return True

    def _run(self, tasks: Iterator[PuzzleExercise]) -> None:
        """Ask puzzles, if there are any."""
        first = next(tasks, None)
        if first is None:
            return
        if self._console.interactive:
            self._console.say(_("Type a column to answer, help for the commands."))
        Drill(self._console, self._style).run(chain([first], tasks))
        self._keeps()

    def _keeps(self) -> bool:
        """Return whether all results are saved; complain if not."""
        self._keeper.settle(KEEPING_SECONDS)
        failure = self._keeper.failure()
        if failure is not None:
            self.failed = True
            self._console.complain(problem_sentence(failure))
        return failure is None

    def _results(self) -> tuple[list[DailyResult], bool]:
        """Return the results so far, and whether they could be read; complain if not."""
        if self._archive is None:
            return [], True
        try:
            results = self._archive.request(lambda games: games.training.daily_results()).result()
        except StorageError as error:
            self._console.complain(problem_sentence(error))
            return [], False
        return results, True

    def _save_daily(self, result: DailyResult) -> None:
        self._keeper.keep(lambda training: training.save_daily(result))

    def _reschedule(self, card: MistakeCard, attempt: Attempt) -> None:
        from p4tui.training.mistakes import rescheduled

        again = rescheduled(card, attempt.grade, self._now())
        self._keeper.keep(lambda training: training.reschedule(again))

    def _mistakes(self, archive: Archive) -> Iterator[PuzzleExercise]:
        """Yield the due mistakes. Before each part of them new games are reviewed.

        Raises:
            StorageError: the games cannot be read.
        """
        reviews = True
        while self._keeps():
            reviews = reviews and self._review_games(archive)
            due = self._due_mistakes(archive, self._now())
            if not due:
                return
            yield from exercises(MistakeCourse(due, self._reschedule), self._style)

    def _due_mistakes(self, archive: Archive, now: float) -> list[MistakeCard]:
        return archive.request(lambda games: games.training.due_mistakes(now)).result()

    def _review_games(self, archive: Archive) -> bool:
        """Review new games until some mistakes are found; return False if Ctrl+C ended that.

        Raises:
            StorageError: the games cannot be read.
        """
        from p4tui.training.mistakes import scan

        told = self._now()
        with stop_on_interrupt() as stop:
            try:
                for progress in scan(archive, Solver(), stop, self._now()):
                    last = progress.done == progress.total
                    if progress.total and (last or self._now() - told >= SCAN_SECONDS):
                        told = self._now()
                        self._console.say(words.scan_sentence(progress))
                    if progress.found >= ENOUGH_DUE:
                        break
            except KeyboardInterrupt:
                self._console.say("")
                return False
        return True

    def _say_next_due(self, archive: Archive) -> None:
        """Say how many games are left to review, or when the next mistake is due, if none is due now."""
        from p4tui.training.mistakes import unreviewed_games

        count = archive.request(lambda games: games.training.count_mistakes()).result()
        due = archive.request(lambda games: games.training.next_due()).result()
        left = len(archive.request(unreviewed_games).result())
        if due is not None and due <= self._now():
            return
        if left:
            self._console.say(words.games_left_sentence(left))
        else:
            when = None if due is None else date_words(due, MINUTE)
            self._console.say(words.nothing_due_sentence(count, when))
