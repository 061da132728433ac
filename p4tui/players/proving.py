"""The players that prove their moves where they can, and judge where they cannot."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.engine.evaluation import evaluation
from p4tui.engine.limit import Budget, Limit, StopFlag
from p4tui.engine.solver import Solver
from p4tui.players.search import judge

EXACT_NODES = {"python": 0.5, "native": 80.0}
"""Positions that the exact search of a kernel visits in the time that the heuristic one takes for a node.

Measured on 7x6, plies 4 to 10, on one core: 50,000 heuristic nodes a second; 25,000 exact ones in plain Python, 3 to 5.5
million compiled. By it a limit of nodes means the same for every level: heuristic nodes, or the exact ones of that time.
"""
PROVABLE_IN_A_SECOND, PROVABLE_IN_TEN_SECONDS = (
    {"python": 24, "native": 38},
    {"python": 30, "native": 42},
)
"""The most empty cells with which the exact search of a kernel comes to an end in such a time, often or now and then."""
SOLVED = Geometry()
"""The board on which proofs are expected: 7x6, four in line."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a limit is divided: what the searches get that follow each other until one has a proven move.

    Attributes:
        first_exact: the share of an exact search: most positions late in a game need no more.
        first_judged: of a heuristic search, so that a player who is told to move now has an opinion.
        exact: of the exact search again, which goes on where it was.
        judged: of the heuristic search again; its answer stands where nothing was proven.
    """

    first_exact: float
    first_judged: float
    exact: float
    judged: float


PROVE = Plan(0.02, 0.1, 0.88, 0.0)
"""Where a proof is expected."""
TRY = Plan(0.02, 0.05, 0.48, 0.45)
"""Where it may come or not."""
JUDGE = Plan(0.0, 0.0, 0.0, 1.0)
"""Where it cannot come."""


class SolverPool:
    """SolverPool that searches borrow, one each, so that what one move has taught serves the next.

    Two searches at once are rare and short (one was told to stop, the other has just begun), and then there are two
    solvers; one is kept.
    """

    def __init__(self, make: Callable[[], Solver] = Solver) -> None:
        """No solver yet; `make` gives a new one."""
        self._make = make
        self._lock = threading.Lock()
        self._idle: Solver | None = None

    @contextmanager
    def borrow(self) -> Iterator[Solver]:
        """A solver that nobody else has until it is given back."""
        with self._lock:
            solver, self._idle = self._idle, None
        solver = solver or self._make()
        try:
            yield solver
        finally:
            with self._lock:
                self._idle = solver

    def forget(self) -> None:
        """Keep no solver: the next search knows nothing."""
        with self._lock:
            self._idle = None


class ProvingPlayer:
    """Plays a column that is proven to be best: the quickest win, the slowest loss, ties at random.

    Where the limit ends before the proof it plays what the heuristic search thinks best. Columns that win at once, and
    the only one that does not lose at once, need no search. Where every column loses at once, it stops a win if it can.

    Attributes:
        proven: whether the last column that was chosen is proven to be best.
        unproven: see `Player`.
    """

    def __init__(
        self,
        rng: Random,
        pool: SolverPool,
        max_empty: Mapping[str, int],
        *,
        promises: bool = False,
    ) -> None:
        """A player.

        Args:
            rng: decides ties.
            pool: where it borrows one for each move.
            max_empty: with more empty cells no proof is tried, by the name of the kernel.
            promises: whether a proof is expected of it, so that it is tried on the board that is `SOLVED` in any case,
                and missed on all boards.
        """
        self._rng = rng
        self._pool = pool
        self._max_empty = max_empty
        self._promises = promises
        self.proven = True

    @property
    def unproven(self) -> bool:
        """Whether a proof was promised and the last column has none."""
        return self._promises and not self.proven

    def choose_column(self, position: Position, limit: Limit, stop: StopFlag) -> int:
        """One of the best columns (see `Player`).

        A limit of nodes counts heuristic ones, and exact ones by `EXACT_NODES`.
        """
        if position.outcome is not None:
            raise ValueError("the position is finished")
        self.proven = True
        columns, settled = candidates(position)
        if settled:
            return self._rng.choice(columns)
        # In a random order the first column that keeps the score is as likely as any other that does.
        self._rng.shuffle(columns)
        with self._pool.borrow() as solver:
            plan = self._plan(position, solver)
            search = _Search(position, columns, limit, stop, solver)
            column = search.prove(plan.first_exact)
            if column is None:
                search.judge(plan.first_judged)
                column = search.prove(plan.exact)
        if column is None:
            # Time is up for finding all ties, or for any proof at all.
            column = search.kept
        if column is None:
            search.judge(plan.judged)
            self.proven = False
            column = self._rng.choice(search.best_judged())
        return column

    def _plan(self, position: Position, solver: Solver) -> Plan:
        """What is worth trying."""
        geometry = position.geometry
        expected = self._promises and geometry == SOLVED
        if geometry.cells - position.ply <= self._max_empty[solver.kernel_for(geometry)]:
            return PROVE if expected else TRY
        return TRY if expected else JUDGE


class _Search:
    """The choice of one move.

    Attributes:
        kept: a column that is proven to be best, None while none is.
    """

    def __init__(
        self,
        position: Position,
        columns: list[int],
        limit: Limit,
        stop: StopFlag,
        solver: Solver,
    ) -> None:
        """A choice among columns; of the best ones the first is wanted."""
        self.kept: int | None = None
        self._position = position
        self._columns = columns
        self._limit = limit
        self._stop = stop
        self._solver = solver
        self._judged = judge(position, Limit(nodes=0), stop)
        self._score: int | None = None
        self._counted = 0

    def judge(self, share: float) -> None:
        """Search on by heuristics; what went less deep than what is known says nothing new."""
        if share and self.kept is None and not self._stop.is_set():
            result = judge(self._position, self._share(share), self._stop)
            if result.depth >= self._judged.depth:
                self._judged = result

    def best_judged(self) -> list[int]:
        """The columns that the heuristic search likes best, without those that are proven not to be."""
        liked = [column for column in self._judged.columns if column in self._columns]
        return liked or self._columns

    def prove(self, share: float) -> int | None:
        """The first of the columns that are proven to be best, None where the share of the limit does not do for that.

        Any proven one comes first, as a promising one takes a small part of the time that the score has taken; whether
        others are as good can take as much again.
        """
        if not share:
            return None
        budget = Budget(
            self._share(share, EXACT_NODES[self._solver.kernel_for(self._position.geometry)])
        )
        self._counted = 0
        if self._score is None:
            self._score = self._exactly(self._position, budget)
        if self._score is None:
            return None
        promising = sorted(self._columns, key=lambda column: column not in self._judged.columns)
        if self.kept is None and not self._settle(promising, budget):
            return None
        return self.kept if self._settle(list(self._columns), budget) else None

    def _settle(self, columns: list[int], budget: Budget) -> bool:
        """Keep the first of these columns that is best, and drop those before it; whether the limit allowed that."""
        assert self._score is not None
        for column in columns:
            if column != self.kept and len(self._columns) > 1:
                # No child is worth less than -score to the other side: is this one worth no more?
                window = (-self._score, 1 - self._score)
                bound = self._exactly(self._position.play(column), budget, window)
                if bound is None:
                    return False
                if bound > -self._score:
                    self._columns.remove(column)
                    continue
            self.kept = column
            return True
        raise AssertionError("no column keeps the score")

    def _exactly(
        self, position: Position, budget: Budget, window: tuple[int, int] | None = None
    ) -> int | None:
        """An exact score, or a bound beyond the window, out of what is left."""
        limit = budget.split(1, self._counted)
        score = self._solver.exact_score(position, limit, self._stop, window)
        self._counted += self._solver.nodes
        return score

    def _share(self, share: float, nodes: float = 1.0) -> Limit:
        """A share of the limit, its nodes changed into others."""
        limit = self._limit
        return Limit(
            None if limit.seconds is None else limit.seconds * share,
            None if limit.nodes is None else int(limit.nodes * share * nodes),
            limit.depth,
        )


def candidates(position: Position) -> tuple[list[int], bool]:
    """The columns that may be best in a position that is not finished, and whether no search is needed among them.

    Those that win at once, if there are any; else those that stop the opponent from winning at once; else those that do
    not let it; else all. What is left out is worse, or no better where every column loses at once.
    """
    geometry = position.geometry
    own, other = position.own_and_other()
    winning_cells = evaluation(geometry).winning_cells
    playable = ((own | other) + geometry.bottom) & geometry.board
    threats = winning_cells(other) & geometry.board
    wins, forced = winning_cells(own) & playable, threats & playable
    moves = wins or forced or playable & ~(threats >> 1)
    settled = bool(wins) or not moves or moves.bit_count() == 1 or moves == forced
    moves = moves or playable
    return [c for c in range(geometry.columns) if moves & geometry.column_masks[c]], settled
