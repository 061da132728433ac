"""`LinkedSession`: a session of a match that is played at two terminals. One of them decides, see `link`."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from p4tui.core.colour import Colour
from p4tui.play.match import Change, Match
from p4tui.play.participants import Factory, ReplyHandler
from p4tui.play.session import Session


class LinkedSession(Session):
    """A session whose changes come from two terminals."""

    def __init__(
        self,
        match: Match,
        rng: random.Random,
        factory: Factory,
        on_reply: ReplyHandler,
        now: Callable[[], float] = time.monotonic,
        choose_levels: Callable[[Match], Match] = lambda match: match,
        *,
        is_referee: bool,
    ) -> None:
        """Play a match on; see `Session`. Where `is_referee` is False the other terminal decides when time runs out."""
        self._is_referee = is_referee
        super().__init__(match, rng, factory, on_reply, now, choose_levels)

    def take_back(self, colour: Colour) -> None:
        """Take moves back to a player's own turn, see `Match.undo`.

        Raises:
            NothingToUndoError: there is no move to take back.
        """
        self._change(self.match.undo(colour), Change.UNDO)

    def agree_draw(self) -> None:
        """End the game as a draw, on which the players have agreed.

        Raises:
            GameOverError: the game has ended.
        """
        self._refuse_after_end()
        self._change(self._clock.charge(self.match).agree_draw(), Change.AGREEMENT)

    def resign_for(self, colour: Colour) -> None:
        """End the game as lost by a player, perhaps the one at the other terminal.

        Raises:
            GameOverError: the game has ended.
        """
        self._refuse_after_end()
        self._change(self._clock.charge(self.match).resign(colour), Change.RESIGNATION)

    def adopt(self, match: Match, change: Change, *, clock_runs: bool) -> None:
        """Replace the match by that of the terminal which decides.

        Args:
            match: as it stands there.
            change: in what it differs.
            clock_runs: whether its clock runs there.
        """
        self._clock.held = not clock_runs
        if match == self.match:
            self._start_clock()
        elif change is Change.CLOCK:
            self.match = match
            self._start_clock()
            self._notify(change)
        else:
            self._change(match, change)

    def hold_clock(self, held: bool) -> None:
        """Stop the clock while a player is away, or start it again."""
        if held is not self._clock.held:
            self.match = self._clock.charge(self.match)
            self._clock.held = held
            self._start_clock()
            self._notify(Change.CLOCK)

    @property
    def clock_goes_on(self) -> bool:
        """Whether the clock runs, or will as soon as the turn has been shown."""
        clock, match = self.match.clock, self.match
        stopped = self._clock.suspended or self._clock.held or match.outcome is not None
        return clock is not None and clock.runs(match.game.cursor) and not stopped

    def resume(self) -> None:
        """Restart the clock, and tell the other terminal."""
        suspended = self._clock.suspended
        super().resume()
        if suspended:
            self._notify(Change.CLOCK)

    def _end_at_flag(self) -> bool:
        """End the game if the side to move has no time left, where this terminal decides that."""
        return self._is_referee and super()._end_at_flag()
