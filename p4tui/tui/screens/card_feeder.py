"""Fetches the games that the card beside the list shows."""

from __future__ import annotations

from functools import partial

from textual.worker import Worker

from p4tui.storage.errors import NoSuchGameError
from p4tui.storage.games import GameRepository
from p4tui.storage.records import SavedGame
from p4tui.storage.summaries import Summary
from p4tui.tui.screens.base import P4Screen
from p4tui.tui.widgets.game_card import GameCard
from p4tui.words.saved import GAME_PROBLEMS

CACHED_GAMES = 64
"""Games in memory, so that going back and forth shows them at once."""


class CardFeeder:
    """Shows the selected game on a screen's card. Keys never wait for it: games that are passed over are not fetched."""

    def __init__(self, screen: P4Screen[None]) -> None:
        self._screen = screen
        self._games: dict[int, SavedGame | None] = {}
        self._wanted: int | None = None
        self._worker: Worker[None] | None = None

    def forget(self) -> None:
        """Drop the games in memory, which may have changed."""
        self._games = {}

    def follow(self, game: Summary | None) -> None:
        """Show a game, at once if it is in memory; nothing if the card is hidden."""
        card = self._screen.query_one(GameCard)
        self._wanted = game.number if game is not None and card.display else None
        if self._wanted is None or self._wanted in self._games:
            card.show(None if self._wanted is None else self._games[self._wanted])
        elif self._worker is None or self._worker.is_finished:
            self._worker = self._screen.work(self._fetch, group="card")

    async def _fetch(self) -> None:
        """Fetch the selected game, and go on while another one is selected meanwhile."""
        while (number := self._wanted) is not None and number not in self._games:
            known = self._games  # replaced by `forget`, which makes this answer too old
            if len(known) >= CACHED_GAMES:
                known.clear()
            try:
                known[number] = await self._screen.ask_games(
                    partial(GameRepository.load, number=number)
                )
            except NoSuchGameError:
                known[number] = None
            except (
                GAME_PROBLEMS
            ):  # said when the game is opened; fetched again when it is selected again
                if number == self._wanted:
                    self._screen.query_one(GameCard).show(None)
                    return
        if number is not None:
            self._screen.query_one(GameCard).show(self._games[number])
