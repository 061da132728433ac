"""`LinkedPlainGame`: a plain-text game with a person at another terminal."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from p4tui.core.colour import Colour
from p4tui.i18n import _
from p4tui.link.host import Host
from p4tui.link.link import Link, apply
from p4tui.link.meeting import meeting_of
from p4tui.link.participant import LinkedFactory
from p4tui.plain.commands import Action, Command, parse_command
from p4tui.plain.console import Console
from p4tui.plain.event_queue import EventQueue
from p4tui.plain.game import DONE, ENDED_EARLY, PlainGame
from p4tui.plain.linked_commands import LinkedCommands
from p4tui.plain.linked_news import LinkedNews
from p4tui.plain.saving import Saving
from p4tui.plain.waiting import line_or_event
from p4tui.play.analysis import AdviceKind
from p4tui.play.linked_session import LinkedSession
from p4tui.play.match import Change, Match
from p4tui.play.participants import Answer, Failure
from p4tui.play.session import Session
from p4tui.storage.errors import GameDeletedError
from p4tui.words.link import invitations, presence_sentence, refusal_sentence


class LinkedPlainGame(PlainGame):
    """A match that is played, or watched, at this terminal and at another one."""

    def __init__(
        self,
        match: Match,
        link: Link,
        rng: random.Random,
        style: str,
        console: Console,
        saving: Saving | None = None,
        *,
        advice: str = AdviceKind.EXACT.value,
        now: Callable[[], float] = time.monotonic,
        bell: bool = False,
    ) -> None:
        """Play a match with another terminal; the arguments are those of `PlainGame`, and:

        Args:
            match, rng, style, console, saving, advice, now: see `PlainGame`.
            link: joins the terminals.
            bell: whether the terminal's bell rings when the other terminal has moved.
        """
        self._link = link
        self._events = EventQueue()
        factory = LinkedFactory(link.participant, None)
        super().__init__(
            match, rng, style, console, saving, advice=advice, now=now, factory=factory
        )
        self._announcer.watching = link.own_colour is None
        self._held: str | None = None
        self._ended = False
        self._linked = LinkedCommands(link, self._announcer, self._commands)
        self._news = LinkedNews(link, self._announcer, self._linked, console, style, bell=bell)
        self._commands = self._linked.by_action

    def _new_session(self, match: Match) -> Session:
        """Return the session that both terminals share."""
        link = self._link
        choose = link.prepare if isinstance(link, Host) else _as_it_is
        session = LinkedSession(
            *(match, self._rng, self._factory, self._events.put, self._now, choose),
            is_referee=link.is_host,
        )
        session.subscribe(self._record)
        if isinstance(link, Host):
            link.attach(session, self._events.put, self._after_save)
        else:
            if self._saving is not None and link.own_colour is not None:
                self._saving.keep(match)  # the host may have gone on
            link.attach(session, self._events.put)
        return session

    def _record(self, change: Change, match: Match) -> None:
        """Save a change, at the terminals of the players."""
        if self._saving is not None and self._link.own_colour is not None:
            self._saving.recorder.record(change, match)

    def _after_save(self, act: Callable[[], None]) -> None:
        if self._saving is None:
            act()
        else:
            self._saving.archive.submit(lambda _games: act())

    def _play_on(self, _match: Match) -> None:
        """Play on in the session, which the other terminal shares."""
        self._show()

    def run(self) -> int:
        """Play until the input or the game ends; return the exit status."""
        try:
            return super().run()
        finally:
            self._events.close()

    def _run(self) -> int:
        self._invite()
        self._introduce()
        self._news.say_all()
        while True:
            status = self._take_events()
            if status is not None:
                return status
            line = self._next_line()
            if line is None and not self._ended:
                continue
            if self._ended and line is None and self._must_end():
                self._moved = self._match.game.cursor > 0
                return self._end_of_input()
            if line is not None and self._leaves(line):
                return DONE

    def _invite(self) -> None:
        """Say how others join, or who is there, and tell a spectator: somebody who wanted to play may find the seat taken."""
        meeting = meeting_of(self._match)
        if isinstance(self._link, Host) and meeting is not None:
            self._console.say(_("Others join this game with:"))
            for command in invitations(meeting):
                self._console.say(f"  {command}")
        elif self._link.shared is not None:
            self._console.say(presence_sentence(self._link.shared, self._own))
        if self._own is None:
            self._console.say(_("You are watching this game."))

    def _must_end(self) -> bool:
        """Return whether the end of the input ends the program: a pipe waits for its turn, and a spectator's for the end."""
        return self._console.is_typed or (self._own is not None and self._wants_line())

    def _leaves(self, line: str) -> bool:
        """Take a line; return whether it leaves the game."""
        text = line.strip()
        if text.startswith("/"):
            command: Command | None = Command(Action.SAY, tuple(text[1:].split()))
        else:
            command = parse_command(line, self._style)
        if command is None:
            self._answer_unknown(line)
        elif command.action is Action.QUIT:
            if how := self._how_to_resume():
                self._console.say(how)
            return True
        else:
            self._execute(command)
            self._news.shown = self._match
        return False

    @property
    def _own(self) -> Colour | None:
        """The colour of this terminal, None for a spectator."""
        return self._link.own_colour

    def _next_line(self) -> str | None:
        """Wait for a line or an event; return a line that is to be taken now, or None."""
        if self._held is not None and self._wants_line():
            line, self._held = self._held, None
            return line
        reads = self._console.is_typed or (self._held is None and self._may_read())
        reads = reads and not self._ended
        finish = self._finish_save
        session, console = self._session, self._console
        if not line_or_event(session, console, self._events, reads=reads, finish_save=finish):
            return None
        read = console.read()
        self._ended = read is None
        if read is None or console.is_typed or self._wants_line() or _is_answer(read, self._style):
            return read
        self._held = read
        return None

    def _may_read(self) -> bool:
        """Return whether a line of a pipe is read now: it is wanted, or may answer a request."""
        request = None if self._news.known is None else self._news.known.request
        return self._wants_line() or (request is not None and request.by is not self._own)

    def _wants_line(self) -> bool:
        """Return whether a line of a pipe is taken now: it waits for its turn, and for the answer to a request."""
        if self._own is None:
            return True
        match = self._session.match
        mine = match.outcome is not None or match.to_move is self._own
        return mine and not self._linked.waits

    def _take_events(self) -> int | None:
        """Take what has come from the other terminal; return the exit status if that ends the program."""
        for event in self._events.take():
            if isinstance(event, Answer | Failure):
                if self._session.receive(event) and isinstance(event, Answer):
                    self._session.deliver(event)
            else:
                was_connected = self._linked.is_connected
                apply(self._link, event)
                self._news.say_line(event, was_connected)
            self._session.start_turn()
            self._news.say_all()
        self._session.start_turn()
        if self._session.check_clock():
            self._news.say_all()
        return self._status()

    def _status(self) -> int | None:
        """Return the exit status if the game cannot go on here."""
        before = self._lost
        if self._report_saving() and before is None and isinstance(self._lost, GameDeletedError):
            self._announcer.ask()
        status = DONE if self._match.outcome else ENDED_EARLY
        if self._lost is not None and not isinstance(self._lost, GameDeletedError):
            return status
        if not isinstance(self._link, Host) and self._link.ended is not None:
            self._console.complain(refusal_sentence(self._link.ended))
            return status
        watched = self._own is None and self._match.outcome and not self._console.is_typed
        return DONE if watched else None

    def _report_saving(self) -> bool:
        """Report events of the saved games; return whether the game is no longer saved here."""
        if self._saving is not None:
            self._saving.report_events()
        return self._lost is not None


def _as_it_is(match: Match) -> Match:
    return match


def _is_answer(line: str, style: str) -> bool:
    """Return whether a line answers a request."""
    command = parse_command(line, style)
    return command is not None and command.action in {Action.YES, Action.NO}
