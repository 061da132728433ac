"""`Recorder`: passes every change of a match to the archive, game by game."""

from __future__ import annotations

from p4tui.play.match import Change, Match
from p4tui.storage.archive import Archive
from p4tui.storage.ownership import Ownership


class Recorder:
    """A listener that saves one match while it is played.

    Attributes:
        ownership: of the current game.
    """

    def __init__(self, archive: Archive | None, ownership: Ownership | None = None) -> None:
        """Record a match.

        Args:
            archive: saves it; None to save nothing.
            ownership: of the saved game that is resumed, or None for a new match.
        """
        self.ownership = ownership or Ownership()
        self._archive = archive
        self._has_moves = ownership is not None
        if archive is not None:
            archive.watch(self.ownership)

    @property
    def is_saving(self) -> bool:
        """Whether the current game is saved, as far as known; a game without a move is not."""
        return self._has_moves and self._archive is not None and self._archive.error is None

    @property
    def number(self) -> int | None:
        """The number of the current game, or None before its first save."""
        return self.ownership.number

    def record(self, change: Change, match: Match) -> None:
        """Save a change of the session. A clock update leaves the date of the game unchanged."""
        if change is Change.NEW_GAME:
            self.ownership = Ownership()
            if self._archive is not None:
                self._archive.watch(self.ownership)
            self._has_moves = False
        elif change not in {Change.PAUSE, Change.FAILURE} and self._is_worth(match):
            self.save(match, by_player=change is not Change.CLOCK)

    def _is_worth(self, match: Match) -> bool:
        """Return whether there is something to save: a game that is saved already, or has begun, or is over."""
        return self._has_moves or match.game.cursor > 0 or match.outcome is not None

    def save(self, match: Match, *, by_player: bool = True) -> None:
        """Save the current game."""
        self._has_moves = True
        if self._archive is not None:
            self._archive.save(self.ownership, match, by_player=by_player)

    def close(self) -> None:
        """Stop recording when the game leaves the screen."""
        if self._archive is not None:
            self._archive.unwatch(self.ownership)
        self._archive = None
