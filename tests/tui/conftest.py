"""Fixtures for the tests of the app."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from textual import _wait

from p4tui.play import session
from p4tui.players.levels import Level
from tests.tools.scorers import counting_solver, told
from tests.tui.driving import Thinker

__all__ = ["counting_solver", "told"]


@pytest.fixture(autouse=True)
def quick_pilot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look four times as often whether the app is idle: a key then costs 10 ms instead of 40."""
    monkeypatch.setattr(_wait, "SLEEP_GRANULARITY", _wait.SLEEP_GRANULARITY / 4)
    monkeypatch.setattr(_wait, "SLEEP_IDLE", _wait.SLEEP_IDLE / 4)


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Thinker]:
    """Every computer level is one computer that thinks until the test has it answer."""
    player = Thinker()
    monkeypatch.setattr(session, "level", lambda name: Level(name, "ladder", lambda rng: player))
    yield player
    player.answer(player.column + 1)
