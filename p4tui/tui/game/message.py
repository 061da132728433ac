"""`GameMessage`: the message line of a game, with the last event and whose turn it is."""

from __future__ import annotations

from p4tui.play.match import Change, Match
from p4tui.storage.ownership import OpenedGame
from p4tui.tui.game import presenter
from p4tui.tui.game.controller import GameController
from p4tui.tui.screens.board import BoardScreen


class GameMessage:
    """The message of one game."""

    def __init__(
        self, screen: BoardScreen[None], controller: GameController, opened: OpenedGame | None
    ) -> None:
        """Speak for a screen; a resumed game is introduced."""
        self._screen = screen
        self._controller = controller
        today = screen.services.today()
        self._news = presenter.resume_news(opened, today) if opened else presenter.NO_NEWS
        self._text = ""

    def forget_news(self) -> None:
        """Forget the last event."""
        self._news = presenter.NO_NEWS

    def note(self, change: Change, before: Match, match: Match) -> None:
        """Remember a change as the last event."""
        unproven = self._controller.session.unproven
        self._news = presenter.news_of(change, before, match, unproven=unproven)

    def forms(self) -> list[str]:
        """Return the last event with whose turn it is, in forms that grow shorter."""
        return presenter.status_forms(self._controller.situation, self._news)

    def say(self) -> None:
        """Report the last event, if there is room, and whose turn it is."""
        screen, controller = self._screen, self._controller
        forms = self.forms()
        self._text = next(filter(screen.status.fits, forms), forms[-1])
        screen.say(self._text, alert=controller.session.failure is not None)

    def refresh(self) -> None:
        """Say the same anew, unless the line says something else."""
        if self._text and self._screen.status.text == self._text:
            self.say()
