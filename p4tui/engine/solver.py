"""Exact scores of positions, and of the columns that can be played in them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.engine.kernel import Kernel, kernel, reference
from p4tui.engine.kernel.contract import ExactSearch
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.score import final_score

TABLE_MIB = 16
"""The size of a solver's table unless it is given, in mebibytes."""
UNLIMITED = Limit()
"""The limit where none is given."""
EXACT_SHARE = 0.8
"""How much of a limit the exact search may use up; the rest is left for the heuristic one, should that be needed."""


@dataclass(frozen=True, slots=True)
class Solved:
    """What is known of the score of a position.

    Attributes:
        score: for the side to move, in the convention of `engine.score`.
        proven: whether the score is exact. If it is not, it says no more than who is better: the least win or loss
            (1, -1) by the judgement of the heuristic search, what that search has proven, or 0 where it sees no side
            ahead.
        nodes: positions searched.
    """

    score: int
    proven: bool
    nodes: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known of a position and of every column in it.

    Attributes:
        score: the best of the columns' scores; that of the end where the game is over.
        columns: for each column, from the left, the score of playing it, for the side that plays it; None where it
            cannot be played.
        best: the columns, counted from 0, whose score is the position's; none once the game is over.
        line: columns of best play, from the position on: to the end of the game where the score is proven, else the
            first move alone.
        proven: whether all scores are exact (see `Solved`).
        nodes: positions searched.
    """

    score: int
    columns: tuple[int | None, ...]
    best: tuple[int, ...]
    line: tuple[int, ...]
    proven: bool
    nodes: int


class Solver:
    """Finds scores; what it has learnt of a board serves its next searches there. One search at a time."""

    def __init__(
        self,
        use: Kernel | None = None,
        table_mib: int = TABLE_MIB,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """A solver with an empty table.

        Args:
            use: the kernel, the one that `kernel()` chooses unless given. A board that it cannot solve is left to the
                plain-Python search.
            table_mib: the size of the table in mebibytes, 1 to 4096; taken up when first needed.
            clock: tells the time in seconds.

        Raises:
            ValueError: the table's size is out of range.
            KernelError: no kernel was given, and the one that the environment asks for cannot be had.
        """
        if not 1 <= table_mib <= 4096:
            raise ValueError(f"the table takes 1 to 4096 MiB, not {table_mib}")
        self._kernel = use or kernel()
        self._table_mib = table_mib
        self._clock = clock
        self._exact: dict[type[ExactSearch], ExactSearch] = {}
        self._running: ExactSearch | None = None
        self._counted = 0
        self._busy = threading.Lock()
        self._never = StopFlag()

    @property
    def nodes(self) -> int:
        """Positions searched so far by the call that runs, or else by the last one; can be read from any thread."""
        running = self._running
        return self._counted + (running.nodes if running else 0)

    def uses(self, geometry: Geometry) -> str:
        """The name of the kernel whose exact search serves a board: `native` or `python`."""
        fallback = reference.exact(geometry)
        return reference.NAME if self._kernel.exact(geometry) is fallback else self._kernel.NAME

    def clear(self) -> None:
        """Forget what was learnt: the next search starts with an empty table."""
        for exact in self._exact.values():
            exact.clear()

    def score(
        self, position: Position, limit: Limit | None = None, stop: StopFlag | None = None
    ) -> Solved:
        """The score of a position; without a limit exact, unless it is stopped.

        Raises:
            RuntimeError: another thread is searching with this solver.
        """
        self._begin()
        try:
            score, proven = self._score(position, limit or UNLIMITED, stop or self._never)
            return Solved(score, proven, self._counted)
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
        """The scores of all columns; without a limit exact, unless it is stopped.

        Args:
            position: any position, finished ones too.
            limit: what all columns together may use up.
            stop: ends the search within milliseconds.
            line: whether the principal variation is wanted; without it the answer's is empty.

        Raises:
            RuntimeError: another thread is searching with this solver.
        """
        self._begin()
        try:
            return self._analyse(position, limit or UNLIMITED, stop or self._never, line)
        finally:
            self._busy.release()

    def _begin(self) -> None:
        """Keep others out, and count from 0."""
        if not self._busy.acquire(blocking=False):
            raise RuntimeError("this solver is searching for another thread")
        self._counted = 0

    def _analyse(self, position: Position, limit: Limit, stop: StopFlag, line: bool) -> Analysis:
        """What `analyse` says."""
        legal = sorted(position.legal_columns(), key=position.geometry.centre_first.index)
        if not legal:
            final = final_score(position)
            assert final is not None
            return Analysis(final, (None,) * position.geometry.columns, (), (), True, 0)
        rest = _Rest(limit, self._clock)
        columns: list[int | None] = [None] * position.geometry.columns
        proven = True
        for done, column in enumerate(legal):
            share = rest.share(len(legal) - done, self._counted)
            score, exact = self._score(position.play(column), share, stop)
            columns[column] = -score
            proven &= exact
        best_score = max(score for score in columns if score is not None)
        best = tuple(c for c, score in enumerate(columns) if score == best_score)
        first = next(column for column in legal if column in best)
        found = self._line(position, first, best_score, rest, stop) if line and proven else ()
        if line and not found:
            found = (first,)
        return Analysis(best_score, tuple(columns), best, found, proven, self._counted)

    def _score(self, position: Position, limit: Limit, stop: StopFlag) -> tuple[int, bool]:
        """The score of any position, and whether it is proven."""
        final = final_score(position)
        if final is not None:
            return final, True
        started = self._clock()
        score = self._exactly(position, _part(limit, EXACT_SHARE), stop)
        if score is not None:
            return score, True
        seconds = limit.seconds
        if seconds is not None:
            seconds = max(0.0, seconds - (self._clock() - started))
        nodes = 0 if stop.is_set() else limit.nodes
        if nodes is not None:
            nodes //= 5
        elif seconds is None:
            nodes = 1000
        result = self._kernel.search(
            position.geometry, *_sides(position), Limit(seconds, nodes, limit.depth), stop
        )
        self._counted += result.nodes
        if result.score is not None:
            return result.score, False
        return (result.value > 0) - (result.value < 0), False

    def _exactly(
        self,
        position: Position,
        limit: Limit,
        stop: StopFlag,
        window: tuple[int, int] | None = None,
    ) -> int | None:
        """The exact score of a running position, None where the limit or the flag ended the search."""
        geometry = position.geometry
        search = self._kernel.exact(geometry)
        if search not in self._exact:
            self._exact[search] = search(self._table_mib)
        self._running = exact = self._exact[search]
        try:
            return exact.score(geometry, *_sides(position), limit, stop, window)
        finally:
            self._running = None
            self._counted += exact.nodes

    def _line(
        self, position: Position, first: int, score: int, rest: _Rest, stop: StopFlag
    ) -> tuple[int, ...]:
        """Best play from a position of a known score to the end, as far as the limit allows."""
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
                    limit = rest.share(1, self._counted)
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


class _Rest:
    """What is left of a limit."""

    def __init__(self, limit: Limit, clock: Callable[[], float]) -> None:
        self._limit = limit
        self._clock = clock
        self._started = clock()

    def share(self, parts: int, counted: int) -> Limit:
        """One of so many equal parts of what is left after `counted` nodes."""
        seconds, nodes = self._limit.seconds, self._limit.nodes
        if seconds is not None:
            seconds = max(0.0, seconds - (self._clock() - self._started)) / parts
        if nodes is not None:
            nodes = max(0, nodes - counted) // parts
        return Limit(seconds, nodes, self._limit.depth)


def _part(limit: Limit, share: float) -> Limit:
    """A share of a limit's time and nodes."""
    if limit is UNLIMITED:
        return limit
    seconds, nodes = limit.seconds, limit.nodes
    return Limit(
        None if seconds is None else seconds * share, None if nodes is None else int(nodes * share)
    )


def _sides(position: Position) -> tuple[int, int]:
    """The discs of the side to move and of the other side."""
    first, second = position.first, position.second
    return (second, first) if position.ply & 1 else (first, second)
