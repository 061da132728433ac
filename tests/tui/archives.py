"""Saved games for tests of the app: a thread that is the test itself, and a database that fails on demand."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable
from pathlib import Path

from p4tui.play.match import Match
from p4tui.storage.errors import StorageError, StorageProblem
from p4tui.storage.games import GameRepository
from p4tui.tui.archive import Archive

Job = Callable[[GameRepository], object]


class Games(GameRepository):
    """Saved games that cannot be saved while `trouble` says so.

    Attributes:
        saves: every match that was to be saved.
        place: the database.
    """

    def __init__(self, path: Path) -> None:
        self.place = path
        self.trouble: Exception | None = None
        self.saves: list[Match] = []
        dates = itertools.count(1000.0)
        super().__init__(path, now=lambda: next(dates))

    def fail(self, problem: StorageProblem) -> None:
        """Fail from now on."""
        self.trouble = StorageError(problem, self.place)

    def save(
        self,
        match: Match,
        number: int | None = None,
        of_match: int | None = None,
        *,
        sure: bool = True,
    ) -> int:
        """As `GameRepository`."""
        self.saves.append(match)
        if self.trouble is not None:
            raise self.trouble
        return super().save(match, number, of_match, sure=sure)

    def moves(self) -> list[str]:
        """The moves of all games, columns counted from 1, the oldest game first."""
        found = []
        for game in self.all_games():
            assert not isinstance(game, Exception)
            found.append("".join(str(column + 1) for column in game.match.game.played))
        return found


class HeldArchive(Archive):
    """Saved games whose jobs wait until the test has them done."""

    def __init__(self, games: Games) -> None:
        super().__init__(games)
        self.games = games
        self.jobs: deque[Job] = deque()

    def submit(self, job: Job) -> None:
        """As `Archive`, without a thread."""
        self.jobs.append(job)

    def work(self, count: int | None = None) -> None:
        """Do so many of the jobs that wait, all of them unless given."""
        self.listen(self.games)
        for _ in range(len(self.jobs) if count is None else count):
            self.jobs.popleft()(self.games)

    def close(self, seconds: float) -> bool:
        """As `Archive`."""
        self.work()
        self.games.close()
        return True
