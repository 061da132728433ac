"""The exact search in plain Python: every board, and the specification of the compiled one.

The search tests whether the score of a position is at least a goal, until the bounds meet. Short wins and losses come
first, as they take least.

* A forced move (an answer to a threat, or the only one that does not lose at once) is played without a node, so that a
  node has at least two moves and no immediate win.
* The moves with the most threats come first.
* The score of a position in the book comes from there.
* A table keeps the bounds of each position's score.
"""

from __future__ import annotations

from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.engine.book.format import Book
from p4tui.engine.evaluation import evaluation
from p4tui.engine.kernel.arguments import (
    check_at_once,
    check_book,
    check_running,
    check_table,
    check_threads,
    check_window,
)
from p4tui.engine.limit import Limit, SearchInterrupted, StopFlag, Watch

ENTRIES_PER_MIB = 6000
"""The entries of a table in a mebibyte: one takes about 170 bytes."""
MAX_EMPTY = 400
"""The most empty cells of a search: more would exceed Python's recursion limit, and never end anyway."""

Quiet = tuple[int, int, int, int]
"""A position: own and other discs, the number of empty cells, the moves to choose from (see `_Searcher.settle`)."""


class _Searcher:
    """The search on one board."""

    def __init__(self, geometry: Geometry, entries: int) -> None:
        self.geometry = geometry
        self.clear()
        self.watch = Watch(Limit(), StopFlag())
        self.bounds = (-geometry.cells, geometry.cells)
        self._book: Book | None = None
        self._book_left = geometry.cells + 1
        self._entries = entries
        self._bottom, self._board = geometry.bottom, geometry.board
        heuristic = evaluation(geometry)
        self._winning_cells, self._cell_values = heuristic.winning_cells, heuristic.cell_values

    def clear(self) -> None:
        """Empty the table."""
        self._table: dict[int, tuple[int, int]] = {}
        self._old_table = self._table

    def use_book(self, book: Book | None) -> None:
        """Use a book if it is one of this board, or no book if None."""
        self._book = book if book and book.geometry == self.geometry else None
        self._book_left = self.geometry.cells - (self._book.depth if self._book else -1)

    def wins_at_once(self, own: int, other: int) -> bool:
        """Return whether the side to move has a winning move."""
        playable = ((own | other) + self._bottom) & self._board
        return bool(self._winning_cells(own) & playable)

    def settle(self, own: int, other: int, left: int) -> tuple[int, Quiet | int]:
        """Play forced moves from a position whose side to move cannot win at once.

        Returns:
            1, or -1 if the other side is to move in the end; and the last position, or its score if it is known.
        """
        sign = 1
        while True:
            moves = ((own | other) + self._bottom) & self._board
            if not moves:
                return sign, 0
            other_wins = self._winning_cells(other) & self._board
            safe = moves & ~(other_wins >> 1)
            forced = moves & other_wins
            if forced:
                safe = 0 if forced & (forced - 1) else safe & forced
            if not safe:
                return sign, -(left // 2)
            choice = safe & (safe - 1)
            if left == self._book_left or (choice and left > self._book_left):
                assert self._book
                return sign, self._book.score(own, other)
            if choice:
                return sign, (own, other, left, safe)
            own, other, left, sign = other, own | safe, left - 1, -sign

    def solve(self, own: int, other: int, lower: int, upper: int) -> int:
        """Return the score if it is between the bounds, else an upper or lower bound of it.

        Raises:
            SearchInterrupted: the watch ends the search.
        """
        left = self.geometry.cells - (own | other).bit_count()
        if self.wins_at_once(own, other):
            return (left + 1) // 2
        sign, found = self.settle(own, other, left)
        if isinstance(found, int):
            return sign * found
        if sign < 0:
            lower, upper = -upper, -lower
        left = found[2]
        if left > MAX_EMPTY:
            raise SearchInterrupted
        lowest, highest = 1 - left // 2, (left - 1) // 2
        if highest <= lower or lowest >= upper:
            return sign * (highest if highest <= lower else lowest)
        score = lower = max(lower, lowest)
        upper = min(upper, highest)
        while lower < upper:
            self.bounds = (lower, upper) if sign > 0 else (-upper, -lower)
            goal = next_goal(lower, upper)
            score = self._test(found, goal)
            if score >= goal:
                lower = score
            else:
                upper = score
        return sign * score

    def _test(self, position: Quiet, goal: int) -> int:
        """Return a bound of a position's score: a lower one at or above the goal, or an upper one below it."""
        self.watch.count()
        best = -self.geometry.cells
        for sign, child in self._children(position):
            if isinstance(child, int):
                score = sign * child
            else:
                child_goal = goal if sign > 0 else 1 - goal
                bound = self._known(child, child_goal)
                score = sign * (self._test(child, child_goal) if bound is None else bound)
            best = max(best, score)
            if best >= goal:
                break
        self._store(position, best, best >= goal)
        return best

    def _children(self, position: Quiet) -> list[tuple[int, Quiet | int]]:
        """Return the result of `settle` after each move, with the sign for the side that moved.

        Known scores come first, then the most promising positions.
        """
        own, other, left, moves = position
        ranked = []
        while moves:
            move = moves & -moves
            moves ^= move
            after = own | move
            sign, child = self.settle(other, after, left - 1)
            threats = self._winning_cells(after) & self._board & ~other & ~after
            promise = (
                isinstance(child, int),
                threats.bit_count(),
                self._cell_values[move],
            )
            ranked.append((promise, move, -sign, child))
        ranked.sort(key=lambda each: each[:2], reverse=True)
        return [(sign, child) for _, _, sign, child in ranked]

    def _known(self, position: Quiet, goal: int) -> int | None:
        """Return a bound from the table that decides whether the score reaches the goal, or None."""
        own, other, left, _ = position
        key = own + own + other
        lower, upper = (
            self._table.get(key) or self._old_table.get(key) or (1 - left // 2, (left - 1) // 2)
        )
        if lower >= goal:
            return lower
        return upper if upper < goal else None

    def _store(self, position: Quiet, bound: int, reached: bool) -> None:
        """Store a bound: a lower one if the goal was reached, else an upper one."""
        own, other, left, _ = position
        key = own + own + other
        lower, upper = (
            self._table.get(key) or self._old_table.get(key) or (1 - left // 2, (left - 1) // 2)
        )
        # Freeing the older half takes as long as a search may take to stop.
        if len(self._table) >= self._entries // 2:
            self._old_table, self._table = self._table, {}
        self._table[key] = (max(lower, bound), upper) if reached else (lower, min(upper, bound))


def next_goal(lower: int, upper: int) -> int:
    """Return the next goal to test, with lower < goal <= upper.

    Early ends are cheap to test, so their goals come first, in small steps; then bisection.
    """
    farthest = max(upper, -lower)
    step = 2 if farthest > 6 else 4
    if farthest <= 4:
        return lower + (upper - lower + 1) // 2
    if farthest == upper:
        return max(upper - step, lower, 0) + 1
    return min(lower + step, upper, 0)


class ExactSearch:
    """The plain-Python exact search (see `contract.ExactSearch`)."""

    def __init__(self, table_mib: int = 16) -> None:
        """Create a search with an empty table of at most this size.

        Raises:
            ValueError: the size is out of range.
        """
        self._threads = 1
        self._entries = check_table(table_mib) * ENTRIES_PER_MIB
        self._searcher: _Searcher | None = None
        self._running: _Searcher | None = None
        self._book: Book | None = None

    @property
    def threads(self) -> int:
        """The most threads of a call, which ignores it (see `contract.ExactSearch`)."""
        return self._threads

    @threads.setter
    def threads(self, count: int) -> None:
        self._threads = check_threads(count)

    @property
    def nodes(self) -> int:
        """The positions searched by the running call, or else by the last one."""
        return self._searcher.watch.nodes if self._searcher else 0

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The bounds of the score of the running call (see `contract.ExactSearch.bounds`)."""
        searcher = self._running
        return searcher.bounds if searcher else None

    def clear(self) -> None:
        """Empty the table."""
        if self._searcher:
            self._searcher.clear()

    def at_once(self, position: Position, most_nodes: int) -> None:
        """Return None: plain Python is too slow (see `contract.ExactSearch.at_once`)."""
        check_at_once(position, most_nodes)
        if self._searcher:
            self._searcher.watch.nodes = 0

    def use_book(self, book: Book | None) -> None:
        """Use a book (see `contract.ExactSearch.use_book`)."""
        self._book = check_book(book)

    def score(
        self,
        geometry: Geometry,
        own: int,
        other: int,
        limit: Limit,
        stop: StopFlag,
        window: tuple[int, int] | None = None,
    ) -> int | None:
        """Return the exact score of a running position (see `contract.ExactSearch.score`)."""
        check_running(geometry, own, other)
        lower, upper = check_window(window or (-geometry.cells, geometry.cells))
        if self._searcher is None or self._searcher.geometry != geometry:
            self._searcher = _Searcher(geometry, self._entries)
        searcher = self._searcher
        searcher.watch = Watch(limit, stop)
        searcher.use_book(self._book)
        searcher.bounds = lower, upper
        self._running = searcher
        try:
            return searcher.solve(own, other, lower, upper)
        except SearchInterrupted:
            return None
        finally:
            self._running = None
