"""The events that the archive reports. The front ends put them into words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from p4tui.storage.errors import GameLostError, StorageError
from p4tui.storage.ownership import Ownership

if TYPE_CHECKING:  # SQLite is imported after the first picture
    from p4tui.play.match import Match
    from p4tui.storage.backup import Restoration


@dataclass(frozen=True, slots=True)
class GameSaved:
    """A match's game is on the disk."""

    ownership: Ownership
    match: Match


@dataclass(frozen=True, slots=True)
class SavingFailed:
    """Saving failed; further failures are not reported."""

    error: StorageError


@dataclass(frozen=True, slots=True)
class SavingRecovered:
    """Saving works again, and all games are saved."""


@dataclass(frozen=True, slots=True)
class ResultUnsaved:
    """A result of the coach's exercises could not be saved."""

    error: StorageError


@dataclass(frozen=True, slots=True)
class GameLost:
    """A game played here was taken over or deleted, as the error says."""

    ownership: Ownership
    error: GameLostError


@dataclass(frozen=True, slots=True)
class DatabaseRestored:
    """A damaged database was replaced by a backup."""

    restoration: Restoration


@dataclass(frozen=True, slots=True)
class SavingCrashed:
    """The thread met a bug."""

    error: Exception


Event = (
    GameSaved
    | SavingFailed
    | SavingRecovered
    | ResultUnsaved
    | GameLost
    | DatabaseRestored
    | SavingCrashed
)
"""What the listener of the archive gets."""
