"""Repaints the picture after the terminal may have changed it.

Textual leaves the screen blank after Ctrl+Z and ``fg``: `test_suspending_gives_the_terminal_back_and_resuming_repaints` in
tests/terminal/test_bare_textual.py fails once it redraws.
"""

from __future__ import annotations

from typing import Any

from textual import events
from textual.app import App
from textual.geometry import Size


def install_resume_repaint(app: App[Any]) -> None:
    """Redraw the screen after Ctrl+Z and ``fg``; call it once, when the app is mounted.

    Raises:
        SignalError: from Textual, if the app is not running yet.
    """
    app.app_resume_signal.subscribe(app, lambda _: repaint(app))


def check_size(app: App[Any]) -> None:
    """Post a resize if the terminal has another size than the picture.

    Twice a storm of resizes left the picture at an earlier size; the cause is unknown.
    """
    measure = getattr(app._driver, "_get_terminal_size", None)  # noqa: SLF001  Textual has no public way to it
    if measure is None or app.is_headless or not app.is_running:
        return
    size = Size(*measure())
    if size and (size != app.size or size != app.screen.outer_size):
        app.post_message(events.Resize(size, size))


def repaint(app: App[Any]) -> None:
    """Redraw every cell."""
    picture = getattr(app, "picture", None)
    if picture is not None:
        picture.invalidate()
    app.refresh(layout=True)
