"""Fixtures for the tests of the app."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from p4tui.play import session
from p4tui.players.levels import Level
from tests.tui.driving import Thinker


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Thinker]:
    """Every computer level is one computer that thinks until the test has it answer."""
    player = Thinker()
    monkeypatch.setattr(session, "level", lambda name: Level(name, "ladder", lambda rng: player))
    yield player
    player.answer(player.column + 1)
