"""A bad line between a guest and a host: it delays, splits, loses packets that come again later, and ends at any byte.

What arrives arrives in its order and once, as TCP has it.
"""

from __future__ import annotations

import asyncio
import random
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

Address = Path | tuple[str, int]
"""A Unix socket, or an address and port."""
READ_SIZE = 65_536
Piece = tuple[float, bytes]
"""When bytes arrive, and the bytes; none for the end of a stream."""


@dataclass(frozen=True, slots=True)
class Weather:
    """What a line does to what is sent over it.

    Attributes:
        delay: the seconds that everything takes.
        jitter: the most seconds that it takes beside them.
        loss: the share of packets that are lost, each time they are sent.
        resend: the seconds after which a lost packet is sent again, twice as many each time; what follows waits for it.
        piece: the most bytes of a packet.
        most_bytes: a line ends somewhere within so many bytes; 0 for never.
        half_open: the share of these ends of which neither side hears.
    """

    delay: float = 0.0
    jitter: float = 0.0
    loss: float = 0.0
    resend: float = 1.0
    piece: int = READ_SIZE
    most_bytes: int = 0
    half_open: float = 0.0

    def seconds(self, rng: random.Random) -> float:
        """Return how long a packet is on its way."""
        seconds, wait = self.delay + rng.random() * self.jitter, self.resend
        while rng.random() < self.loss:
            seconds, wait = seconds + wait, 2 * wait
        return seconds


@dataclass(eq=False)
class Line:
    """One stream through the proxy.

    Attributes:
        writers: to both ends.
        left: the bytes after which it ends, None for never.
        is_dead: whether it looks alive and passes nothing on.
    """

    writers: tuple[asyncio.StreamWriter, asyncio.StreamWriter]
    left: int | None
    is_dead: bool = False

    def cut(self) -> None:
        """End it without a word."""
        for writer in self.writers:
            writer.transport.abort()


class BadProxy:
    """A proxy in a thread of its own.

    Attributes:
        lines: how many streams have come.
        cuts: how many of them it has ended.
        half_open: of how many of them neither side has heard.
        passed: the bytes that arrived.
    """

    def __init__(self, here: Address, there: Address, weather: Weather, rng: random.Random) -> None:
        """Pass streams on from one address to another."""
        self.lines = self.cuts = self.half_open = self.passed = 0
        self._here, self._there, self._weather, self._rng = here, there, weather, rng
        self._open: set[Line] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result()

    def cut(self) -> None:
        """End all streams."""
        self._loop.call_soon_threadsafe(self._cut)

    def close(self) -> None:
        """End all streams and the proxy."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        if isinstance(self._here, Path):
            self._here.unlink(missing_ok=True)

    def _cut(self) -> None:
        for line in self._open:
            self.cuts += 1
            line.cut()

    async def _end(self) -> None:
        self._server.close()
        self._cut()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _listen(self) -> asyncio.Server:
        if isinstance(self._here, Path):
            return await asyncio.start_unix_server(self._pass_on, self._here)
        return await asyncio.start_server(self._pass_on, *self._here)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass one stream on until it ends."""
        try:
            if isinstance(self._there, Path):
                far_reader, far = await asyncio.open_unix_connection(self._there)
            else:
                far_reader, far = await asyncio.open_connection(*self._there)
        except (OSError, asyncio.CancelledError):  # nobody is there, or the proxy ends
            writer.transport.abort()
            return
        most = self._weather.most_bytes
        line = Line((writer, far), self._rng.randint(1, most) if most else None)
        self.lines += 1
        self._open.add(line)
        with suppress(asyncio.CancelledError):  # the proxy ends
            await asyncio.gather(
                self._copy(reader, far, line), self._copy(far_reader, writer, line)
            )
        self._open.discard(line)
        line.cut()

    async def _copy(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, line: Line
    ) -> None:
        """Copy one direction of a stream."""
        pieces: asyncio.Queue[Piece] = asyncio.Queue()
        sending = asyncio.create_task(self._send(pieces, writer, line))
        now, arrival = asyncio.get_running_loop().time, 0.0
        with suppress(OSError):
            while data := await reader.read(READ_SIZE):
                while data:
                    size = self._rng.randint(1, self._weather.piece)
                    arrival = max(arrival, now() + self._weather.seconds(self._rng))
                    pieces.put_nowait((arrival, data[:size]))
                    data = data[size:]
        pieces.put_nowait((arrival, b""))
        await sending

    async def _send(
        self, pieces: asyncio.Queue[Piece], writer: asyncio.StreamWriter, line: Line
    ) -> None:
        """Pass on what has been on its way for long enough."""
        loop = asyncio.get_running_loop()
        with suppress(OSError):
            while True:
                arrival, data = await pieces.get()
                arrived = asyncio.Event()
                loop.call_at(arrival, arrived.set)
                await arrived.wait()
                if not data:
                    break
                if not line.is_dead:
                    self._deliver(data, writer, line)
                    await writer.drain()
        if not line.is_dead:
            writer.close()

    def _deliver(self, data: bytes, writer: asyncio.StreamWriter, line: Line) -> None:
        """Pass some bytes on, and end the line if it has lived its time."""
        arrived = data if line.left is None else data[: line.left]
        self.passed += len(arrived)
        writer.write(arrived)
        if line.left is None:
            return
        line.left -= len(arrived)
        if line.left == 0:
            if self._rng.random() < self._weather.half_open:
                self.half_open += 1
                line.is_dead = True
            else:
                self.cuts += 1
                line.cut()
