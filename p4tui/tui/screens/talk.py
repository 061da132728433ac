"""Who is in a game between two terminals, how others join it, and the last messages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType

from p4tui.actions.lists import PAGE
from p4tui.i18n import _
from p4tui.link.shared import Shared
from p4tui.tui.bindings import bindings
from p4tui.tui.look.lists import top_margin
from p4tui.tui.screens.base import P4Screen
from p4tui.tui.widgets.header import Header
from p4tui.tui.widgets.key_bar import KeyBar
from p4tui.tui.widgets.status import StatusLine
from p4tui.tui.widgets.text_page import TITLE, Paragraph, TextPage
from p4tui.words.text import printable

SECONDS = 1.0
"""Seconds between two looks at what is new."""


class TalkScreen(P4Screen[None]):
    """A page that follows while people come and write."""

    ACTIONS = PAGE
    BINDINGS: ClassVar[list[BindingType]] = bindings(PAGE)

    def __init__(
        self,
        known: Callable[[], Shared],
        presence: Callable[[], str],
        invitations: Sequence[str],
    ) -> None:
        """Show what is known.

        Args:
            known: returns what both terminals know.
            presence: returns who is there.
            invitations: the commands with which others join; none at a guest.
        """
        super().__init__()
        self._known, self._presence, self._invitations = known, presence, invitations
        self._shown = known()

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
        now = self._known()
        if now != self._shown:
            self._shown = now
            self.query_one(TextPage).repaint()

    def _paragraphs(self) -> list[Paragraph]:
        """Return who is there, how others join, and the messages, the newest first."""
        commands = [command.replace("join", "watch", 1) for command in self._invitations[:1]]
        page: list[Paragraph] = [(TITLE, _("Who is there")), ("", self._presence())]
        if self._invitations:
            page += [(TITLE, _("Others join or watch with"))]
            page += [("", command) for command in (*self._invitations, *commands)]
        said = [
            _("{name}: {text}").format(name=printable(each.name), text=printable(each.text))
            for each in reversed(self._known().messages)
        ]
        page.append((TITLE, _("Messages, the newest first")))
        return [*page, *(("", line) for line in said or [_("None yet.")])]

    def refresh_words(self) -> None:
        """Show header and page in the current language."""
        self.query_one(Header).title = _("This game")
        self.query_one(TextPage).repaint()
        self.say("")

    def action_back(self) -> None:
        """Return to the screen before."""
        self.dismiss(None)
