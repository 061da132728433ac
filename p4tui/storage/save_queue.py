"""`SaveQueue`: the games waiting to be saved, and when to try again. Used by the archive's thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from p4tui.storage.errors import GameLostError, StorageError, StorageProblem
from p4tui.storage.events import (
    Event,
    GameLost,
    GameSaved,
    SavingCrashed,
    SavingFailed,
    SavingRecovered,
)
from p4tui.storage.ownership import Ownership

if TYPE_CHECKING:  # SQLite is imported after the first picture
    from p4tui.play.match import Match
    from p4tui.storage.games import GameRepository

FIRST_RETRY_SECONDS, LAST_RETRY_SECONDS = 1.0, 30.0
"""The pause between two tries doubles from the first to the last."""


@dataclass(frozen=True, slots=True)
class Save:
    """The arguments of `GameRepository.save`."""

    ownership: Ownership
    match: Match
    by_player: bool


class SaveQueue:
    """The newest state of each waiting game.

    Attributes:
        error: the reason that saving fails, or None.
    """

    def __init__(self, notify: Callable[[Event], object], monotonic: Callable[[], float]) -> None:
        """Create an empty queue; `notify` gets the events, `monotonic` returns the time in seconds."""
        self.error: StorageError | None = None
        self._notify = notify
        self._monotonic = monotonic
        self._waiting: dict[Ownership, Save] = {}
        self._pause = FIRST_RETRY_SECONDS
        self._retry_at = 0.0

    def add(self, save: Save) -> None:
        """Add a game in place of its older state, due at once."""
        older = self._waiting.get(save.ownership)
        by_player = save.by_player or (older is not None and older.by_player)
        self._waiting[save.ownership] = Save(save.ownership, save.match, by_player)
        self._retry_at = 0.0

    @property
    def matches(self) -> list[Match]:
        """The waiting games."""
        return [save.match for save in self._waiting.values()]

    @property
    def due_at(self) -> float | None:
        """The time of the next try, or None if no game waits."""
        return self._retry_at if self._waiting else None

    @property
    def is_file_locked(self) -> bool:
        """Whether a game waits for another program's lock."""
        busy = self.error is not None and self.error.problem is StorageProblem.BUSY
        return busy and bool(self._waiting)

    def save_all(self, games: GameRepository) -> None:
        """Save the waiting games, up to the first that cannot be saved."""
        while self._waiting:
            save = next(iter(self._waiting.values()))
            try:
                self._save(games, save)
            except StorageError as error:
                self._fail(error)
                return
            except Exception as error:  # noqa: BLE001  the other games are saved
                self._notify(SavingCrashed(error))
            del self._waiting[save.ownership]
        if self.error is not None:
            self.error = None
            self._notify(SavingRecovered())

    def _save(self, games: GameRepository, save: Save) -> None:
        """Save a game, unless it is new and has no move."""
        game, owned = save.match.game, save.ownership
        if owned.number is None and not (game.moves or game.forfeited):
            return
        try:
            games.save(save.match, owned, by_player=save.by_player)
        except GameLostError as error:
            self._notify(GameLost(owned, error))
        else:
            self._notify(GameSaved(owned, save.match))

    def _fail(self, error: StorageError) -> None:
        """Schedule the next try; report the first failure only."""
        self._pause = FIRST_RETRY_SECONDS if self.error is None else self._pause * 2
        self._retry_at = self._monotonic() + min(self._pause, LAST_RETRY_SECONDS)
        began, self.error = self.error is None, error
        if began:
            self._notify(SavingFailed(error))
