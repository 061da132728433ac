"""Solvers for tests of what is done with scores: one that answers as it is told, and one that counts instead of timing."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from p4tui.core.position import Position
from p4tui.engine.answers import Solved
from p4tui.engine.kernel.contract import SearchResult
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.solver import Solver
from p4tui.play import analysis
from p4tui.players.search import judge

DRAWN = (0, True)
"""A proven draw, as the told solver is told it."""


@dataclass
class FakeSolver:
    """A solver that knows what it is told, and may be held up.

    Attributes:
        answers: for a position its score, for the side to move, and whether it is proven; the others are proven draws.
        asked: the positions that it was asked for, in their order.
        stopped: how many of its searches were stopped.
        was_stopped: set once one was.
    """

    answers: dict[Position, tuple[int, bool]] = field(default_factory=dict)
    asked: list[Position] = field(default_factory=list)
    stopped: int = 0
    was_stopped: threading.Event = field(default_factory=threading.Event)
    _released: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self._released.set()

    def score(self, position: Position, limit: Limit, stop: StopFlag) -> Solved:
        """As `Solver.score`."""
        self.asked.append(position)
        while not self._released.wait(0.002):
            if stop.is_set():
                self.stopped += 1
                self.was_stopped.set()
                return Solved(0, proven=False, nodes=0)
        score, proven = self.answers.get(position, DRAWN)
        return Solved(score, proven, 1)

    def set_scores(
        self, position: Position, scores: Mapping[int, int], unproven: Sequence[int] = ()
    ) -> None:
        """Give columns, counted from 1, their scores for the side that plays them."""
        for column, score in scores.items():
            child = position.play(column - 1)
            self.answers[child] = (-score, column not in unproven)

    def block(self) -> None:
        """Answer nothing until `free`."""
        self._released.clear()

    def release(self) -> None:
        """Answer at once again."""
        self._released.set()


@pytest.fixture
def fake_solver(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeSolver]:
    """The solver of every desk."""
    solver = FakeSolver()
    monkeypatch.setattr(analysis, "new_solver", lambda: solver)
    yield solver
    solver.release()


class Counting:
    """The real solver, which is given a number of nodes instead of its time."""

    def __init__(self) -> None:
        self._solver = Solver(table_mib=1)

    def score(self, position: Position, limit: Limit, stop: StopFlag) -> Solved:
        """As `Solver.score`."""
        return self._solver.score(position, Limit(nodes=200), stop)


@pytest.fixture(autouse=True)
def counting_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every desk takes little time, and finds the same each time."""

    def counted(position: Position, limit: Limit, stop: StopFlag) -> SearchResult:
        return judge(position, Limit(nodes=50), stop)

    monkeypatch.setattr(analysis, "new_solver", Counting)
    monkeypatch.setattr(analysis, "judge", counted)
