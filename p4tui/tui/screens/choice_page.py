"""`ChoicePage`: a list of choices under a header, as a card in the middle of the window."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from textual import events
from textual.app import ComposeResult

from p4tui.tui.look.lists import settings_width, top_margin
from p4tui.tui.screens.choices import ChoicesScreen
from p4tui.tui.widgets.header import Header


class ChoicePage(ChoicesScreen):
    """A list of choices under a header."""

    FIRST_ROW: ClassVar[str]
    """The id of the row selected at first."""

    @abstractmethod
    def heading(self) -> tuple[str, str]:
        """Return the name of the screen, and a fact for the right end of the header."""

    def compose(self) -> ComposeResult:
        """Yield the header, the list, the status line and the key bar."""
        yield Header(self.services.art)
        yield from super().compose()

    def on_mount(self) -> None:
        """Begin at the first row."""
        self._place()
        self._show_title()
        self.begin(self.FIRST_ROW)

    def on_resize(self, event: events.Resize) -> None:
        """Place the list in the window."""
        self._place()
        super().on_resize(event)

    def _place(self) -> None:
        """Set the width of the list and the margins around it."""
        width, height = self.app.size
        side = (width - settings_width(width)) // 2
        choices = self.choice_list
        choices.styles.width = settings_width(width)
        choices.styles.margin = (top_margin(height), 0, 0, side)

    def refresh_words(self) -> None:
        """Show all texts in the current language."""
        self._show_title()
        super().refresh_words()

    def _show_title(self) -> None:
        """Show the name of the screen."""
        header = self.query_one(Header)
        header.title, header.facts = self.heading()

    def action_back(self) -> None:
        """Return to the screen before."""
        self.dismiss(None)
