"""`GameCounter`: the results of the saved games at the positions that a screen shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual.worker import Worker

from p4tui.core.position import Position
from p4tui.engine.limit import StopFlag
from p4tui.storage.errors import StorageError
from p4tui.tui.screens.base import P4Screen

if TYPE_CHECKING:
    from p4tui.storage.games import GameRepository
    from p4tui.storage.played import PlayedGames, Reached


class GameCounter:
    """Counts in the thread of the saved games. Keys never wait for it: positions that are passed over are not counted.

    Attributes:
        error: the reason that the games cannot be read, or None.
    """

    def __init__(self, screen: P4Screen[Any], show: Callable[[], None]) -> None:
        """Count for a screen; `show` is called when a wanted position is counted, or cannot be."""
        self.error: StorageError | None = None
        self._screen = screen
        self._show = show
        self._stop = StopFlag()
        self._games: PlayedGames | None = None
        self._counted: dict[Position, Reached] = {}
        self._wanted: Position | None = None
        self._worker: Worker[None] | None = None

    def reached(self, position: Position) -> Reached | None:
        """Return the games that reached a position; None before they are counted."""
        return self._counted.get(position)

    def is_done(self, position: Position) -> bool:
        """Return whether a position is counted, or never will be."""
        nothing = self.error is not None or self._screen.services.archive is None
        return nothing or position in self._counted

    def follow(self, position: Position) -> None:
        """Count the games that reached a position."""
        self._wanted = position
        idle = self._worker is None or self._worker.is_finished
        if idle and not self.is_done(position):
            self._worker = self._screen.work(self._count, group="games")

    def close(self) -> None:
        """Stop reading games."""
        self._stop.set()

    async def _count(self) -> None:
        """Count at the wanted position, and go on while another one is wanted meanwhile."""
        while (position := self._wanted) is not None and position not in self._counted:

            def count(games: GameRepository, position: Position = position) -> Reached:
                if self._games is None:
                    self._games = games.played_games(position.geometry, self._stop)
                return self._games.reached(position)

            try:
                self._counted[position] = await self._screen.ask_games(count)
            except StorageError as error:
                self.error = error
                break
        self._show()
