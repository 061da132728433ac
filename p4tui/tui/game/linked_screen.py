"""The screen of a game with another terminal: a game screen that also asks, answers and writes messages."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import ClassVar, cast

from textual.binding import BindingType

from p4tui.actions.action import Action
from p4tui.actions.game import named_for_cells
from p4tui.actions.linked import ASKED, LINKED, LOOKING_BACK, SPECTATING
from p4tui.i18n import _
from p4tui.link.opening import LinkedGame
from p4tui.link.shared import RequestKind, makes_sense
from p4tui.play.match import Change, Match
from p4tui.tui.game import possible
from p4tui.tui.game.linked_controller import LinkedController
from p4tui.tui.game.linked_parts import LinkedEnding, LinkedMessage
from p4tui.tui.game.screen import GameScreen
from p4tui.tui.messages import LinkChanged
from p4tui.tui.screens.speaking import Speaking, speaking_bindings
from p4tui.tui.widgets.key_bar import KeyBar

_ASKING = {
    "game.undo": RequestKind.UNDO,
    "game.swap": RequestKind.SWAP,
    "game.draw": RequestKind.DRAW,
}


class LinkedScreen(Speaking[None], GameScreen, inherit_bindings=False):
    """A match being played with somebody at another terminal.

    Attributes:
        linked: the game.
    """

    ACTIONS = LINKED
    BINDINGS: ClassVar[list[BindingType]] = speaking_bindings(LINKED)
    CONTROLLER = LinkedController
    ENDING = LinkedEnding
    MESSAGE = LinkedMessage

    def __init__(self, linked: LinkedGame, rng: random.Random) -> None:
        """Play a game that is open or joined; the screen leaves it at its end."""
        self.linked = linked
        super().__init__(linked.match, rng, linked.opened)

    @property
    def _linked(self) -> LinkedController:
        return cast("LinkedController", self.controller)

    def on_mount(self) -> None:
        """Share the game, and tell a spectator: somebody who wanted to play may find the seat taken."""
        self._linked.attach()
        own = self._linked.colour
        if own is not None:
            # Whoever leaves gets the same seat back from the list of open games, under this name.
            self.services.preferences.linked_name = self.linked.match.seat(own).name
        else:
            cast("LinkedMessage", self.message).tell([_("You are watching this game.")])

    def heading(self) -> str:
        """Return who is there, for the header."""
        return self._linked.presence

    @property
    def actions(self) -> Sequence[Action]:
        """What can be done here now."""
        if self._linked.is_asked:
            shown = ASKED
        elif self.look_back.shown is not None:
            shown = LOOKING_BACK
        else:
            shown = LINKED if self._linked.colour is not None else SPECTATING
        by_cell = self.services.preferences.cursor == "cell"
        return named_for_cells(shown) if by_cell else shown

    def can_run(self, action: Action) -> bool:
        """Return whether an action would not be refused."""
        linked, kind = self._linked, _ASKING.get(action.id)
        if action.id in {"game.yes", "game.no"}:
            return linked.is_asked
        if kind is not None:
            own = linked.colour
            return not linked.refusal() and own is not None and makes_sense(kind, own, self.current)
        if action.id == "game.resign":
            return not linked.refusal() and not linked.is_over
        return possible.can_run(linked.situation, action.id)

    # -- what comes from the other terminal -------------------------------------------------------------------------

    def on_link_changed(self, message: LinkChanged) -> None:
        """Show what is new."""
        linked = self._linked
        stood = linked.standing_forms()
        news = linked.receive(message.event)
        cast("LinkedMessage", self.message).tell(news)
        if self.scores_enabled and not self._may_show_help:
            self.scores_enabled = False
            self.follow_scores()
        self.grid.live = linked.person_to_move and not self.grid.browsing
        linked.clock_face.follow()  # it may stand still, or run again
        self.show_threats()
        self.query_one(KeyBar).repaint()
        if news or stood != linked.standing_forms():
            self.message.say()
        else:
            self.message.refresh()
        cast("LinkedEnding", self.ending).follow(news)

    def _show(self, change: Change, match: Match) -> None:
        """Show a change of the match; the results of the game before are closed."""
        super()._show(change, match)
        if change is not Change.CLOCK:
            cast("LinkedEnding", self.ending).follow(())
            if self.scores_enabled and match.person_to_move:
                self._linked.use_help()

    @property
    def _may_show_help(self) -> bool:
        """Whether scores and threats may be seen."""
        return self._linked.shared.hints or self._linked.is_over

    # -- what a person does -----------------------------------------------------------------------------------------

    def _explain(self, refusal: str) -> None:
        """Say why nothing was done."""
        if refusal:
            self._linked.refuse(refusal)

    def send(self, text: str) -> None:
        """Send a message."""
        self._explain(self._linked.speak(text))

    def _ask(self, kind: RequestKind) -> None:
        """Ask the other player, or return from an earlier position."""
        if not self.look_back.end():
            self.controller.attempt(lambda: self._explain(self._linked.ask(kind)))

    def action_undo(self) -> None:
        """Ask to take back a move."""
        self._ask(RequestKind.UNDO)

    def action_swap(self) -> None:
        """Ask to swap sides."""
        self._ask(RequestKind.SWAP)

    def action_draw(self) -> None:
        """Offer a draw."""
        self._ask(RequestKind.DRAW)

    def action_answer(self, yes: bool) -> None:
        """Answer the other player."""
        self._explain(self._linked.give_answer(yes))

    def action_mute(self) -> None:
        """Show messages, or no longer."""
        linked = self._linked
        linked.is_muted = not linked.is_muted
        self.message.forget_news()
        linked.answer(_("Messages are hidden") if linked.is_muted else _("Messages are shown"))

    def action_talk(self) -> None:
        """Show who is there, and the last messages."""
        from p4tui.tui.screens.talk import TalkScreen

        linked = self._linked
        page = TalkScreen(lambda: linked.shared, lambda: linked.presence, linked.invitations)
        self.app.push_screen(page)

    def action_scores(self) -> None:
        """Show the columns' scores if hints are agreed on, or hide them."""
        if self.scores_enabled or self._linked.may_help():
            super().action_scores()
            if self.scores_enabled:
                self._linked.use_help()

    def show_threats(self) -> None:
        """Mark the threats if they are wanted, and hints are agreed on."""
        if self._may_show_help:
            super().show_threats()
        else:
            self.grid.threats = {}

    def action_threats(self) -> None:
        """Show the threats if hints are agreed on, or hide them."""
        if self._linked.may_help():
            super().action_threats()

    def action_explore(self) -> None:
        """Explore the position if hints are agreed on."""
        if self._linked.may_help():
            self._linked.use_help()
            super().action_explore()
