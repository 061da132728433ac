"""`Table`: the host's side of a game between terminals. No sockets, no threads: the caller has them.

The caller passes in what arrives, calls `tick` every second, and carries out what `take_orders` returns. The match itself
is the session's; `publish` tells the table of every change.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace

from p4tui.core.colour import Colour
from p4tui.link.codes import is_proven
from p4tui.link.frames import Frame, clean_text, encode
from p4tui.link.orders import (
    AWAY_SECONDS,
    CUT_SECONDS,
    PROTOCOL,
    Changed,
    Close,
    Event,
    Granted,
    Order,
    Played,
    Resigned,
    Send,
    WrongCode,
)
from p4tui.link.shared import Request, RequestKind, Shared, makes_sense
from p4tui.link.state import State, greeting_frame, state_frame
from p4tui.link.state_clock import GAP_SECONDS, StateClock
from p4tui.link.visitors import Visitor
from p4tui.play.match import Match
from p4tui.play.seats import Remote

GREETING_SECONDS = 10.0
"""Seconds that a visitor has to say who it is."""
MOST_VISITORS = 300
"""The most streams at once; one more is refused."""


@dataclass
class Table:
    """The host's side of a game.

    Attributes:
        word: the game's name.
        colour: of the host.
        match: as it was last published.
        shared: what is known beside it.
        seat_user, seat_name: who has the guest's seat; empty while it is free.
        code: needed to join, or None.
        version: of the program, for the greeting.
        clock: of the match, counted on since it was published.
    """

    word: str
    colour: Colour
    match: Match
    shared: Shared
    version: str
    seat_user: str = ""
    seat_name: str = ""
    code: str | None = None
    clock: StateClock = field(default_factory=StateClock)
    visitors: dict[int, Visitor] = field(default_factory=dict)
    _number: int = 0
    _requests: int = 0
    _ticked: float | None = None
    _orders: deque[Order] = field(default_factory=deque)
    _events: deque[Event] = field(default_factory=deque)

    def take_orders(self) -> list[Order]:
        """Return what is to be sent and cut since the last call."""
        orders = list(self._orders)
        self._orders.clear()
        return orders

    def take_events(self) -> list[Event]:
        """Return what has happened since the last call."""
        events = list(self._events)
        self._events.clear()
        return events

    def connect(self, visitor: int, user: str, challenge: str | None, now: float) -> None:
        """Greet a new stream."""
        if len(self.visitors) >= MOST_VISITORS:
            self._orders.append(Send(visitor, encode({"refused": "full"})))
            self._orders.append(Close(visitor))
            return
        self.visitors[visitor] = Visitor(user, challenge, now)
        greeting = greeting_frame(
            self.word, self.version, self.colour, self.match, self.shared, challenge
        )
        self._orders.append(Send(visitor, encode(greeting)))

    def receive(self, visitor: int, frame: Frame, now: float) -> None:
        """Take a frame of a stream."""
        who = self.visitors.get(visitor)
        if who is None:
            return
        self.hear(visitor, now)
        if not who.is_welcome:
            who.heard = now
            self._welcome(visitor, who, frame)
        elif "say" in frame and who.may_say(now):
            self.say(frame["say"], who.name, self.colour.other if who.plays else None)
        elif frame.get("look") is True:
            self._send_state(visitor)
        elif who.plays:
            self._act(visitor, frame)

    def hear(self, visitor: int, now: float) -> None:
        """Note that a stream is alive."""
        who = self.visitors.get(visitor)
        if who is not None and who.is_welcome:
            who.heard = now
            if who.away:
                who.away = False
                self._note_people()

    def disconnect(self, visitor: int) -> None:
        """Note that a stream has ended."""
        if self.visitors.pop(visitor, None) is not None:
            self._note_people()

    def refuse(self, visitor: int, why: str = "garbage") -> None:
        """Cut a stream, by default because it sends what is no frame."""
        if visitor in self.visitors:
            self._orders.append(Send(visitor, encode({"refused": why})))
            self._cut(visitor)

    def tick(self, now: float) -> None:
        """Look for streams that have been silent for too long. After a gap the program was suspended: no time is counted."""
        gap = 0.0 if self._ticked is None else now - self._ticked
        self._ticked = now
        if gap > GAP_SECONDS:
            self.clock.skip(gap)
            for who in self.visitors.values():
                who.heard = min(who.heard + gap, now)  # what it has sent meanwhile is not read yet
            self._broadcast()
        for visitor, who in list(self.visitors.items()):
            silence = now - who.heard
            if silence > (CUT_SECONDS if who.is_welcome else GREETING_SECONDS):
                self._cut(visitor)
            elif silence > AWAY_SECONDS and not who.away:
                who.away = True
                self._note_people()

    def publish(
        self, match: Match, game: str, *, clock_runs: bool, own_name: str, at: float | None = None
    ) -> None:
        """Tell everybody of a match as it was at a moment of its clock, by default now. `own_name` is the host's."""
        self.clock.restart(at, runs=clock_runs)
        shared = self.shared
        if not self.shows(match, game):
            shared = replace(shared, request=None)
        if game != shared.game:
            shared = replace(shared, game=game, hints_used=(0, 0))
        if isinstance(match.seat(self.colour), Remote):
            self.colour = self.colour.other
            used = shared.hints_used[::-1]
            shared = replace(shared, hints_used=used, request=None)  # it names a colour
        self.match, self.shared = match, shared
        self._note_people(own_name, always=True)

    def shows(self, match: Match, game: str) -> bool:
        """Return whether the moves of a match, of this game id, are those that were published last."""
        return match.game == self.match.game and game == self.shared.game

    def ask(self, kind: RequestKind, by: Colour | None = None) -> None:
        """Take a request, by default the host's; a player who asks for what the other has asked for agrees to it."""
        by, waiting = by or self.colour, self.shared.request
        if waiting is not None and waiting.by is not by:
            if waiting.kind is kind:
                self.answer(waiting.number, yes=True, by=by)
        elif makes_sense(kind, by, self.match):
            self._requests += 1
            self._set(replace(self.shared, request=Request(self._requests, kind, by)))

    def answer(self, number: object, yes: bool, by: Colour | None = None) -> None:
        """Take the answer to a request, by default the host's; nobody answers their own."""
        request = self.shared.request
        if request is None or request.number != number or request.by is (by or self.colour):
            return
        if yes and request.kind is not RequestKind.HINTS:
            self._events.append(Granted(request))
        self._set(self.shared.answered(yes=yes))

    def say(self, text: object, name: str = "", by: Colour | None = None) -> None:
        """Take a message, by default the host's."""
        if not name:
            name, by = self.shared.names[self.colour - 1], self.colour
        if cleaned := clean_text(text):
            self._set(self.shared.with_message(name, cleaned, by))

    def use_hint(self, by: Colour | None = None) -> None:
        """Count a hint, by default of the host."""
        self._set(self.shared.with_hint(by or self.colour))

    def close(self) -> None:
        """Tell everybody that the host has left, and cut all streams."""
        for visitor in list(self.visitors):
            self.refuse(visitor, "closed")

    def _welcome(self, visitor: int, who: Visitor, frame: Frame) -> None:
        """Take the first frame of a stream: who it is, and what it wants."""
        version = frame.get("p4tui")
        if type(version) is not int or version != PROTOCOL:
            self.refuse(visitor, "version")
            return
        if who.challenge is not None and not is_proven(
            self.code or "", who.challenge, frame.get("proof")
        ):
            self._events.append(WrongCode(visitor))
            self.refuse(visitor, "code")
            return
        who.name = clean_text(frame.get("as")) or "?"
        if frame.get("role") == "play" and self._may_sit(who):
            self._sit(visitor, who)
        self._note_people(always=True)

    def _may_sit(self, who: Visitor) -> bool:
        """Return whether somebody may have the guest's seat: it is free, or it is their own."""
        return not self.seat_user or (self.seat_user, self.seat_name) == (who.user, who.name)

    def _sit(self, visitor: int, who: Visitor) -> None:
        """Give somebody the seat; the newest of their streams has it."""
        self.seat_user, self.seat_name = who.user, who.name
        for other, each in list(self.visitors.items()):
            if each.plays and other != visitor:
                self.refuse(other, "elsewhere")
        who.plays = True

    def _act(self, visitor: int, frame: Frame) -> None:
        """Take a frame of the guest. What does not fit the game as it is now is answered with the state."""
        colour = self.colour.other
        if "answer" in frame:
            self.answer(frame.get("request"), frame["answer"] is True, colour)
        elif frame.get("game") != self.shared.game:
            self._send_state(visitor)
        elif "move" in frame:
            self._move(visitor, frame)
        elif frame.get("resign") is True and self.match.outcome is None:
            self._events.append(Resigned())
        elif "ask" in frame:
            for kind in (each for each in RequestKind if each.value == frame["ask"]):
                self.ask(kind, colour)
        elif frame.get("hint") is True:
            self.use_hint(colour)

    def _move(self, visitor: int, frame: Frame) -> None:
        """Take a move of the guest if it is legal now; it counts once, however often it comes."""
        match, column, ply = self.match, frame["move"], frame.get("ply")
        fits = match.to_move is self.colour.other and ply == match.game.cursor
        fits = fits and match.outcome is None and type(column) is int
        if fits and column - 1 in match.position.legal_columns():  # type: ignore[operator]  # an integer
            self._events.append(Played(match.game.cursor, column - 1))  # type: ignore[operator]
        else:
            self._send_state(visitor)

    def _note_people(self, own_name: str | None = None, *, always: bool = False) -> None:
        """Work out who is there, and tell everybody if that has changed."""
        guest = any(each.plays and not each.away for each in self.visitors.values())
        watchers = sum(each.is_welcome and not each.plays for each in self.visitors.values())
        names = (own_name or self.shared.names[self.colour - 1], self.seat_name)
        shared = self.shared.with_people(self.colour, names, guest_here=guest, watchers=watchers)
        if always or shared != self.shared:
            self._set(shared)

    def _set(self, shared: Shared) -> None:
        """Change what is known beside the match, and tell everybody."""
        self.shared = shared
        self._events.append(Changed(shared, self.seat_user, self.seat_name))
        self._broadcast()

    def _broadcast(self) -> None:
        """Send everybody the state, the player first."""
        self._number += 1
        for_watchers = self._state_line(None)
        for visitor, who in sorted(self.visitors.items(), key=lambda each: not each[1].plays):
            if who.is_welcome:
                line = self._state_line(self.colour.other) if who.plays else for_watchers
                self._orders.append(Send(visitor, line, is_state=True, can_wait=not who.plays))

    def _send_state(self, visitor: int) -> None:
        """Send a visitor the state again."""
        you = self.colour.other if self.visitors[visitor].plays else None
        self._orders.append(Send(visitor, self._state_line(you), is_state=True))

    def _state_line(self, you: Colour | None) -> bytes:
        """Return the line of the state, its clock as it is now."""
        match, runs = self.clock.charge(self.match), self.clock.runs
        state = State(self._number, match, self.shared, runs, you, match.game.can_redo)
        return encode(state_frame(state))

    def _cut(self, visitor: int) -> None:
        """Cut a stream."""
        self._orders.append(Close(visitor))
        self.disconnect(visitor)
