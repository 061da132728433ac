"""The files beside a database: what SQLite keeps there under names of its own, and the names that damaged ones get."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

KEPT_BESIDE = ("-wal", "-shm", "-journal")
"""What the names of the files end in that SQLite keeps beside a database."""


class Beside:
    """The files whose names begin with a database's."""

    def __init__(self, path: Path) -> None:
        """Those of a database."""
        self._path = path

    def named(self, suffix: str) -> Path:
        """The file whose name ends in something."""
        return self._path.with_name(self._path.name + suffix)

    @property
    def pending(self) -> bool:
        """Whether there may be a part of the database that is not in its file yet."""
        try:
            return self.named("-wal").stat().st_size > 0
        except OSError:
            return False

    def free_name(self, seconds: float) -> Path:
        """A name with a date, in seconds since 1970, that nothing has; nor has it with the endings of SQLite."""
        stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime(seconds))
        count, place = 1, self.named(f".damaged-{stamp}")
        while any(os.path.lexists(f"{place}{suffix}") for suffix in ("", *KEPT_BESIDE)):
            place = self.named(f".damaged-{stamp}-{count}")
            count += 1
        return place

    def move(self, place: Path, suffixes: tuple[str, ...] = KEPT_BESIDE) -> None:
        """Give those that are there of some files the name of a place.

        Raises:
            OSError: one cannot be moved.
        """
        for suffix in suffixes:
            with contextlib.suppress(FileNotFoundError):
                self.named(suffix).rename(f"{place}{suffix}")
