"""The clock on the screen: awake when a shown second changes, and asleep for good where no clock runs."""

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
"""What red and yellow have left, whole seconds."""

GAP = 3.0
"""Seconds between two looks at a running clock from which on the process was stopped meanwhile; looks come every second."""
LATE = 0.001
"""Seconds after the change of a shown second at which it is looked at: never just before it."""


class AwakeTime:
    """The time in seconds, less what the process was stopped for (`kill -STOP`, a machine that sleeps).

    Nobody tells a process that it will be stopped. But a running clock is looked at every second: a longer gap was no
    waiting. What passed since the look before it is not counted.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """A time that begins now."""
        self._now = now
        self._last = now()
        self._stopped = 0.0

    def __call__(self) -> float:
        """The time."""
        now = self._now()
        if now - self._last > GAP:
            self._stopped += now - self._last
        self._last = now
        return now - self._stopped


def until_change(milliseconds: int) -> float:
    """Seconds until a time, rounded up to whole seconds, is another one; none where it is over."""
    return ((milliseconds - 1) % 1000 + 1) / 1000 + LATE if milliseconds else 0.0


class ClockFace:
    """Shows the times of a session's match whenever they change, and notices when one is over."""

    def __init__(
        self, screen: Screen[Any], session: Session, show: Callable[[Times | None], None]
    ) -> None:
        """Show the times of a session.

        Args:
            screen: whose timer wakes us.
            session: whose match it is.
            show: called with the times, None where there is no clock.
        """
        self._screen = screen
        self._session = session
        self._show = show
        self._timer: Timer | None = None

    @property
    def times(self) -> Times | None:
        """What both have left now."""
        red, yellow = (self._session.time_left(colour) for colour in Colour)
        if red is None or yellow is None:
            return None
        return whole_seconds(red), whole_seconds(yellow)

    @property
    def awake(self) -> bool:
        """Whether a timer runs."""
        return self._timer is not None

    def follow(self) -> None:
        """Show what both have left, and wake when that changes next."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self._show(self.times)
        left = self._session.time_left(self._session.match.to_move)
        if self._session.clock_runs and left is not None:
            self._timer = self._screen.set_timer(until_change(left), self._wake)

    def stop(self) -> None:
        """The program is suspended: the clock stands still."""
        self._session.suspend()
        self.follow()

    def go_on(self) -> None:
        """The program is back."""
        self._session.resume()
        self.follow()

    def _wake(self) -> None:
        """A second has gone by, perhaps the last one: then the session has told everybody."""
        self._timer = None
        if not self._session.check_clock():
            self.follow()
