"""The interface of the kernels."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.engine.book.format import Book
from p4tui.engine.limit import Limit, StopFlag

WON = 1_000_000
"""The bound of heuristic values, which are points of `Evaluation`. `WON + n` is a proven win, `-WON - n` a proven loss,
of score n in the convention of `p4tui.engine.score`."""


class OtherSourcesError(ImportError):
    """The extension was built from other sources than those of this p4tui."""

    def __init__(self) -> None:
        super().__init__("the compiled kernel was built from other sources")


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search.

    Attributes:
        columns: the columns of the best value, counted from 0, from the left; never empty.
        value: points for the side to move (see `WON`); 0 if no move was searched completely.
        depth: the plies searched completely without forced replies; 0 if none was, or none was needed.
        nodes: the positions expanded.
        upper_bounds: the upper bound of each column searched to that depth; exact only for `columns`.
    """

    columns: tuple[int, ...]
    value: int
    depth: int
    nodes: int
    upper_bounds: Mapping[int, int] = field(default_factory=dict)

    @property
    def score(self) -> int | None:
        """The score in the convention of `engine.score` if a win or a loss is proven, else None.

        The game may end sooner, as a search stops at its first proof.
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
        """Return the best columns for the side to move that the limit allows to find.

        The search sees immediate wins and stops those of the other side even if the flag is set from the start. Without
        a limit of time the result depends only on the position. The search ends with a proven win or loss, at the end
        of the game, or if only one column is worth playing.

        Args:
            geometry: the board.
            own: the discs of the side to move: as many as `other`, or one less.
            other: the discs of the other side. Neither side has a line, and the board has room.
            limit: the limit of the search.
            stop: ends the search within milliseconds.
            among: the columns to choose from, counted from 0, at least one of them playable; empty for all.
            clock: returns the time in seconds.
            sleep: called for short pauses that let other threads run (see `limit.PAUSE`), None for no pauses.

        Raises:
            ValueError: the game is over or cannot reach the position, or the columns do not exist or are all full.
        """
        ...


class ExactSearch(Protocol):
    """A search for exact scores with a table that its calls share, one call at a time.

    An argument out of range raises `ValueError` (see `arguments`) and changes nothing.
    """

    def __init__(self, table_mib: int) -> None:
        """Create a search with an empty table of 1 to `MOST_MIB` mebibytes, allocated when first needed."""

    @property
    def threads(self) -> int:
        """The most threads of a call, 1 to `MOST_THREADS`, 1 by default.

        Scores do not depend on it. With several threads the number of nodes is random, and so is whether a limit of
        nodes suffices. A search in plain Python ignores it.
        """
        ...

    @threads.setter
    def threads(self, count: int) -> None: ...

    @property
    def nodes(self) -> int:
        """The positions searched by the running call, or else by the last one; any thread may read it."""
        ...

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The bounds of the score that the running call has found so far, within its window; None between calls.

        Any thread may read it.
        """
        ...

    def clear(self) -> None:
        """Empty the table, without delay."""
        ...

    def at_once(self, position: Position, most_nodes: int) -> int | None:
        """Return the exact score of a position for the side to move if a few nodes suffice.

        Nothing can stop this search, and no other thread runs meanwhile. Its table entries stay.

        Args:
            position: any position on a supported board, finished ones too.
            most_nodes: the most nodes of the search, 0 to `MOST_AT_ONCE`.

        Returns:
            The score; None if the position is finished, or the nodes do not suffice.
        """
        ...

    def use_book(self, book: Book | None) -> None:
        """Use a book in the next searches on its board, or no book if None.

        Searched positions on that board must be reachable: a book's answers for others are meaningless.
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
        """Return the exact score for the side to move, in the convention of `engine.score`.

        Args:
            geometry: the board.
            own: the discs of the side to move: as many as `other`, or one less.
            other: the discs of the other side. Neither side has a line, and the board has room.
            limit: the time and the nodes of the search; its depth is ignored.
            stop: ends the search within milliseconds.
            window: two scores, the lower one first. If the score does not lie between them, the answer is a bound: at
                most the lower one if the score is, at least the upper one if the score is.

        Returns:
            The score; None if the limit or the flag ended the search.
        """
        ...


class Kernel(Protocol):
    """A kernel, usually a module."""

    @property
    def NAME(self) -> str:  # noqa: N802 - a constant of the module
        """The kernel's name, a value of `P4TUI_KERNEL`."""
        ...

    @property
    def search(self) -> Search:
        """The kernel's heuristic search."""
        ...

    def exact(self, geometry: Geometry) -> type[ExactSearch]:
        """Return the kernel's fastest exact search for a board."""
        ...
