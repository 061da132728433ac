"""p4tui with a mistake in it: ``python -m tests.terminal.failing PLACE ARGUMENT...``; the key ``x`` brings it out."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from textual._context import active_app
from textual.screen import Screen

from p4tui.cli import main
from p4tui.play.session import Session
from p4tui.tui.terminal.driver import TerminalDriver
from p4tui.tui.widgets.grid import Grid


def fail(*_arguments: object) -> None:
    """Make a mistake."""
    raise RuntimeError("asked to fail\x1b[31m")


def fail_in_a_thread(screen: Screen[Any]) -> None:
    """Make a mistake in a worker."""
    screen.run_worker(fail, thread=True)


def fail_while_drawing(screen: Screen[Any]) -> None:
    """Make mistakes from the next picture on."""
    Grid.render_line = fail  # type: ignore[assignment,method-assign]
    screen.app.refresh(layout=True)


def fail_at_reading(screen: Screen[Any]) -> None:
    """Make a mistake where the next key is read."""
    TerminalDriver._on_screen = fail  # type: ignore[assignment,method-assign]


PLACES: dict[str, Callable[[Screen[Any]], None]] = {
    "handler": fail,
    "thread": fail_in_a_thread,
    "drawing": fail_while_drawing,
    "reading": fail_at_reading,
}
"""Where the mistake is made."""

if __name__ == "__main__":
    place = PLACES[sys.argv[1]]
    Session.swap_sides = lambda _session: place(active_app.get().screen)  # type: ignore[assignment,method-assign]
    sys.exit(main(sys.argv[2:]))
