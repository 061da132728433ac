"""`SessionClock`: measures the time that the side to move uses. The match only counts it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from p4tui.core.colour import Colour
from p4tui.play.match import Match


class SessionClock:
    """A clock that runs, or stands."""

    def __init__(self, now: Callable[[], float]) -> None:
        """Measure time.

        Args:
            now: tells it, in seconds.
        """
        self._now = now
        self._counted_from: int | None = None

    @property
    def runs(self) -> bool:
        """Whether somebody's time is running."""
        return self._counted_from is not None

    @property
    def milliseconds(self) -> int:
        """The time in whole milliseconds, so that none of them is counted twice or not at all."""
        return round(self._now() * 1000)

    def restart(self, match: Match, *, stands: bool) -> None:
        """Count from now on, if there is somebody whose time runs."""
        clock = match.clock
        runs = clock is not None and clock.runs(match.game.cursor) and match.outcome is None
        self._counted_from = self.milliseconds if runs and not stands else None

    def time_left(self, match: Match, colour: Colour) -> int | None:
        """Return the milliseconds that a player has at this moment, or None without a clock."""
        left = match.time_left(colour)
        if left is None or colour is not match.to_move:
            return left
        return max(left - self._elapsed, 0)

    def counted(self, match: Match) -> Match:
        """Return the match with the time that was used until now, at most what there was."""
        left = match.time_left(match.to_move)
        if match.clock is None or left is None or self._counted_from is None:
            return match
        spent = match.clock.spent + min(self._elapsed, left)
        return replace(match, clock=replace(match.clock, spent=spent))

    @property
    def _elapsed(self) -> int:
        """Milliseconds since time was last counted."""
        if self._counted_from is None:
            return 0
        return max(self.milliseconds - self._counted_from, 0)
