"""The scores of an unfinished build, in a folder:

    book.json         the board and the depth
    scores-PLY.bin    a signed byte for each position of the deepest ply, in ascending order of the keys: its score, or
                      -128 if it is still unknown

Writing a byte is atomic, so a build may be interrupted at any moment.
"""

from __future__ import annotations

import fcntl
import json
import os
import time
from array import array
from collections.abc import Iterator, Sequence
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Self

from p4tui.core.geometry import Geometry
from p4tui.engine.book.format import replace
from p4tui.engine.score import best_score

UNKNOWN = -128
"""The mark of an unknown score."""
BLOCK = 64
"""Positions in a block: about a second's work at ply 12 of 7x6."""
SYNC_SECONDS = 1.0
"""Seconds between two `fsync` calls: a power failure costs the scores of that time."""

_MARK = "book.json"


class StateProblem(Enum):
    """The reason why a folder cannot be used for a build."""

    EXISTS = "it has a build already"
    OTHER = "it has another build"
    DAMAGED = "its build is damaged"
    IN_USE = "another process uses it"


class StateError(Exception):
    """A folder cannot be used for a build.

    Attributes:
        folder: the folder.
        problem: the reason.
    """

    def __init__(self, folder: Path, problem: StateProblem) -> None:
        super().__init__(f"{folder}: {problem.value}")
        self.folder = folder
        self.problem = problem


class State:
    """The known scores of the deepest ply, in memory and in a folder; a context manager.

    Attributes:
        scores: the score of each position, or `UNKNOWN`.
    """

    def __init__(self, folder: Path, geometry: Geometry, depth: int, *, resume: bool) -> None:
        """Take a folder for a build: a new one or, to resume, that of the same build.

        Raises:
            StateError: the folder cannot be used.
            OSError: the folder cannot be read or written.
        """
        self._folder = folder
        self._file = folder / f"scores-{depth}.bin"
        self.scores = array("b")
        self._max_score = best_score(geometry)
        self._descriptor = -1
        self._synced = 0.0
        mark = {
            "columns": geometry.columns,
            "rows": geometry.rows,
            "connect": geometry.connect,
            "depth": depth,
        }
        there = folder / _MARK
        if there.exists():
            try:
                known = json.loads(there.read_bytes()[:1000])
            except (ValueError, RecursionError) as error:
                raise StateError(folder, StateProblem.DAMAGED) from error
            if known != mark:
                raise StateError(folder, StateProblem.OTHER)
        elif any(folder.glob("scores-*.bin")) and not self._file.exists():
            raise StateError(folder, StateProblem.OTHER)
        if not resume and (there.exists() or self._file.exists()):
            raise StateError(folder, StateProblem.EXISTS)
        folder.mkdir(parents=True, exist_ok=True)
        if not there.exists():
            replace(there, json.dumps(mark).encode())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._descriptor >= 0:
            os.fsync(self._descriptor)
            os.close(self._descriptor)
            self._descriptor = -1

    def open(self, count: int) -> None:
        """Read the scores of `count` positions; in a new folder all are unknown.

        Raises:
            StateError: the scores are damaged, or another process uses them.
            OSError: the file cannot be read or written.
        """
        if not self._file.exists():
            replace(self._file, bytes(array("b", [UNKNOWN]) * count))
        self._descriptor = os.open(self._file, os.O_RDWR)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise StateError(self._folder, StateProblem.IN_USE) from error
        data = self._file.read_bytes()
        if len(data) != count:
            raise StateError(self._folder, StateProblem.DAMAGED)
        self.scores.frombytes(data)
        if set(self.scores) - {UNKNOWN, *range(-self._max_score, self._max_score + 1)}:
            raise StateError(self._folder, StateProblem.DAMAGED)

    def remove(self) -> None:
        """Delete the files after closing, and the folder if it is empty then."""
        for path in (self._file, self._folder / _MARK):
            path.unlink(missing_ok=True)
        with suppress(OSError):
            self._folder.rmdir()

    def missing(self) -> Iterator[tuple[int, int]]:
        """Yield the start and end index of each block with unknown scores."""
        for begin in range(0, len(self.scores), BLOCK):
            end = min(begin + BLOCK, len(self.scores))
            if UNKNOWN in self.scores[begin:end]:
                yield begin, end

    def record(self, begin: int, found: Sequence[int]) -> None:
        """Record the scores of successive positions from `begin` on.

        Raises:
            OSError: the file cannot be written.
        """
        part = array("b", found)
        self.scores[begin : begin + len(part)] = part
        os.pwrite(self._descriptor, part, begin)
        if time.monotonic() - self._synced > SYNC_SECONDS:
            os.fsync(self._descriptor)
            self._synced = time.monotonic()
