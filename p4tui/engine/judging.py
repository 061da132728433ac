"""Heuristic scores, used where the limit does not allow exact ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from p4tui.core.position import Position
from p4tui.engine.kernel.contract import Kernel, SearchResult
from p4tui.engine.limit import Limit, StopFlag

MAX_NODES = 20_000
"""The most nodes of a heuristic search without a limit of time: about a second in plain Python.

So a limit of nodes that suits the compiled search does not keep the heuristic one busy for minutes.
"""


class Judgement(NamedTuple):
    """The heuristic scores of columns.

    Attributes:
        scores: the score of each column (see `answers.Solved`).
        best: the best of the columns.
        nodes: the positions searched.
    """

    scores: dict[int, int]
    best: Sequence[int]
    nodes: int


class Judge:
    """The heuristic search of a kernel, reduced to scores."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    def score(self, position: Position, limit: Limit, stop: StopFlag) -> tuple[int, int]:
        """Return the score of a running position and the number of positions searched."""
        found = self._search(position, limit, stop)
        return _score(found), found.nodes

    def columns(
        self, position: Position, columns: Sequence[int], limit: Limit, stop: StopFlag
    ) -> Judgement:
        """Return the scores of some columns of a running position."""
        if len(columns) == 1:
            # The search would not look at a choice of one: score the position after it.
            score, nodes = self.score(position.play(columns[0]), limit, stop)
            return Judgement({columns[0]: -score}, columns, nodes)
        found = self._search(position, limit, stop, columns)
        # If it searched any columns, those it left out lose at once.
        other = -1 if found.upper_bounds else 0
        scores = {
            column: _sign(min(found.value, found.upper_bounds.get(column, other)))
            for column in columns
        }
        return Judgement(
            scores | dict.fromkeys(found.columns, _score(found)), found.columns, found.nodes
        )

    def _search(
        self, position: Position, limit: Limit, stop: StopFlag, among: Sequence[int] = ()
    ) -> SearchResult:
        nodes = limit.nodes
        if stop.is_set():
            nodes = 0
        elif limit.seconds is None:
            nodes = MAX_NODES if nodes is None else min(nodes, MAX_NODES)
        limit = Limit(limit.seconds, nodes, limit.depth)
        sides = position.own_and_other()
        return self._kernel.search(position.geometry, *sides, limit, stop, among=among)


def _score(found: SearchResult) -> int:
    """Return the proven score of a search, else the sign of its value."""
    return _sign(found.value) if found.score is None else found.score


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
