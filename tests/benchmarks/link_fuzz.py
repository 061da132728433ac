"""Frames by chance, at both sides of a game between terminals.

    python -m tests.benchmarks.link_fuzz --frames 1000000

Half of them come to the host's table and half to the guest's visit, through the buffer of lines and the decoder: random bytes,
valid frames with other bytes or other values in them, deep JSON, huge numbers, wrong types, control sequences, moves out of
turn, states that contradict the rules or each other. Nothing may be raised but what is declared, the host may take no move but
a legal one of its guest, the guest may show no text with a control character, and the memory may not grow.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from p4tui.core.colour import Colour
from p4tui.core.errors import P4Error
from p4tui.link.frames import Frame, FrameError, LineBuffer, decode, encode
from p4tui.link.listing import _open_game
from p4tui.link.meeting import HOST, JOIN, Meeting
from p4tui.link.orders import Played
from p4tui.link.participant import LinkedFactory, RemoteParticipant
from p4tui.link.shared import Message, Request, RequestKind, Shared
from p4tui.link.state import State, change_between, state_frame
from p4tui.link.table import Table
from p4tui.link.visit import Arrived, Ended, Refused, Visit
from p4tui.play.clock import Clock, TimeControl
from p4tui.play.linked_session import LinkedSession
from p4tui.play.match import Match
from p4tui.play.seats import Person, Remote
from p4tui.play.setup import Setup

STRANGE: tuple[object, ...] = (
    *(None, True, False, 0, -1, 1, 7, 8, 43, 2**31, 2**53, 2**53 + 1, 2**64, -(2**70), 10**4000),
    *(0.5, -0.0, 1e308, float("inf"), float("nan"), "", "x", "red", "yellow", "undo", "g1", "9"),
    *("x" * 500, "\x1b[31m\x1b]0;t\x07", "\u202e\u2028\x9b31m", "\ud800", "\U0001f600" * 300),
    *([], {}, [[]], [None], ["red"], [1, 2], {"number": 1}, {"x": {"y": []}}, "1" * 60, "4" * 43),
)
"""Values that a frame does not expect where they stand."""
DEEP = (b"[" * 50_000, b'{"a":' * 9_000, b'{"state":' + b"[" * 30_000, b'{"say":' + b"9" * 60_000)
"""Lines that a careless reader dies of."""
MOST_MOVES = 60

Frames = list[dict[str, Any]]


def with_strange(rng: random.Random, value: object) -> object:
    """Return a value in which something is strange, missing, or somewhere else."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        if rng.random() < 0.1:
            return {other: value[other] for other in value if other != key}
        if rng.random() < 0.1:
            return {**value, key: value[rng.choice(list(value))]}
        return {**value, key: with_strange(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.85:
        place = rng.randrange(len(value))
        return [*value[:place], with_strange(rng, value[place]), *value[place + 1 :]]
    return rng.choice(STRANGE)


def with_other_bytes(rng: random.Random, line: bytes) -> bytes:
    """Return a line with bytes changed, left out, doubled or put in."""
    changed = bytearray(line)
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(changed) + 1)
        kind = rng.randrange(4)
        if kind == 0:
            changed[place : place + 1] = bytes([rng.randrange(256)])
        elif kind == 1:
            del changed[place : place + rng.randint(1, 20)]
        elif kind == 2:
            changed[place:place] = changed[place : place + rng.randint(1, 20)]
        else:
            changed[place:place] = rng.randbytes(rng.randint(1, 8))
    return bytes(changed)


def line_by_chance(rng: random.Random, frames: Frames) -> bytes:
    """Return a line, with its end."""
    chance = rng.random()
    if chance < 0.03:
        return rng.randbytes(rng.randint(0, 200)) + b"\n"
    if chance < 0.0303:
        return rng.choice(DEEP) + b"\n"
    frame: object = rng.choice(frames)
    if chance < 0.08:
        return with_other_bytes(rng, encode(dict(frame)).strip()) + b"\n"  # type: ignore[call-overload]  # a dict
    if chance < 0.7:
        for _ in range(rng.choice((1, 1, 2))):
            frame = with_strange(rng, frame)
    with suppress(ValueError):  # a number of too many digits
        return json.dumps(frame).encode() + b"\n"
    return b'{"move":' + b"9" * 5000 + b"}\n"


class HostSide:
    """A host's table with a guest, a spectator, and streams that have said nothing yet."""

    def __init__(self, rng: random.Random) -> None:
        self.counts: Counter[str] = Counter()
        self._rng = rng
        self._now, self._next = 0.0, 0
        self._meeting = Meeting(HOST, "w", "g1")
        self._match = self._new_match()
        shared = Shared("g1", ("Alice", "Bob"))
        self._table = Table("w", Colour.RED, self._match, shared, "1", "uid:1", "Bob", "AAAA-BBBB")
        self._streams: dict[int, LineBuffer] = {}

    def _new_match(self) -> Match:
        meeting = self._meeting
        return Setup(Person("Alice"), Remote(meeting.text, "Bob")).new_match(self._rng)

    def take(self) -> None:
        """Take a line by chance."""
        rng, table = self._rng, self._table
        self._now += rng.random()
        if len(self._streams) < 6:
            self._connect()
        number = rng.choice(list(self._streams))
        hello: dict[str, Any] = {"p4tui": 1, "as": "Bob", "role": "play"}
        ply, game = table.match.game.cursor, table.shared.game
        request = table.shared.request
        frames: Frames = [
            {"move": rng.randint(1, 7), "ply": ply, "game": game},
            {"move": rng.randint(-1, 9), "ply": ply + rng.randint(-1, 1), "game": game},
            {"ask": rng.choice(list(RequestKind)).value, "game": game},
            {"answer": rng.random() < 0.5, "request": request and request.number, "game": game},
            {"say": "hello"},
            {"hint": True, "game": game},
            {"look": True},
            {"resign": rng.random() < 0.05, "game": game},
            {**hello, "as": rng.choice(("Bob", "Eve", "\x1b[2J"))},
            {**hello, "role": "watch"},
        ]
        line = line_by_chance(rng, frames)
        try:
            for each in self._streams[number].feed(line):
                self.counts["lines at the host"] += 1
                table.receive(number, decode(each), self._now)
        except FrameError:
            self.counts["streams refused"] += 1
            table.refuse(number)
        table.tick(self._now)
        self._carry()

    def _connect(self) -> None:
        """Let a new stream say hello properly, most of the time."""
        rng, self._next = self._rng, self._next + 1
        self._streams[self._next] = LineBuffer()
        self._table.connect(self._next, rng.choice(("uid:1", "uid:2")), None, self._now)
        if rng.random() < 0.8:
            role = rng.choice(("play", "play", "watch"))
            hello: Frame = {"p4tui": 1, "as": "Bob", "role": role}
            self._table.receive(self._next, hello, self._now)

    def _carry(self) -> None:
        """Carry out what the table wants, as the host's session does."""
        table = self._table
        table.take_orders()
        for event in table.take_events():
            if isinstance(event, Played) and event.ply == self._match.game.cursor:
                if self._match.to_move is not Colour.YELLOW:
                    raise AssertionError("a move out of turn was taken")
                self._publish(self._match.play(event.column))
        match = self._match
        if match.outcome is not None or match.game.cursor > MOST_MOVES:
            self.counts["games at the host"] += 1
            self._publish(self._new_match())
        elif match.to_move is Colour.RED and self._rng.random() < 0.3:
            self._publish(match.play(self._rng.choice(match.position.legal_columns())))
        for gone in set(self._streams) - set(table.visitors):
            del self._streams[gone]

    def _publish(self, match: Match) -> None:
        self._match = match
        self._table.publish(match, self._table.shared.game, clock_runs=False, own_name="Alice")
        self._table.take_orders()


class GuestSide:
    """A guest's visit and its session, which adopts whatever arrives."""

    def __init__(self, rng: random.Random) -> None:
        self.counts: Counter[str] = Counter()
        self._rng = rng
        self._states = list(map(state_frame, some_states(rng)))
        self._connect()
        factory = LinkedFactory(RemoteParticipant(), None)
        match = Setup(Remote("host:w?game=g1"), Person("Bob")).new_match(rng)
        self._session = LinkedSession(match, rng, factory, lambda _reply: None, is_referee=False)

    def _connect(self) -> None:
        rng = self._rng
        code = rng.choice(("", "AAAA-BBBB"))
        self._visit = Visit("Bob", rng.random() < 0.8, Meeting(JOIN, "w", "-", code=code), "1")
        self._lines = LineBuffer()
        self._visit.connect(0.0)
        if rng.random() < 0.9:
            self._visit.receive({"p4tui": 1, "challenge": "c"} if code else {"p4tui": 1}, 0.0)

    def take(self) -> None:
        """Take a line by chance."""
        rng, visit = self._rng, self._visit
        greeting: dict[str, Any] = {
            "p4tui": 1,
            "version": "1",
            "word": "w",
            "host": "Alice",
            "board": [7, 6, 4],
            "free": True,
            "watchers": 0,
            "challenge": "00ff",
        }
        frames = [*self._states, greeting, {"refused": rng.choice(list(Refused)).value}]
        line = line_by_chance(rng, frames)
        try:
            for each in self._lines.feed(line):
                self.counts["lines at the guest"] += 1
                frame = decode(each)
                visit.receive(frame, 1.0)
                with suppress(ValueError):
                    _open_game("user", "w", frame)
        except FrameError:
            self.counts["hosts left"] += 1
            self._connect()
        visit.take_lines()
        for event in visit.take_events():
            self._adopt(event)
        if rng.random() < 0.02:
            match = self._session.match
            visit.play(match.game.played, rng.randrange(match.geometry.columns))
        if rng.random() < 0.005:
            self._connect()

    def _adopt(self, event: Arrived | Ended) -> None:
        """Take an event as a front end does."""
        if isinstance(event, Ended):
            self.counts["visits ended"] += 1
            return
        self.counts["states adopted"] += 1
        match, shared = event.match, event.shared
        texts = [*shared.names, shared.game]
        texts += [text for each in shared.messages for text in (each.name, each.text)]
        if not "".join(texts).isprintable() and any(char < " " for char in "".join(texts)):
            raise AssertionError(f"control characters: {texts!r}")
        change = change_between(self._session.match, match, same_game=self._rng.random() < 0.5)
        with suppress(P4Error):
            self._session.adopt(match, change, clock_runs=event.clock_runs)


def some_states(rng: random.Random) -> list[State]:
    """Return states of games that begin, go on and end, with all that a state can have."""
    states = []
    for number in range(40):
        clock = Clock.new(TimeControl(60_000, 2_000), 1) if number % 3 == 0 else None
        match = Setup(Person("Alice"), Remote("host:w?game=g1", "Bob")).new_match(rng)
        match = Match(match.red, match.yellow, match.game, clock=clock)
        for _ in range(0 if clock else rng.randrange(30)):
            if match.outcome is None:
                match = match.play(rng.choice(match.position.legal_columns()))
        if match.outcome is None and number % 5 == 0 and clock is None:
            match = match.resign(rng.choice(list(Colour)))
        shared = Shared(
            rng.choice(("g1", "g2")),
            ("Alice", "Bob"),
            (True, number % 2 == 0),
            joined=True,
            watchers=number,
            request=Request(number, rng.choice(list(RequestKind)), Colour.RED),
            hints_used=(1, 2),
            messages=tuple(Message(n, "Alice", "hello", Colour.RED) for n in range(number % 4)),
        )
        states.append(State(number, match, shared, number % 2 == 0, Colour.YELLOW))
    return states


def megabytes() -> float:
    """Return how much memory this process uses now."""
    gc.collect()
    with suppress(OSError), open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123  no path of ours
        return int(file.read().split()[1]) * resource.getpagesize() / 2**20
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def fuzz(frames: int, seed: int, watch: Callable[[int], object] = lambda _n: None) -> Counter[str]:
    """Send so many lines; return what was counted. Whatever is raised is a fault."""
    rng = random.Random(seed)
    host, guest = HostSide(rng), GuestSide(rng)
    for number in range(frames):
        watch(number)
        (host if number % 2 else guest).take()
    return host.counts + guest.counts


def main() -> int:
    """Read the command line, send, print."""
    parser = argparse.ArgumentParser(description="Send frames by chance to both sides.")
    parser.add_argument("--frames", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    began, tenth = time.perf_counter(), max(arguments.frames // 10, 1)

    def watch(number: int) -> None:
        if number % tenth == 0:
            objects = len(gc.get_objects())
            print(f"{number:9} frames {megabytes():7.1f} MB {objects:8} objects", flush=True)

    counts = fuzz(arguments.frames, arguments.seed, watch)
    print(f"{arguments.frames:9} frames {megabytes():7.1f} MB {len(gc.get_objects()):8} objects")
    for name, count in sorted(counts.items()):
        print(f"{count:9} {name}")
    print(f"{time.perf_counter() - began:9.0f} seconds; nothing was raised but what is declared")
    return 0


if __name__ == "__main__":
    sys.exit(main())
