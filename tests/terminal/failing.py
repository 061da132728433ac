"""p4tui with a mistake in it: ``python -m tests.terminal.failing PLACE ARGUMENT...``; the key ``x`` brings it out."""

from __future__ import annotations

import sys
from collections.abc import Callable

from p4tui.cli import main
from p4tui.tui.game.screen import GameScreen
from p4tui.tui.terminal.driver import TerminalDriver
from p4tui.tui.widgets.grid import Grid


def fail(*_arguments: object) -> None:
    """Make a mistake."""
    raise RuntimeError("asked to fail\x1b[31m")


def fail_in_a_thread(screen: GameScreen) -> None:
    """Make a mistake in a worker."""
    screen.run_worker(fail, thread=True)


def fail_while_drawing(screen: GameScreen) -> None:
    """Make mistakes from the next picture on."""
    Grid.render_line = fail  # type: ignore[assignment,method-assign]
    screen.app.refresh(layout=True)


def fail_at_reading(screen: GameScreen) -> None:
    """Make a mistake where the next key is read."""
    TerminalDriver._on_screen = fail  # type: ignore[assignment,method-assign]


PLACES: dict[str, Callable[[GameScreen], None]] = {
    "handler": fail,
    "thread": fail_in_a_thread,
    "drawing": fail_while_drawing,
    "reading": fail_at_reading,
}
"""Where the mistake is made."""

if __name__ == "__main__":
    GameScreen.action_swap = PLACES[sys.argv[1]]  # type: ignore[assignment,method-assign]
    sys.exit(main(sys.argv[2:]))
