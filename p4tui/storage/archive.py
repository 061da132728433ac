"""`Archive`: a thread that reads and writes saved games, so that drawing never waits for a disk.

After each change a front end hands over the match (`Recorder`), and the thread saves it whole. A waiting save is replaced
only by a newer one of the same game, so that a finished game keeps its last save. A failed save is tried again at each
change, and after 1, 2, 4 ... 30 seconds. A listener gets typed events.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from functools import partial
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, TypeVar

from p4tui.storage.errors import GameLostError, StorageError
from p4tui.storage.events import DatabaseRestored, Event, GameLost, ResultUnsaved, SavingCrashed
from p4tui.storage.ownership import Ownership
from p4tui.storage.save_queue import Save, SaveQueue

# SQLite is imported in the thread, after the first picture.
if TYPE_CHECKING:
    from p4tui.play.match import Match
    from p4tui.storage.games import GameRepository
    from p4tui.storage.training import Training

Answer = TypeVar("Answer")

CHECK_SECONDS = 5.0
"""Seconds between two checks that the game on screen is still ours."""
SWITCH_SECONDS = 0.0005
"""Python's switch interval during a save. A save gives the interpreter back a dozen times: with Python's own 5 ms it took
up to 0.2 s while keys repeated."""
IDLE_SECONDS = 5.0
"""Seconds without work before the log is emptied and a due backup is made."""


_Job = Callable[["GameRepository"], object]


class Archive:
    """The thread of the saved games, started by the first job.

    Attributes:
        listener: called in the thread with each `Event`.
        failure: the first bug in the thread, which continues after it.
    """

    def __init__(
        self,
        open_games: Callable[[], GameRepository],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take over a repository.

        Args:
            open_games: returns the repository, for this thread alone; called in it.
            monotonic: returns the time in seconds, for retries.
        """
        self.listener: Callable[[Event], object] = lambda _event: None
        self.failure: Exception | None = None
        self._open_games = open_games
        self._monotonic = monotonic
        # Signal handlers may use a SimpleQueue: unlike a Queue it has no lock.
        self._items: SimpleQueue[Save | _Job | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._watched: Ownership | None = None
        self._queue = SaveQueue(self._notify, monotonic)
        self._check_at = 0.0
        self._idle_at: float | None = monotonic() + IDLE_SECONDS
        self._deadline: float | None = None

    def save(self, ownership: Ownership, match: Match, *, by_player: bool = True) -> None:
        """Queue a match's game for saving; see `GameRepository.save`."""
        self._put(Save(ownership, match, by_player))

    def watch(self, ownership: Ownership) -> None:
        """Check every few seconds that the game on screen is still ours."""
        self._watched = ownership

    def unwatch(self, ownership: Ownership) -> None:
        """Stop checking this game, unless another one is watched already."""
        if self._watched is ownership:
            self._watched = None

    def submit(self, job: _Job) -> None:
        """Run a job in the thread, after all earlier ones. It must not touch widgets."""
        self._put(job)

    def keep(self, work: Callable[[Training], object]) -> None:
        """Save a result of the coach's exercises, after all earlier work; a failure is an event."""

        def job(games: GameRepository) -> None:
            try:
                work(games.training)
            except StorageError as error:
                self._notify(ResultUnsaved(error))

        self.submit(job)

    async def ask(self, work: Callable[[GameRepository], Answer]) -> Answer:
        """Run a job in the thread; return its result, or raise its error."""
        return await asyncio.wrap_future(self.request(work))

    def request(self, work: Callable[[GameRepository], Answer]) -> Future[Answer]:
        """Run a job in the thread; return the future of its result."""
        answer: Future[Answer] = Future()

        def job(games: GameRepository) -> None:
            if not answer.set_running_or_notify_cancel():
                return
            try:
                answer.set_result(work(games))
            except Exception as error:  # noqa: BLE001  the caller gets it
                answer.set_exception(error)

        self.submit(job)
        return answer

    def settle(self, seconds: float) -> bool:
        """Wait until all earlier work is done; return False if that takes longer than so many seconds."""
        if self._thread is None:
            return True
        done = threading.Event()
        self.submit(lambda _games: done.set())
        return done.wait(seconds)

    def begin_closing(self, seconds: float) -> bool:
        """Start saving everything and closing the repository. Return False if it was started before.

        Retry saves that another program blocks for so many seconds.
        """
        if self._deadline is not None:
            return False
        self._deadline = self._monotonic() + seconds
        self._items.put(None)
        return True

    def wait_closed(self, seconds: float) -> bool:
        """Wait at most so many seconds until `begin_closing` is done; return whether it is."""
        if self._thread is not None:
            self._thread.join(seconds)
            return not self._thread.is_alive()
        return True

    def close(self, seconds: float) -> bool:
        """Save everything and close the repository; return whether all was saved within so many seconds."""
        self.begin_closing(seconds)
        return self.wait_closed(seconds) and not self.unsaved

    @property
    def error(self) -> StorageError | None:
        """The reason that saving fails, or None."""
        return self._queue.error

    @property
    def unsaved(self) -> list[Match]:
        """The matches that could not be saved, after `wait_closed`."""
        with contextlib.suppress(Empty):  # the last ones, if a hanging disk has stopped the thread
            while True:
                item = self._items.get_nowait()
                if isinstance(item, Save):
                    self._queue.add(item)
        return self._queue.matches

    def _put(self, item: Save | _Job) -> None:
        self._items.put(item)
        self._start()

    def _start(self) -> None:
        if self._thread is None:
            # A daemon: a hanging disk must not keep the program from ending.
            self._thread = threading.Thread(target=self._work, name="games", daemon=True)
            self._thread.start()

    def _open(self) -> GameRepository:
        games = self._open_games()
        games.on_restored(lambda restoration: self._notify(DatabaseRestored(restoration)))
        return games

    def _work(self) -> None:
        try:
            with _short_switch_interval():
                games = self._open()
        except Exception as error:  # noqa: BLE001  all games are reported as unsaved
            self._notify(SavingCrashed(error))
            return
        while self._take(games, self._run_due_tasks(games)):
            pass
        self._finish(games)
        games.close()

    def _take(self, games: GameRepository, seconds: float | None) -> bool:
        """Take all new work, after waiting at most so many seconds. Return False at the end."""
        try:
            item = self._items.get(timeout=seconds)
            while True:
                if item is None:
                    return False
                self._idle_at = self._monotonic() + IDLE_SECONDS
                if isinstance(item, Save):
                    self._queue.add(item)
                else:
                    self._save_waiting(games)
                    self._run(item, games)
                item = self._items.get_nowait()
        except Empty:
            return True

    def _run_due_tasks(self, games: GameRepository) -> float | None:
        """Run the tasks that are due. Return the seconds until the next one, or None."""
        self._save_waiting(games)
        now = self._monotonic()
        if self._watched is not None and now >= self._check_at:
            self._check_at = now + CHECK_SECONDS
            self._run(partial(self._check, self._watched), games)
        if self._idle_at is not None and now >= self._idle_at:
            self._idle_at = None
            self._run(_tidy, games)
        check_at = None if self._watched is None else self._check_at
        due_times = [at for at in (self._idle_at, self._queue.due_at, check_at) if at is not None]
        return max(min(due_times) - self._monotonic(), 0.0) if due_times else None

    def _save_waiting(self, games: GameRepository) -> None:
        """Save the waiting games, unless a save has just failed."""
        due_at = self._queue.due_at
        if due_at is not None and self._monotonic() >= due_at:
            with _short_switch_interval():
                self._queue.save_all(games)

    def _check(self, watched: Ownership, games: GameRepository) -> None:
        """Check that a game is still ours; errors of the disk are reported by the next save."""
        with contextlib.suppress(StorageError):
            try:
                games.check(watched)
            except GameLostError as error:
                self._notify(GameLost(watched, error))

    def _run(self, job: _Job, games: GameRepository) -> None:
        try:
            with _short_switch_interval():
                job(games)
        except Exception as error:  # noqa: BLE001  as in `SaveQueue.save_all`
            self._notify(SavingCrashed(error))

    def _notify(self, event: Event) -> None:
        """Pass an event to the listener, but only the first bug."""
        if isinstance(event, SavingCrashed):
            if self.failure is not None:
                return
            self.failure = event.error
        self.listener(event)

    def _finish(self, games: GameRepository) -> None:
        """Save the waiting games in two tries, or until the deadline while another program locks the file."""
        self._queue.save_all(games)
        self._queue.save_all(games)
        deadline = self._deadline or 0.0
        while self._queue.is_file_locked and self._monotonic() < deadline:
            self._queue.save_all(games)


@contextlib.contextmanager
def _short_switch_interval() -> Iterator[None]:
    """Shorten the switch interval, so that busy threads yield to this one sooner."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def _tidy(games: GameRepository) -> None:
    """Empty the log and make the daily backup; an error is reported by the next save."""
    with contextlib.suppress(StorageError):
        games.empty_log()
        games.back_up()
