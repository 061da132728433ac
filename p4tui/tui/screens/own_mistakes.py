"""`OwnMistakes`: reviews one's games beside the puzzles, and hands the mistakes that are due to the course."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

from p4tui.engine.limit import StopFlag
from p4tui.engine.resources import lower_priority
from p4tui.engine.solver import Solver
from p4tui.storage.errors import StorageError
from p4tui.training.courses import MistakeCourse, Task
from p4tui.training.mistakes import Scan, scan
from p4tui.tui.screens.base import P4Screen
from p4tui.words.errors import storage_sentence
from p4tui.words.puzzles import (
    brief_nothing_due,
    brief_scan,
    nothing_due_sentence,
    scan_sentence,
)
from p4tui.words.time import MINUTE, date_words

if TYPE_CHECKING:
    from p4tui.storage.games import GameRepository
    from p4tui.storage.training_records import MistakeCard


@dataclass
class ScanProgress(Message):
    """The progress of the review, posted from its thread."""

    scan: Scan


class OwnMistakes:
    """The review of one's games while their mistakes are asked."""

    def __init__(
        self, screen: P4Screen[None], course: MistakeCourse, show: Callable[[Task], None]
    ) -> None:
        """Serve a screen and its course; `show` shows the next task."""
        self._screen = screen
        self._course = course
        self._show = show
        self._stop = StopFlag()
        self._scan: Scan | None = None

    def begin(self) -> None:
        """Begin the review of the games that are not yet reviewed."""
        screen, archive, stop = self._screen, self._screen.services.archive, self._stop
        if archive is None:
            return
        now = screen.services.today()

        def review() -> None:
            lower_priority()
            with suppress(StorageError):  # `look` reports it
                for progress in scan(archive, Solver(), stop, now):
                    screen.post_message(ScanProgress(progress))

        screen.run_worker(review, thread=True, group="review")

    def stop(self) -> None:
        """Stop the review; the games reviewed so far stay reviewed."""
        self._stop.set()

    def follow(self, progress: Scan, *, is_waiting: bool) -> None:
        """Say how far the review is while the screen waits for a first mistake, and look for one."""
        before, self._scan = self._scan, progress
        if is_waiting:
            found = progress.found > (before.found if before else 0)
            if found or progress.done == progress.total:
                self.look()
            else:
                self._screen.say(scan_sentence(progress), brief_scan(progress))

    def look(self) -> None:
        """Ask the mistakes that are due now."""
        self._screen.work(self._look, group="due", exclusive=True)

    async def _look(self) -> None:
        screen = self._screen
        now = screen.services.today()

        def find(games: GameRepository) -> tuple[list[MistakeCard], int, float | None]:
            training = games.training
            return training.due_mistakes(now), training.count_mistakes(), training.next_due()

        try:
            cards, count, due = await screen.ask_games(find)
        except StorageError as error:
            screen.say(storage_sentence(error), alert=True)
            return
        self._course.add(cards)
        task = self._course.next_task()
        if task is not None:
            self._show(task)
        elif self._scan is not None and self._scan.done < self._scan.total:
            screen.say(scan_sentence(self._scan), brief_scan(self._scan))
        else:
            when = None if due is None else date_words(due, MINUTE)
            screen.say(nothing_due_sentence(count, when), brief_nothing_due(when))
