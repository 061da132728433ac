"""The clock of a match: each side's remaining time at every position, in milliseconds. Immutable.

`SessionClock` measures the time; here it is only counted. A clock starts with the first disc, so that nobody loses time
before sitting down.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Self

from p4tui.core.position import Side

MAX_MINUTES = 180
"""The longest time for a game, in minutes."""
MAX_INCREMENT = 180
"""The longest increment, in seconds."""

_CONTROL = re.compile(r"([0-9]{1,3})(?:[.,]([0-9]{1,3}))?(?:\+([0-9]{1,3}))?", re.ASCII)


class TimeControlError(ValueError):
    """A malformed time control, or one out of range. Its message is for developers."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time a side has.

    Attributes:
        base: milliseconds for the whole game, 1,000 to 10,800,000 (180 minutes).
        increment: milliseconds gained by each move, 0 to 180,000.

    Raises:
        TimeControlError: a number is out of its range.
    """

    base: int
    increment: int = 0

    def __post_init__(self) -> None:
        """Check the ranges."""
        if not (1000 <= self.base <= MAX_MINUTES * 60_000):
            raise TimeControlError(f"{self.base} ms for a game")
        if not (0 <= self.increment <= MAX_INCREMENT * 1000):
            raise TimeControlError(f"{self.increment} ms for a move")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse minutes and, after a plus, seconds per move: `5+3`, `10`, `0.5+2`; also with a decimal comma.

        Raises:
            TimeControlError: the text is malformed, or out of range.
        """
        found = _CONTROL.fullmatch(text.strip())
        if found is None:
            raise TimeControlError("no time control")
        whole, decimals, increment = found.groups()
        thousandths = int(whole) * 1000 + int((decimals or "").ljust(3, "0"))
        return cls(thousandths * 60, int(increment or 0) * 1000)

    def __str__(self) -> str:
        """Format it for `parse`, rounded to its precision: `5+3`."""
        minutes, rest = divmod(round(self.base / 60), 1000)
        decimals = f".{rest:03}".rstrip("0") if rest else ""
        return f"{minutes}{decimals}+{self.increment // 1000}"


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of a game's two sides; create one with `Clock.new`.

    Attributes:
        control: each side's time at the start.
        times: milliseconds left to the first and the second side, one entry for each of the game's positions, including
            those that were taken back.
        spent: milliseconds counted so far in the current turn.
        begin: the number of moves when the clock was set; the next move is free.
    """

    control: TimeControl
    times: tuple[tuple[int, int], ...]
    spent: int = 0
    begin: int = 0

    @classmethod
    def new(cls, control: TimeControl, positions: int = 1) -> Self:
        """Return an unused clock for a game of `positions` positions, at the last one."""
        times = ((control.base, control.base),) * positions
        return cls(control, times, begin=positions - 1)

    def runs(self, cursor: int) -> bool:
        """Return whether time is counted after so many moves."""
        return cursor > self.begin

    def left(self, cursor: int, side: Side, *, to_move: bool) -> int:
        """Return a side's remaining milliseconds after so many moves, at least 0."""
        return max(self.times[cursor][side] - (self.spent if to_move else 0), 0)

    def after_move(self, cursor: int, side: Side, used: int) -> Clock:
        """Return the clock after a move; times of moves that were taken back are dropped.

        Args:
            cursor: the number of moves before it.
            side: the side that moved.
            used: milliseconds of the turn, at most what was left. Before the clock runs a move is free and gains nothing.
        """
        times = list(self.times[cursor])
        if self.runs(cursor):
            times[side] += self.control.increment - used
        kept = self.times[: cursor + 1]
        return replace(self, times=(*kept, (times[0], times[1])), spent=0)
