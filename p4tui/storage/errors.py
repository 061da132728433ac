"""The errors of saved games. The front ends put them into words."""

from __future__ import annotations

from enum import Enum
from pathlib import Path


class StorageProblem(Enum):
    """Why games cannot be saved or read."""

    NO_PLACE = "no place"
    """This machine has no folder for data."""
    UNREADABLE = "unreadable"
    """The file or its folder cannot be opened or created."""
    NO_FOLDER = "no folder"
    """A file is in the place of one of the folders; the error has its path."""
    READ_ONLY = "read-only"
    """The file can be read but not written."""
    FULL = "full"
    """The disk, or the user's quota, is full."""
    DISK = "disk"
    """The disk reports an error."""
    BUSY = "busy"
    """Another program locked the file for too long."""
    NEWER = "newer"
    """A newer version of p4tui wrote it."""
    FOREIGN = "foreign"
    """The file belongs to another program."""
    DAMAGED = "damaged"
    """The file is damaged, or no database."""


class StorageError(Exception):
    """The database cannot be used.

    Attributes:
        problem: why.
        path: the file at fault, or None without a folder for data.
    """

    def __init__(self, problem: StorageProblem, path: Path | None = None) -> None:
        super().__init__(f"{problem.value}: {path}")
        self.problem = problem
        self.path = path


class NoSuchGameError(Exception):
    """There is no such game, or it was deleted.

    Attributes:
        number: the first missing number.
        numbers: all missing numbers.
    """

    def __init__(self, number: int, *others: int) -> None:
        super().__init__(f"no game {number}")
        self.number = number
        self.numbers = (number, *others)


class GameLostError(Exception):
    """A game played here does not belong to this window any more.

    Attributes:
        number: the game's.
    """

    def __init__(self, number: int) -> None:
        super().__init__(f"game {number}")
        self.number = number


class GameTakenError(GameLostError):
    """The game was taken over by another window.

    Attributes:
        copy: the number of the game with the moves that only this window has, or None if there were none.
    """

    def __init__(self, number: int, copy: int | None = None) -> None:
        super().__init__(number)
        self.copy = copy


class GameDeletedError(GameLostError):
    """The game was deleted in another window."""


class RecordError(ValueError):
    """An invalid row.

    Attributes:
        number: the game's, or None if it is unknown.
    """

    number: int | None = None
