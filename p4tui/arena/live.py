"""`LiveTournament`: a tournament that is played in a thread, for a screen that looks on."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from p4tui.arena.news import GameNews
from p4tui.arena.records import GameRecord
from p4tui.arena.standings import Row
from p4tui.arena.tournament import Tournament


class News(Protocol):
    """Where news of running games comes from."""

    def get(self) -> GameNews:
        """Wait for the next news."""
        ...


class Snapshot(NamedTuple):
    """A tournament at a moment.

    Attributes:
        done, total: how many games are finished, and how many there are.
        rows: the table, as it was counted last.
        outdated: whether games have ended since.
        running: the games being played, in the order in which their sources were heard of first.
        last: the game that ended last, or None.
        seconds_left: how long the rest will take, or None if that cannot be said yet.
        over: whether no more games are played.
    """

    done: int
    total: int
    rows: Sequence[Row]
    outdated: bool
    running: tuple[GameNews, ...]
    last: GameRecord | None
    seconds_left: float | None
    over: bool


class LiveTournament:
    """A tournament being played. Its thread plays; any other may look.

    Attributes:
        players: all players.
        texts: the texts of players by their names, for those whose name is not their text.
        file: the name of the file that keeps the games, or None.
        failure: the exception that ended it, or None.
    """

    def __init__(
        self,
        tournament: Tournament,
        texts: Mapping[str, str],
        course: Iterable[GameRecord],
        news: News | None = None,
        file: str | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Play nothing yet.

        Args:
            tournament: the games; only `course` changes it.
            texts, file: see above.
            course: plays the games, and yields each as it ends.
            news: tells of running games; None if nobody does.
            now: returns the time in seconds.
        """
        self.players = tournament.players
        self.texts = texts
        self.file = file
        self.failure: BaseException | None = None
        self._tournament = tournament
        self._course = course
        self._news = news
        self._now = now
        self._running: dict[tuple[int, int], GameNews] = {}
        self._last: GameRecord | None = None
        self._began, self._first = now(), tournament.done
        self._rows: Sequence[Row] = tournament.standings.rows()
        self._counted = tournament.done
        self._thread = threading.Thread(target=self._play, name="tournament", daemon=True)

    def start(self) -> None:
        """Begin to play."""
        if self._news is not None:
            threading.Thread(target=self._listen, args=(self._news,), daemon=True).start()
        self._thread.start()

    def join(self, seconds: float) -> None:
        """Wait for the end of the course."""
        self._thread.join(seconds)

    def count(self) -> None:
        """Count the table again, which may take part of a second."""
        done = self._tournament.done
        self._rows = self._tournament.standings.rows()
        self._counted = done

    def snapshot(self) -> Snapshot:
        """Return the tournament as it is now."""
        over, done, total = not self._thread.is_alive(), *self._progress()
        running = tuple(
            news
            for news in self._running.copy().values()
            if not over and not self._tournament.is_finished(news.game)
        )
        return Snapshot(
            done,
            total,
            self._rows,
            self._counted != done,
            running,
            self._last,
            self._seconds_left(done, total),
            over,
        )

    def _progress(self) -> tuple[int, int]:
        return self._tournament.done, len(self._tournament.games)

    def _seconds_left(self, done: int, total: int) -> float | None:
        """Return the time for the rest if it goes on as it went, or None before the first game has ended."""
        if done <= self._first:
            return None
        return (self._now() - self._began) * (total - done) / (done - self._first)

    def _play(self) -> None:
        try:
            for record in self._course:
                self._last = record
        except BaseException as error:  # noqa: BLE001  whoever leaves the screen gets it
            self.failure = error

    def _listen(self, news: News) -> None:
        """Keep the last news from each source."""
        while True:
            try:
                told = news.get()
            except (OSError, EOFError):
                return
            self._running[told.source] = told
