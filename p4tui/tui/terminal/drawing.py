"""An app that writes only what changes the picture of the terminal."""

from __future__ import annotations

from typing import Any, Final

from rich.console import RenderableType
from textual import events
from textual.screen import Screen

from p4tui.tui.terminal.app import TerminalApp
from p4tui.tui.terminal.compositor import DiffUpdate, Picture
from p4tui.tui.terminal.redraw import check_size

SETTLED_SECONDS: Final = 0.25
"""How long after a resize the size of the terminal is looked at once more."""


class DrawingApp(TerminalApp):
    """What bare Textual draws too much, or not again.

    Attributes:
        picture: what the terminal shows.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.picture = Picture()
        super().__init__(*arguments, **options)

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Show an update, but of a screen that has no widgets yet.

        One of a few characters goes without the brackets that keep a large one together: they would be a third of what a
        clock costs every second.
        """
        if not screen.children or self._is_shown(renderable):
            return
        bracketed = self._sync_available
        small = isinstance(renderable, DiffUpdate) and renderable.is_small
        self._sync_available = bracketed and not small
        super()._display(screen, renderable)
        self._sync_available = bracketed

    def _is_shown(self, renderable: RenderableType | None) -> bool:
        """Whether an update that would be written changes neither the picture nor the place of the terminal's cursor."""
        written = self._running and not (self._closed or self.is_headless or self._batch_count)
        return (
            written
            and self._driver is not None
            and isinstance(renderable, DiffUpdate)
            and not renderable.render_segments(self.console)
            and self._previous_cursor_position == self.cursor_position
        )

    def on_resize(self, event: events.Resize) -> None:
        """Draw everything, also where the size is what it was: in between it may have been another, which cut the picture.

        And look again a moment later, when a storm of resizes may be over.
        """
        self.picture.invalidate()
        self.screen.refresh()
        self.set_timer(SETTLED_SECONDS, self._settled)

    def _settled(self) -> None:
        """The window has its size: so must the picture, and the cursor its place in it."""
        check_size(self)
        place_cursor = getattr(self.screen, "place_cursor", None) if self.screen_stack else None
        if place_cursor is not None:
            place_cursor()
