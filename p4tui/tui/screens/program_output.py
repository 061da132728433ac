"""What the programs of a game have written: their remarks and their standard error."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType

from p4tui.actions.lists import PAGE
from p4tui.arena.participants import Output
from p4tui.core.colour import Colour
from p4tui.i18n import _
from p4tui.play.match import Match
from p4tui.tui.bindings import bindings
from p4tui.tui.look.lists import top_margin
from p4tui.tui.screens.base import P4Screen
from p4tui.tui.widgets.header import Header
from p4tui.tui.widgets.key_bar import KeyBar
from p4tui.tui.widgets.status import StatusLine
from p4tui.tui.widgets.text_page import TITLE, Paragraph, TextPage
from p4tui.words.programs import output_sections

SECONDS = 1.0
"""Seconds between two looks at the programs."""


class ProgramOutputScreen(P4Screen[None]):
    """A page with the last lines of each program; it follows while the program writes."""

    ACTIONS = PAGE
    BINDINGS: ClassVar[list[BindingType]] = bindings(PAGE)

    def __init__(self, match: Match, outputs: Callable[[], Mapping[Colour, Output]]) -> None:
        """Show the outputs of the programs in a match."""
        super().__init__()
        self._match = match
        self._outputs = outputs
        self._shown = outputs()

    def compose(self) -> ComposeResult:
        """Yield the header, the page, the status line and the key bar."""
        yield Header(self.services.art)
        yield TextPage(self._paragraphs, id="text")
        yield StatusLine(max_lines=1, id="status")
        yield KeyBar(self.hints, id="keys")

    def on_mount(self) -> None:
        """Show the words, and look again every second."""
        self._place()
        self.set_focus(self.query_one(TextPage))
        self.refresh_words()
        self.set_interval(SECONDS, self._follow)

    def on_resize(self, event: events.Resize) -> None:
        """Fit the page to the window."""
        self._place()
        super().on_resize(event)

    def _place(self) -> None:
        """Set the blank line above the page."""
        top = top_margin(self.app.size.height)
        self.query_one(TextPage).styles.margin = (top, 0, 0, 0)

    def _follow(self) -> None:
        """Show what is new."""
        now = self._outputs()
        if now != self._shown:
            self._shown = now
            self.query_one(TextPage).repaint()

    def _paragraphs(self) -> list[Paragraph]:
        """Return a title for each program and kind of output, with its lines."""
        return [
            paragraph
            for title, lines in output_sections(self._match, self._shown)
            for paragraph in ((TITLE, title), *(("", line) for line in lines))
        ]

    def refresh_words(self) -> None:
        """Show header and page in the current language."""
        self.query_one(Header).title = _("What the program has written")
        self.query_one(TextPage).repaint()
        self.say("")

    def action_back(self) -> None:
        """Return to the screen before."""
        self.dismiss(None)
