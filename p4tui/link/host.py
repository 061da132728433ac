"""`Host`: a game that this terminal has opened for another one. It belongs to the front end's thread."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from p4tui.core.colour import Colour
from p4tui.core.errors import P4Error
from p4tui.link import places
from p4tui.link.errors import LinkError, LinkProblem
from p4tui.link.loop_thread import LoopThread
from p4tui.link.mailbox import Mailbox
from p4tui.link.meeting import Meeting, meeting_of, new_game_id, with_meeting
from p4tui.link.orders import Changed, Event, Granted, Played, Resigned
from p4tui.link.participant import RemoteParticipant
from p4tui.link.server import Server
from p4tui.link.shared import Request, RequestKind, Shared
from p4tui.link.table import Table
from p4tui.play.linked_session import LinkedSession
from p4tui.play.match import Change, Match
from p4tui.play.seats import Remote

SAVE_SECONDS = 0.5
"""Seconds that a state waits for the save of its match; then it is sent unsaved."""

AfterSave = Callable[[Callable[[], None]], object]
"""Calls a function, from any thread, when all that was to be saved before is saved."""


class Host:
    """The open game.

    A change is saved first and sent then, so that a host that is killed knows every move that a guest has seen.

    Attributes:
        shared: what both terminals know, as of the last event.
        participant: moves for the guest's seat.
    """

    is_host = True

    def __init__(
        self,
        match: Match,
        meeting: Meeting,
        version: str,
    ) -> None:
        """Prepare the game.

        Args:
            match: its match, with a remote seat.
            meeting: as whom it is opened.
            version: of the program.
        """
        self._meeting = meeting
        self._events: Mailbox[Event] = Mailbox()
        self._session: LinkedSession | None = None
        self.participant = RemoteParticipant()
        colour = Colour.YELLOW if isinstance(match.red, Remote) else Colour.RED
        guest = match.seat(colour.other).name if meeting.user else ""
        names = (match.red.name, match.yellow.name)
        self.shared = Shared(
            meeting.game, names, joined=bool(guest), clock_stops=meeting.clock_stops
        )
        self._table = Table(
            meeting.where,
            colour,
            match,
            self.shared,
            version,
            seat_user=meeting.user,
            seat_name=guest,
            code=meeting.code or None,
        )
        self._server = Server(self._table, self._received)
        self._thread = LoopThread("link")
        self._closed = False

    def open(self) -> None:
        """Listen for guests.

        Raises:
            LinkError: the word is taken, or the address cannot be listened on.
        """
        address = _address(self._meeting.listen)
        local = places.bind(self._meeting.where)
        try:
            self._thread.run(self._server.open(local, address)).result()
        except LinkError:
            self.close()
            raise

    @property
    def own_colour(self) -> Colour:
        """The colour of this terminal."""
        return Colour.YELLOW if isinstance(self._match.red, Remote) else Colour.RED

    @property
    def _match(self) -> Match:
        assert self._session is not None
        return self._session.match

    def attach(
        self, session: LinkedSession, emit: Callable[[Event], object], after_save: AfterSave
    ) -> None:
        """Share a session.

        Args:
            session: the session; the recorder must have subscribed to it before.
            emit: takes the events, from any thread; it must queue them for `apply` in the front end's thread.
            after_save: see `AfterSave`.
        """
        self._session = session
        self._after_save = after_save
        session.subscribe(self._publish)
        self._hold_clock()
        self._publish(Change.SEATS, session.match)
        self._events.open(emit)

    def prepare(self, match: Match) -> Match:
        """Return the next game's match: it has an id of its own."""
        self._meeting = replace(self._meeting, game=new_game_id())
        return with_meeting(match, self._meeting)

    def apply(self, event: Event) -> None:
        """Bring the session in line with an event."""
        session = self._session
        if session is None:
            return
        if isinstance(event, Changed):
            self.shared = event.shared
            self._seat_guest(session, event)
            self._hold_clock()
        elif isinstance(event, Resigned):
            with suppress(P4Error):
                session.resign_for(self.own_colour.other)
        elif isinstance(event, Granted):
            if self.shared.request == event.request:  # the `Changed` that says so comes next
                self.shared = self.shared.answered(yes=True)
            with suppress(P4Error):
                self._grant(session, event.request)

    def ask(self, kind: RequestKind) -> None:
        """Ask the guest for something; the table knows by then what has happened here."""
        self._after_saves(lambda: self._carry(self._table.ask, kind))

    def answer(self, request: Request, yes: bool) -> None:
        """Answer a request of the guest, unless a move here has withdrawn it."""
        self._after_saves(lambda: self._carry(self._table.answer, request.number, yes))

    def say(self, text: str) -> None:
        """Send a message."""
        self._order(self._table.say, text)

    def resign(self) -> None:
        """Resign the game."""
        if self._session is not None:
            self._session.resign_for(self.own_colour)

    def use_hint(self) -> None:
        """Tell that a hint was taken."""
        self._order(self._table.use_hint)

    def close(self) -> None:
        """Leave the game; the guest's program waits for it to be opened again."""
        if not self._closed:  # another window may have opened it since
            self._closed = True
            places.unbind(self._meeting.where)
        self._thread.close(self._server.close)

    def _order(self, act: Callable[..., object], *arguments: object) -> None:
        """Call the table in its thread, and carry out what it wants."""
        self._thread.call(self._carry, act, *arguments)

    def _carry(self, act: Callable[..., object], *arguments: object) -> None:
        act(*arguments)
        self._server.carry()

    def _after_saves(self, act: Callable[[], object]) -> None:
        """Call a function in the table's thread once the changes before it are saved, or after `SAVE_SECONDS`."""
        done = False

        def run() -> None:
            nonlocal done
            if not done:
                done = True
                act()

        self._after_save(lambda: self._thread.call(run))
        self._thread.call_later(SAVE_SECONDS, run)

    def _received(self, event: Event) -> None:
        """Take an event of the table, in its thread."""
        if isinstance(event, Played):
            self.participant.play(event.ply, event.column)
        else:
            self._events.put(event)

    def _seat_guest(self, session: LinkedSession, event: Changed) -> None:
        """Give the remote seat the name of who has joined."""
        colour = self.own_colour.other
        meeting = replace(self._meeting, user=event.user)
        seat = Remote(meeting.text, event.name)
        if event.user and session.match.seat(colour) != seat:
            self._meeting = meeting
            session.set_seat(colour, seat)

    def _grant(self, session: LinkedSession, request: Request) -> None:
        match request.kind:
            case RequestKind.UNDO:
                session.take_back(request.by)
            case RequestKind.SWAP:
                session.swap_sides()
            case RequestKind.DRAW:
                session.agree_draw()
            case RequestKind.REMATCH:
                session.new_game()
            case RequestKind.HINTS:
                pass  # the table knows

    def _hold_clock(self) -> None:
        """Let the clock stand still while the guest is away, if that was agreed on, and before the guest has come."""
        assert self._session is not None
        away = not all(self.shared.here)
        self._session.hold_clock(away and (self.shared.clock_stops or not self.shared.joined))

    def _publish(self, change: Change, match: Match) -> None:
        """Send a change of the match as soon as it is saved."""
        if change in {Change.PAUSE, Change.FAILURE}:
            return
        assert self._session is not None
        runs, now = self._session.clock_goes_on, time.monotonic()
        meeting = meeting_of(match) or self._meeting
        name = match.seat(self.own_colour).name

        def publish() -> None:
            if not self._table.shows(match, meeting.game):
                self.participant.forget()
            self._table.publish(match, meeting.game, clock_runs=runs, own_name=name, at=now)
            self._server.carry()

        self._after_saves(publish)


def _address(listen: str) -> tuple[str, int] | None:
    """Return the address and port of `ADDRESS:PORT`, or None for an empty text."""
    if not listen:
        return None
    address, _colon, port = listen.rpartition(":")
    if not port.isdecimal():
        raise LinkError(LinkProblem.LISTEN, listen)
    return address.strip("[]"), int(port)
