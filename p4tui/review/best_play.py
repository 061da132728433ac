"""Best play from a position on, and the answers that keep a result, confirmed by the solver."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from p4tui.core.position import Position
from p4tui.engine.limit import Budget, Limit, StopFlag
from p4tui.engine.solver import Solver
from p4tui.review.marks import result_of


class Prover:
    """A solver whose searches share a limit."""

    def __init__(
        self,
        solver: Solver,
        stop: StopFlag,
        limit: Limit,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """Start with the whole limit; `clock` returns seconds."""
        self._solver, self._stop = solver, stop
        self._budget = Budget(limit, clock)
        self._nodes = 0

    def score(self, position: Position, window: tuple[int, int]) -> int | None:
        """Return a score or a bound as `Solver.exact_score`; None if the limit or the flag ended the search."""
        if self._stop.is_set():
            return None
        limit = self._budget.split(1, self._nodes)
        score = self._solver.exact_score(position, limit, self._stop, window)
        self._nodes += self._solver.nodes
        return score

    def best_play(self, position: Position, score: int) -> tuple[int, ...]:
        """Return the columns of best play to the end, see `moves`; empty if it is not proven."""
        line = tuple(self.moves(position, score))
        for column in line:
            position = position.play(column)
        return () if position.outcome is None else line

    def moves(self, position: Position, score: int) -> Iterator[int]:
        """Yield the columns of best play to the end, of equal ones the most central; stop where it is not proven.

        Args:
            position: an unfinished position.
            score: its exact score; after a wrong one, as in data from outside, there is no such play.
        """
        while position.outcome is None:
            for column in filter(position.is_playable, position.geometry.centre_first):
                child = position.play(column)
                # No child is worth less than -score: is this one worth no more?
                found = self.score(child, (-score, -score + 1))
                if found is None:
                    return
                if found <= -score:
                    yield column
                    position, score = child, -score
                    break
            else:
                return

    def keeping(self, position: Position, score: int) -> tuple[int, ...]:
        """Return the columns that keep the result of an unfinished position; empty if that is not proven.

        Args:
            position: an unfinished position.
            score: its exact score, no loss.
        """
        result = result_of(score)
        found = []
        for column in position.legal_columns():
            child = position.play(column)
            # Whether the side to move there is better off than a loss, or than a draw.
            worth = self.score(child, (-1, 0) if result > 0 else (0, 1))
            if worth is None:
                return ()
            if result_of(worth) <= -result:
                found.append(column)
        return tuple(found)
