"""`Visit`: the guest's side of a game between terminals. No sockets, no threads, no clock: the caller has them.

A move of the guest is kept until the host's state has it: after a lost line it is sent again.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from enum import Enum

from p4tui.core.colour import Colour
from p4tui.link.codes import proof_of
from p4tui.link.frames import Frame, FrameError, clean_text, encode
from p4tui.link.meeting import Meeting
from p4tui.link.orders import CUT_SECONDS, PROTOCOL
from p4tui.link.shared import RequestKind, Shared
from p4tui.link.state import State, state_of
from p4tui.link.state_clock import GAP_SECONDS
from p4tui.play.match import Match
from p4tui.play.seats import Person, Remote, Seat


class Refused(Enum):
    """Why the host's program has ended the visit."""

    CLOSED = "closed"
    """The host has left; the visit goes on if the game is opened again."""
    FULL = "full"
    """Too many visitors, for now."""
    CODE = "code"
    """The code is wrong, or there is none."""
    BUSY = "busy"
    """Too many wrong codes have come from this address."""
    ELSEWHERE = "elsewhere"
    """The same person has joined from another window."""
    VERSION = "version"
    """One program is too old for the other."""
    GARBAGE = "garbage"
    """One side has sent what the protocol does not know."""

    @property
    def is_final(self) -> bool:
        """Whether trying again would not help."""
        return self not in {Refused.CLOSED, Refused.FULL}


@dataclass(frozen=True, slots=True)
class Arrived:
    """An event: the host's state is here.

    Attributes:
        match: as it stands, with the guest's own move that the host may not have yet.
        shared: what is known beside it.
        clock_runs: whether the clock runs at the host.
        you: the guest's colour, None for a spectator.
        undone: whether the last moves were taken back.
        own_moves: how many moves of the guest the visit had been given by then.
    """

    match: Match
    shared: Shared
    clock_runs: bool
    you: Colour | None
    undone: bool = False
    own_moves: int = 0


@dataclass(frozen=True, slots=True)
class Ended:
    """An event: the host's program has ended the visit."""

    why: Refused


@dataclass
class Visit:
    """The guest's side of a game.

    Attributes:
        name: the guest's.
        plays: whether the guest wants the seat, or has it; if not, it watches.
        meeting: where the host is; its game is that of the last state.
        version: of the program, for the greeting.
        you: the colour that the host has given, None for a spectator or before the first state.
        is_silent: whether nothing has come for `CUT_SECONDS`: the stream is of no use.
    """

    name: str
    plays: bool
    meeting: Meeting
    version: str
    you: Colour | None = None
    is_silent: bool = False
    _heard: float = 0.0
    _ticked: float | None = None
    _greeted: bool = False
    _fresh: bool = False
    _pending: tuple[str, tuple[int, ...], int] | None = None
    _own_moves: int = 0
    _lines: deque[bytes] = field(default_factory=deque)
    _events: deque[Arrived | Ended] = field(default_factory=deque)

    @property
    def waits(self) -> bool:
        """Whether the host may not have the last move yet."""
        return self._pending is not None

    def take_lines(self) -> bytes:
        """Return what is to be sent since the last call."""
        lines = b"".join(self._lines)
        self._lines.clear()
        return lines

    def take_events(self) -> list[Arrived | Ended]:
        """Return what has happened since the last call."""
        events = list(self._events)
        self._events.clear()
        return events

    def connect(self, now: float) -> None:
        """Begin on a new stream: the host greets first."""
        self._heard, self._greeted, self.is_silent = now, False, False
        self._ticked = None
        self._lines.clear()

    def hear(self, now: float) -> None:
        """Note that the host is alive."""
        self._heard = now

    def tick(self, now: float) -> None:
        """Find out whether the host has been silent for too long. After a gap the program was suspended: look again."""
        self.is_silent = now - self._heard > CUT_SECONDS
        if self._ticked is not None and now - self._ticked > GAP_SECONDS:
            self._send({"look": True})
        self._ticked = now

    def silence(self, now: float) -> float:
        """Return for how many seconds nothing has come."""
        return now - self._heard

    def receive(self, frame: Frame, now: float) -> None:
        """Take a frame of the host."""
        self.hear(now)
        if not self._greeted:
            self._greet(frame)
        elif "state" in frame:
            try:
                self._take_state(state_of(frame["state"]))
            except FrameError:
                self._events.append(Ended(Refused.GARBAGE))
        if "refused" in frame:
            reasons = [each for each in Refused if each.value == frame["refused"]]
            self._events.append(Ended(reasons[0] if reasons else Refused.VERSION))

    def play(self, played: tuple[int, ...], column: int) -> None:
        """Send a move after some moves; columns are counted from 0."""
        self._own_moves += 1
        self._pending = (self.meeting.game, played, column)
        self._send_move()

    def ask(self, kind: RequestKind) -> None:
        """Ask the host for something."""
        self._send({"ask": kind.value})

    def answer(self, number: int, yes: bool) -> None:
        """Answer a request of the host."""
        self._send({"answer": yes, "request": number})

    def resign(self) -> None:
        """Resign the game."""
        self._send({"resign": True})

    def use_hint(self) -> None:
        """Tell the host of a hint that was taken."""
        self._send({"hint": True})

    def say(self, text: str) -> None:
        """Send a message."""
        self._send({"say": clean_text(text)})

    def _send(self, frame: Frame) -> None:
        """Send a frame about the game."""
        if self._greeted:
            self._lines.append(encode({**frame, "game": self.meeting.game}))

    def _send_move(self) -> None:
        if self._pending is not None:
            game, played, column = self._pending
            if self._greeted:
                frame: Frame = {"move": column + 1, "ply": len(played), "game": game}
                self._lines.append(encode(frame))

    def _greet(self, frame: Frame) -> None:
        """Answer the greeting: who the guest is, and what it wants."""
        if "refused" in frame:
            return
        if frame.get("p4tui") != PROTOCOL:
            self._events.append(Ended(Refused.VERSION))
            return
        hello: Frame = {
            "p4tui": PROTOCOL,
            "version": self.version,
            "as": clean_text(self.name),
            "role": "play" if self.plays else "watch",
        }
        challenge = frame.get("challenge")
        if isinstance(challenge, str):
            if not self.meeting.code:
                self._events.append(Ended(Refused.CODE))
                return
            hello["proof"] = proof_of(self.meeting.code, challenge)
        self._greeted = self._fresh = True
        self._lines.append(encode(hello))

    def _take_state(self, state: State) -> None:
        self.you = state.you
        self.plays = self.you is not None  # whoever watches goes on watching, after a lost line too
        self.meeting = replace(self.meeting, game=state.shared.game)
        match = self._with_seats(state.match, state.shared)
        if self._pending is not None:
            game, played, column = self._pending
            waits = game == state.shared.game and match.game.played == played
            playable = match.outcome is None and match.position.is_playable(column)
            if waits and playable and match.to_move is self.you:
                if self._fresh:
                    self._send_move()
                match = match.play(column)
            else:
                self._pending = None
        self._fresh = False
        told = (match, state.shared, state.clock_runs, state.you, state.undone)
        self._events.append(Arrived(*told, self._own_moves))

    def _with_seats(self, match: Match, shared: Shared) -> Match:
        """Return the host's match as it is seen here: the guest is the person, others are remote."""
        text = self.meeting.text
        seats: list[Seat] = [
            Person(name) if colour is self.you else Remote(text, name)
            for colour, name in zip(Colour, shared.names, strict=True)
        ]
        return replace(match, red=seats[0], yellow=seats[1])
