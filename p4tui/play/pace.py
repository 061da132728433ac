"""How much of its time a computer uses for a move of a game with a clock."""

from __future__ import annotations

from dataclasses import replace

from p4tui.engine.limit import Limit

TIME_SHARE = 1 / 25
"""The part of a computer's time left that it uses for a move: a game of 42 moves has 21 of its own."""
INCREMENT_SHARE = 0.75
"""The part of the increment that it uses in addition."""
MOST_OF_TIME = 0.5
"""It never plans to use more than this part of what it has left."""


def hurried(limit: Limit, left: int, increment: int) -> Limit:
    """The limit of a level, less where the clock does not allow so much.

    Args:
        limit: of the level.
        left: milliseconds that the computer has left.
        increment: milliseconds that the move will give back.
    """
    allowed = min(left * TIME_SHARE + increment * INCREMENT_SHARE, left * MOST_OF_TIME) / 1000
    if limit.seconds is not None and limit.seconds <= allowed:
        return limit
    return replace(limit, seconds=allowed)
