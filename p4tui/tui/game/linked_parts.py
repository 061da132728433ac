"""The message line of a game with another terminal, the questions before it is left, and its results."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, cast

from p4tui.i18n import _
from p4tui.play.match import Change, Match
from p4tui.tui.game import presenter
from p4tui.tui.game.ending import GameEnding, confirm
from p4tui.tui.game.linked_controller import LinkedController
from p4tui.tui.game.message import GameMessage
from p4tui.tui.screens.board import BoardScreen
from p4tui.words.link import invitation_forms
from p4tui.words.players import player_name

if TYPE_CHECKING:
    from p4tui.tui.screens.linked_results import LinkedResultsScreen


class LinkedMessage(GameMessage):
    """The message of one game: first what the other player asks, then news, then how others join, then the turn."""

    _told = ""

    @property
    def _linked(self) -> LinkedController:
        return cast("LinkedController", self._controller)

    def forget_news(self) -> None:
        """Forget the last event."""
        super().forget_news()
        self._told = ""

    def note(self, change: Change, before: Match, match: Match) -> None:
        """Remember a change as the last event."""
        super().note(change, before, match)
        self._told = ""

    def tell(self, sentences: Sequence[str]) -> None:
        """Remember news that are no change of the match."""
        if sentences:
            self._told = " ".join(sentences)

    def forms(self) -> list[str]:
        """Return what is to be said, in forms that grow shorter."""
        linked = self._linked
        situation = linked.situation
        standing = linked.standing_forms()
        if situation.loss is None and standing and (linked.is_asked or situation.shown is None):
            return [*standing]
        if situation.loss is not None or situation.shown is not None:
            return super().forms()
        turns = presenter.turn_forms(situation)
        if self._told:
            return [*(f"{self._told} {turn}".strip() for turn in turns), self._told]
        if not linked.shared.joined and linked.invitations:
            return [*invitation_forms(linked.invitations)]
        if situation.match.outcome is None and not linked.person_to_move:
            away = _away(linked)
            return [*(away and [f"{away} {turns[0]}", away]), *super().forms()]
        return super().forms()


def _away(linked: LinkedController) -> str:
    """Return that the player whose turn it is has gone away; empty if they are there."""
    match = linked.session.match
    if linked.shared.here[match.to_move - 1] or not linked.shared.joined:
        return ""
    return _("{name} is away.").format(name=player_name(match, match.to_move))


class LinkedEnding(GameEnding):
    """The questions and the results of one game with another terminal."""

    _results: LinkedResultsScreen | None = None

    @property
    def _linked(self) -> LinkedController:
        return cast("LinkedController", self._controller)

    @property
    def _has_company(self) -> bool:
        """Whether the other player is there and would be left."""
        linked = self._linked
        return linked.colour is not None and all(linked.shared.here) and not linked.has_ended

    @property
    def asks_first(self) -> bool:
        """Whether leaving the game needs a confirmation: a game in progress, or one that the host closes."""
        linked = self._linked
        if linked.colour is None:
            return False
        closes = linked.link.is_host and self._has_company
        wants = self._screen.services.preferences.settings.confirm
        return super().asks_first or (closes and wants)

    @property
    def fate(self) -> str:
        """What becomes of the game if it is left."""
        linked, own = self._linked, self._linked.colour
        if own is None or not linked.recorder.is_saving:
            return _("The game is closed: nobody can join it any more.")
        if linked.session.match.outcome is not None:
            return _("The game is closed: there is no rematch then.")
        name = player_name(linked.session.match, own.other)
        return _("Resume in the menu comes back to it; {name} waits meanwhile.").format(name=name)

    def resign(self) -> None:
        """Resign, after a question."""
        linked, match = self._linked, self._linked.session.match
        refusal = linked.refusal()
        if refusal or match.outcome is not None:
            linked.refuse(refusal or _("This game is over"))
            return
        question = partial(confirm, _("Resign this game?"), yes=_("Resign"), no=_("Play on"))
        self.ask(question, linked.link.resign, needed=True)

    def make_results(self, match: Match) -> BoardScreen[str]:
        """Return the screen of the results, from which the other player is asked."""
        from p4tui.tui.screens.linked_results import LinkedResultsScreen

        enabled = self._screen.scores_enabled
        self._results = LinkedResultsScreen(match, self._linked, scores_enabled=enabled)
        return self._results

    def after_results(self, results: BoardScreen[str], choice: str | None) -> None:
        """Leave the game, unless it goes on."""
        self._results = None
        self._screen.scores_enabled = results.scores_enabled
        if choice == "menu":
            self._screen.call_after_refresh(self._leave_results)

    def _leave_results(self) -> None:
        """Go to the menu; the results come again if the person stays."""
        self.results_pending = True
        self.show_menu()

    def follow(self, news: Sequence[str]) -> None:
        """Show on the results what is new, or close them if the game goes on."""
        if self._results is not None and self._results.is_mounted and self._results.is_open:
            self._results.follow(news)
