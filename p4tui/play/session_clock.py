"""`SessionClock`: measures the time that the side to move uses. The match's own `Clock` holds the result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from p4tui.core.colour import Colour
from p4tui.play.match import Match

NOTICE_MS = 10_000
"""Milliseconds between two notices to the listeners while only time passes."""


def charged(match: Match, milliseconds: int) -> Match:
    """Return a match with some time deducted from the side to move, at most the remaining time."""
    left = match.time_left(match.to_move)
    if match.clock is None or left is None or milliseconds <= 0:
        return match
    spent = match.clock.spent + min(milliseconds, left)
    return replace(match, clock=replace(match.clock, spent=spent))


class SessionClock:
    """A stopwatch.

    Attributes:
        suspended: whether time is stopped for both sides.
        held: the same, by the player at the other terminal, who decides it or is away.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        """Measure time by `now`, in seconds."""
        self._now = now
        self.suspended = self.held = False
        self._counted_from: int | None = None
        self._noticed_at: int | None = None

    @property
    def runs(self) -> bool:
        """Whether the clock of a player is running."""
        return self._counted_from is not None

    def restart(self, match: Match, *, stopped: bool) -> None:
        """Measure the time from now on, if the clock of the match runs and is not stopped."""
        clock = match.clock
        runs = clock is not None and clock.runs(match.game.cursor) and match.outcome is None
        stopped = stopped or self.suspended or self.held
        self._counted_from = self._milliseconds() if runs and not stopped else None

    def notice_due(self) -> bool:
        """Return whether to notify the listeners: at the first call after a change, then every `NOTICE_MS`."""
        now = self._milliseconds()
        due = self._noticed_at is None or now - self._noticed_at >= NOTICE_MS
        if due:
            self._noticed_at = now
        return due

    def reset_notice(self) -> None:
        """Let the next call of `notice_due` return True."""
        self._noticed_at = None

    def time_left(self, match: Match, colour: Colour) -> int | None:
        """Return a player's remaining milliseconds now, or None without a clock."""
        left = match.time_left(colour)
        if left is None or colour is not match.to_move:
            return left
        return max(left - self._elapsed, 0)

    def charge(self, match: Match) -> Match:
        """Return the match with the elapsed time deducted, at most the remaining time."""
        return charged(match, self._elapsed)

    @property
    def _elapsed(self) -> int:
        """Milliseconds since time was last counted."""
        if self._counted_from is None:
            return 0
        return max(self._milliseconds() - self._counted_from, 0)

    def _milliseconds(self) -> int:
        """Return the time in whole milliseconds, so that rounding errors do not add up."""
        return round(self._now() * 1000)
