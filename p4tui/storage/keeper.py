"""`Keeper`: keeps the games of one match as they are played."""

from __future__ import annotations

import contextlib
from collections import deque

from p4tui.play.match import Match
from p4tui.play.session import Change
from p4tui.storage.errors import StorageError
from p4tui.storage.games import GameRepository

MOST_LEFT = 100
"""Games that ended while they could not be kept, and that are tried again: more than anybody plays on a full disk."""

_NOT_KEPT = {Change.PAUSE}
"""Changes of which nothing is kept."""


class Keeper:
    """Keeps every change of a match, and so its games one after the other. Used by one thread at a time.

    Attributes:
        number: the number of the game that stands, None while there is nothing to keep of it.
    """

    def __init__(self, repository: GameRepository, number: int | None = None) -> None:
        """Keep a match in a repository.

        Args:
            repository: where.
            number: the game that is played on, opened by `GameRepository.open`; None for a new match.
        """
        self.number = number
        self._repository = repository
        self._of_match: int | None = None
        if number is not None:
            with contextlib.suppress(StorageError):
                self._of_match = repository.match_of(number)
        self._behind: Match | None = None
        """The game that stands, where it could not be kept as it is."""
        self._left: deque[tuple[Match, int | None]] = deque(maxlen=MOST_LEFT)
        """Games before it that could not be kept as they ended, with their numbers."""

    @property
    def is_behind(self) -> bool:
        """Whether something was played that could not be kept so far."""
        return self._behind is not None or bool(self._left)

    def keep(self, change: Change, match: Match) -> None:
        """Keep a change; what was played is on the disk when this returns. A game without a move is not kept.

        Raises:
            StorageError: it could not be kept. The next change brings everything up to date, if it can be.
        """
        if change in _NOT_KEPT:
            return
        if change is Change.NEW_GAME:
            self._leave()
        nothing = not match.game.moves and not match.game.forfeited
        # The time that passes alone is not worth waiting for the disk.
        sure = change is not Change.CLOCK or self.is_behind
        if self.number is not None or not nothing:
            self._behind = match
        self._catch_up(sure=sure)

    def close(self) -> None:
        """Let others play the game that stands; what could not be kept is tried once more."""
        self._leave()
        self._repository.be_patient()
        with contextlib.suppress(StorageError):
            self._catch_up(sure=True)

    def _leave(self) -> None:
        """The game that stands is played no longer."""
        if self._behind is not None:
            self._left.append((self._behind, self.number))
        elif self.number is not None:
            self._repository.release(self.number)
        self.number = self._behind = None

    def _catch_up(self, *, sure: bool) -> None:
        """Keep what is not kept yet, in the order in which it was played."""
        while self._left:
            match, number = self._left[0]
            try:
                saved = self._saved(match, number, sure=sure)
            except StorageError as error:
                self._left[0] = (match, number if error.number is None else error.number)
                raise
            self._repository.release(saved)
            self._left.popleft()
        if self._behind is not None:
            try:
                self.number = self._saved(self._behind, self.number, sure=sure)
            except StorageError as error:
                self.number = self.number if error.number is None else error.number
                raise
            self._behind = None

    def _saved(self, match: Match, number: int | None, *, sure: bool) -> int:
        """Save a game of the match; its number."""
        saved = self._repository.save(match, number, self._of_match, sure=sure)
        if saved != number or self._of_match is None:  # new, or new in another file
            with contextlib.suppress(StorageError):
                self._of_match = self._repository.match_of(saved)
        return saved
