"""The clock on the screen of a game: awake when a shown second changes, asleep while no clock runs."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from textual.screen import Screen
from textual.timer import Timer

from p4tui.core.colour import Colour
from p4tui.play.session import Session
from p4tui.words.time import whole_seconds

Times = tuple[int, int]
"""The whole seconds left to red and yellow."""

GAP = 3.0
"""A running clock is read every second; after a gap of this many seconds the process was suspended."""
LATE = 0.001
"""Seconds between a change of the shown second and the update, which must not come before the change."""


class AwakeTime:
    """The time in seconds, less the time for which the process was suspended (`kill -STOP`, a machine that sleeps).

    No process learns that it was suspended. But a running clock is read every second: a longer gap is discarded.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Begin now."""
        self._now = now
        self._last = now()
        self._stopped = 0.0

    def __call__(self) -> float:
        """Return the time."""
        now = self._now()
        if now - self._last > GAP:
            self._stopped += now - self._last
        self._last = now
        return now - self._stopped


def until_change(milliseconds: int) -> float:
    """Return the seconds until a time, rounded up to whole seconds, changes; 0 when it is over."""
    return ((milliseconds - 1) % 1000 + 1) / 1000 + LATE if milliseconds else 0.0


class ClockFace:
    """Shows the times of a session's match at every change, and ends the game on time."""

    def __init__(
        self,
        screen: Screen[Any],
        session: Session,
        show: Callable[[], None],
        *,
        held: bool,
    ) -> None:
        """Call `show` at every change of the times of a session. A held clock stands still until `release`."""
        self._screen = screen
        self._session = session
        self._show = show
        self._held = held
        self._closed = False
        self._timer: Timer | None = None
        if held:
            session.suspend()

    @property
    def times(self) -> Times | None:
        """The time left to both players now."""
        red, yellow = (self._session.time_left(colour) for colour in Colour)
        if red is None or yellow is None:
            return None
        return whole_seconds(red), whole_seconds(yellow)

    def follow(self) -> None:
        """Show the times, and wake when they change next."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self._show()
        left = self._session.time_left(self._session.match.to_move)
        if self._session.clock_runs and left is not None:
            self._timer = self._screen.set_timer(until_change(left), self._wake)

    def release(self) -> None:
        """Start a held clock at the first input."""
        if self._held:
            self._held = False
            self.resume()

    def suspend(self) -> None:
        """Stop the clock while the program is suspended."""
        self._session.suspend()
        self.follow()

    def resume(self) -> None:
        """Start the clock again, unless it is held or closed."""
        if not (self._held or self._closed):
            self._session.resume()
            self.follow()

    def close(self) -> None:
        """Never start the clock again."""
        self._closed = True

    def _wake(self) -> None:
        """Show the next second. If the time is over, the session ends the game."""
        self._timer = None
        if not self._session.check_clock():
            self.follow()
