"""What is kept of a build while it goes on. It is in a folder:

    book.json         the board and the depth
    scores-PLY.bin    for each position that the book holds of its deepest ply, in ascending order of the keys, a signed
                      byte: its score, or -128 where that is not known yet

A byte is written whole or not at all, so that a build can be ended at any moment.
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
"""In place of a score."""
BLOCK = 64
"""Positions that a process is given at once: about a second's work at ply 12 of 7x6."""
SYNC_SECONDS = 1.0
"""What is found is on the disk after so many seconds at the latest, should the power fail."""

_MARK = "book.json"


class StateProblem(Enum):
    """Why a folder does not serve to keep a build."""

    EXISTS = "a build is kept there"
    OTHER = "another build is kept there"
    DAMAGED = "what is kept there is damaged"
    IN_USE = "another process uses it"


class StateError(Exception):
    """A folder does not serve to keep a build.

    Attributes:
        folder: the folder.
        problem: why.
    """

    def __init__(self, folder: Path, problem: StateProblem) -> None:
        super().__init__(f"{folder}: {problem.value}")
        self.folder = folder
        self.problem = problem


class State:
    """The scores of the deepest ply as far as they are known, in memory and in a folder; a context manager.

    Attributes:
        scores: one for each position, or `UNKNOWN`.
    """

    def __init__(self, folder: Path, geometry: Geometry, depth: int, *, resume: bool) -> None:
        """Take a folder for the build of a book, a new one or, to resume, one in which that build is kept.

        Raises:
            StateError: it does not serve.
            OSError: it cannot be read or written.
        """
        self._folder = folder
        self._file = folder / f"scores-{depth}.bin"
        self.scores = array("b")
        self._most = best_score(geometry)
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
        """Read the scores of so many positions, none of which is known in a new folder.

        Raises:
            StateError: they are those of another build, or damaged, or another process computes them.
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
        if set(self.scores) - {UNKNOWN, *range(-self._most, self._most + 1)}:
            raise StateError(self._folder, StateProblem.DAMAGED)

    def remove(self) -> None:
        """Take away what is kept, once it is closed and not needed any more; the folder too if nothing else is in it."""
        for path in (self._file, self._folder / _MARK):
            path.unlink(missing_ok=True)
        with suppress(OSError):
            self._folder.rmdir()

    def missing(self) -> Iterator[tuple[int, int]]:
        """The blocks, as first and behind the last position, of which not all is known."""
        for begin in range(0, len(self.scores), BLOCK):
            end = min(begin + BLOCK, len(self.scores))
            if UNKNOWN in self.scores[begin:end]:
                yield begin, end

    def record(self, begin: int, found: Sequence[int]) -> None:
        """Keep the scores of some positions in a row.

        Raises:
            OSError: they cannot be written.
        """
        part = array("b", found)
        self.scores[begin : begin + len(part)] = part
        os.pwrite(self._descriptor, part, begin)
        if time.monotonic() - self._synced > SYNC_SECONDS:
            os.fsync(self._descriptor)
            self._synced = time.monotonic()
