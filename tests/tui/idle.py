"""Detects exactly when a driven app is idle, without a guess from processor time.

Textual's Pilot pauses until the process has used little processor time for a moment, or for a second. On a loaded machine a
process that has much to do uses little, too, and a second is short: what a test then looks at is not what comes of its keys.
Here a pause lasts until nothing is left to do: no callback of the loop is due, and the screen has drawn all that has changed.
The thread that saves settings is waited for; what other threads and timers will do is not: see `until` and `settled` in
`driving`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from typing import Any

from textual._context import active_app
from textual.app import App, ScreenStackError
from textual.screen import Screen

from p4tui.tui.app import P4App

MAX_ROUNDS = 100_000
"""Rounds of the loop after which an app counts as one that is never done."""


class _Turn:
    """An awaitable that lets all other tasks run once."""

    def __await__(self) -> Generator[None, None, None]:
        yield


async def wait_until_done(_least: float = 0.0, _most: float = 0.0) -> None:
    """Wait until the app is idle; replaces `textual._wait.wait_for_idle`."""
    loop: Any = asyncio.get_running_loop()
    for _ in range(MAX_ROUNDS):
        await _Turn()
        settle_settings()
        if loop._ready or (loop._scheduled and loop._scheduled[0]._when <= loop.time()):
            continue
        if not draw():
            return
    raise AssertionError("the app is never done")


def draw() -> bool:
    """Make the screen lay out and draw at once. Return False if there is nothing to draw."""
    try:
        app: App[Any] = active_app.get()
        screen: Screen[Any] = app.screen
    except (LookupError, ScreenStackError):
        return False
    if app._resize_event is not None:
        app._check_resize()
        return True
    changed = (
        screen._layout_required
        or screen._scroll_required
        or screen._repaint_required
        or screen._recompose_required
        or screen._dirty_widgets
        or screen._callbacks
    )
    if changed and screen.is_current and screen.is_running and not screen.app._batch_count:
        screen._on_timer_update()
        return True
    return False


def settle_settings() -> None:
    """Wait until changed settings are saved, or their failure is reported."""
    app = active_app.get(None)
    if isinstance(app, P4App):
        app.preferences.saver.settle(60)
