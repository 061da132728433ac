"""The host's streams: a crowd of spectators, and somebody who guesses codes. The streams are objects of the test."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Coroutine
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import pytest

from p4tui.core.colour import Colour
from p4tui.link import server as module
from p4tui.link.codes import proof_of
from p4tui.link.frames import encode
from p4tui.link.meeting import HOST, Meeting
from p4tui.link.orders import PROTOCOL, Event
from p4tui.link.server import MOST_WRONG_CODES, WRONG_CODE_SECONDS, Server
from p4tui.link.shared import Shared
from p4tui.link.table import Table
from p4tui.play.seats import Person, Remote
from p4tui.play.setup import Setup

CODE = "AAAA-BBBB"
SPECTATORS, SLOW = 200, 50


class Stream:
    """Both directions of a stream; where `reads` is False nothing is taken at the other end.

    Attributes:
        reader: what the host reads.
        written: what it has written, line by line.
        takes: set where it is taken at the other end.
    """

    def __init__(self, address: str = "", *, reads: bool = True) -> None:
        self.reader = asyncio.StreamReader()
        self.written: list[dict[str, Any]] = []
        self.is_closed = False
        self._address = address
        self.takes = asyncio.Event()
        if reads:
            self.takes.set()
        self.transport = self

    def get_extra_info(self, _name: str) -> object:
        return (self._address, 1)

    def write(self, data: bytes) -> None:
        self.written += [json.loads(line) for line in data.splitlines() if line]

    async def drain(self) -> None:
        await self.takes.wait()

    def get_write_buffer_size(self) -> int:
        return 0

    def close(self) -> None:
        self.is_closed = True

    abort = close

    def send(self, **frame: object) -> None:
        """Send a frame to the host."""
        self.reader.feed_data(encode(frame))


@pytest.fixture(autouse=True)
def _no_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others have a turn after every frame, at once, and spectators are told at once."""
    monkeypatch.setattr(module, "FRAME_SECONDS", 0.0)
    monkeypatch.setattr(module, "SPECTATOR_SECONDS", 0.0)


def table_of(code: str | None = None) -> Table:
    meeting = Meeting(HOST, "w", "g1")
    match = Setup(Person("Alice"), Remote(meeting.text)).new_match(random.Random(1))
    return Table("w", Colour.RED, match, Shared("g1", ("Alice", "")), "1", code=code)


def in_loop(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a test in an event loop, and end what it leaves."""
    asyncio.run(work())


async def until(done: Callable[[], bool]) -> None:
    """Let the loop turn until something holds: nothing here waits for time."""
    loop = asyncio.get_running_loop()
    for _ in range(2000):
        if done():
            return
        turn = loop.create_future()
        loop.call_soon(turn.set_result, None)
        await turn
    raise AssertionError("it never came")


def shown(stream: Stream) -> int:
    """Return how many moves the last state has."""
    last = stream.written[-1] if stream.written else {}
    return len(last["state"]["moves"]) if "state" in last else -1


def has_moves(stream: Stream, count: int) -> bool:
    """Return whether the last state has so many moves."""
    return shown(stream) == count


def test_spectators_who_read_nothing_cost_the_players_and_the_others_nothing() -> None:
    async def play() -> None:
        table, events = table_of(), list[Event]()
        server = Server(table, events.append)
        streams = [Stream(reads=number >= SLOW) for number in range(SPECTATORS)]
        guest = Stream()
        for number, stream in enumerate([guest, *streams]):
            role = "watch" if number else "play"
            stream.send(p4tui=PROTOCOL, role=role, **{"as": f"P{number}"})
            writer = cast("asyncio.StreamWriter", stream)
            server._begin(stream.reader, writer, f"uid:{number}", "", None)
        await until(lambda: table.shared.watchers == SPECTATORS and table.shared.joined)
        match = table.match
        for ply in range(20):
            after = (match.play(column) for column in match.position.legal_columns())
            match = next(each for each in after if each.outcome is None)
            table.publish(match, "g1", clock_runs=False, own_name="Alice")
            server.carry()
            await until(partial(has_moves, guest, ply + 1))
        await until(lambda: {shown(each) for each in streams[SLOW:]} == {20})
        assert max(len(each.written) for each in streams[:SLOW]) <= 3, "only the newest waits"
        for stream in (guest, *streams):
            stream.reader.feed_eof()
            stream.takes.set()
        await until(lambda: not server._outlets)

    in_loop(play)


def test_a_visitor_who_floods_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:

    async def play() -> None:
        table, looks = table_of(), list[int]()
        monkeypatch.setattr(table, "_send_state", looks.append)
        server = Server(table, lambda _event: None)
        flood, guest = Stream(), Stream()
        flood.send(p4tui=PROTOCOL, role="watch", **{"as": "Eve"})
        for _ in range(5000):
            flood.send(look=True)
        guest.send(p4tui=PROTOCOL, role="play", **{"as": "Bob"})
        for user, stream in enumerate((flood, guest)):
            writer = cast("asyncio.StreamWriter", stream)
            server._begin(stream.reader, writer, f"uid:{user}", "", None)
        await until(lambda: table.shared.joined)
        guest.send(say="hello")
        await until(lambda: bool(table.shared.messages))
        assert len(looks) < 200
        table.close()
        server.carry()
        for stream in (flood, guest):
            stream.reader.feed_eof()
        await until(lambda: not server._outlets)

    in_loop(play)


def test_a_thousand_wrong_codes_are_hardly_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: now))

    async def guess(server: Server, address: str, code: str) -> str:
        """Return why a code is refused; empty if it is right."""
        stream = Stream(address)
        writer = cast("asyncio.StreamWriter", stream)
        server._visit_by_network(stream.reader, writer)
        await until(lambda: bool(stream.written))
        if "challenge" in stream.written[0]:
            proof = proof_of(code, stream.written[0]["challenge"])
            stream.send(p4tui=PROTOCOL, role="play", proof=proof, **{"as": "Bob"})
            await until(lambda: len(stream.written) > 1)
        stream.reader.feed_eof()
        await until(lambda: not server._outlets)
        return str(stream.written[-1].get("refused", ""))

    async def play() -> None:
        nonlocal now
        server = Server(table_of(CODE), lambda _event: None)
        answers = [await guess(server, "192.0.2.1", f"CCCC-{n:04}") for n in range(1000)]
        assert answers == ["code"] * MOST_WRONG_CODES + ["busy"] * (1000 - MOST_WRONG_CODES)
        assert await guess(server, "192.0.2.1", CODE) == "busy"
        assert await guess(server, "192.0.2.2", CODE) == "", "others may still come in"
        now = WRONG_CODE_SECONDS + 1
        assert await guess(server, "192.0.2.1", CODE) == ""

    in_loop(play)


def test_guesses_side_by_side_are_no_more_than_one_after_another() -> None:
    async def play() -> None:
        server = Server(table_of(CODE), lambda _event: None)
        streams = [Stream("192.0.2.1") for _ in range(100)]
        for stream in streams:
            writer = cast("asyncio.StreamWriter", stream)
            server._visit_by_network(stream.reader, writer)
        await until(lambda: all(each.written for each in streams))
        for stream in streams:
            proof = proof_of("CCCC-0000", stream.written[0]["challenge"])
            stream.send(p4tui=PROTOCOL, role="play", proof=proof, **{"as": "Bob"})
        await until(lambda: not server._outlets)
        refused = [each.written[-1]["refused"] for each in streams]
        assert sorted(refused) == ["busy"] * (100 - MOST_WRONG_CODES) + ["code"] * MOST_WRONG_CODES

    in_loop(play)


def test_who_hears_that_the_host_has_left_hears_nothing_after_it() -> None:
    """The others are told of each one that is cut."""

    async def play() -> None:
        server = Server(table_of(), lambda _event: None)
        streams = [Stream() for _ in range(4)]
        for number, stream in enumerate(streams):
            stream.send(p4tui=PROTOCOL, role="watch" if number else "play", **{"as": f"P{number}"})
            writer = cast("asyncio.StreamWriter", stream)
            server._begin(stream.reader, writer, f"uid:{number}", "", None)
        await until(lambda: all(len(each.written) > 1 for each in streams))
        for stream in streams:
            stream.reader.feed_eof()
        await server.close()
        assert [each.written[-1] for each in streams] == [{"refused": "closed"}] * 4

    in_loop(play)


def test_spectators_are_told_later_than_the_player_and_before_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "SPECTATOR_SECONDS", 3600.0)

    async def play() -> None:
        table = table_of()
        server = Server(table, lambda _event: None)
        player, spectator = Stream(), Stream()
        for number, (stream, role) in enumerate([(player, "play"), (spectator, "watch")]):
            stream.send(p4tui=PROTOCOL, role=role, **{"as": f"P{number}"})
            writer = cast("asyncio.StreamWriter", stream)
            server._begin(stream.reader, writer, f"uid:{number}", "", None)
        await until(lambda: table.shared.watchers == 1 and table.shared.joined)
        match = table.match.play(3)
        table.publish(match, "g1", clock_runs=False, own_name="Alice")
        server.carry()
        await until(lambda: has_moves(player, 1))
        assert shown(spectator) == -1
        await server.close()
        state, end = spectator.written[-2:]
        assert len(state["state"]["moves"]) == 1
        assert end == {"refused": "closed"}

    in_loop(play)
