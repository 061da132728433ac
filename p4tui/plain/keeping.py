"""The plain-text game keeps what is played, and says what keeps it from doing so."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from p4tui.i18n import _
from p4tui.plain.undisturbed import undisturbed
from p4tui.play.match import Match
from p4tui.play.session import Change
from p4tui.storage.errors import StorageError, StorageProblem
from p4tui.storage.games import GameRepository
from p4tui.storage.keeper import Keeper
from p4tui.storage.records import SavedGame
from p4tui.words import moved_aside_sentence, storage_sentence


class Keeping:
    """Keeps one match; play goes on where that cannot be done, which is said once for each reason."""

    def __init__(
        self,
        games: GameRepository,
        complain: Callable[[str], None],
        resumed: SavedGame | None = None,
    ) -> None:
        """Keep a match.

        Args:
            games: where.
            complain: says what is wrong, in a sentence.
            resumed: the game that is played on, opened by `games`; None for a new match.
        """
        self.resumed = resumed
        self._games = games
        self._complain = complain
        self._keeper = Keeper(games, None if resumed is None else resumed.number)
        self._kept = resumed is not None
        self._told: set[StorageProblem] = set()
        games.on_moved(lambda moved: complain(moved_aside_sentence(moved)))

    def keep(self, change: Change, match: Match) -> None:
        """Keep a change: a listener of the session."""
        with undisturbed():
            self._keep(change, match)

    def _keep(self, change: Change, match: Match) -> None:
        """Keep a change, and say what keeps it from being kept."""
        try:
            self._keeper.keep(change, match)
        except StorageError as error:
            self._kept = False
            if error.problem not in self._told:
                self._told.add(error.problem)
                self._complain(storage_sentence(error))
            return
        self._kept = self._keeper.number is not None

    def how_to_go_on(self, match: Match) -> str | None:
        """How the game that stands can be gone on with; None if it is over, or was not kept."""
        if match.outcome is not None or not self._kept:
            return None
        number = self._keeper.number
        if self._left_last() == number:
            return _("The game is saved: p4tui resume goes on with it.")
        return _("The game is saved: p4tui resume {number} goes on with it.").format(number=number)

    def _left_last(self) -> int | None:
        """The number of the game that is gone on with where none is named; None where that is not known."""
        with contextlib.suppress(StorageError):
            for game in self._games.unfinished(most=1):
                return game.number
        return None

    def close(self) -> None:
        """Let others play the game; what could not be kept is tried once more."""
        with undisturbed():
            self._keeper.close()
            # It was said that it is not saved yet.
            if self._keeper.is_behind and StorageProblem.BUSY in self._told:
                self._complain(_("What was played could not be saved."))
