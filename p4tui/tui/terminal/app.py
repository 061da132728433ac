"""An app that handles one key at a time and leaves its unhandled exception to the caller.

Textual reads a key before the one before it has had its effect: tests/tui/test_typed_ahead.py. It prints a traceback with
values of variables: `test_an_unhandled_exception_restores_the_terminal_and_is_told_in_a_sentence` in
tests/terminal/test_bare_textual.py fails once it can be told not to.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from textual import constants, events
from textual.app import App
from textual.dom import DOMNode
from textual.geometry import Offset
from textual.worker import WorkerFailed

if TYPE_CHECKING:
    from textual.driver import Driver

_QUIET_ROUNDS: Final = 3
"""Rounds of the event loop without a message that show an input to be handled."""
_MAX_ROUNDS: Final = 60
"""Rounds of the event loop that the next input waits at most; a message takes two for each widget that it passes."""
OPENER: Final = "opener"
"""The group of workers that open a screen: the next input is meant for that."""
_OPENER_SECONDS: Final = 0.5
"""Seconds that the next input waits at most for a screen: a disk may be slow."""


class TerminalApp(App[None]):
    """An app that handles its input in order, and keeps its first unhandled exception.

    Textual passes a key to the focused widget and reads the next one at once. If two arrive together (from a slow line, a
    held key, a macro), the second is handled before the effects of the first: `4u` takes nothing back and then drops, `?q`
    leaves the game instead of the help page. Here the second key waits for the first.

    Attributes:
        failure: the exception that ended the app, or None.
        wants_focus_reports: whether the terminal reports the window's focus from the start.
        has_focus: whether the window has the focus, as far as the terminal reports it.
    """

    failure: Exception | None = None
    wants_focus_reports = False
    has_focus = True
    _cursor = Offset()

    @property
    def cursor_position(self) -> Offset:
        """The place of the terminal's own cursor, clamped to the screen."""
        return self._cursor.clamp(*(max(length, 1) for length in self.size))

    @cursor_position.setter
    def cursor_position(self, place: Offset) -> None:
        self._cursor = place

    def report_focus(self, enabled: bool) -> None:
        """Have the terminal report the window's focus, or not; not every driver can."""
        self.has_focus = True
        if report := getattr(self._driver, "report_focus", None):
            report(enabled)

    def on_app_focus(self, event: events.AppFocus) -> None:
        """Note that the window has the focus. Textual would redraw."""
        event.prevent_default()
        self.has_focus = True

    def on_app_blur(self, event: events.AppBlur) -> None:
        """Note that the window has lost the focus. Textual would take it from the widget, and keys would be lost."""
        event.prevent_default()
        self.has_focus = False

    async def on_event(self, event: events.Event) -> None:
        """Handle a key, a paste or a click completely before the next input."""
        if isinstance(event, (events.Key, events.MouseDown)) and not event.is_forwarded:
            self.has_focus = True  # a report may be missed
        if not isinstance(event, events.InputEvent):
            await super().on_event(event)
        elif self._screen_stack and self.return_code is None:  # the app is not ending
            target = self.focused or self.screen
            await super().on_event(event)
            if isinstance(event, (events.Key, events.Paste, events.MouseUp)):
                await self._settle(
                    [node for node in target.ancestors_with_self if node is not self]
                )

    async def _settle(self, nodes: Sequence[DOMNode]) -> None:
        """Wait, within bounds, until some widgets have no messages and no screen is about to open."""
        end = monotonic() + _OPENER_SECONDS
        quiet = rounds = 0
        while quiet < _QUIET_ROUNDS and rounds < _MAX_ROUNDS and monotonic() < end:
            if self._is_opening:
                quiet = 0
                await asyncio.sleep(0.005)
                continue
            await asyncio.sleep(0)
            rounds += 1
            quiet = 0 if any(node.message_queue_size for node in nodes) else quiet + 1

    @property
    def _is_opening(self) -> bool:
        """Whether a screen is about to open: a worker opens it, or it has no widgets yet."""
        if any(each.group == OPENER and not each.is_finished for each in self.workers):
            return True
        return bool(self._screen_stack) and not self.screen.is_mounted

    def _handle_exception(self, error: Exception) -> None:
        """Keep the exception and end the app; unwrap one that was raised in a worker."""
        if self.failure is None:
            inner = error.error if isinstance(error, WorkerFailed) else error
            self.failure = inner if isinstance(inner, Exception) else error
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """End without a traceback."""
        self._close_messages_no_wait()

    def _print_error_renderables(self) -> None:
        """Print nothing: `run_app` raises the exception."""
        self._exit_renderables.clear()


def terminal_driver() -> type[Driver] | None:
    """Return our driver class, or None for Textual's choice: on Windows, and if ``TEXTUAL_DRIVER`` is set."""
    if sys.platform == "win32" or constants.DRIVER is not None:
        return None
    from p4tui.tui.terminal.driver import TerminalDriver

    return TerminalDriver


def run_app(app: App[Any], *, mouse: bool = True) -> int:
    """Run an app and return the exit status for the process.

    It is 0 after a normal end, 1 after an unhandled exception, 128 + signal after a signal, 129 if the terminal is gone, or
    what the app passed to ``exit``.

    Args:
        app: an app made with ``driver_class=terminal_driver()``.
        mouse: whether to switch mouse reports on.

    Raises:
        Exception: the failure of a `TerminalApp`, after the terminal is restored.
    """
    app.run(mouse=mouse)
    failure = getattr(app, "failure", None)
    if failure is not None:
        raise failure
    return app.return_code or 0
