"""What every kernel offers, and what its answers mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.engine.book.format import Book
from p4tui.engine.limit import Limit, StopFlag

WON = 1_000_000
"""Values of positions are points of `Evaluation`, and proven ones lie beyond this: `WON + n` is a win, `-WON - n` a
loss of score n in the convention of `p4tui.engine.score`."""


class OtherSourcesError(ImportError):
    """The extension was compiled from other sources than those of this p4tui."""

    def __init__(self) -> None:
        super().__init__("the compiled kernel was made from other sources")


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found.

    Attributes:
        columns: the best columns, counted from 0, from the left: those that share the best value. Never empty.
        value: points for the side to move (see `WON`); 0 where no move was searched to the end.
        depth: plies searched completely, forced replies not counted; 0 where not even one was, or none was needed.
        nodes: positions expanded.
        most: for each column that was searched as deep as that, the most that it is worth; exact for `columns` alone.
    """

    columns: tuple[int, ...]
    value: int
    depth: int
    nodes: int
    most: Mapping[int, int] = field(default_factory=dict)

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
        among: Sequence[int] = ...,
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
            among: the columns to choose from, counted from 0; all unless any are given. One of them can be played.
            clock: tells the time in seconds.
            sleep: called for short pauses that let the other threads run (see `limit.PAUSE`); None: no pauses.

        Raises:
            ValueError: the position is no running one, or the columns are none of the board or all full.
        """
        ...


class ExactSearch(Protocol):
    """A search for exact scores, with the table that its calls share. One call at a time.

    Whatever is out of its range raises `ValueError` (see `arguments`) and changes nothing.
    """

    def __init__(self, table_mib: int) -> None:
        """A search with an empty table of 1 to `MOST_MIB` mebibytes, taken up when first needed."""

    @property
    def threads(self) -> int:
        """How many threads a call may search in, 1 to `MOST_THREADS`; 1 unless it is set.

        The score does not depend on it; with more than one the number of nodes depends on chance, and so does what a
        limit of nodes keeps from being found. A search in plain Python takes no notice.
        """
        ...

    @threads.setter
    def threads(self, count: int) -> None: ...

    @property
    def nodes(self) -> int:
        """Positions searched by the call that runs, or else by the last one; can be read from any thread."""
        ...

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The least and the most that the score can be which the call that runs is after, as far as it knows by now.

        Where that call has a window: of what lies in it. None while no call runs; can be read from any thread.
        """
        ...

    def clear(self) -> None:
        """Empty the table, in next to no time."""
        ...

    def at_once(self, position: Position, most_nodes: int) -> int | None:
        """The exact score of a position for the side to move if it takes next to no time, as most do.

        Args:
            position: any position on a board that the search is made for, finished ones too.
            most_nodes: how many positions may be searched: 0 to `MOST_AT_ONCE`. No other thread runs meanwhile, and
                nothing stops it.

        Returns:
            The score; None where the position is finished, or more is needed. What was learnt is not lost.
        """
        ...

    def use_book(self, book: Book | None) -> None:
        """From the next search on, take the scores of positions on the book's board out of it; None: out of none.

        Play has to be able to reach the positions that are then searched on that board, as a book says nothing sensible
        of others.
        """
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
