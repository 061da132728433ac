"""The players that play like people, for every board and line length.

A person looks a few moves ahead, sees most lines that could be completed, and overlooks some. The model:

* The heuristic search of `engine.kernel.reference`, to at most `Skill.depth` plies and few nodes.
* A line on the board that lacks one disc is noticed with probability `Skill.sight`. On a diagonal it is a little less, and
  less among many discs.
* A line that could come up in the search is noticed only up to some move ahead. For each cell a horizon is drawn: of the
  lines that are noticed so far, `Skill.reach` are left one move further.
* A line that was stopped shows on the board: all discs but one, and a disc of the other side in the last cell. Whoever has
  seen one of a direction overlooks no other of that direction in this game.
* `Skill.vagueness` blurs the values of the columns, in points of the heuristic. So openings are as uneven as endings.

All random numbers come from the player's generator, so a seed decides its moves.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import NamedTuple

from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.engine.kernel.contract import WON
from p4tui.engine.kernel.reference import Node, Searcher
from p4tui.engine.limit import Limit, SearchInterrupted, StopFlag, Watch

DIAGONAL, BUSY = 0.9, 0.8
"""The part of the lines that is still noticed on a diagonal, and in the middle of many discs."""
BUSY_NEIGHBOURS = 5
"""The taken cells around a cell that make it busy; it has eight neighbours."""
CHANCE_BITS = 8
"""The precision of a chance drawn for all cells at once: 1 / 256."""


class Skill(NamedTuple):
    """How well a player sees.

    Attributes:
        depth: the plies it looks ahead, at least 1; forced replies are not counted.
        sight: the chance of noticing a line on the board that lacks one disc.
        reach: the part of the noticed lines that is still noticed one move further ahead.
        vagueness: the standard deviation of the values, in points.
    """

    depth: int
    sight: float
    reach: float
    vagueness: float


SKILLS = {
    "casual": (Skill(1, 0.86, 0.65, 8), Limit(nodes=250)),
    "regular": (Skill(2, 0.92, 0.78, 7), Limit(nodes=250)),
    "keen": (Skill(3, 0.97, 0.92, 5), Limit(nodes=250)),
    "skilled": (Skill(4, 0.985, 0.96, 3), Limit(nodes=250)),
    "seasoned": (Skill(8, 0.998, 0.992, 1), Limit(nodes=800)),
    "strong": (Skill(14, 0.999, 0.998, 1), Limit(nodes=4_000)),
}
"""The skill and the limit of each level. They were tuned so that each wins 60 to 80 % against the one before."""


class HumanLikePlayer:
    """A player with a `Skill`. A limit that is used up, or the flag, ends its look ahead earlier."""

    unproven = False
    """Always false, as it promises no proof."""

    def __init__(self, skill: Skill, rng: Random) -> None:
        """Create a player with its own random generator."""
        self._skill = skill
        self._rng = rng

    def choose_column(self, position: Position, limit: Limit, stop: StopFlag) -> int:
        """Return the column whose blurred value is best (see `Player`)."""
        if position.outcome is not None:
            raise ValueError("the position is finished")
        # Without pauses the search would slow down the keys of a front end.
        alone = threading.current_thread() is threading.main_thread()
        watch = Watch(limit, stop, sleep=None if alone else time.sleep)
        search = _Sight(position, self._skill, self._rng, watch)
        moves, settled = search.moves()
        self._rng.shuffle(moves)
        blur = {move: round(self._rng.gauss(0, self._skill.vagueness)) for move, _ in moves}
        with suppress(SearchInterrupted):
            for depth in range(0 if settled or len(moves) == 1 else self._skill.depth):
                values = search.values(moves, blur, depth)
                moves.sort(key=lambda pair: -values[pair[0]])
        return position.geometry.cell(moves[0][0]).column


class _Sight(Searcher):
    """The heuristic search of one position that knows only the noticed lines.

    A line, once noticed, stays so: the winning cells of a node are those of the node before, and the noticed new ones.
    """

    def __init__(self, position: Position, skill: Skill, rng: Random, watch: Watch) -> None:
        """Draw what is noticed."""
        super().__init__(position.geometry, watch.count)
        geometry = position.geometry
        own, other = position.own_and_other()
        sight = _noticeable(position, skill.sight, rng)
        known = [
            _known_wins(geometry, discs, by, sight) for discs, by in ((own, other), (other, own))
        ]
        _, _, own_wins, other_wins, left, balance = self.node(own, other)
        self._root: Node = (own, other, own_wins & known[0], other_wins & known[1], left, balance)
        # By the number of empty cells before a move: where a line that the move makes is noticed.
        self._noticed = [0] * (left + 1)
        for side, overlooked in enumerate((own_wins & ~known[0], other_wins & ~known[1])):
            cells = geometry.board & ~overlooked
            for empty in range(left - side, -1, -2):
                if not cells:
                    break
                cells &= random_cells(geometry, skill.reach, rng)
                self._noticed[empty] = cells

    def moves(self) -> tuple[list[tuple[int, int]], bool]:
        """Return the moves worth a look, each with its side's winning cells after it, and whether any of them will do."""
        mask, settled = self.candidates(self._root)
        return self.children(self._root, mask), settled is not None

    def values(
        self, moves: Sequence[tuple[int, int]], blur: Mapping[int, int], depth: int
    ) -> dict[int, int]:
        """Return the blurred values of moves at a depth; only the highest is exact, the others are upper bounds.

        Raises:
            SearchInterrupted: the limit is used up.
        """
        highest, values = -4 * WON, {}
        for move, wins in moves:
            child = self.child(self._root, move, wins)
            value = blur[move] - self.value(child, depth, -4 * WON, blur[move] - highest)
            # An equal move must not pass the one before: its bound may be too high.
            values[move] = value if value > highest else min(value, highest - 1)
            highest = max(highest, value)
        return values

    def child(self, node: Node, move: int, wins: int) -> Node:
        """Return the node after a move."""
        noticed = node[2] & ~move | wins & self._noticed[node[4]]
        return super().child(node, move, wins & noticed)

    def new_wins(self, own: int, empty: int, known: int, left: int) -> int:
        """Return the noticed winning cells of a side after its reply."""
        return super().new_wins(own, empty, known, left) & (known | self._noticed[left])


def _noticeable(position: Position, chance: float, rng: Random) -> tuple[int, ...]:
    """Return for each of `Geometry.directions` the cells where a line on the board is noticed."""
    geometry = position.geometry
    straight = random_cells(geometry, chance, rng)
    straight &= ~busy_cells(geometry, position.occupied) | random_cells(geometry, BUSY, rng)
    diagonal = straight & random_cells(geometry, DIAGONAL, rng)
    seen = (straight, straight, diagonal, diagonal)
    first, second = position.first, position.second
    ends = zip(completing_cells(geometry, first), completing_cells(geometry, second), strict=True)
    stopped = [of_first & second or of_second & first for of_first, of_second in ends]
    return tuple(
        geometry.board if shown else cells for shown, cells in zip(stopped, seen, strict=True)
    )


def _known_wins(geometry: Geometry, discs: int, other: int, sight: Sequence[int]) -> int:
    """Return the noticed winning cells of a side."""
    cells = 0
    for found, noticed in zip(completing_cells(geometry, discs), sight, strict=True):
        cells |= found & noticed
    return cells & ~(discs | other)


def completing_cells(geometry: Geometry, discs: int) -> tuple[int, ...]:
    """Return for each of `Geometry.directions` the cells that complete a line of a side, taken ones included."""
    reach = geometry.connect - 1
    upwards = geometry.board
    for distance in range(1, geometry.connect):
        upwards &= discs << distance
    found = [upwards]
    for step in geometry.directions[1:]:
        # The cells with so many discs of the side right before them, and right after them.
        before, after = [geometry.board], [geometry.board]
        for distance in range(1, geometry.connect):
            before.append(before[-1] & discs << step * distance)
            after.append(after[-1] & discs >> step * distance)
        cells = 0
        for count in range(geometry.connect):
            cells |= before[count] & after[reach - count]
        found.append(cells)
    return tuple(found)


def busy_cells(geometry: Geometry, occupied: int) -> int:
    """Return the cells with at least `BUSY_NEIGHBOURS` taken cells around them."""
    # at_least[n]: the cells with at least n of the neighbours counted so far.
    at_least = [geometry.board] + [0] * BUSY_NEIGHBOURS
    for step in geometry.directions:
        for taken in (occupied << step, occupied >> step):
            for count in range(BUSY_NEIGHBOURS, 0, -1):
                at_least[count] |= at_least[count - 1] & taken
    return at_least[BUSY_NEIGHBOURS]


def random_cells(geometry: Geometry, chance: float, rng: Random) -> int:
    """Return a mask in which each cell of the board is set with a chance, in steps of 1 / 256."""
    wanted = round(chance * (1 << CHANCE_BITS))
    if wanted >> CHANCE_BITS:
        return geometry.board
    size, mask = geometry.columns * geometry.stride, 0
    # From the last binary digit of the chance on, a 1 unites the mask with a fair coin a cell, a 0 intersects it.
    for digit in range(CHANCE_BITS):
        coins = rng.getrandbits(size)
        mask = mask | coins if wanted >> digit & 1 else mask & coins
    return mask & geometry.board
