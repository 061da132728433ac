"""The loss of a game to another window, which has taken it over or deleted it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from p4tui.i18n import _
from p4tui.storage.errors import (
    GameDeletedError,
    GameLostError,
    GameTakenError,
    NoSuchGameError,
)
from p4tui.tui.screens.base import P4Screen
from p4tui.words.saved import GAME_PROBLEMS, lost_sentence, problem_sentence


class GameLoss:
    """Detects the loss of a game to another window, and offers the ways out.

    Attributes:
        error: the reason that the game is no longer saved here, or None.
    """

    def __init__(
        self, screen: P4Screen[None], stop: Callable[[], None], keep: Callable[[], None]
    ) -> None:
        """Watch the game of a screen; `stop` ends play and saving after a loss, `keep` plays a deleted game on."""
        self.error: GameLostError | None = None
        self._screen = screen
        self._stop = stop
        self._keep = keep

    def handle_loss(self, error: GameLostError) -> None:
        """Stop the game until a person has chosen what to do."""
        first = self.error is None
        # A later error may bring the number of the copy that holds the moves missing in the other window.
        if first or (isinstance(error, GameTakenError) and error.copy is not None):
            self.error = error
            if first:
                self._stop()
            self.ask()

    def ask(self, problem: str = "") -> None:
        """Explain why the game is lost or cannot be taken back, and ask what to do."""
        from p4tui.tui.screens.dialogs import LossScreen

        assert self.error is not None
        sentence = problem or lost_sentence(self.error)
        app = self._screen.app
        for screen in app.screen_stack:
            if isinstance(screen, LossScreen):
                screen.show_sentence(sentence)
                return
        deleted = isinstance(self.error, GameDeletedError)
        again = _("Keep as a new game") if deleted else _("Resume it here")
        app.push_screen(LossScreen(sentence, again), self._answer)

    def _answer(self, again: object) -> None:
        """Play the game on, or leave it."""
        services, error = self._screen.services, self.error
        if not again or error is None:
            services.navigation.show_menu("resume")
        elif isinstance(error, GameDeletedError):
            self._keep()
        else:
            take_back = partial(self._take_back, error.number)
            self._screen.work(take_back, group="resume", exclusive=True)

    async def _take_back(self, number: int) -> None:
        try:
            opened = await self._screen.ask_games(lambda games: games.open(number))
        except NoSuchGameError:
            self.error = GameDeletedError(number)
            self.ask()
        except GAME_PROBLEMS as problem:
            self.ask(problem_sentence(problem))
        else:
            self._screen.services.navigation.resume(opened)
