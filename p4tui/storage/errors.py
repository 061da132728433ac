"""What can go wrong with the database. The front ends put it into words."""

from __future__ import annotations

from enum import Enum
from pathlib import Path


class StorageProblem(Enum):
    """Why games are not saved, or cannot be read."""

    NO_PLACE = "no place"
    """This machine names no folder for data."""
    UNREADABLE = "unreadable"
    """The file or its folder cannot be opened or made."""
    NO_FOLDER = "no folder"
    """Something else is where the file's folder, or one above it, should be; the error's path says what."""
    READ_ONLY = "read-only"
    """It can be read and not written."""
    FULL = "full"
    """The disk, or what the user may take of it, is full."""
    DISK = "disk"
    """The disk reports an error."""
    BUSY = "busy"
    """Another program kept it to itself for too long."""
    NEWER = "newer"
    """A newer version of p4tui wrote it."""
    FOREIGN = "foreign"
    """It is a database of another program."""
    DAMAGED = "damaged"
    """It is no database, or a damaged one."""


class StorageError(Exception):
    """The database cannot be used for what was asked.

    Attributes:
        problem: why.
        path: the file; None where there is no place for one.
        number: what a new game is called that may be there, though not surely on the disk; None where there is none.
    """

    number: int | None = None

    def __init__(self, problem: StorageProblem, path: Path | None = None) -> None:
        super().__init__(f"{problem.value}: {path}")
        self.problem = problem
        self.path = path


class NoSuchGameError(Exception):
    """There is no such game, or it was deleted.

    Attributes:
        number: what was asked for.
        numbers: all of it, where several games were.
    """

    def __init__(self, number: int, *others: int) -> None:
        super().__init__(f"no game {number}")
        self.number = number
        self.numbers = (number, *others)


class GameInUseError(Exception):
    """Another program is playing this game.

    Attributes:
        number: which.
        numbers: all of them, where several games were asked for.
    """

    def __init__(self, number: int, *others: int) -> None:
        super().__init__(f"game {number} is being played elsewhere")
        self.number = number
        self.numbers = (number, *others)


class RecordError(ValueError):
    """What is kept of a game cannot be a game.

    Attributes:
        number: the game's, None where it is not known.
    """

    number: int | None = None
