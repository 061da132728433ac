"""`Keeper`: keeps the games of one match as they are played."""

from __future__ import annotations

from p4tui.play.match import Match
from p4tui.play.session import Change
from p4tui.storage.games import GameRepository

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
        self._of_match = None if number is None else repository.match_of(number)

    def keep(self, change: Change, match: Match) -> None:
        """Keep a change; what was played is on the disk when this returns. A game without a move is not kept.

        Raises:
            StorageError: it could not be kept. The next change brings everything up to date, if it can be.
        """
        if change in _NOT_KEPT:
            return
        if change is Change.NEW_GAME:
            self.close()
        if self.number is None and not match.game.moves:
            return
        sure = change is not Change.CLOCK
        self.number = self._repository.save(match, self.number, self._of_match, sure=sure)
        self._of_match = self._of_match or self.number

    def close(self) -> None:
        """Let others play the game that stands."""
        if self.number is not None:
            self._repository.release(self.number)
            self.number = None
