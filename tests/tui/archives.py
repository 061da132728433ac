"""Saved games for tests of the app: an archive without a thread, and a database that fails on demand."""

from __future__ import annotations

import itertools
from pathlib import Path

from p4tui.core.notation import format_moves
from p4tui.play.match import Match
from p4tui.storage.archive import Archive
from p4tui.storage.errors import StorageError, StorageProblem
from p4tui.storage.games import GameRepository
from p4tui.storage.ownership import Ownership


class Games(GameRepository):
    """Saved games that fail to save while `trouble` is set.

    Attributes:
        saves: every match passed to `save`.
        place: the database.
    """

    def __init__(self, path: Path) -> None:
        self.place = path
        self.trouble: Exception | None = None
        self.saves: list[Match] = []
        dates = itertools.count(1000.0)
        super().__init__(path, now=lambda: next(dates))

    def fail(self, problem: StorageProblem) -> None:
        """Make all saves fail from now on."""
        self.trouble = StorageError(problem, self.place)

    def save(self, match: Match, owned: Ownership, *, by_player: bool = True) -> int:
        """As `GameRepository`."""
        self.saves.append(match)
        if self.trouble is not None:
            raise self.trouble
        return super().save(match, owned, by_player=by_player)

    def moves(self) -> list[str]:
        """Return the moves of all games, columns counted from 1, the oldest game first."""
        found = []
        for game in self.all_games():
            assert not isinstance(game, Exception)
            found.append(format_moves(game.match.game.played))
        return found


class HeldArchive(Archive):
    """An archive without a thread: it works only when the test calls `work`.

    Attributes:
        games: the repository.
        now: the time, in seconds.
    """

    def __init__(self, games: Games) -> None:
        self.games = games
        self.now = 0.0
        super().__init__(lambda: games, lambda: self.now)

    @property
    def waiting(self) -> bool:
        """Whether work is waiting."""
        return not self._items.empty()

    def work(self, seconds: float = 0.0) -> None:
        """Advance the time, and do the work of the thread until then."""
        self.now += seconds
        games = self._open()
        self._take(games, 0.0)
        self._run_due_tasks(games)

    def _start(self) -> None:
        """Start no thread."""

    def wait_closed(self, seconds: float) -> bool:
        """As `Archive`."""
        games = self._open()
        self._take(games, 0.0)
        self._finish(games)
        games.close()
        return True
