"""`EventQueue`: events from other threads, which end a wait for typed lines."""

from __future__ import annotations

import select
import socket
from contextlib import suppress
from queue import Empty, SimpleQueue


class EventQueue:
    """A queue of events. `Console.wait` can wait for it and for a line together."""

    def __init__(self) -> None:
        """Begin empty."""
        self._events: SimpleQueue[object] = SimpleQueue()
        self._reading, self._writing = socket.socketpair()
        self._reading.setblocking(False)
        self._writing.setblocking(False)

    def put(self, event: object) -> None:
        """Add an event, from any thread."""
        self._events.put(event)
        with suppress(OSError):  # full: who waits is woken anyway; closed: nobody waits
            self._writing.send(b"\0")

    def take(self) -> list[object]:
        """Return all events, the oldest first."""
        with suppress(BlockingIOError):
            while self._reading.recv(4096):
                pass
        events = []
        with suppress(Empty):
            while True:
                events.append(self._events.get_nowait())
        return events

    def wait(self, seconds: float) -> None:
        """Wait for an event."""
        select.select([self], [], [], seconds)

    def fileno(self) -> int:
        """Return the number of the file descriptor that can be read while there are events."""
        return self._reading.fileno()

    def close(self) -> None:
        """Release the file descriptors."""
        self._reading.close()
        self._writing.close()
