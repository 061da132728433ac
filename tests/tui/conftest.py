"""Fixtures for the tests of the app."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from p4tui.play import participants
from p4tui.players.levels import Level
from p4tui.tui import app
from tests.tools.scorers import counting_solver, fake_solver
from tests.tui.driving import Thinker
from tests.tui.idle import wait_until_done

__all__ = ["counting_solver", "fake_solver"]


@pytest.fixture(autouse=True)
def exact_pilot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a pause of the Pilot last until the app is idle, on any machine."""
    monkeypatch.setattr("textual.pilot.wait_for_idle", wait_until_done)
    monkeypatch.setattr("textual.app.wait_for_idle", wait_until_done)


@pytest.fixture(autouse=True)
def frozen_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Freeze the clock of the app, so that a slow machine triggers no timeouts."""
    monkeypatch.setattr(app, "monotonic", lambda: 100.0)


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Thinker]:
    """Replace every level by one player that thinks until the test makes it answer."""
    player = Thinker()
    monkeypatch.setattr(participants, "level", lambda name: Level(name, lambda rng: player))
    yield player
    player.answer(player.column + 1)
