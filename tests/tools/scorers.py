"""Solvers for tests of scores: a fake one with given answers, and a real one limited by nodes, not time."""

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
"""A proven draw, the default answer of the fake solver."""


@dataclass
class FakeSolver:
    """A solver with given scores that can be blocked.

    Attributes:
        answers: the score of a position for the side to move, and whether it is proven; others are proven draws.
        asked: the requested positions, in order.
        stopped: the number of stopped searches.
        was_stopped: set at the first stop.
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
        """Set the scores of columns, counted from 1, for the side that plays them."""
        for column, score in scores.items():
            child = position.play(column - 1)
            self.answers[child] = (-score, column not in unproven)

    def block(self) -> None:
        """Block all answers until `release`."""
        self._released.clear()

    def release(self) -> None:
        """Answer at once again."""
        self._released.set()


@pytest.fixture
def fake_solver(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeSolver]:
    """Install a fake solver for every desk."""
    solver = FakeSolver()
    monkeypatch.setattr(analysis, "new_solver", lambda: solver)
    yield solver
    solver.release()


class Counting:
    """The real solver with a limit of nodes instead of time."""

    def __init__(self) -> None:
        self._solver = Solver(table_mib=1)

    def score(self, position: Position, limit: Limit, stop: StopFlag) -> Solved:
        """As `Solver.score`."""
        return self._solver.score(position, Limit(nodes=200), stop)


@pytest.fixture(autouse=True)
def counting_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every desk quick and deterministic."""

    def counted(position: Position, limit: Limit, stop: StopFlag) -> SearchResult:
        return judge(position, Limit(nodes=50), stop)

    monkeypatch.setattr(analysis, "new_solver", Counting)
    monkeypatch.setattr(analysis, "judge", counted)
