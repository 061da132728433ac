"""What the archive tells a front end. The front ends put it into words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from p4tui.storage.errors import GameLostError, StorageError
from p4tui.storage.ownership import Ownership

if TYPE_CHECKING:  # the first picture does not wait for SQLite
    from p4tui.play.match import Match
    from p4tui.storage.backup import Restoration


@dataclass(frozen=True, slots=True)
class GameSaved:
    """A game is on the disk as it stood in a match."""

    ownership: Ownership
    match: Match


@dataclass(frozen=True, slots=True)
class SavingFailed:
    """Saving has begun to fail."""

    error: StorageError


@dataclass(frozen=True, slots=True)
class SavingRecovered:
    """Saving works again, and everything is saved."""


@dataclass(frozen=True, slots=True)
class GameLost:
    """A game that was played here was taken over or deleted: see the error."""

    ownership: Ownership
    error: GameLostError


@dataclass(frozen=True, slots=True)
class DatabaseRestored:
    """A damaged database was moved aside."""

    restoration: Restoration


@dataclass(frozen=True, slots=True)
class SavingCrashed:
    """A bug was met in the thread."""

    error: Exception


Event = GameSaved | SavingFailed | SavingRecovered | GameLost | DatabaseRestored | SavingCrashed
"""What the thread tells its listener."""
