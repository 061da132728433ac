"""The player that looks ahead, and the search by which players judge."""

from __future__ import annotations

import threading
import time
from random import Random

from p4tui.core.position import Position
from p4tui.engine.kernel.choice import kernel
from p4tui.engine.kernel.contract import SearchResult
from p4tui.engine.limit import Limit, StopFlag


class SearchPlayer:
    """Plays the best column that a search within the limit finds, ties at random.

    On every board, and with the flag set from the start, it takes an immediate win and stops the opponent's.
    """

    unproven = False
    """It promises no proof."""

    def __init__(self, rng: Random) -> None:
        """A player with its own generator of random numbers."""
        self._rng = rng

    def choose_column(self, position: Position, limit: Limit, stop: StopFlag) -> int:
        """One of the best columns (see `Player`)."""
        if position.outcome is not None:
            raise ValueError("the position is finished")
        return self._rng.choice(judge(position, limit, stop).columns)


def judge(position: Position, limit: Limit, stop: StopFlag) -> SearchResult:
    """What the heuristic search finds in a position that is not finished.

    Off the main thread it pauses all the time for an instant, so that an interface in front of it stays quick.
    """
    own, other = position.own_and_other()
    alone = threading.current_thread() is threading.main_thread()
    return kernel().search(
        position.geometry, own, other, limit, stop, sleep=None if alone else time.sleep
    )
