"""`GameList`: saved games, a line for each. It holds the few pages around what is seen, whatever the number of games.

The screen fills it: as long as `missing` names a page, it fetches that and hands it over with `deliver`. So of the pages
that are scrolled past in a hurry only those are fetched that are still seen when their turn comes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset
from textual.message import Message
from textual.reactive import reactive

from p4tui.i18n import _
from p4tui.storage.summaries import Summary
from p4tui.tui.game_words import Column, columns_of, values_of
from p4tui.tui.look.piece import Line, Piece
from p4tui.tui.widgets.painted import Painted, fitted
from p4tui.tui.widgets.text_page import wrapped

PAGE = 50
"""Games that are fetched at a time."""
MOST_PAGES = 20
"""Pages that are kept."""
HEADING_LINES = 2
"""The title and the names of the columns."""
WHEEL = 3
"""Games that the wheel goes on by."""
MOST = 1 << 62
"""More games than there are."""


class GameList(Painted, can_focus=True):
    """A list of saved games.

    Reactive attributes:
        titles: what is listed, translated, in forms that grow shorter.
        note: what is said in place of the games where there are none; empty while they are not known.
        total: how many games there are.
        selected: the place of the chosen one, from 0.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "games--title",
        "games--column",
        "games--text",
        "games--chosen",
        "games--open",
    }

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go(-1)", show=False, id="list.up"),
        Binding("down", "go(1)", show=False, id="list.down"),
        Binding("pageup", "page(-1)", show=False, id="list.page_up"),
        Binding("pagedown", "page(1)", show=False, id="list.page_down"),
        Binding("home", f"go({-MOST})", show=False, id="list.first"),
        Binding("end", f"go({MOST})", show=False, id="list.last"),
        Binding("enter,space", "activate", show=False, id="list.activate"),
    ]

    titles: reactive[Sequence[str]] = reactive(("",), repaint=False)
    note: reactive[str] = reactive("", repaint=False)
    total: reactive[int] = reactive(0, repaint=False)
    selected: reactive[int] = reactive(0, repaint=False)

    class Moved(Message):
        """Another game is the chosen one, or other games are seen, or more is known of them."""

    @dataclass
    class Activated(Message):
        """A game was chosen."""

        summary: Summary

    def __init__(self, *, ascii_only: bool = False, id: str | None = None) -> None:
        super().__init__(id=id)
        self._mark = ">" if ascii_only else "▸"
        self._pages: dict[int, Sequence[Summary]] = {}
        self._top = 0
        self._number_width = 3

    # -- what is listed ---------------------------------------------------------------------------------------------

    def begin(self, total: int, selected: int, page: int, games: Sequence[Summary]) -> None:
        """List other games than before.

        Args:
            total: how many there are.
            selected: the place of the one to be chosen, where there are as many.
            page: the number of a page that is known, from 0.
            games: its games.
        """
        self._pages = {}
        self.total = total
        self.deliver(page, games)
        self.selected = selected
        self._show()

    def missing(self) -> int | None:
        """The number of a page that is seen and not known, the chosen game's before others; None where all are known."""
        if not self.total:
            return None
        seen = range(self._top, min(self._top + self._height(), self.total))
        wanted = [self.selected // PAGE, *(place // PAGE for place in (*seen[:1], *seen[-1:]))]
        return next((page for page in wanted if page not in self._pages), None)

    def deliver(self, page: int, games: Sequence[Summary]) -> None:
        """Take the games of a page; where they are fewer than there should be, the list ends there by now."""
        self._pages[page] = games
        middle = self.selected // PAGE
        for each in sorted(self._pages, key=lambda each: abs(each - middle))[MOST_PAGES:]:
            del self._pages[each]
        first = page * PAGE
        if len(games) < min(PAGE, self.total - first):
            self.total = first + len(games)
            self.selected = self.selected
        widest = max((len(str(game.number)) for game in games), default=0)
        self._number_width = max(self._number_width, widest)
        self._show()

    def game_at(self, place: int) -> Summary | None:
        """The game at a place, None where it is not known."""
        page = self._pages.get(place // PAGE, ())
        return page[place % PAGE] if place % PAGE < len(page) else None

    @property
    def columns(self) -> list[Column]:
        """The columns for which there is room."""
        return columns_of(self.app.size.width, self._number_width)

    @property
    def game(self) -> Summary | None:
        """The chosen game, None where there is none or it is not known yet."""
        return self.game_at(self.selected) if self.total else None

    def validate_selected(self, selected: int) -> int:
        """Not beyond the ends."""
        return max(min(selected, self.total - 1), 0)

    def watch_selected(self) -> None:
        """Another game is chosen."""
        self._show()

    def watch_titles(self) -> None:
        """Something else is listed."""
        self.repaint()

    def watch_note(self) -> None:
        """Something else is said."""
        self.repaint()

    def _show(self) -> None:
        """Show what is known by now, and say so."""
        self._scroll()
        self.place_cursor()
        self.repaint()
        self.post_message(self.Moved())

    # -- keys and mouse ---------------------------------------------------------------------------------------------

    def action_go(self, step: int) -> None:
        """So many games on."""
        self.selected += step

    def action_page(self, step: int) -> None:
        """As many games on as are seen, less one."""
        self.selected += step * max(self._height() - 1, 1)

    def action_activate(self) -> None:
        """The chosen game, once it is known."""
        if self.game is not None:
            self.post_message(self.Activated(self.game))

    def on_click(self, event: events.Click) -> None:
        """The game under the pointer."""
        place = event.y - HEADING_LINES + self._top
        if event.y >= HEADING_LINES and place < self.total:
            self.selected = place
            self.action_activate()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel goes through the games."""
        event.stop()
        self.action_go(WHEEL)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel goes through the games."""
        event.stop()
        self.action_go(-WHEEL)

    # -- what is seen -----------------------------------------------------------------------------------------------

    def on_resize(self) -> None:
        """More games are seen, or fewer."""
        self._show()

    def _height(self) -> int:
        """Games that there is room for."""
        return max(self.size.height - HEADING_LINES, 1)

    def _scroll(self) -> None:
        """Keep the chosen game in sight, and no room empty."""
        height = self._height()
        self._top = max(min(self._top, self.selected), self.selected - height + 1)
        self._top = max(min(self._top, self.total - height), 0)

    def cursor_place(self) -> Offset:
        """The chosen game, at its number."""
        return Offset(3, HEADING_LINES + self.selected - self._top)

    def paint(self, width: int, height: int) -> list[Line]:
        """The title, the names of the columns, the games that are seen."""
        words = next((each for each in self.titles if cell_len(each) < width), self.titles[-1])
        title = [fitted(f" {words}", "games--title", width)]
        if not self.total:
            lines = wrapped(self.note, max(width - 2, 1)) if self.note else []
            return [title, [], *([fitted(f" {line}", "games--text", width)] for line in lines)]
        columns = self.columns
        seen = range(self._top, min(self._top + height - HEADING_LINES, self.total))
        return [title, self._heading(columns, width), *(self._line(at, columns) for at in seen)]

    def _heading(self, columns: Sequence[Column], width: int) -> Line:
        """The names of the columns."""
        names = "".join(fitted(_(each.name), "", each.width).text + " " for each in columns)
        return [fitted(f"   {names.rstrip()}", "games--column", width)]

    def _line(self, place: int, columns: Sequence[Column]) -> Line:
        """A game; only mark and number tell the chosen one, so that going on by one game sends little."""
        game = self.game_at(place)
        chosen = place == self.selected
        mark = f" {self._mark if chosen else ' '} "
        kind = "games--chosen" if chosen else "games--text"
        if game is None:
            return [Piece(mark + "...", kind)]
        number, *others = (
            fitted(value, "", column.width).text
            for value, column in zip(values_of(game, columns), columns, strict=True)
        )
        *others, last = others
        return [
            Piece(mark + number, kind),
            Piece(f" {' '.join(others)} ", "games--text"),
            Piece(last, "games--text" if game.finished else "games--open"),
        ]
