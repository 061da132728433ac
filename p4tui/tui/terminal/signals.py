"""Signals that end the app in good order.

Textual leaves them to Python: the terminal stays in the alternate screen. `test_a_signal_restores_the_terminal` in
tests/terminal/test_bare_textual.py fails once Textual restores it.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable
from typing import Any, Final

from textual.app import App

HANGUP_STATUS: Final = 129
"""Exit status once the terminal has gone away: 128 + SIGHUP, also where no signal came."""
_EXIT_SIGNALS: Final = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM")


def exit_app(app: App[Any], status: int) -> None:
    """Ask the app to exit, unless it already does for a reason of its own."""
    if app.return_code is None:
        with app._context():  # noqa: SLF001  posting a message asks for the active app
            app.exit(return_code=status)


def install_signal_handlers(app: App[Any]) -> None:
    """Let SIGHUP, SIGINT, SIGQUIT and SIGTERM end the app in good order, with 128 + signal as its status.

    The driver calls it whenever it takes the terminal over. Needs the running event loop in the main thread;
    where there are no such signals (Windows) or another thread runs the loop, nothing is installed.
    """
    for name in _EXIT_SIGNALS:
        number = getattr(signal, name, None)
        if number is not None:
            on_signal(number, exit_app, app, 128 + number)


def on_signal(number: int, handler: Callable[..., object], *arguments: object) -> None:
    """Have the running event loop call a handler when a signal comes, where that can be."""
    with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
        asyncio.get_running_loop().add_signal_handler(number, handler, *arguments)
