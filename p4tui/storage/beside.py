"""The files beside a database: what SQLite keeps there under names of its own, and the names that damaged ones get."""

from __future__ import annotations

import contextlib
import os
import time
from dataclasses import dataclass
from pathlib import Path

KEPT_BESIDE = ("-wal", "-shm", "-journal")
"""What the names of the files end in that SQLite keeps beside a database."""
_WHOLE = ("", *KEPT_BESIDE)
"""What the names end in of all files of a database. Its own comes first: whoever has it open sees that it was moved."""


_DAMAGED, _MENDING = ".damaged-", ".mending-"


@dataclass(frozen=True, slots=True)
class MovedAside:
    """What has become of a damaged database.

    Attributes:
        place: where it lies now.
        kept: how many of its games could be read, and are in the new one.
    """

    place: Path
    kept: int


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
        count, place = 1, self.named(f"{_DAMAGED}{stamp}")
        while any(os.path.lexists(f"{place}{suffix}") for suffix in _WHOLE):
            place = self.named(f"{_DAMAGED}{stamp}-{count}")
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

    def begin_mending(self, place: Path) -> None:
        """Note that the database is about to be moved to a place, and its games to be brought into a new one.

        Raises:
            OSError: no file can be made here.
        """
        os.close(os.open(self._mark(place), os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))

    def end_mending(self, place: Path) -> None:
        """All is done, or nothing is to be done."""
        self._mark(place).unlink(missing_ok=True)

    def begun_mendings(self) -> list[Path]:
        """The places for which it was noted that it was begun, and not that it was ended: whoever did it is gone."""
        begin = self.named(_MENDING).name
        try:
            with os.scandir(self._path.parent) as found:
                names = sorted(
                    each.name
                    for each in found
                    if each.name.startswith(begin) and each.is_file(follow_symlinks=False)
                )
        except OSError:
            return []
        return [self.named(_DAMAGED + name.removeprefix(begin)) for name in names]

    def _mark(self, place: Path) -> Path:
        """The file that says so."""
        return self.named(_MENDING + place.name.removeprefix(self.named(_DAMAGED).name))

    def move_whole(self, place: Path) -> None:
        """Give a database and what is beside it the name of a place, also where some of it has that name already.

        Raises:
            OSError: a file cannot be moved; those moved before it are where they were.
        """
        try:
            for suffix in _WHOLE:
                self._move(suffix, place)
        except OSError:
            for suffix in reversed(_WHOLE):
                if not os.path.lexists(self.named(suffix)):
                    with contextlib.suppress(OSError):
                        Path(f"{place}{suffix}").rename(self.named(suffix))
            raise

    def _move(self, suffix: str, place: Path) -> None:
        """Move a file, unless one of that name was moved before: this one is no part of the database then."""
        if not os.path.lexists(f"{place}{suffix}"):
            with contextlib.suppress(FileNotFoundError):
                self.named(suffix).rename(f"{place}{suffix}")
