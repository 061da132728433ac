"""`DrawingApp`: an app that writes only what changes the picture of the terminal."""

from __future__ import annotations

from typing import Any, Final

from rich.console import RenderableType
from textual import events
from textual.screen import Screen

from p4tui.tui.terminal.app import TerminalApp
from p4tui.tui.terminal.compositor import DiffUpdate, Picture
from p4tui.tui.terminal.redraw import check_size

SETTLED_SECONDS: Final = 0.25
"""Seconds after a resize until the size of the terminal is checked again."""


class DrawingApp(TerminalApp):
    """An app that skips updates without effect, and draws everything after a resize.

    Attributes:
        picture: the current content of the terminal.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.picture = Picture()
        super().__init__(*arguments, **options)

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Write an update, unless it changes nothing or its screen has no widgets yet.

        A small one goes without the brackets of a synchronized update: they would be a third of a clock's bytes.
        """
        if not screen.children or self._is_shown(renderable):
            return
        bracketed = self._sync_available
        small = isinstance(renderable, DiffUpdate) and renderable.is_small
        self._sync_available = bracketed and not small
        super()._display(screen, renderable)
        self._sync_available = bracketed

    def _is_shown(self, renderable: RenderableType | None) -> bool:
        """Return whether an update leaves the picture and the terminal's cursor unchanged."""
        written = self._running and not (self._closed or self.is_headless or self._batch_count)
        return (
            written
            and self._driver is not None
            and isinstance(renderable, DiffUpdate)
            and not renderable.render_segments(self.console)
            and self._previous_cursor_position == self.cursor_position
        )

    def on_resize(self, event: events.Resize) -> None:
        """Draw everything: a smaller size in between may have cut the picture. Check the size again later."""
        self.picture.invalidate()
        self.screen.refresh()
        self.set_timer(SETTLED_SECONDS, self._settled)

    def _settled(self) -> None:
        """Follow the final size of the window with the picture and the cursor."""
        check_size(self)
        place_cursor = getattr(self.screen, "place_cursor", None) if self.screen_stack else None
        if place_cursor is not None:
            place_cursor()
