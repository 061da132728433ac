"""Limits of a search, and the flag that stops it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

PAUSE_EVERY = 0.001
"""Seconds between two pauses of a plain-Python search."""
PAUSE = 0.0002
"""Seconds of each pause.

Median delay from a key to the front end's first byte, with a search in another thread: 17 ms without pauses, 2.2 ms with
these. Only a real sleep hands the interpreter over at once.
"""


@dataclass(frozen=True, slots=True)
class Limit:
    """The limits of a search; the first one reached ends it. None means unlimited.

    Attributes:
        seconds: wall-clock time, 0 or more.
        nodes: expanded positions, 0 or more; the result then does not depend on the clock.
        depth: plies searched, 1 or more; forced replies are not counted.

    Raises:
        ValueError: a number is below its range.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        """Check the ranges."""
        for name, value, minimum in (
            ("seconds", self.seconds, 0),
            ("nodes", self.nodes, 0),
            ("depth", self.depth, 1),
        ):
            if value is not None and not value >= minimum:
                raise ValueError(f"{name} must be {minimum} or more, not {value}")


class Budget:
    """The remainder of a limit that successive searches share."""

    def __init__(self, limit: Limit, clock: Callable[[], float] = time.perf_counter) -> None:
        """Start with the whole limit; `clock` returns seconds."""
        self._limit = limit
        self._clock = clock
        self._started = clock()

    def split(self, parts: int, used: int) -> Limit:
        """Return an equal share of the remaining limit, after `used` nodes."""
        seconds, nodes = self._limit.seconds, self._limit.nodes
        if seconds is not None:
            seconds = max(0.0, seconds - (self._clock() - self._started)) / parts
        if nodes is not None:
            nodes = max(0, nodes - used) // parts
        return Limit(seconds, nodes, self._limit.depth)


class StopFlag:
    """A flag that stops a search; any thread may set it, once and for good.

    A signal handler may set it too, even if it interrupts `set`.
    """

    def __init__(self) -> None:
        self._is_set = False
        self._callbacks: list[Callable[[], object]] = []
        self._lock = threading.RLock()

    def set(self) -> None:
        """Set the flag; setting it again does no harm."""
        with self._lock:
            self._is_set = True
            for callback in self._callbacks:
                callback()

    def add_callback(self, callback: Callable[[], object]) -> None:
        """Call a short function when the flag is set, or now if it is set, for compiled code that cannot poll."""
        with self._lock:
            self._callbacks.append(callback)
            if self._is_set:
                callback()

    def remove_callback(self, callback: Callable[[], object]) -> None:
        """Remove a callback; it does not run after this returns.

        Raises:
            ValueError: the function is not a callback.
        """
        with self._lock:
            self._callbacks.remove(callback)

    def is_set(self) -> bool:
        """Return whether the flag is set."""
        return self._is_set


class SearchInterrupted(Exception):  # noqa: N818 - a signal inside a search, not an error
    """The search was stopped, or its limit is used up. The kernel catches it."""


class Watch:
    """The node counter of a running search, which pauses it and ends it.

    Attributes:
        nodes: the nodes counted so far.
    """

    def __init__(
        self,
        limit: Limit,
        stop: StopFlag,
        clock: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], None] | None = time.sleep,
    ) -> None:
        """Start the clock, which returns seconds; `sleep` makes the pauses, None for no pauses."""
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
            SearchInterrupted: the flag is set or the limit is used up.
        """
        if self.nodes == self._most_nodes or self._is_set():
            raise SearchInterrupted
        self.nodes += 1
        now = self._clock()
        if now >= self._pause_at:
            self._pause(now)

    def _pause(self, now: float) -> None:
        """Let other threads run for a moment; end at the deadline."""
        if self._deadline is not None and now >= self._deadline:
            raise SearchInterrupted
        if self._sleep is not None:
            self._sleep(PAUSE)
        self._pause_at = self._clock() + PAUSE_EVERY
