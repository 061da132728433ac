"""`StateClock`: the time that has passed since the host's match was last published, so that every state has the clock of now."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from p4tui.play.match import Match
from p4tui.play.session_clock import charged

GAP_SECONDS = 3.0
"""Seconds between two ticks after which the program was suspended: it ticks every second."""


@dataclass
class StateClock:
    """Counts on from a published match.

    Attributes:
        now: returns the time in seconds.
        runs: whether the clock of the match runs.
    """

    now: Callable[[], float] = time.monotonic
    runs: bool = False
    _counted_from: float = 0.0

    def restart(self, at: float | None, *, runs: bool) -> None:
        """Count from a moment on, by default from now."""
        self._counted_from, self.runs = self.now() if at is None else at, runs

    def skip(self, gap: float) -> None:
        """Leave out some seconds that end now; what was published after them is as it is."""
        self._counted_from = min(self._counted_from + gap, self.now())

    def charge(self, match: Match) -> Match:
        """Return the published match as it is now."""
        if not self.runs:
            return match
        return charged(match, round(1000 * (self.now() - self._counted_from)))
