"""An app that takes one key at a time, and whose unhandled exceptions are for whoever runs it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from textual import constants, events
from textual.app import App
from textual.dom import DOMNode
from textual.geometry import Offset
from textual.worker import WorkerFailed

if TYPE_CHECKING:
    from textual.driver import Driver

_QUIET_ROUNDS: Final = 3
"""Rounds of the event loop without a message after which an input counts as dealt with."""
_MOST_ROUNDS: Final = 60
"""Rounds of the event loop that the next input waits at most; a message needs two for each widget on its way up."""


class TerminalApp(App[None]):
    """What bare Textual gets wrong within an app.

    Textual hands a key to the widget that has the focus when the key arrives, and reads the next one at once. Of two that
    arrive together (from a slow line, a held key, a macro) the second is handled before what the first has caused: `4u` takes
    back nothing and then drops, `?q` leaves the game instead of the help page. Here the second waits for the first.

    Textual shows a traceback with the values of variables; this app keeps the first exception in its place.

    Attributes:
        failure: what has ended the app, None after any other end.
    """

    failure: Exception | None = None
    _cursor = Offset()

    @property
    def cursor_position(self) -> Offset:
        """Where the terminal's own cursor stands: on the screen, also where a window has no room for what it marks."""
        return self._cursor.clamp(*(max(length, 1) for length in self.size))

    @cursor_position.setter
    def cursor_position(self, place: Offset) -> None:
        self._cursor = place

    async def on_event(self, event: events.Event) -> None:
        """Deal with an input to its end before the next one; movements of the mouse are many and change little."""
        if not isinstance(event, events.InputEvent):
            await super().on_event(event)
        elif (
            self._screen_stack and self.return_code is None
        ):  # else the app is ending, and nobody is there to take it
            target = self.focused or self.screen
            await super().on_event(event)
            if isinstance(event, (events.Key, events.Paste, events.MouseUp)):
                await self._settle(
                    [node for node in target.ancestors_with_self if node is not self]
                )

    async def _settle(self, nodes: Sequence[DOMNode]) -> None:
        """Wait, within bounds, until no messages are on their way through some widgets, and the screen is there."""
        quiet = 0
        for _ in range(_MOST_ROUNDS):
            await asyncio.sleep(0)
            waiting = any(node.message_queue_size for node in nodes)
            there = not self._screen_stack or self.screen.is_mounted
            quiet = 0 if waiting or not there else quiet + 1
            if quiet == _QUIET_ROUNDS:
                return

    def _handle_exception(self, error: Exception) -> None:
        """End the app for an exception; one from a thread comes as it was raised there."""
        if self.failure is None:
            inner = error.error if isinstance(error, WorkerFailed) else error
            self.failure = inner if isinstance(inner, Exception) else error
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """End without making a traceback of it."""
        self._close_messages_no_wait()

    def _print_error_renderables(self) -> None:
        """Print nothing: an error that knows how to show itself is kept like any other."""
        self._exit_renderables.clear()


def terminal_driver() -> type[Driver] | None:
    """Return the driver class for an app; None leaves it to Textual, on Windows and where ``TEXTUAL_DRIVER`` names one."""
    if sys.platform == "win32" or constants.DRIVER is not None:
        return None
    from p4tui.tui.terminal.driver import TerminalDriver

    return TerminalDriver


def run_app(app: App[Any], *, mouse: bool = True) -> int:
    """Run an app until its end and return the exit status for the process.

    0 for a normal end, 1 after an unhandled exception, 128 + signal after a signal, 129 when the terminal
    went away, or whatever the app gave to ``exit``.

    Args:
        app: an app made with ``driver_class=terminal_driver()``.
        mouse: False leaves every mouse mode of the terminal alone.

    Raises:
        Exception: what has ended a `TerminalApp`, once the terminal is as it was.
    """
    app.run(mouse=mouse)
    failure = getattr(app, "failure", None)
    if failure is not None:
        raise failure
    return app.return_code or 0
