"""The player of the heuristic search."""

from __future__ import annotations

import threading
import time
from random import Random

from p4tui.core.position import Position
from p4tui.engine.kernel.choice import kernel
from p4tui.engine.kernel.contract import SearchResult
from p4tui.engine.limit import Limit, StopFlag


class SearchPlayer:
    """A player of the best column that the heuristic search finds within the limit, ties at random.

    Even if the flag is set from the start, it takes an immediate win and stops the opponent's.
    """

    unproven = False
    """Always false, as it promises no proof."""

    def __init__(self, rng: Random) -> None:
        """Create a player with its own random generator."""
        self._rng = rng

    def choose_column(self, position: Position, limit: Limit, stop: StopFlag) -> int:
        """Return one of the best columns (see `Player`)."""
        if position.outcome is not None:
            raise ValueError("the position is finished")
        return self._rng.choice(judge(position, limit, stop).columns)


def judge(position: Position, limit: Limit, stop: StopFlag) -> SearchResult:
    """Return the result of the heuristic search in a position that is not finished.

    Outside the main thread it makes short pauses, so that the front end stays responsive.
    """
    own, other = position.own_and_other()
    alone = threading.current_thread() is threading.main_thread()
    return kernel().search(
        position.geometry, own, other, limit, stop, sleep=None if alone else time.sleep
    )
