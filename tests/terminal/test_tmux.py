"""A game inside tmux, as most people on servers play it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal.tmux import Tmux

pytestmark = [pytest.mark.terminal, pytest.mark.tmux]


@pytest.fixture(params=[(80, 24), (40, 12)], ids=["80x24", "40x12"])
def board(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Tmux]:
    """A game of two people."""
    program = (sys.executable, "-m", "p4tui", "Alice", "Bob", "--animation", "off")
    columns, lines = request.param
    tmux = Tmux(tmp_path, *program, columns=columns, lines=lines)
    yield tmux
    tmux.close()


def test_a_game_is_won_inside_tmux(board: Tmux) -> None:
    board.wait_for("Alice: choose a column")
    board.keys("1")
    board.wait_for("Bob: choose a column")
    board.keys("u")
    board.wait_for("Alice: choose a column")
    for column in ("1", "2", "3"):
        board.keys("End", "Left", "Left", "Left", "Space")
        board.wait_for("Bob: choose a column")
        board.keys(column)
        board.wait_for("Alice: choose a column")
    board.keys("4")
    board.wait_for("Alice wins")
    board.wait_for("Rematch")
