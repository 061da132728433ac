"""`Keeper`: saves results in the archive's thread, and tells later whether that failed."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING

from p4tui.storage.archive import Archive
from p4tui.storage.errors import StorageError

if TYPE_CHECKING:  # SQLite is imported in the thread
    from p4tui.storage.training import Training


class Keeper:
    """Saves results without waiting."""

    def __init__(self, archive: Archive | None) -> None:
        """Use the archive; None saves nothing."""
        self._archive = archive
        self._waiting: list[Future[None]] = []

    def keep(self, work: Callable[[Training], None]) -> None:
        """Do a piece of work with what the coach remembers, after all earlier work."""
        if self._archive is not None:
            self._waiting.append(self._archive.request(lambda games: work(games.training)))

    def settle(self, seconds: float) -> None:
        """Wait for the work, so many seconds at most."""
        if self._archive is not None and self._waiting:
            self._archive.settle(seconds)

    def failure(self) -> StorageError | None:
        """Return why finished work failed, once, or None."""
        done = [future for future in self._waiting if future.done()]
        self._waiting = [future for future in self._waiting if not future.done()]
        errors = [future.exception() for future in done]
        for error in errors:
            if error is not None and not isinstance(error, StorageError):
                raise error
        return next((error for error in errors if isinstance(error, StorageError)), None)
