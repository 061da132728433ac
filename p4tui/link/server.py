"""`Server`: carries the streams of a `Table`, in the event loop of a thread of its own."""

from __future__ import annotations

import asyncio
import itertools
import socket
import time
from asyncio import StreamReader, StreamWriter
from collections import defaultdict, deque
from collections.abc import Callable, Iterable

from p4tui.link import places
from p4tui.link.codes import new_challenge
from p4tui.link.errors import LinkError, LinkProblem, system_reason
from p4tui.link.frames import ALIVE, FrameError, LineBuffer, decode, encode
from p4tui.link.orders import ALIVE_SECONDS, Close, Event, Send, WrongCode
from p4tui.link.streams import READ_SIZE
from p4tui.link.table import Table

MOST_WRONG_CODES = 5
"""The wrong codes of an address in `WRONG_CODE_SECONDS`; after them it is refused unheard."""
WRONG_CODE_SECONDS = 60.0
FRAME_SECONDS = 0.02
"""Seconds after a frame before the next one of the same visitor is taken."""
SPECTATOR_SECONDS = 0.05
"""Seconds after which spectators get what is new: two hundred of them must not take the processor from the players' move."""
FLUSH_SECONDS = 5.0
"""Seconds that last words to a visitor may take."""
LAST_SECONDS = 1.0
"""Seconds that a host who leaves waits for all of them."""
LAST_TURNS = 5
"""Turns of the loop in which a stream that was accepted at the last moment begins, and is closed."""
NETWORK_USER = "code"
"""The user of all visitors who know the code: their names tell them apart."""


class _Outlet:
    """Writes to one visitor. Of the states that a slow reader has not taken only the newest waits.

    Attributes:
        task: the writing.
        reading: the reading.
    """

    reading: asyncio.Task[None]

    def __init__(self, writer: StreamWriter) -> None:
        self._writer = writer
        self._lines: deque[bytes] = deque()
        self._state: bytes | None = None
        self._wake = asyncio.Event()
        self._written = time.monotonic()
        self._closing = False
        self.task = asyncio.create_task(self._write())

    def send(self, line: bytes, *, is_state: bool, can_wait: bool = False) -> None:
        """Queue a line. A state that waits goes before a line that is none: nothing comes after the last word.

        A line that can wait is written with the next one, or when `write_soon` is called.
        """
        if is_state:
            self._state = line
        else:
            if self._state is not None:
                self._lines.append(self._state)
                self._state = None
            self._lines.append(line)
        if not can_wait:
            self._wake.set()

    def write_soon(self) -> None:
        """Write what waits."""
        if self._lines or self._state is not None:
            self._wake.set()

    def keep_alive(self) -> None:
        """Say that the host is there, if it has said nothing for long."""
        if time.monotonic() - self._written >= ALIVE_SECONDS:
            self._wake.set()

    def close(self) -> None:
        """Write what waits, then cut the stream, even if the visitor does not take it."""
        self._closing = True
        self._wake.set()
        asyncio.get_running_loop().call_later(FLUSH_SECONDS, self.abort)

    def abort(self) -> None:
        """Cut the stream."""
        self._writer.transport.abort()

    async def _write(self) -> None:
        try:
            while not self._closing or self._lines or self._state is not None:
                await self._wake.wait()
                self._wake.clear()
                waiting = b"".join(self._lines) + (self._state or b"")
                self._lines.clear()
                self._state = None
                self._written = time.monotonic()
                self._writer.write(waiting or (b"" if self._closing else ALIVE))
                await self._writer.drain()
        except OSError:
            pass
        finally:
            self._writer.close()


def _write_all(outlets: Iterable[_Outlet]) -> None:
    for outlet in outlets:
        outlet.write_soon()


class Server:
    """The streams of a table. All methods belong to the loop's thread."""

    def __init__(self, table: Table, emit: Callable[[Event], None]) -> None:
        """Serve a table; `emit` takes its events."""
        self._table = table
        self._emit = emit
        self._outlets: dict[int, _Outlet] = {}
        self._numbers = itertools.count()
        self._addresses: dict[int, str] = {}
        self._wrong: defaultdict[str, deque[float]] = defaultdict(deque)
        self._servers: list[asyncio.Server] = []
        self._ticking: asyncio.Task[None] | None = None
        self._closed = False

    async def open(self, local: socket.socket, listen: tuple[str, int] | None) -> None:
        """Listen at a Unix socket and, if an address and port are given, in the network.

        Raises:
            LinkError: the address or port cannot be listened on.
        """
        self._servers.append(
            await asyncio.start_unix_server(self._visit_locally, sock=local, limit=READ_SIZE)
        )
        if listen is not None:
            try:
                server = await asyncio.start_server(self._visit_by_network, *listen)
            except (OSError, OverflowError, UnicodeError) as error:
                address = f"{listen[0]}:{listen[1]}: {system_reason(error)}"
                raise LinkError(LinkProblem.LISTEN, address) from error
            self._servers.append(server)
        self._ticking = asyncio.create_task(self._tick())

    def carry(self) -> None:
        """Carry out the orders of the table, and pass on its events."""
        patient = []
        for order in self._table.take_orders():
            outlet = self._outlets.get(order.visitor)
            if outlet is None:
                continue
            if isinstance(order, Send):
                outlet.send(order.line, is_state=order.is_state, can_wait=order.can_wait)
                if order.can_wait:
                    patient.append(outlet)
            elif isinstance(order, Close):
                outlet.close()
                del self._outlets[order.visitor]
        if patient:
            asyncio.get_running_loop().call_later(SPECTATOR_SECONDS, _write_all, patient)
        for event in self._table.take_events():
            if isinstance(event, WrongCode):
                self._wrong[self._addresses.get(event.visitor, "")].append(time.monotonic())
            else:
                self._emit(event)

    async def close(self) -> None:
        """Tell everybody that the host has left."""
        self._closed = True
        for server in self._servers:
            server.close()
        if self._ticking is not None:
            self._ticking.cancel()
        outlets = list(self._outlets.values())
        self._table.close()
        self.carry()
        if outlets:
            await asyncio.wait([outlet.task for outlet in outlets], timeout=LAST_SECONDS)
        for outlet in outlets:
            outlet.abort()
        for _turn in range(LAST_TURNS):
            await asyncio.sleep(0)

    def _visit_locally(self, reader: StreamReader, writer: StreamWriter) -> None:
        try:
            user = f"uid:{places.user_of(writer.get_extra_info('socket'))}"
        except LinkError:
            writer.close()
            return
        self._begin(reader, writer, user, "", None)

    def _visit_by_network(self, reader: StreamReader, writer: StreamWriter) -> None:
        peer = writer.get_extra_info("peername")
        address = str(peer[0]) if peer else ""
        if self._has_guessed(address):
            writer.write(encode({"refused": "busy"}))
            writer.close()
            return
        self._begin(reader, writer, NETWORK_USER, address, new_challenge())

    def _has_guessed(self, address: str) -> bool:
        """Return whether too many wrong codes have come from an address."""
        wrong, now = self._wrong[address], time.monotonic()
        while wrong and now - wrong[0] > WRONG_CODE_SECONDS:
            wrong.popleft()
        return len(wrong) >= MOST_WRONG_CODES

    def _begin(
        self,
        reader: StreamReader,
        writer: StreamWriter,
        user: str,
        address: str,
        challenge: str | None,
    ) -> None:
        """Begin to serve a visitor, at once: a stream that has come is known to `close`."""
        if self._closed:
            writer.close()
            return
        number = next(self._numbers)
        self._outlets[number] = outlet = _Outlet(writer)
        self._addresses[number] = address
        self._table.connect(number, user, challenge, time.monotonic())
        self.carry()
        outlet.reading = asyncio.create_task(self._serve(reader, number, outlet))

    async def _serve(self, reader: StreamReader, number: int, outlet: _Outlet) -> None:
        """Serve one visitor until its stream ends."""
        try:
            await self._read(reader, number, self._addresses[number])
        except FrameError:
            self._table.refuse(number)
        except OSError:
            pass
        finally:
            self._table.disconnect(number)
            self.carry()
            self._outlets.pop(number, None)
            self._addresses.pop(number, None)
            outlet.close()

    async def _read(self, reader: StreamReader, number: int, address: str) -> None:
        """Read the frames of a visitor, slowly if there are many: they must not keep the host from the players.

        Raises:
            FrameError: it sends what is no frame.
            OSError: the stream is broken.
        """
        lines = LineBuffer()
        while number in self._outlets and (data := await reader.read(READ_SIZE)):
            self._table.hear(number, time.monotonic())
            for line in lines.feed(data):
                if number not in self._outlets:
                    return
                if self._table.visitors[number].must_prove and self._has_guessed(address):
                    self._table.refuse(number, "busy")
                    break
                self._table.receive(number, decode(line), time.monotonic())
                self.carry()
                await asyncio.sleep(FRAME_SECONDS)
            self.carry()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(1.0)
            self._table.tick(time.monotonic())
            for outlet in self._outlets.values():
                outlet.keep_alive()
            self.carry()
