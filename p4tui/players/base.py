"""The interface of computer players."""

from __future__ import annotations

from typing import Protocol

from p4tui.core.position import Position
from p4tui.engine.limit import Limit, StopFlag


class Player(Protocol):
    """A computer player; it may keep state between moves, and serves one thread at a time."""

    @property
    def unproven(self) -> bool:
        """Whether the player promises proven moves but could not prove the last one."""
        ...

    def choose_column(self, position: Position, limit: Limit, stop: StopFlag) -> int:
        """Return a legal column to play, counted from 0.

        Args:
            position: the position, not finished.
            limit: the limit of the search.
            stop: ends the search; the answer then comes within milliseconds.

        Raises:
            ValueError: the position is finished.
        """
        ...
