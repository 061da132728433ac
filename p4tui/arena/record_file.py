"""`RecordFile`: the file that keeps the games of a tournament."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from io import FileIO
from pathlib import Path
from typing import Self

from p4tui.arena.records import GameRecord, read_lines, to_line


class NotWrittenError(Exception):
    """A game cannot be written; the text of the exception says why."""


class RecordFile:
    """A file of records that grows by whole lines; a context manager. One tournament at a time has it.

    Attributes:
        records: those that it had when it was opened.
    """

    def __init__(self, path: Path, texts: Mapping[str, str], *, resume: bool) -> None:
        """Open a file for writing: a new one, or to go on with an existing one, whose cut last line is removed.

        Args:
            path: the file.
            texts: the texts of players by their names (see `saved_game`).
            resume: whether to go on with it if it exists.

        Raises:
            FileExistsError: it exists and is not to be gone on with.
            BlockingIOError: another tournament has it.
            OSError: it cannot be opened.
            RecordLineError: a line of it has no record; the file is as it was.
        """
        self.records: list[GameRecord] = []
        self._texts = texts
        # Without a buffer: what could not be written is not tried again when it is closed.
        self._file = path.open("a+b" if resume else "xb", buffering=0)
        try:
            _lock(self._file)
            if resume:
                self._read()
        except BaseException:
            self._file.close()
            raise

    def _read(self) -> None:
        """Read the records, and cut off what follows the last whole line."""
        with os.fdopen(self._file.fileno(), "rb", closefd=False) as file:
            file.seek(0)
            lines = file.readlines()
        self.records = list(read_lines(lines))
        self._file.truncate(sum(len(line) for line in lines if line.endswith(b"\n")))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._file.close()

    def append(self, record: GameRecord) -> None:
        """Write a record at once.

        Raises:
            NotWrittenError: it cannot be written.
        """
        line = to_line(record, self._texts).encode() + b"\n"
        try:
            while line:
                line = line[self._file.write(line) :]
        except OSError as error:
            raise NotWrittenError(error.strerror) from error


def _lock(file: FileIO) -> None:
    """Lock a file against other tournaments until it is closed, where there are such locks.

    Raises:
        BlockingIOError: another tournament has it.
    """
    if sys.platform == "win32":
        return
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:  # not every file system has locks
        pass
