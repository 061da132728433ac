"""How long a search may go on, and how it is told to stop."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

PAUSE_EVERY = 0.001
"""Seconds that a plain-Python search computes between two pauses."""
PAUSE = 0.0002
"""Seconds of each pause.

Measured on the key-to-first-byte delay of the front end while a search runs in a thread: 17 ms (median) without pauses,
2.2 ms with 0.2 ms about every millisecond. It has to be a real sleep: only that hands the interpreter over at once.
"""


@dataclass(frozen=True, slots=True)
class Limit:
    """What a search may use up; whichever comes first ends it. With no limit it goes on until it is stopped or done.

    Attributes:
        seconds: wall-clock time, 0 or more.
        nodes: positions that the search expands, 0 or more; the result then depends on no clock.
        depth: plies looked ahead, 1 or more; replies that are forced are not counted.

    Raises:
        ValueError: a number is below its range.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        """Refuse what is out of range."""
        for name, value, least in (
            ("seconds", self.seconds, 0),
            ("nodes", self.nodes, 0),
            ("depth", self.depth, 1),
        ):
            if value is not None and not value >= least:
                raise ValueError(f"{name} must be {least} or more, not {value}")


class Budget:
    """What is left of a limit that several searches use up, one after the other."""

    def __init__(self, limit: Limit, clock: Callable[[], float] = time.perf_counter) -> None:
        """The whole limit, from now on; `clock` gives seconds."""
        self._limit = limit
        self._clock = clock
        self._started = clock()

    def split(self, parts: int, used: int) -> Limit:
        """One of so many equal parts of what is left after `used` nodes."""
        seconds, nodes = self._limit.seconds, self._limit.nodes
        if seconds is not None:
            seconds = max(0.0, seconds - (self._clock() - self._started)) / parts
        if nodes is not None:
            nodes = max(0, nodes - used) // parts
        return Limit(seconds, nodes, self._limit.depth)


class StopFlag:
    """Asks a search to end; set from any thread, once and for good.

    The handler of a signal may set it, whatever it interrupts: also a thread that sets it.
    """

    def __init__(self) -> None:
        self._is_set = False
        self._callbacks: list[Callable[[], object]] = []
        self._lock = threading.RLock()

    def set(self) -> None:
        """Ask for the end; more than once does no harm."""
        with self._lock:
            self._is_set = True
            for callback in self._callbacks:
                callback()

    def call(self, callback: Callable[[], object]) -> None:
        """Have a short function called once the flag is set, at once where it is, until `forget`.

        It is for what cannot look at the flag while it runs, as compiled code without the interpreter's lock.
        """
        with self._lock:
            self._callbacks.append(callback)
            if self._is_set:
                callback()

    def forget(self, callback: Callable[[], object]) -> None:
        """Call a function no more; once this returns it does not run.

        Raises:
            ValueError: it was not to be called.
        """
        with self._lock:
            self._callbacks.remove(callback)

    def is_set(self) -> bool:
        """Whether the end was asked for."""
        return self._is_set


class SearchInterrupted(Exception):  # noqa: N818 - a signal inside a search, not an error
    """A search has to end now: it was stopped, or its limit is used up. Never leaves the kernel."""


class Watch:
    """What a running search asks at every node: go on, pause or end.

    Attributes:
        nodes: how many nodes were counted.
    """

    def __init__(
        self,
        limit: Limit,
        stop: StopFlag,
        clock: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], None] | None = time.sleep,
    ) -> None:
        """Start watching; `clock` gives seconds, `sleep` is called for the pauses (None: no pauses)."""
        self.nodes = 0
        self._is_set = stop.is_set
        self._clock = clock
        self._sleep = sleep
        self._most_nodes = limit.nodes
        started = clock()
        self._deadline = None if limit.seconds is None else started + limit.seconds
        self._pause_at = started + (
            PAUSE_EVERY if limit.seconds is None else min(PAUSE_EVERY, limit.seconds)
        )

    def count(self) -> None:
        """Count a node.

        Raises:
            SearchInterrupted: the flag is set or the limit used up.
        """
        if self.nodes == self._most_nodes or self._is_set():
            raise SearchInterrupted
        self.nodes += 1
        now = self._clock()
        if now >= self._pause_at:
            self._pause(now)

    def _pause(self, now: float) -> None:
        """Let the other threads run for a moment; end at the deadline."""
        if self._deadline is not None and now >= self._deadline:
            raise SearchInterrupted
        if self._sleep is not None:
            self._sleep(PAUSE)
        self._pause_at = self._clock() + PAUSE_EVERY
