"""What every computer player offers."""

from __future__ import annotations

from typing import Protocol

from p4tui.core.position import Position
from p4tui.engine.limit import Limit, StopFlag


class Player(Protocol):
    """Chooses moves; may keep state between them, and is asked by one thread at a time."""

    @property
    def unproven(self) -> bool:
        """Whether the last choice is weaker than the player promises: it has no proof that the column is best."""
        ...

    def choose_column(self, position: Position, limit: Limit, stop: StopFlag) -> int:
        """The column to play, counted from 0; always a legal one.

        Once `stop` is set, from whatever thread, the answer comes within milliseconds. `limit` is a most, not a least.

        Args:
            position: where to move; not finished.
            limit: what the choice may use up.
            stop: set when the answer is wanted at once, or not at all any more.

        Raises:
            ValueError: the position is finished.
        """
        ...
