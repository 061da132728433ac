"""The players that prove their moves if they can, and otherwise play by heuristics."""

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
"""The exact nodes of a kernel in the time of a heuristic node.

So a limit of nodes means the same for every level: heuristic nodes, or exact ones of the same time. Measured on 7x6,
plies 4 to 10, on one core: 50,000 heuristic nodes a second; 25,000 exact ones in plain Python, 3 to 5.5 million compiled.
"""
PROVABLE_IN_A_SECOND, PROVABLE_IN_TEN_SECONDS = (
    {"python": 24, "native": 38},
    {"python": 30, "native": 42},
)
"""The most empty cells with which a kernel's exact search may succeed in that time."""
SOLVED = Geometry()
"""The board on which `promises` expects proofs: 7x6, four in line."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The shares of a limit for successive searches, until one of them proves a move.

    Attributes:
        first_exact: an exact search, enough for most late positions.
        first_judged: a heuristic search, so that a stopped player has an opinion.
        exact: the exact search, continued.
        judged: the heuristic search, continued; it decides if there is no proof.
    """

    first_exact: float
    first_judged: float
    exact: float
    judged: float


PROVE = Plan(0.02, 0.1, 0.88, 0.0)
"""The plan if a proof is expected."""
TRY = Plan(0.02, 0.05, 0.48, 0.45)
"""The plan if a proof is possible."""
JUDGE = Plan(0.0, 0.0, 0.0, 1.0)
"""The plan if no proof is possible."""


class SolverPool:
    """A pool of solvers that searches borrow, so that the table of one move serves the next.

    Two searches at once are rare and short (one was just stopped). They get two solvers, of which the pool keeps one.
    """

    def __init__(self, make: Callable[[], Solver] = Solver) -> None:
        """Create an empty pool; `make` creates a solver."""
        self._make = make
        self._lock = threading.Lock()
        self._idle: Solver | None = None

    @contextmanager
    def borrow(self) -> Iterator[Solver]:
        """Lend a solver for exclusive use within a `with` block."""
        with self._lock:
            solver, self._idle = self._idle, None
        solver = solver or self._make()
        try:
            yield solver
        finally:
            with self._lock:
                self._idle = solver

    def clear(self) -> None:
        """Drop the solver: the next search starts with an empty table."""
        with self._lock:
            self._idle = None


class ProvingPlayer:
    """A player of columns that are proven to be best: the quickest win, the slowest loss, ties at random.

    If the limit does not suffice for a proof, the heuristic search decides. An immediate win, or the only column that
    does not lose at once, needs no search. If every column loses at once, the player stops a win if it can.

    Attributes:
        proven: whether the last chosen column is proven to be best.
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
        """Create a player.

        Args:
            rng: breaks ties.
            pool: lends a solver for each move.
            max_empty: the most empty cells for trying a proof, by kernel name.
            promises: whether the player promises proven moves. It then tries a proof on `SOLVED` in any case, and
                `unproven` reports a missing one on any board.
        """
        self._rng = rng
        self._pool = pool
        self._max_empty = max_empty
        self._promises = promises
        self.proven = True

    @property
    def unproven(self) -> bool:
        """Whether the player promises proofs but the last column has none."""
        return self._promises and not self.proven

    def choose_column(self, position: Position, limit: Limit, stop: StopFlag) -> int:
        """Return one of the best columns (see `Player`).

        A limit of nodes counts heuristic ones; `EXACT_NODES` converts exact ones.
        """
        if position.outcome is not None:
            raise ValueError("the position is finished")
        self.proven = True
        columns, settled = candidates(position)
        if settled:
            return self._rng.choice(columns)
        # `prove` returns the first best column: the order breaks ties.
        self._rng.shuffle(columns)
        with self._pool.borrow() as solver:
            plan = self._plan(position, solver)
            search = _Search(position, columns, limit, stop, solver)
            column = search.prove(plan.first_exact)
            if column is None:
                search.judge(plan.first_judged)
                column = search.prove(plan.exact)
        if column is None:
            # There was no time to find all ties, or for any proof.
            column = search.proven_best
        if column is None:
            search.judge(plan.judged)
            self.proven = False
            column = self._rng.choice(search.best_judged())
        return column

    def _plan(self, position: Position, solver: Solver) -> Plan:
        """Return the plan for a position."""
        geometry = position.geometry
        expected = self._promises and geometry == SOLVED
        if geometry.cells - position.ply <= self._max_empty[solver.kernel_for(geometry)]:
            return PROVE if expected else TRY
        return TRY if expected else JUDGE


class _Search:
    """The search for one move.

    Attributes:
        proven_best: a column that is proven to be best, or None.
    """

    def __init__(
        self,
        position: Position,
        columns: list[int],
        limit: Limit,
        stop: StopFlag,
        solver: Solver,
    ) -> None:
        """Start a search for the first of the best columns."""
        self.proven_best: int | None = None
        self._position = position
        self._columns = columns
        self._limit = limit
        self._stop = stop
        self._solver = solver
        self._judged = judge(position, Limit(nodes=0), stop)
        self._score: int | None = None
        self._node_count = 0

    def judge(self, share: float) -> None:
        """Continue the heuristic search; a result of less depth than the last one is ignored."""
        if share and self.proven_best is None and not self._stop.is_set():
            result = judge(self._position, self._share(share), self._stop)
            if result.depth >= self._judged.depth:
                self._judged = result

    def best_judged(self) -> list[int]:
        """Return the best columns of the heuristic search without those proven to be worse."""
        preferred = [column for column in self._judged.columns if column in self._columns]
        return preferred or self._columns

    def prove(self, share: float) -> int | None:
        """Return the first column that is proven to be best, None if the share of the limit does not suffice.

        First it proves any best column, starting with the promising ones, which is cheap once the score is known. To
        compare it with the others can take as long as the score again.
        """
        if not share:
            return None
        budget = Budget(
            self._share(share, EXACT_NODES[self._solver.kernel_for(self._position.geometry)])
        )
        self._node_count = 0
        if self._score is None:
            self._score = self._exactly(self._position, budget)
        if self._score is None:
            return None
        promising = sorted(self._columns, key=lambda column: column not in self._judged.columns)
        if self.proven_best is None and not self._settle(promising, budget):
            return None
        return self.proven_best if self._settle(list(self._columns), budget) else None

    def _settle(self, columns: list[int], budget: Budget) -> bool:
        """Find the first best column among these and drop those before it. Return whether the limit sufficed."""
        assert self._score is not None
        for column in columns:
            if column != self.proven_best and len(self._columns) > 1:
                # No child is worth less than -score to the other side: is this one worth no more?
                window = (-self._score, 1 - self._score)
                bound = self._exactly(self._position.play(column), budget, window)
                if bound is None:
                    return False
                if bound > -self._score:
                    self._columns.remove(column)
                    continue
            self.proven_best = column
            return True
        raise AssertionError("no column keeps the score")

    def _exactly(
        self, position: Position, budget: Budget, window: tuple[int, int] | None = None
    ) -> int | None:
        """Return the exact score, or a bound if it is outside the window; None if the budget does not suffice."""
        limit = budget.split(1, self._node_count)
        score = self._solver.exact_score(position, limit, self._stop, window)
        self._node_count += self._solver.nodes
        return score

    def _share(self, share: float, nodes: float = 1.0) -> Limit:
        """Return a share of the limit, its nodes multiplied by `nodes`."""
        limit = self._limit
        return Limit(
            None if limit.seconds is None else limit.seconds * share,
            None if limit.nodes is None else int(limit.nodes * share * nodes),
            limit.depth,
        )


def candidates(position: Position) -> tuple[list[int], bool]:
    """Return the columns of a running position that may be best, and whether they need no search.

    They are those that win at once; if none, those that stop the opponent from winning at once; if none, those that do
    not let it win; if none, all. The others are worse, or no better if every column loses at once.
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
