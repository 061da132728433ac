"""What every kernel offers, and what its answers mean."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from p4tui.core.geometry import Geometry
from p4tui.engine.limit import Limit, StopFlag

WON = 1_000_000
"""Values of positions are points of `Evaluation`, and proven ones lie beyond this: `WON + n` is a win, `-WON - n` a
loss of score n in the convention of `p4tui.engine.score`."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found.

    Attributes:
        columns: the best columns, counted from 0, from the left: those that share the best value. Never empty.
        value: points for the side to move (see `WON`); 0 where no move was searched to the end.
        depth: plies searched completely, forced replies not counted; 0 where not even one was, or none was needed.
        nodes: positions expanded.
    """

    columns: tuple[int, ...]
    value: int
    depth: int
    nodes: int

    @property
    def score(self) -> int | None:
        """The score in the convention of `engine.score` where a win or a loss was proven, else None.

        The end may come sooner than it says, as a search goes no further than its first proof.
        """
        if abs(self.value) < WON:
            return None
        return self.value - WON if self.value > 0 else self.value + WON


class Search(Protocol):
    """The signature of a kernel's search."""

    def __call__(
        self,
        geometry: Geometry,
        own: int,
        other: int,
        limit: Limit,
        stop: StopFlag,
        *,
        clock: Callable[[], float] = ...,
        sleep: Callable[[float], None] | None = ...,
    ) -> SearchResult:
        """The best columns for the side to move, as far as the limit allows; ends within milliseconds once stopped.

        Immediate wins, and replies that stop one, are seen also with the flag set from the start. Without a limit of
        time the result depends on nothing but the position. The search ends where a win, a loss or the end of the game
        is reached, or where only one column is worth playing.

        Args:
            geometry: the board.
            own: the discs of the side to move: as many as `other`, or one less.
            other: the discs of the other side. Neither side has a line, and the board has room.
            limit: what the search may use up.
            stop: ends it early.
            clock: tells the time in seconds.
            sleep: called for short pauses that let the other threads run (see `limit.PAUSE`); None: no pauses.
        """
        ...


class ExactSearch(Protocol):
    """A search for exact scores, with the table that its calls share. One call at a time."""

    def __init__(self, table_mib: int) -> None:
        """A search with an empty table of so many mebibytes, taken up when first needed."""

    @property
    def nodes(self) -> int:
        """Positions searched by the call that runs, or else by the last one; can be read from any thread."""
        ...

    def clear(self) -> None:
        """Empty the table, in next to no time."""
        ...

    def score(
        self,
        geometry: Geometry,
        own: int,
        other: int,
        limit: Limit,
        stop: StopFlag,
        window: tuple[int, int] | None = None,
    ) -> int | None:
        """The exact score for the side to move, in the convention of `engine.score`.

        Args:
            geometry: the board.
            own: the discs of the side to move: as many as `other`, or one less.
            other: the discs of the other side. Neither side has a line, and the board has room.
            limit: the time and the nodes that the search may use up; its depth is not looked at.
            stop: ends the search within milliseconds.
            window: two scores, the lower one first. A score that does not lie between them need not be exact: the
                answer is at most the lower where the score is, at least the upper where the score is.

        Returns:
            The score; None where the limit or the flag ended the search.
        """
        ...


class Kernel(Protocol):
    """A kernel; a module fits."""

    @property
    def NAME(self) -> str:  # noqa: N802 - a constant of the module
        """The kernel's name, as `P4TUI_KERNEL` spells it."""
        ...

    @property
    def search(self) -> Search:
        """Its search."""
        ...

    def exact(self, geometry: Geometry) -> type[ExactSearch]:
        """Its fastest exact search for a board."""
        ...
