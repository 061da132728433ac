"""`Archive`: the saved games, for the app: one thread has the repository, and nobody on the screen waits for the disk."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from p4tui.storage.beside import MovedAside
    from p4tui.storage.games import GameRepository

Answer = TypeVar("Answer")


class Archive:
    """The thread that alone reads and writes the saved games of the app; what is handed to it is done in order.

    The thread starts with the first job, and what it needs is imported there: the first picture does not wait for SQLite.

    Attributes:
        on_moved: called in the thread when a damaged database was moved aside.
        failure: the first mistake of the program in a job that nobody waits for; the jobs after it are done all the same.
    """

    failure: Exception | None = None
    on_moved: Callable[[MovedAside], object] | None = None

    def __init__(self, games: GameRepository | None = None) -> None:
        """Own a repository, which nobody else may use from now on; None: the user's, opened in the thread."""
        self._games = games
        self._jobs: SimpleQueue[Callable[[GameRepository], object] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def submit(self, job: Callable[[GameRepository], object]) -> None:
        """Have something done in the thread, after whatever was handed over before. It touches no widget."""
        self._jobs.put(job)
        if self._thread is None:
            # A daemon: a disk that hangs does not keep the program from ending.
            self._thread = threading.Thread(target=self._work, name="games", daemon=True)
            self._thread.start()

    async def ask(self, work: Callable[[GameRepository], Answer]) -> Answer:
        """Have something done in the thread; its answer, or what it raised. It touches no widget."""
        answer: Future[Answer] = Future()

        def job(games: GameRepository) -> None:
            if not answer.set_running_or_notify_cancel():
                return
            try:
                answer.set_result(work(games))
            except Exception as error:  # noqa: BLE001  who asks gets it
                answer.set_exception(error)

        self.submit(job)
        return await asyncio.wrap_future(answer)

    def settle(self, seconds: float) -> bool:
        """Wait until all that was handed over is done; False if that takes longer than so many seconds."""
        if self._thread is None:
            return True
        done = threading.Event()
        self.submit(lambda _games: done.set())
        return done.wait(seconds)

    def close(self, seconds: float) -> bool:
        """Do all that was handed over and close the repository; False if that took longer than so many seconds."""
        if self._thread is None:
            if self._games is not None:
                self._games.close()
            return True
        self._jobs.put(None)
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def listen(self, games: GameRepository) -> None:
        """Have `on_moved` called by a repository."""
        if self.on_moved is not None:
            games.on_moved(self.on_moved)

    def _work(self) -> None:
        """What the thread does."""
        games = self._games or _users_games()
        self.listen(games)
        while (job := self._jobs.get()) is not None:
            try:
                job(games)
            except Exception as error:  # noqa: BLE001  games that come after it are saved; `failure` says what it was
                self.failure = self.failure or error
        games.close()


def _users_games() -> GameRepository:
    from p4tui import paths
    from p4tui.storage.games import GameRepository

    return GameRepository(paths.games_file())
