"""The solver: scores of positions and of their columns, exact if the limit allows."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.engine.answers import Analysis, Progress, Solved, Stage, progress_of
from p4tui.engine.book.format import Book
from p4tui.engine.book.positions import reachable
from p4tui.engine.book.shelf import Shelf
from p4tui.engine.judging import Judge
from p4tui.engine.kernel import reference
from p4tui.engine.kernel.arguments import MOST_AT_ONCE, check_table, check_threads
from p4tui.engine.kernel.choice import kernel
from p4tui.engine.kernel.contract import ExactSearch, Kernel
from p4tui.engine.limit import Budget, Limit, StopFlag
from p4tui.engine.resources import RESOURCES, usable_cores
from p4tui.engine.score import best_score, final_score
from p4tui.engine.shares import HOPELESS_SHARE, exact_share, part_of

BOOKS = Shelf(RESOURCES.book_folders)
"""The books of the package and of the folders in `RESOURCES`."""
UNLIMITED = Limit()
"""The default limit."""
MAX_NODES_AT_ONCE = MOST_AT_ONCE
"""The nodes of a first search that cannot be stopped: a fraction of a millisecond if compiled."""
MAX_NODES_AT_ONCE_WIDE = 50
"""The same on boards of more than 64 bits, where a node takes up to 30 microseconds."""


class Solver:
    """A solver with a table that serves all its searches on a board; it runs one search at a time."""

    def __init__(
        self,
        use: Kernel | None = None,
        table_mib: int | None = None,
        clock: Callable[[], float] = time.perf_counter,
        threads: int | None = None,
        books: Shelf | None = BOOKS,
    ) -> None:
        """Create a solver with an empty table.

        Args:
            use: the kernel, by default that of `kernel()`. The plain-Python search serves boards it cannot solve.
            table_mib: the size of the table in mebibytes, 1 to `MOST_MIB`, by default that of `RESOURCES`; allocated
                when first needed.
            clock: returns the time in seconds.
            threads: the threads of a compiled search that lasts more than some milliseconds, 1 to `MOST_THREADS`, by
                default those of `RESOURCES`. If that is None too, one a core, or a single one under a limit of nodes,
                so that the answer is deterministic. Proven scores do not depend on it.
            books: the source of opening books, each opened at the first search on its board; None for no books.

        Raises:
            ValueError: the table's size or the number of threads is out of range.
            KernelError: the environment asks for a kernel that is not available.
        """
        threads = RESOURCES.threads if threads is None else threads
        self._threads = None if threads is None else check_threads(threads)
        self._table_mib = check_table(RESOURCES.table_mib if table_mib is None else table_mib)
        self._kernel = use or kernel()
        self._judge = Judge(self._kernel)
        self._clock = clock
        self._books = books
        self._exact: dict[type[ExactSearch], ExactSearch] = {}
        self._geometry: Geometry | None = None
        self._max_nodes_at_once = MAX_NODES_AT_ONCE
        self._book: Book | None = None
        self._search: ExactSearch
        self._running: ExactSearch | None = None
        self._position: Position | None = None
        self._stage: Stage | Solved | None = None
        self._node_count = 0
        self._busy = threading.Lock()
        self._no_stop = StopFlag()

    @property
    def nodes(self) -> int:
        """The positions searched by the running call, or else by the last one; any thread may read it."""
        running = self._running
        return self._node_count + (running.nodes if running else 0)

    @property
    def progress(self) -> Progress:
        """The progress of the running call, or else of the last one; any thread may read it."""
        while True:
            position, stage, running = self._position, self._stage, self._running
            known = running.bounds if running else None
            if position is self._position and stage is self._stage and running is self._running:
                return progress_of(position, stage, known)

    def kernel_for(self, geometry: Geometry) -> str:
        """Return the name of the kernel that solves a board: `native` or `python`."""
        fallback = reference.exact(geometry)
        return reference.NAME if self._kernel.exact(geometry) is fallback else self._kernel.NAME

    def clear(self) -> None:
        """Empty the table.

        Raises:
            RuntimeError: another thread is searching with this solver.
        """
        self._acquire()
        try:
            for exact in self._exact.values():
                exact.clear()
        finally:
            self._busy.release()

    def score(
        self, position: Position, limit: Limit | None = None, stop: StopFlag | None = None
    ) -> Solved:
        """Return the score of a position, exact without a limit unless the search is stopped.

        Raises:
            RuntimeError: another thread is searching with this solver.
        """
        self._begin(position)
        try:
            score, proven = self._at_once(position, limit), True
            if score is None:
                score, proven = self._score(position, limit or UNLIMITED, stop or self._no_stop)
            # Its constructor takes twice as long, a tenth of a short search.
            self._stage = solved = tuple.__new__(Solved, (score, proven, self._node_count))
            return solved
        finally:
            self._busy.release()

    def exact_score(
        self,
        position: Position,
        limit: Limit | None = None,
        stop: StopFlag | None = None,
        window: tuple[int, int] | None = None,
    ) -> int | None:
        """Return the exact score of a position, None if the limit or the flag ended the search.

        A score outside the window is only a bound (see `ExactSearch.score`) and takes less time.

        Raises:
            RuntimeError: another thread is searching with this solver.
        """
        final = final_score(position)
        if final is not None:
            return final
        self._begin(position)
        try:
            return self._exactly(position, limit or UNLIMITED, stop or self._no_stop, window)
        finally:
            self._busy.release()

    def analyse(
        self,
        position: Position,
        limit: Limit | None = None,
        stop: StopFlag | None = None,
        *,
        line: bool = True,
    ) -> Analysis:
        """Return the scores of all columns, exact without a limit unless the search is stopped.

        Args:
            position: any position, finished ones too.
            limit: the limit of all columns together.
            stop: ends the search within milliseconds.
            line: whether to search the principal variation; if not, it is empty.

        Raises:
            RuntimeError: another thread is searching with this solver.
        """
        best, columns = best_score(position.geometry), len(position.legal_columns())
        self._begin(position, Stage(0, columns, -best, best, of_columns=True))
        try:
            return self._analyse(position, limit or UNLIMITED, stop or self._no_stop, line)
        finally:
            self._busy.release()

    def _begin(self, position: Position, stage: Stage | None = None) -> None:
        """Take the lock, reset the count, and choose the search and its book for the call."""
        self._acquire()
        try:
            # Comparing geometries would take longer than some searches.
            if position.geometry is not self._geometry:
                self._switch_to(position.geometry)
            book = self._book
            # A book's answers for unreachable positions are meaningless.
            if book and position.ply <= book.depth and not reachable(position):
                book = None
            self._search.use_book(book)
        except BaseException:
            self._busy.release()
            raise
        self._node_count = 0
        # Some searches take microseconds: `progress` derives the rest when asked.
        self._position, self._stage = position, stage

    def _acquire(self) -> None:
        """Take the lock that `_busy.release` frees.

        Raises:
            RuntimeError: another thread has it.
        """
        if not self._busy.acquire(False):
            raise RuntimeError("this solver is searching for another thread")

    def _switch_to(self, geometry: Geometry) -> None:
        """Switch to the search and the book of a board."""
        kind = self._kernel.exact(geometry)
        if kind not in self._exact:
            self._exact[kind] = kind(self._table_mib)
        self._book = self._books.find(geometry) if self._books else None
        self._search, self._geometry = self._exact[kind], geometry
        wide = geometry.columns * geometry.stride > 64
        self._max_nodes_at_once = MAX_NODES_AT_ONCE_WIDE if wide else MAX_NODES_AT_ONCE

    def _analyse(self, position: Position, limit: Limit, stop: StopFlag, line: bool) -> Analysis:
        """Analyse a position within a call of `analyse`."""
        legal = sorted(position.legal_columns(), key=position.geometry.centre_first.index)
        if not legal:
            final = final_score(position)
            assert final is not None
            self._stage = Stage(0, 0, final, final)
            return Analysis(final, (None,) * position.geometry.columns, (), (), True, 0)
        budget = Budget(limit, self._clock)
        columns = self._proven_columns(position, legal, limit, stop)
        doubtful = [column for column in legal if column not in columns]
        preferred: Sequence[int] = legal
        if doubtful:
            limit = budget.split(1, self._node_count)
            judged = self._judge.columns(position, doubtful, limit, stop)
            self._node_count += judged.nodes
            columns |= judged.scores
            preferred = judged.best
        score = max(columns.values())
        best = tuple(sorted(column for column in legal if columns[column] == score))
        # A proven win is better than a likely one; a likely draw or loss is better than a proven one.
        proven = [column for column in best if column not in doubtful]
        if score > 0 and proven:
            preferred = proven
        best = tuple(column for column in best if column in preferred) or best
        first = next(column for column in legal if column in best)
        found = self._line(position, first, score, budget, stop) if line and not doubtful else ()
        if line and not found:
            found = (first,)
        scores = tuple(columns.get(column) for column in range(position.geometry.columns))
        unproven = tuple(sorted(doubtful))
        return Analysis(score, scores, best, found, not unproven, self._node_count, unproven)

    def _proven_columns(
        self, position: Position, legal: Sequence[int], limit: Limit, stop: StopFlag
    ) -> dict[int, int]:
        """Return the exact scores of as many columns as the limit allows."""
        share = exact_share(position, self.kernel_for(position.geometry), limit, len(legal))
        budget = Budget(part_of(limit, share, 0), self._clock)
        columns: dict[int, int] = {}
        stage = self._stage
        assert isinstance(stage, Stage)
        for done, column in enumerate(legal, 1):
            child, before = position.play(column), self._node_count
            part = budget.split(len(legal) - done + 1, before)
            score = self._at_once(child, part)
            if score is None:
                score = final_score(child)
            if score is None:
                score = self._exactly(child, part_of(part, 1, self._node_count - before), stop)
            if score is not None:
                columns[column] = -score
            self._stage = stage = stage.after(None if score is None else -score)
        return columns

    def _score(self, position: Position, limit: Limit, stop: StopFlag) -> tuple[int, bool]:
        """Return the score of a position that `_at_once` does not know, and whether it is proven."""
        score = final_score(position)
        if score is not None:
            return score, True
        budget = Budget(limit, self._clock)
        share = exact_share(position, self.kernel_for(position.geometry), limit)
        score = self._exactly(position, part_of(limit, share, self._node_count), stop)
        if score is not None:
            return score, True
        score, nodes = self._judge.score(position, budget.split(1, self._node_count), stop)
        self._node_count += nodes
        return score, False

    def _at_once(self, position: Position, limit: Limit | None) -> int | None:
        """Return the exact score of a position if a small part of the limit suffices, else None."""
        nodes = self._max_nodes_at_once
        if limit is not None and limit.nodes is not None:
            nodes = min(nodes, int(limit.nodes * HOPELESS_SHARE))
        score = self._search.at_once(position, nodes)
        self._node_count += self._search.nodes
        return score

    def _exactly(
        self,
        position: Position,
        limit: Limit,
        stop: StopFlag,
        window: tuple[int, int] | None = None,
    ) -> int | None:
        """Return the exact score of a running position, None if the limit or the flag ended the search."""
        self._running = exact = self._search
        if self._threads:
            exact.threads = self._threads
        else:
            exact.threads = usable_cores() if limit.nodes is None else 1
        try:
            return exact.score(position.geometry, *position.own_and_other(), limit, stop, window)
        finally:
            self._running = None
            self._node_count += exact.nodes

    def _line(
        self, position: Position, first: int, score: int, budget: Budget, stop: StopFlag
    ) -> tuple[int, ...]:
        """Return the principal variation from a position with a known score, to the end if the limit allows."""
        line = [first]
        position, score = position.play(first), -score
        while position.outcome is None:
            for column in position.geometry.centre_first:
                if not position.is_playable(column):
                    continue
                child = position.play(column)
                final = final_score(child)
                if final is None:
                    # No child is worth less than -score: is this one worth no more?
                    limit = budget.split(1, self._node_count)
                    final = self._exactly(child, limit, stop, (-score, -score + 1))
                if final is None:
                    return tuple(line)
                if final <= -score:
                    line.append(column)
                    position, score = child, -score
                    break
            else:
                raise AssertionError("no move keeps the score")
        return tuple(line)
