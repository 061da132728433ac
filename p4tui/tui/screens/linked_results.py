"""The results of a game with another terminal: what comes next is asked there, while the results stay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Protocol

from textual.binding import BindingType

from p4tui.actions.action import Action
from p4tui.actions.linked import ASKED_RESULTS, LINKED_RESULTS, SPECTATED_RESULTS
from p4tui.core.colour import Colour
from p4tui.link.shared import RequestKind
from p4tui.play.match import Match
from p4tui.tui.screens.results import ResultsScreen
from p4tui.tui.screens.speaking import Speaking, speaking_bindings
from p4tui.tui.widgets.choice_list import Row
from p4tui.tui.widgets.key_bar import KeyBar

_KINDS = {"rematch": RequestKind.REMATCH, "swap": RequestKind.SWAP, "undo": RequestKind.UNDO}


class Talk(Protocol):
    """What the results know of the other terminal; see `LinkedController`."""

    @property
    def colour(self) -> Colour | None:
        """The colour of this terminal, None for a spectator."""

    @property
    def is_asked(self) -> bool:
        """Whether the other player waits for an answer."""

    @property
    def presence(self) -> str:
        """Who is there."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over, until the next one begins."""

    def standing_forms(self) -> Sequence[str]:
        """Return what must be read at once; else nothing."""

    def ask(self, kind: RequestKind) -> str:
        """Ask for something; return why not, or an empty text."""

    def give_answer(self, yes: bool) -> str:
        """Answer; return why not, or an empty text."""

    def speak(self, text: str) -> str:
        """Send a message; return why not, or an empty text."""


class LinkedResultsScreen(Speaking[str], ResultsScreen):
    """The end of a game with another terminal. It returns `menu`, or `on` when the game goes on."""

    ACTIONS = LINKED_RESULTS
    BINDINGS: ClassVar[list[BindingType]] = speaking_bindings(LINKED_RESULTS)

    def __init__(self, match: Match, talk: Talk, *, scores_enabled: bool = False) -> None:
        """Show the end of a match.

        Args:
            match: the match.
            talk: leads to the other player.
            scores_enabled: whether the columns' scores are shown.
        """
        super().__init__(match, scores_enabled=scores_enabled)
        self._talk = talk
        self._news = ""

    def heading(self) -> str:
        """Return who is there, for the header."""
        return self._talk.presence

    @property
    def actions(self) -> Sequence[Action]:
        """The actions now: first the answers to a question."""
        if self._talk.colour is None:
            return SPECTATED_RESULTS
        return ASKED_RESULTS if self._talk.is_asked else LINKED_RESULTS

    def rows(self) -> list[Row]:
        """Return the choices: the players stay the same, and a spectator asks them for nothing."""
        left_out = {"players"} if self._talk.colour is not None else {"players", *_KINDS}
        return [row for row in super().rows() if row.id not in left_out]

    def last_forms(self) -> tuple[str, ...]:
        """Return what the other player asks, the news, or the games won."""
        standing = self._talk.standing_forms()
        news = (self._news,) if self._news else super().last_forms()
        return (*standing,) if standing else news

    def follow(self, news: Sequence[str]) -> None:
        """Show what is new, or close if the game goes on."""
        self._news = " ".join(news) or self._news
        if not self._talk.is_over:
            self._go_on()
        else:
            self.show_match()
            self.show_position()
            self.query_one(KeyBar).repaint()

    def on_screen_resume(self) -> None:
        """Close if the game has gone on behind another screen."""
        super().on_screen_resume()
        if not self._talk.is_over:
            self._go_on()

    def _go_on(self) -> None:
        if self.is_active:
            self.dismiss("on")

    def send(self, text: str) -> None:
        """Send a message."""
        self._explain(self._talk.speak(text))

    def action_answer(self, yes: bool) -> None:
        """Answer the other player."""
        self._explain(self._talk.give_answer(yes))

    def action_choose(self, choice: str) -> None:
        """Ask the other player, or do what needs no answer."""
        if choice in _KINDS:
            self._news = ""
            self._explain(self._talk.ask(_KINDS[choice]))
        elif choice == "review":
            super().action_choose(choice)
        elif choice == "copy":
            self.copy_moves()
        else:
            self.dismiss("menu")

    def _explain(self, refusal: str) -> None:
        """Say why nothing was done."""
        if refusal:
            self.say(refusal, alert=True)
