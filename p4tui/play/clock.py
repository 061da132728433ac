"""The clock of a match: how much time each side has, and gets back when moves are taken back. Immutable, in milliseconds.

Who measures time is the `Session`; here it is only counted. A clock begins to run with the first disc that is dropped, so
that nobody loses time before having sat down.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Self

from p4tui.core.position import Side

MAX_MINUTES = 180
"""The longest time for a game that can be asked for, minutes."""
MAX_INCREMENT = 180
"""The longest increment that can be asked for, seconds."""

_CONTROL = re.compile(r"([0-9]{1,3})(?:[.,]([0-9]{1,3}))?(?:\+([0-9]{1,3}))?", re.ASCII)


class TimeControlError(ValueError):
    """A text that is no time control, or one out of range. Its text is for developers."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time a side has.

    Attributes:
        base: milliseconds for the whole game, 1,000 to 10,800,000 (180 minutes).
        increment: milliseconds that each move gives back, 0 to 180,000.

    Raises:
        TimeControlError: a number is out of its range.
    """

    base: int
    increment: int = 0

    def __post_init__(self) -> None:
        """Refuse what is out of range."""
        if not (1000 <= self.base <= MAX_MINUTES * 60_000):
            raise TimeControlError(f"{self.base} ms for a game")
        if not (0 <= self.increment <= MAX_INCREMENT * 1000):
            raise TimeControlError(f"{self.increment} ms for a move")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read minutes and, after a plus, seconds for each move: `5+3`, `10`, `0.5+2`; a decimal comma does as well.

        Raises:
            TimeControlError: it is none, or out of range.
        """
        found = _CONTROL.fullmatch(text.strip())
        if found is None:
            raise TimeControlError("no time control")
        whole, decimals, increment = found.groups()
        thousandths = int(whole) * 1000 + int((decimals or "").ljust(3, "0"))
        return cls(thousandths * 60, int(increment or 0) * 1000)

    def __str__(self) -> str:
        """Minutes and seconds as `parse` reads them: `5+3`; what it would not read is rounded."""
        minutes, rest = divmod(round(self.base / 60), 1000)
        decimals = f".{rest:03}".rstrip("0") if rest else ""
        return f"{minutes}{decimals}+{self.increment // 1000}"


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of a game's two sides; make one with `Clock.new`.

    Attributes:
        control: what each side began with.
        times: milliseconds left to the first and to the second side, at the start and after each move, also of moves
            that were taken back: one entry for each of the game's positions.
        spent: milliseconds that the side to move has used of its turn so far, as far as they were counted.
        begin: how many moves the game had when the clock was set; the move from there is free.
    """

    control: TimeControl
    times: tuple[tuple[int, int], ...]
    spent: int = 0
    begin: int = 0

    @classmethod
    def new(cls, control: TimeControl, positions: int = 1) -> Self:
        """A clock that nobody has used yet, for a game of so many positions that stands at the last of them."""
        times = ((control.base, control.base),) * positions
        return cls(control, times, begin=positions - 1)

    def runs(self, cursor: int) -> bool:
        """Whether the time of the side to move counts where a game stands at a move."""
        return cursor > self.begin

    def left(self, cursor: int, side: Side, *, to_move: bool) -> int:
        """Milliseconds that a side has left where a game stands at a move; never less than 0."""
        return max(self.times[cursor][side] - (self.spent if to_move else 0), 0)

    def after_move(self, cursor: int, side: Side, used: int) -> Clock:
        """The clock after a side has moved.

        Args:
            cursor: how many moves stood before it; times of moves that were taken back are forgotten.
            side: who moved.
            used: milliseconds that the turn took, at most what was left. A move with which the clock does not run yet
                is free, and gives nothing back.
        """
        times = list(self.times[cursor])
        if self.runs(cursor):
            times[side] += self.control.increment - used
        kept = self.times[: cursor + 1]
        return replace(self, times=(*kept, (times[0], times[1])), spent=0)
