"""The controller of a game with another terminal: what is shared goes through the link."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Protocol, cast

from p4tui.core.colour import Colour
from p4tui.i18n import _
from p4tui.link.guest import Guest
from p4tui.link.host import Host
from p4tui.link.link import apply
from p4tui.link.meeting import HOST, meeting_of
from p4tui.link.opening import LinkedGame, own_colour
from p4tui.link.participant import LinkedFactory
from p4tui.link.shared import Request, RequestKind, Shared, makes_sense
from p4tui.link.visit import Ended
from p4tui.play.analysis import Advice
from p4tui.play.linked_session import LinkedSession
from p4tui.play.match import Change, Match
from p4tui.storage.archive import Archive
from p4tui.storage.errors import GameDeletedError
from p4tui.tui.game.clock_face import AwakeTime
from p4tui.tui.game.controller import GameController
from p4tui.tui.messages import LinkChanged
from p4tui.words.link import (
    asked_forms,
    invitations,
    news_sentences,
    presence_sentence,
    question_forms,
    refusal_sentence,
    request_sentence,
)


class LinkedGameScreen(Protocol):
    """What the controller knows of its screen beside the board.

    Attributes:
        linked: the game.
    """

    linked: LinkedGame


class LinkedController(GameController):
    """The play of a match with another terminal.

    Attributes:
        link: carries the game.
        is_muted: whether messages are not shown.
    """

    is_muted = False

    def make_session(
        self, match: Match, rng: random.Random, choose_levels: Callable[[Match], Match]
    ) -> LinkedSession:
        """Return a session whose changes come from both terminals."""
        self.link = link = cast("LinkedGameScreen", self._screen).linked.link
        return LinkedSession(
            match,
            rng,
            LinkedFactory(link.participant, self.participants),
            self._post_reply,
            AwakeTime(),
            link.prepare if isinstance(link, Host) else choose_levels,
            is_referee=link.is_host,
        )

    @property
    def archive(self) -> Archive | None:
        """Saves the match; a spectator saves nothing."""
        linked = cast("LinkedGameScreen", self._screen).linked
        return None if own_colour(linked.match) is None else super().archive

    @property
    def waits_for_input(self) -> bool:
        """Whether the clock stands still until the first key: the other player would wait too."""
        return False

    def record(self, change: Change, match: Match) -> None:
        """Save a change, while a person here plays and the game is saved here."""
        if own_colour(match) is not None and self.loss.error is None:
            super().record(change, match)

    def _stop(self) -> None:
        """Stop playing a lost game here; one that was deleted goes on, as at the other terminal."""
        if isinstance(self.loss.error, GameDeletedError):
            self._follow()
        else:
            super()._stop()

    def keep(self) -> None:
        """Save a game that was deleted as a new one."""
        self.loss.error = None
        self.recorder.record(Change.NEW_GAME, self.session.match)
        self.recorder.save(self.session.match)
        self._follow()

    def attach(self) -> None:
        """Share the game from now on, and save what has come with it."""
        session, archive, link = self.session, self.archive, self.link
        assert isinstance(session, LinkedSession)
        opened = cast("LinkedGameScreen", self._screen).linked.opened
        if opened is None or opened.saved.match != session.match:
            self.record(Change.SEATS, session.match)
        if isinstance(link, Guest):
            link.attach(session, self._post_event)
        elif archive is None:
            link.attach(session, self._post_event, lambda act: act())
        else:
            link.attach(session, self._post_event, lambda act: archive.submit(lambda _games: act()))

    def _post_event(self, event: object) -> None:
        """Post an event of the link, from its thread. After the end it is dropped."""
        with suppress(RuntimeError):  # the loop has ended
            self._screen.post_message(LinkChanged(event))

    def close(self) -> None:
        """End the session, and leave the other terminal."""
        super().close()
        self.link.close()

    # -- what both terminals know -----------------------------------------------------------------------------------

    @property
    def shared(self) -> Shared:
        """What both terminals know."""
        shared = self.link.shared
        assert shared is not None
        return shared

    @property
    def colour(self) -> Colour | None:
        """The colour of this terminal, None for a spectator."""
        return own_colour(self.session.match)

    @property
    def is_connected(self) -> bool:
        """Whether the host can be reached."""
        return not isinstance(self.link, Guest) or self.link.is_connected

    @property
    def has_ended(self) -> bool:
        """Whether the visit is over for good."""
        return isinstance(self.link, Guest) and self.link.ended is not None

    @property
    def person_to_move(self) -> bool:
        """Whether a person can move here."""
        return super().person_to_move and not self.has_ended

    @property
    def question(self) -> Request | None:
        """The request that waits for an answer from here, or None."""
        request, own = self.shared.request, self.colour
        return request if request is not None and own not in {None, request.by} else None

    @property
    def is_asked(self) -> bool:
        """Whether the other player waits for an answer."""
        return self.question is not None

    @property
    def is_over(self) -> bool:
        """Whether the game is over, until the next one begins."""
        return self.session.match.outcome is not None

    @property
    def presence(self) -> str:
        """Who is there."""
        link = self.link
        if isinstance(link, Guest) and link.ended is not None:
            return refusal_sentence(link.ended)
        return presence_sentence(self.shared, self.colour, is_connected=self.is_connected)

    @property
    def invitations(self) -> Sequence[str]:
        """The commands with which others join, at the host."""
        meeting = meeting_of(self.session.match)
        return invitations(meeting) if meeting is not None and meeting.role == HOST else ()

    def standing_forms(self) -> Sequence[str]:
        """Return what must be read at once: a question, a request that waits, a lost line; else nothing."""
        shared, request = self.shared, self.shared.request
        if self.has_ended or not self.is_connected:
            return [self.presence, _("The line is lost")]
        if (question := self.question) is not None:
            keys = self._screen.services.preferences.settings.keymap
            return question_forms(
                shared, question, keys.get("game.yes", "y"), keys.get("game.no", "n")
            )
        if request is None:
            return ()
        own = request.by is self.colour
        return asked_forms(shared, request) if own else [request_sentence(shared, request)]

    def receive(self, event: object) -> list[str]:
        """Bring the game in line with an event; return what is new beside the moves."""
        before, was_connected = self.shared, self.is_connected
        apply(self.link, event)
        after, own = self.shared, self.colour
        known = replace(after, request=None)  # it stands as long as it waits
        if self.is_muted:
            known = replace(known, messages=before.messages)
        news = news_sentences(before, known, own)
        if isinstance(event, Ended) and not event.why.is_final:
            news.append(refusal_sentence(event.why))
        elif self.is_connected and not was_connected:
            news.append(_("The game is reached again."))
        has_come = after.joined and not before.joined
        if has_come or (self.question is not None and before.request != after.request):
            self._screen.services.attention.call()
        return news

    # -- what a person does -----------------------------------------------------------------------------------------

    def refusal(self) -> str:
        """Return why nothing can be asked now, or an empty text."""
        if self.colour is None:
            return _("You watch this game")
        if self.shared.joined or self._unreached:
            return self._unreached
        return _("Nobody has joined yet")

    @property
    def _unreached(self) -> str:
        """Why the host cannot be reached, or an empty text. It has no full stop: the line of messages goes on after it."""
        return self.presence.rstrip(".") if self.has_ended or not self.is_connected else ""

    def ask(self, kind: RequestKind) -> str:
        """Ask the other player for something; return why not, or an empty text."""
        refusal, own = self.refusal(), self.colour
        if not refusal and own is not None and not makes_sense(kind, own, self.session.match):
            refusal = {
                RequestKind.UNDO: _("Nothing to undo"),
                RequestKind.DRAW: _("There is no game that could be drawn"),
            }.get(kind, _("This game is not over yet"))
        if not refusal:
            self.link.ask(kind)
        return refusal

    def give_answer(self, yes: bool) -> str:
        """Answer the other player; return why not, or an empty text."""
        if (question := self.question) is None:
            return _("Nothing is asked")
        self.link.answer(question, yes)
        return ""

    def speak(self, text: str) -> str:
        """Send a message; return why not, or an empty text."""
        if not self._unreached:
            self.link.say(text)
        return self._unreached

    def move(self, column: int) -> None:
        """Make a person's move."""
        if self.colour is None:
            self.refuse(_("You watch this game"))
        elif self.has_ended:
            self.refuse(self.presence)
        else:
            super().move(column)

    def may_help(self) -> bool:
        """Return whether hints are agreed on; if not, ask for them."""
        if self.shared.hints or self.session.match.outcome is not None:
            return True
        if self.colour is None:
            self.refuse(_("Spectators see hints only if the players have agreed on them"))
        elif refusal := self.ask(RequestKind.HINTS):
            self.refuse(refusal)
        return False

    def hint(self) -> None:
        """Show the best column, if hints are agreed on."""
        if self.may_help():
            super().hint()

    def show_advice(self, advice: Advice) -> None:
        """Show a hint, and tell the other player."""
        super().show_advice(advice)
        self.use_help()

    def use_help(self) -> None:
        """Tell the other player of a hint, or of scores."""
        if self.colour is not None and self.session.match.outcome is None:
            self.link.use_hint()
