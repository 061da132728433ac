"""The statistics of all finished games: the results of every player, by opponent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType

from p4tui.actions.lists import PAGE
from p4tui.actions.widgets import SCROLL_DOWN, SCROLL_UP
from p4tui.i18n import _, ngettext
from p4tui.storage.errors import StorageError
from p4tui.storage.games import GameRepository
from p4tui.storage.statistics import PlayerStatistics
from p4tui.tui.bindings import bindings
from p4tui.tui.look.lists import top_margin
from p4tui.tui.screens.base import P4Screen
from p4tui.tui.widgets.header import Header
from p4tui.tui.widgets.key_bar import KeyBar, KeyHint, pair_hint
from p4tui.tui.widgets.statistics_page import StatisticsPage
from p4tui.tui.widgets.status import StatusLine
from p4tui.words.errors import storage_sentence
from p4tui.words.saved import no_statistics_sentence


class StatisticsScreen(P4Screen[None]):
    """A page with a table for each player."""

    ACTIONS = PAGE
    BINDINGS: ClassVar[list[BindingType]] = bindings(PAGE)

    def __init__(self) -> None:
        super().__init__()
        self._players: Sequence[PlayerStatistics] | None = None
        self._error: StorageError | None = None

    def compose(self) -> ComposeResult:
        """Yield the header, the page, the status line and the key bar."""
        yield Header(self.services.art)
        yield StatisticsPage(id="text")
        yield StatusLine(max_lines=1, id="status")
        yield KeyBar(self.hints, id="keys")

    def hints(self) -> list[KeyHint]:
        """Return the keys that scroll a page that does not fit, then those of the screen."""
        services, pages = self.services, self.query(StatisticsPage)
        if not any(page.scrolls for page in pages):
            return super().hints()
        keymap = services.preferences.settings.keymap
        arrows = "" if services.ascii_only else "▴▾"
        call = "focused.scroll(1)"
        return [
            pair_hint((SCROLL_UP, SCROLL_DOWN), arrows, _("Scroll"), call, keymap),
            *super().hints(),
        ]

    def on_mount(self) -> None:
        """Start counting the games."""
        self._place()
        self.set_focus(self.query_one(StatisticsPage))
        self.work(self._count)
        self.refresh_words()

    def on_resize(self, event: events.Resize) -> None:
        """Fit the page to the window."""
        self._place()
        super().on_resize(event)
        self.call_after_refresh(self._show_keys)

    def _place(self) -> None:
        """Set the blank line above the page."""
        top = top_margin(self.app.size.height)
        self.query_one(StatisticsPage).styles.margin = (top, 0, 0, 0)

    async def _count(self) -> None:
        try:
            self._players = await self.ask_games(GameRepository.statistics)
        except StorageError as error:
            self._error = error
        self.refresh_words()

    def refresh_words(self) -> None:
        """Show page and status line in the current language."""
        page, header = self.query_one(StatisticsPage), self.query_one(Header)
        header.title = _("Statistics")
        if self._error is not None:
            page.show([], storage_sentence(self._error))
        elif self._players is None:
            self.say(_("Counting the games"))
            return
        else:
            page.show(self._players, no_statistics_sentence())
            count = len(self._players)
            players = ngettext("{count} player", "{count} players", count)
            header.facts = players.format(count=count) if count else ""
        self.say("")
        self._show_keys()

    def _show_keys(self) -> None:
        """Show the keys; scrolling keys only while the page does not fit."""
        self.query_one(KeyBar).repaint()

    def action_back(self) -> None:
        """Return to the screen before."""
        self.dismiss(None)
