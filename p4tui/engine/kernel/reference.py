"""The heuristic search in plain Python: every board, and the specification of any faster kernel.

Negamax with alpha-beta bounds and iterative deepening, on integers in the layout of `Geometry`.

* A side never plays below a winning cell of the other. Forced replies are played without a node and cost no depth: in an
  expanded position the side to move neither wins at once nor has to stop the other side.
* The winning cells of all children are computed together: the boards lie side by side in one long integer, a *lane* for
  each column. Python's cost is by the operation, so seven boards cost little more than one.
* A transposition table keeps the bound and the best move of every expanded position. Only entries of the same depth, or
  proven ones, cut off a search, so the value at a depth depends only on the position.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache

from p4tui.core.geometry import Geometry
from p4tui.engine.evaluation import evaluation
from p4tui.engine.kernel.arguments import check_columns, check_running
from p4tui.engine.kernel.contract import WON, SearchResult
from p4tui.engine.kernel.exact import ExactSearch
from p4tui.engine.limit import Limit, SearchInterrupted, StopFlag, Watch

NAME = "python"
"""The kernel's name."""
MAX_DEPTH = 128
"""The deepest search in plies: with two calls a ply, far below Python's recursion limit of 1,000."""
TABLE_ENTRIES = 100_000
"""The most entries of the table, in 20 MB (7x6) to 30 MB (32x32); the older half goes at once.

Freeing 130,000 entries took 8 ms, during which a stopped search cannot return.
"""

_EXACT, _LOWER, _UPPER = 0, 1, 2

Node = tuple[int, int, int, int, int, int]
"""A position in the search: the discs of the side to move and of the other side, the winning cells of both, the number
of empty cells, the `Evaluation.balance`. Except at the root, the side to move cannot win at once."""


class _Lanes:
    """The children of a position side by side: lane c holds the board after a move in column c."""

    def __init__(self, geometry: Geometry) -> None:
        width = (geometry.columns + 1) * geometry.stride
        self._every_lane = sum(1 << (column * width) for column in range(geometry.columns))
        self._own_column = sum(
            mask << (column * width) for column, mask in enumerate(geometry.column_masks)
        )
        self._columns = tuple(
            (geometry.column_masks[column], column * width) for column in geometry.centre_first
        )
        self._winning_cells = evaluation(geometry).winning_cells

    def children(self, own: int, moves: int, empty: int) -> list[tuple[int, int]]:
        """Return the moves of a mask from the centre outwards, each with its side's winning cells after it."""
        lanes = (own * self._every_lane) | ((moves * self._every_lane) & self._own_column)
        wins = self._winning_cells(lanes)
        return [
            (move, (wins >> shift) & (empty ^ move))
            for mask, shift in self._columns
            if (move := moves & mask)
        ]


@lru_cache(maxsize=16)
def _lanes(geometry: Geometry) -> _Lanes:
    """Return the lanes of a geometry."""
    return _Lanes(geometry)


class Searcher:
    """The search of one board, with its transposition table and node count."""

    def __init__(self, geometry: Geometry, count: Callable[[], None]) -> None:
        """Start with an empty table; `count` is called at each node and may raise `SearchInterrupted`."""
        self.geometry = geometry
        self._count = count
        self._board, self._bottom = geometry.board, geometry.bottom
        self._heuristic = evaluation(geometry)
        self._lanes = _lanes(geometry)
        self._cell_values = self._heuristic.cell_values
        self._history = dict.fromkeys(self._cell_values, 0)
        self._table: dict[int, tuple[int, int, int, int]] = {}
        self._old_table = self._table

    def node(self, own: int, other: int) -> Node:
        """Return the node of a position."""
        empty = self._board & ~(own | other)
        winning_cells = self._heuristic.winning_cells
        own_wins, other_wins = winning_cells(own) & empty, winning_cells(other) & empty
        balance = self._heuristic.balance(own, other)
        return own, other, own_wins, other_wins, empty.bit_count(), balance

    def new_wins(self, own: int, empty: int, _known: int, _left: int) -> int:
        """Return the winning cells of a side after its reply; a player that overlooks some returns fewer."""
        return self._heuristic.winning_cells(own) & empty

    def child(self, node: Node, move: int, wins: int) -> Node:
        """Return the node after a move, given its side's winning cells after it."""
        own, other, _, other_wins, left, balance = node
        return (
            other,
            own | move,
            other_wins & ~move,
            wins,
            left - 1,
            -balance - self._cell_values[move],
        )

    def children(self, node: Node, moves: int, hint: int = 0) -> list[tuple[int, int]]:
        """Return `_Lanes.children` in search order: the hint first, then the most promising."""
        own, other = node[0], node[1]
        history, cell_values = self._history, self._cell_values
        ranked = [
            (move == hint, 64 * wins.bit_count() + cell_values[move] + history[move], move, wins)
            for move, wins in self._lanes.children(own, moves, self._board & ~(own | other))
        ]
        ranked.sort(reverse=True)
        return [(move, wins) for _, _, move, wins in ranked]

    def value(self, node: Node, depth: int, alpha: int, beta: int) -> int:
        """Return the value of a position if it is between alpha and beta, else an upper or lower bound of it.

        Plays the forced replies, then searches `depth` plies.
        """
        own, other, own_wins, other_wins, left, balance = node
        board, sign = self._board, 1
        while True:
            playable = ((own | other) + self._bottom) & board
            forced = playable & other_wins
            if not forced:
                break
            if forced & (forced - 1) or (forced << 1) & other_wins:
                return -sign * (WON + left // 2)
            own |= forced
            own_wins = self.new_wins(own, board & ~(own | other), own_wins, left)
            own, other, own_wins, other_wins = other, own, other_wins ^ forced, own_wins
            left, balance = left - 1, -balance - self._cell_values[forced]
            alpha, beta, sign = -beta, -alpha, -sign
        moves = playable & ~(other_wins >> 1)
        if not moves:
            return -sign * (WON + left // 2) if playable else 0
        if depth:
            return sign * self._expand(
                (own, other, own_wins, other_wins, left, balance), moves, depth, alpha, beta
            )
        return sign * self._heuristic.value(
            own_wins, other_wins, (self.geometry.cells - left) & 1, balance
        )

    def _expand(self, node: Node, moves: int, depth: int, alpha: int, beta: int) -> int:
        """Return the value of a position without forced replies from its moves that do not lose at once."""
        self._count()
        # A column's highest bit is its height, the bits below are its own discs: the key is exact.
        key = node[0] + (node[0] | node[1]) + self._bottom
        entry = self._table.get(key) or self._old_table.get(key)
        if entry is not None and _settles(entry, depth, alpha, beta):
            return entry[2]
        best, best_move, floor = -2 * WON, 0, alpha
        for move, wins in self.children(node, moves, entry[3] if entry else 0):
            child = self.child(node, move, wins)
            if best_move and depth > 1:
                value = -self.value(child, depth - 1, -alpha - 1, -alpha)
                if alpha < value < beta:
                    value = -self.value(child, depth - 1, -beta, -value)
            else:
                value = -self.value(child, depth - 1, -beta, -alpha)
            if value > best:
                best, best_move = value, move
                if value >= beta:
                    self._history[move] += depth * depth
                    break
                alpha = max(alpha, value)
        if len(self._table) >= TABLE_ENTRIES // 2:
            self._old_table, self._table = self._table, {}
        bound = _LOWER if best >= beta else _EXACT if best > floor else _UPPER
        self._table[key] = (depth, bound, best, best_move)
        return best

    def candidates(self, node: Node, among: int = -1) -> tuple[int, int | None]:
        """Return the mask of the root's moves worth a search, and the root's value if no search is needed, else None.

        Of the moves in `among`, take those that win; if none, those that stop the other side from winning at once;
        if none, those that do not let it win; if none, all.
        """
        own, other, own_wins, other_wins, left, _ = node
        playable = ((own | other) + self._bottom) & self._board
        chosen = playable & among
        if chosen & own_wins:
            return chosen & own_wins, WON + (left + 1) // 2
        lost = -WON - left // 2
        forced = playable & other_wins
        if forced:
            hopeless = forced & (forced - 1) or (forced << 1) & other_wins or not forced & chosen
            return forced & chosen or chosen, lost if hopeless else None
        safe = chosen & ~(other_wins >> 1)
        return (safe, None) if safe else (chosen, lost)


def _settles(entry: tuple[int, int, int, int], depth: int, alpha: int, beta: int) -> bool:
    """Return whether a table entry replaces a search to this depth: by the same depth or by a proof.

    A proof by a shallower search stays valid, but the end may come sooner: a win is a lower bound, a loss an upper one.
    """
    searched, bound, value, _ = entry
    if searched == depth and bound == _EXACT:
        return True
    if searched > depth:
        return False
    if bound != _UPPER and value >= beta:
        return searched == depth or value >= WON
    if bound != _LOWER and value <= alpha:
        return searched == depth or value <= -WON
    return False


@dataclass(slots=True)
class _Root:
    """The root position: its moves, best first, and their values so far."""

    searcher: Searcher
    node: Node
    moves: list[tuple[int, int]]
    best: list[int]
    value: int = 0
    depth: int = 0
    upper_bounds: dict[int, int] = field(default_factory=dict)

    def deepen(self) -> None:
        """Search one ply deeper.

        Raises:
            SearchInterrupted: the ply is incomplete; the values of the moves searched so far count.
        """
        depth = self.depth
        best, tied, values = -2 * WON, [], {}
        try:
            for move, wins in self.moves:
                child = self.searcher.child(self.node, move, wins)
                # A bound one below the best value tells an equal move from a worse one.
                value = values[move] = -self.searcher.value(child, depth, -2 * WON, 1 - best)
                if value > best:
                    best, tied = value, [move]
                elif value == best:
                    tied.append(move)
        except SearchInterrupted:
            if values and best <= -WON:
                # All moves so far lose: choose the next one, which may not.
                self.best = [self.moves[len(values)][0]]
            elif values:
                self.best, self.value = tied, best
            raise
        self.best, self.value, self.depth, self.upper_bounds = tied, best, depth + 1, values
        self.moves.sort(key=lambda pair: -values[pair[0]])


def search(
    geometry: Geometry,
    own: int,
    other: int,
    limit: Limit,
    stop: StopFlag,
    *,
    among: Sequence[int] = (),
    clock: Callable[[], float] = time.perf_counter,
    sleep: Callable[[float], None] | None = time.sleep,
) -> SearchResult:
    """Search (see `contract.Search`)."""
    check_running(geometry, own, other)
    check_columns(geometry, own | other, among)
    watch = Watch(limit, stop, clock, sleep)
    searcher = Searcher(geometry, watch.count)
    node = searcher.node(own, other)
    mask, settled = searcher.candidates(
        node, sum(geometry.column_masks[column] for column in among) or geometry.board
    )
    moves = searcher.children(node, mask)
    root = _Root(searcher, node, moves, [move for move, _ in moves])
    if settled is not None:
        root.value = settled
    deepest = min(limit.depth or MAX_DEPTH, node[4], MAX_DEPTH)
    with suppress(SearchInterrupted):
        while root.depth < deepest and abs(root.value) < WON and (len(moves) > 1 or not root.depth):
            root.deepen()
    columns = tuple(sorted(geometry.cell(move).column for move in root.best))
    upper_bounds = {geometry.cell(move).column: value for move, value in root.upper_bounds.items()}
    return SearchResult(columns, root.value, root.depth, watch.nodes, upper_bounds)


def exact(geometry: Geometry) -> type[ExactSearch]:  # noqa: ARG001 - others choose by it
    """Return the exact search, the same for every board (see `contract.Kernel.exact`)."""
    return ExactSearch
