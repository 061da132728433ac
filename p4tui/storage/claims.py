"""Who plays which game: locks that end with the process that holds them, however it ends.

One file beside the database, one byte for each game: record locks belong to a process, and the system takes them back.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

WHOLE = 0
"""The byte that stands for the database as a whole: game numbers begin at 1."""
PATIENCE = 10.0
"""Seconds to wait for the database as a whole; whoever has it makes tables, which takes milliseconds."""
_POLL = 0.02


class Claims:
    """The games that this process plays. Where there can be no lock file, every claim is granted."""

    def __init__(self, path: Path) -> None:
        """Claims in a lock file, made when it is first needed."""
        self._path = path
        self._file: int | None = None
        self._held: set[int] = set()

    def claim(self, number: int) -> bool:
        """Take a game for this process; False if another process has it."""
        if number in self._held:
            return True
        granted = self._lock(number)
        if granted:
            self._held.add(number)
        return granted

    def release(self, number: int) -> None:
        """Give a game back."""
        if number in self._held:
            self._held.discard(number)
            self._unlock(number)

    def taken(self, number: int) -> bool:
        """Whether another process has a game."""
        if number in self._held:
            return False
        granted = self._lock(number)
        if granted:
            self._unlock(number)
        return not granted

    @contextlib.contextmanager
    def whole(self) -> Iterator[bool]:
        """Keep every other process from making, mending or moving the database; False if it could not be had in time."""
        until = time.monotonic() + PATIENCE
        while not (granted := self._lock(WHOLE)) and time.monotonic() < until:
            time.sleep(_POLL)
        try:
            yield granted
        finally:
            if granted:
                self._unlock(WHOLE)

    def close(self) -> None:
        """Give everything back."""
        self._held.clear()
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _open(self) -> int | None:
        """The lock file, None where there can be none."""
        if self._file is None:
            with contextlib.suppress(OSError):
                self._file = os.open(
                    self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600
                )
        return self._file

    if sys.platform == "win32":
        import msvcrt

        def _lock(self, byte: int) -> bool:
            file = self._open()
            if file is None:
                return True
            os.lseek(file, byte, os.SEEK_SET)
            try:
                self.msvcrt.locking(file, self.msvcrt.LK_NBLCK, 1)
            except OSError:
                return False
            return True

        def _unlock(self, byte: int) -> None:
            if self._file is not None:
                os.lseek(self._file, byte, os.SEEK_SET)
                with contextlib.suppress(OSError):
                    self.msvcrt.locking(self._file, self.msvcrt.LK_UNLCK, 1)

    else:
        import fcntl

        def _lock(self, byte: int) -> bool:
            file = self._open()
            if file is None:
                return True
            try:
                self.fcntl.lockf(file, self.fcntl.LOCK_EX | self.fcntl.LOCK_NB, 1, byte)
            except (BlockingIOError, PermissionError):
                return False
            except OSError:  # a file system without locks
                return True
            return True

        def _unlock(self, byte: int) -> None:
            if self._file is not None:
                with contextlib.suppress(OSError):
                    self.fcntl.lockf(self._file, self.fcntl.LOCK_UN, 1, byte)
