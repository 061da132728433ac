"""`Course`: plays the games of a tournament, told in lines of text or shown on a screen."""

from __future__ import annotations

import argparse
import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from p4tui.arena.live import LiveTournament
from p4tui.arena.news import tell
from p4tui.arena.record_file import RecordFile
from p4tui.arena.records import GameRecord
from p4tui.arena.sprt import Decision, Sprt
from p4tui.arena.tournament import Task, Tournament
from p4tui.cli.book.cluster import cluster
from p4tui.cli.processes import processes
from p4tui.engine.resources import usable_cores

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from multiprocessing.queues import SimpleQueue

    from p4tui.arena.news import GameNews
    from p4tui.settings import Settings

END_SECONDS = 5.0
"""Seconds to wait for the thread of a tournament that was stopped."""


class Decided(Exception):  # noqa: N818  it ends the games that still run, and is no error
    """The sequential test has decided."""


def test_of(arguments: argparse.Namespace) -> Sprt | None:
    """Return the sequential test of the arguments, or None."""
    return Sprt(*arguments.sprt) if arguments.sprt else None


class Course:
    """The games of a tournament that are not finished, and how they are played.

    Attributes:
        games: how many.
    """

    def __init__(
        self,
        arguments: argparse.Namespace,
        tournament: Tournament,
        task: Task,
        file: RecordFile | None,
    ) -> None:
        """Play nothing yet.

        Args:
            arguments: those of the command.
            tournament: the games.
            task: has everything else that the games need.
            file: keeps every game, or None.
        """
        self._arguments = arguments
        self._tournament = tournament
        self._task = task
        self._file = file
        self._test = test_of(arguments)
        self.games = len(tournament.games) - tournament.done

    def end_if_decided(self) -> None:
        """End the tournament if the sequential test has decided.

        Raises:
            Decided: it has.
        """
        test = self._test
        if test is not None and test.decision(self._tournament.first_counts()) is not Decision.OPEN:
            raise Decided

    def play_in_lines(self) -> None:
        """Play, and tell of every game in a line of the standard error.

        Raises:
            UsageError: there is no such cluster.
            Decided: the sequential test has decided.
            BrokenExecutor: a process was killed.
            NotWrittenError: a game cannot be written.
            OSError: the system refuses what the games need.
        """
        from p4tui.cli.arena.lines import Lines

        lines = Lines(self._tournament)
        with self._executor() as found:
            for record in self._records(*found):
                lines.tell(record)

    def play_on_screen(self, settings: Settings) -> None:
        """Play, and show the tournament on a screen; it may raise what `play_in_lines` does.

        Raises:
            KeyboardInterrupt: it was stopped there.
            SystemExit: by a signal.
        """
        from p4tui.cli.play.start import display_options
        from p4tui.tui.app import run

        queue: SimpleQueue[GameNews] | None = None
        if self._arguments.scheduler is None:
            queue = multiprocessing.get_context("spawn").SimpleQueue()
        live: LiveTournament | None = None
        try:
            with self._executor(queue) as found:
                course, name = self._records(*found), self._arguments.output
                live = LiveTournament(self._tournament, self._task.texts, course, queue, name)
                live.start()
                options = display_options(self._arguments)
                status = run(
                    None,
                    options,
                    settings,
                    first=lambda app: app.navigation.follow_tournament(live),
                )
                if live.failure is not None:
                    raise live.failure
                if not live.snapshot().over:
                    raise SystemExit(status) if status else KeyboardInterrupt
        finally:
            if live is not None:
                live.join(END_SECONDS)

    def _records(self, executor: Executor, jobs: int) -> Iterator[GameRecord]:
        """Play; keep and yield every game as it ends."""
        keep = None if self._file is None else self._file.append
        for record in self._tournament.play(executor, jobs, self._task, keep):
            yield record
            self.end_if_decided()

    @contextmanager
    def _executor(
        self, queue: SimpleQueue[GameNews] | None = None
    ) -> Iterator[tuple[Executor, int]]:
        """Yield what plays the games, and how many pairs of them it plays at once.

        Raises:
            UsageError: there is no such cluster.
        """
        if self._arguments.scheduler is not None:
            with cluster(self._arguments.scheduler) as found:
                yield found
            return
        jobs = min(self._arguments.jobs or usable_cores(), -(-self.games // 2))
        at_start = None if queue is None else partial(tell, queue)
        with processes(jobs, at_start) as executor:
            yield executor, jobs
