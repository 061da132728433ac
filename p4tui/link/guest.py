"""`Guest`: a game that another terminal has opened. It belongs to the front end's thread."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass

from p4tui.core.colour import Colour
from p4tui.link.errors import LinkError, LinkProblem
from p4tui.link.frames import ALIVE, FrameError, LineBuffer, decode
from p4tui.link.loop_thread import LoopThread
from p4tui.link.mailbox import Mailbox
from p4tui.link.meeting import Meeting, meeting_of
from p4tui.link.orders import ALIVE_SECONDS, AWAY_SECONDS
from p4tui.link.participant import RemoteParticipant
from p4tui.link.shared import Request, RequestKind, Shared
from p4tui.link.state import change_between
from p4tui.link.streams import READ_SIZE, Writer, open_streams
from p4tui.link.visit import Arrived, Ended, Refused, Visit
from p4tui.play.linked_session import LinkedSession
from p4tui.play.match import Change, Match

PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
"""Seconds before each new try to reach the host; the last one goes on."""
TICK_SECONDS = 1.0
LEAVE_SECONDS = 1.5
"""The most seconds that a guest who leaves waits until the host has the last move."""


@dataclass(frozen=True, slots=True)
class LineChanged:
    """An event: the line to the host is there, silent, or lost.

    Attributes:
        is_there: whether the host can be reached.
    """

    is_there: bool


GuestEvent = Arrived | Ended | LineChanged


class Guest:
    """The visit to a game, which is joined again whenever the line is lost.

    Attributes:
        shared: what both terminals know, as of the last event; None before the first.
        own_colour: the guest's colour, None for a spectator.
        is_connected: whether the host can be reached, as of the last event.
        ended: why the visit has ended for good, or None.
        participant: takes the seat of the host; its moves come with the states.
    """

    is_host = False

    def __init__(
        self,
        name: str,
        meeting: Meeting,
        version: str,
        *,
        plays: bool,
        may_ask: bool = True,
    ) -> None:
        """Prepare a visit.

        Args:
            name: the guest's.
            meeting: where the game is.
            version: of the program.
            plays: whether the guest wants the seat; if not, it watches.
            may_ask: whether SSH may ask for a password at the terminal, the first time.
        """
        self.shared: Shared | None = None
        self.own_colour: Colour | None = None
        self.is_connected = True
        self.ended: Refused | None = None
        self.participant = RemoteParticipant()
        self._where = meeting.where
        self._may_ask = may_ask
        self._visit = Visit(name, plays, meeting, version)
        self._events: Mailbox[GuestEvent] = Mailbox()
        self._thread = LoopThread("link")
        self._first: Future[Arrived] = Future()
        self._session: LinkedSession | None = None
        self._adopting = False
        self._own_moves = 0
        self._writer: Writer | None = None
        self._told = True
        self._over = False

    def join(self, seconds: float | None) -> Arrived:
        """Join the game; SSH may ask for a password meanwhile.

        Args:
            seconds: how long to wait, None for ever.

        Raises:
            LinkError: it cannot be joined.
        """
        self._thread.run(self._visit_again())
        try:
            arrived = self._first.result(seconds)
        except TimeoutError:
            self.close()
            raise LinkError(LinkProblem.UNREACHABLE, self._where) from None
        except LinkError:
            self.close()
            raise
        self.shared, self.own_colour = arrived.shared, arrived.you
        return arrived

    def attach(self, session: LinkedSession, emit: Callable[[GuestEvent], object]) -> None:
        """Share a session.

        Args:
            session: the session, which began with the match of `join`.
            emit: takes the events, from any thread; it must queue them for `apply` in the front end's thread.
        """
        self._session = session
        session.subscribe(self._send)
        self._events.open(emit)

    def apply(self, event: GuestEvent) -> None:
        """Bring the session in line with an event."""
        match event:
            case Arrived():
                self._adopt(event)
            case Ended(why):
                self.is_connected = False
                if why.is_final:
                    self.ended = why
            case LineChanged(is_there):
                self.is_connected = is_there
        if not self.is_connected and self._session is not None:
            self._session.hold_clock(True)

    def ask(self, kind: RequestKind) -> None:
        """Ask the host for something."""
        self._order(self._visit.ask, kind)

    def answer(self, request: Request, yes: bool) -> None:
        """Answer a request of the host."""
        self._order(self._visit.answer, request.number, yes)

    def say(self, text: str) -> None:
        """Send a message."""
        self._order(self._visit.say, text)

    def resign(self) -> None:
        """Resign the game."""
        self._order(self._visit.resign)

    def use_hint(self) -> None:
        """Tell that a hint was taken."""
        self._order(self._visit.use_hint)

    def play(self, played: tuple[int, ...], column: int) -> None:
        """Send a move that the host does not know; it comes back with the next state."""
        self._own_moves += 1
        self._order(self._visit.play, played, column)

    def close(self) -> None:
        """Leave the game; it can be joined again. A last move is waited for until the host has it."""
        self._thread.close(self._leave)

    def _order(self, act: Callable[..., object], *arguments: object) -> None:
        """Call the visit in its thread, and send what it wants."""

        def run() -> None:
            act(*arguments)
            self._carry()

        self._thread.call(run)

    def _adopt(self, arrived: Arrived) -> None:
        """Bring the session in line with a state. One that came before the last move was sent would take it back."""
        if arrived.own_moves < self._own_moves:
            return
        self.shared, self.own_colour, self.is_connected = arrived.shared, arrived.you, True
        session = self._session
        if session is None:
            return
        before, after = meeting_of(session.match), meeting_of(arrived.match)
        same = before is not None and after is not None and before.game == after.game
        change = change_between(session.match, arrived.match, same_game=same)
        self._adopting = True
        try:
            session.adopt(arrived.match, change, clock_runs=arrived.clock_runs)
        finally:
            self._adopting = False

    def _send(self, change: Change, match: Match) -> None:
        """Send a move that was made here."""
        if change is Change.MOVE and not self._adopting:
            *played, column = match.game.played
            self.play(tuple(played), column)

    async def _leave(self) -> None:
        deadline = time.monotonic() + LEAVE_SECONDS
        while self._writer is not None and self._visit.waits and time.monotonic() < deadline:  # noqa: ASYNC110  a moment at the end
            await asyncio.sleep(0.01)
        self._over = True
        if self._writer is not None:
            self._writer.close()

    async def _visit_again(self) -> None:
        """Visit the host, again and again, until the visit has ended."""
        tries = 0
        while not self._over:
            try:
                may_ask = self._may_ask and not self._first.done()
                async with open_streams(self._where, may_ask=may_ask) as (reader, writer):
                    tries = 0 if await self._talk(reader, writer) else tries
            except LinkError as error:
                if not self._first.done():
                    self._first.set_exception(error)
                    return
            if not self._first.done():
                lost = LinkError(LinkProblem.UNREACHABLE, self._where)
                self._first.set_exception(lost)
                return
            self._tell(False)
            await asyncio.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
            tries += 1

    async def _talk(self, reader: asyncio.StreamReader, writer: Writer) -> bool:
        """Talk to the host until the line is lost; return whether a state has come."""
        self._writer = writer
        self._visit.connect(time.monotonic())
        keeping = asyncio.create_task(self._keep_alive(writer))
        lines, heard = LineBuffer(), False
        with suppress(OSError, FrameError):
            while not self._over and (data := await reader.read(READ_SIZE)):
                now = time.monotonic()
                self._visit.hear(now)
                for line in lines.feed(data):
                    self._visit.receive(decode(line), now)
                    heard = self._carry() or heard
                if heard:
                    self._tell(True)
        keeping.cancel()
        self._writer = None
        return heard

    async def _keep_alive(self, writer: Writer) -> None:
        """Say that the guest is there, and cut a line on which nothing comes."""
        since = time.monotonic()
        while True:
            await asyncio.sleep(TICK_SECONDS)
            now = time.monotonic()
            self._visit.tick(now)
            self._carry()
            if self._visit.is_silent:
                writer.close()
                return
            if self._first.done():
                self._tell(self._visit.silence(now) <= AWAY_SECONDS)
            if now - since >= ALIVE_SECONDS:
                since = now
                writer.write(ALIVE)

    def _carry(self) -> bool:
        """Send what the visit wants sent, and pass on its events; return whether one is a state."""
        if self._writer is not None and (lines := self._visit.take_lines()):
            self._writer.write(lines)
        arrived = False
        for event in self._visit.take_events():
            if isinstance(event, Ended):
                self._end(event)
            else:
                arrived = True
                if not self._first.done():
                    self._first.set_result(event)
                else:
                    self._events.put(event)
        return arrived

    def _end(self, event: Ended) -> None:
        """End the visit, unless it is worth trying again."""
        if not self._first.done():
            self._first.set_exception(LinkError(LinkProblem.REFUSED, event.why.value))
        self._over = self._over or event.why.is_final
        self._events.put(event)
        if self._writer is not None:
            self._writer.close()

    def _tell(self, is_there: bool) -> None:
        """Tell of the line, where that is new."""
        if is_there is not self._told:
            self._told = is_there
            self._events.put(LineChanged(is_there))
