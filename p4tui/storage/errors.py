"""What can go wrong with saved games. The front ends put it into words."""

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
        path: the file at fault; None where there is no place for one.
    """

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


class GameLostError(Exception):
    """A game that was played here is saved by this program no longer.

    Attributes:
        number: the game's.
    """

    def __init__(self, number: int) -> None:
        super().__init__(f"game {number}")
        self.number = number


class GameTakenError(GameLostError):
    """Another window plays the game now.

    Attributes:
        copy: the number of the game that holds what only this window had, or None if the other has all of it.
    """

    def __init__(self, number: int, copy: int | None = None) -> None:
        super().__init__(number)
        self.copy = copy


class GameDeletedError(GameLostError):
    """The game was deleted in another window."""


class RecordError(ValueError):
    """A row that cannot be a game.

    Attributes:
        number: the game's, None where it is not known.
    """

    number: int | None = None
