"""Signals that end the app and restore the terminal.

With Textual they leave the terminal in the alternate screen. `test_a_signal_restores_the_terminal` in
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
"""Exit status if the terminal is gone: 128 + SIGHUP, even without a signal."""
_EXIT_SIGNALS: Final = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM")


def exit_app(app: App[Any], status: int) -> None:
    """Ask the app to exit, unless it is exiting already."""
    if app.return_code is None:
        with app._context():  # noqa: SLF001  posting a message asks for the active app
            app.exit(return_code=status)


def install_signal_handlers(app: App[Any]) -> None:
    """Have SIGHUP, SIGINT, SIGQUIT and SIGTERM exit the app with status 128 + signal.

    It does nothing without these signals (Windows), or if the event loop runs in another thread than the main one.
    """
    for name in _EXIT_SIGNALS:
        number = getattr(signal, name, None)
        if number is not None:
            on_signal(number, exit_app, app, 128 + number)


def on_signal(number: int, handler: Callable[..., object], *arguments: object) -> None:
    """Have the running event loop call a handler for a signal, if it can."""
    with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
        asyncio.get_running_loop().add_signal_handler(number, handler, *arguments)
