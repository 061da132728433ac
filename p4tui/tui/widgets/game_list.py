"""`GameList`: the saved games, a line for each. It holds only the pages around the visible ones.

While `missing` returns a page, the screen fetches it and passes it to `deliver`. Pages that were scrolled past are not
fetched.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import BindingType
from textual.geometry import Offset
from textual.message import Message
from textual.reactive import reactive

from p4tui.actions.widgets import GAMES
from p4tui.i18n import _
from p4tui.storage.summaries import Summary
from p4tui.tui.bindings import bindings
from p4tui.tui.list_words import (
    Column,
    columns_of,
    has_usual_board,
    parts_of,
)
from p4tui.tui.look.art import Art
from p4tui.tui.look.lists import MARKS, column_gap
from p4tui.tui.look.signs import signs_of
from p4tui.tui.look.span import Line, Span
from p4tui.tui.widgets.choice_lines import with_mark
from p4tui.tui.widgets.line_widget import LineWidget, fit
from p4tui.tui.widgets.text_page import wrap

PAGE = 50
"""Games of a page, which are fetched together."""
MAX_PAGES = 20
"""Pages in memory."""
HEADING_LINES = 1
"""The line of the column names."""
ROLES = ("text", "name", "winner", "red", "yellow", "open")
"""The roles of texts; each has a component class, and another one on the selected line."""
WHEEL = 3
"""The number of games that the wheel scrolls."""


class GameList(LineWidget, can_focus=True):
    """A list of saved games.

    Reactive attributes:
        note: the text shown if there are no games; empty while their number is unknown.
        total: the number of games.
        selected: the index of the selected game, from 0.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "games--column",
        "games--mark",
        "games--number",
        *(f"games--{role}{state}" for role in ROLES for state in ("", "-chosen")),
    }

    BINDINGS: ClassVar[list[BindingType]] = bindings(GAMES)

    note: reactive[str] = reactive("", repaint=False)
    total: reactive[int] = reactive(0, repaint=False)
    selected: reactive[int] = reactive(0, repaint=False)

    class Moved(Message):
        """The selection, the visible games or their details changed."""

    @dataclass
    class Activated(Message):
        """A game was activated."""

        summary: Summary

    def __init__(self, art: Art, today: Callable[[], float], *, id: str | None = None) -> None:
        """Make a list; `today` returns the date, in seconds since 1970."""
        super().__init__(id=id)
        self._signs = signs_of(art)
        self._today = today
        self._boards = False
        self._pages: dict[int, Sequence[Summary]] = {}
        self._top = 0
        self._number_width = 3

    def begin(self, total: int, selected: int, page: int, games: Sequence[Summary]) -> None:
        """Show another list of games.

        Args:
            total: the number of games.
            selected: the index of the game to select, clamped to the list.
            page: the number of a page, from 0.
            games: the games of that page.
        """
        self._pages = {}
        self.total = total
        self.deliver(page, games)
        self.selected = selected
        self._show()

    def missing(self) -> int | None:
        """Return a visible page that is not in memory, first that of the selected game, or None."""
        if not self.total:
            return None
        seen = range(self._top, min(self._top + self._height(), self.total))
        pages = [self.selected // PAGE, *(place // PAGE for place in (*seen[:1], *seen[-1:]))]
        return next((page for page in pages if page not in self._pages), None)

    def deliver(self, page: int, games: Sequence[Summary]) -> None:
        """Take the games of a page; if games are missing, the list has become shorter."""
        self._pages[page] = games
        middle = self.selected // PAGE
        for each in sorted(self._pages, key=lambda each: abs(each - middle))[MAX_PAGES:]:
            del self._pages[each]
        first = page * PAGE
        if len(games) < min(PAGE, self.total - first):
            self.total = first + len(games)
            self.selected = self.selected
        widest = max((len(str(game.number)) for game in games), default=0)
        self._number_width = max(self._number_width, widest)
        self._boards = self._boards or not all(map(has_usual_board, games))
        self._show()

    def game_at(self, place: int) -> Summary | None:
        """Return the game at an index, or None if it is not in memory."""
        page = self._pages.get(place // PAGE, ())
        return page[place % PAGE] if place % PAGE < len(page) else None

    @property
    def columns(self) -> list[Column]:
        """The columns that fit."""
        return columns_of(self.size.width, self._number_width, boards=self._boards)

    @property
    def game(self) -> Summary | None:
        """The selected game, or None if there is none in memory."""
        return self.game_at(self.selected) if self.total else None

    def validate_selected(self, selected: int) -> int:
        """Clamp the selection to the list."""
        return max(min(selected, self.total - 1), 0)

    def watch_selected(self) -> None:
        """Show the selection."""
        self._show()

    def watch_note(self) -> None:
        """Redraw."""
        self.repaint()

    def _show(self) -> None:
        """Redraw and post `Moved`."""
        self._scroll()
        self.place_cursor()
        self.repaint()
        self.post_message(self.Moved())

    def action_go(self, step: int) -> None:
        """Move the selection by games."""
        self.selected += step

    def action_page(self, step: int) -> None:
        """Move the selection by pages of the window, less one game."""
        self.selected += step * max(self._height() - 1, 1)

    def action_activate(self) -> None:
        """Activate the selected game, if it is in memory."""
        if self.game is not None:
            self.post_message(self.Activated(self.game))

    def on_click(self, event: events.Click) -> None:
        """Select and activate the game under the mouse."""
        place = event.y - HEADING_LINES + self._top
        if event.y >= HEADING_LINES and place < self.total:
            self.selected = place
            self.action_activate()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Move the selection down."""
        event.stop()
        self.action_go(WHEEL)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Move the selection up."""
        event.stop()
        self.action_go(-WHEEL)

    def on_resize(self) -> None:
        """Show more or fewer games."""
        self._show()

    def _height(self) -> int:
        """Return the number of visible games."""
        return max(self.size.height - HEADING_LINES, 1)

    def _scroll(self) -> None:
        """Scroll to the selected game, without blank lines below the last."""
        height = self._height()
        self._top = max(min(self._top, self.selected), self.selected - height + 1)
        self._top = max(min(self._top, self.total - height), 0)

    def cursor_place(self) -> Offset:
        """Return the place of the selected game's number."""
        return Offset(MARKS, HEADING_LINES + self.selected - self._top)

    def paint(self, width: int, height: int) -> list[Line]:
        """Return the column names and the visible games."""
        if not self.total:
            words = wrap(self.note, max(width - MARKS, 1)) if self.note else []
            return [[], *([Span(" " * MARKS + line, "games--text")] for line in words)]
        columns, last = self.columns, self._top + height - HEADING_LINES
        seen = range(self._top, min(last, self.total))
        lines = [self._heading(columns, width), *(self._line(at, columns, width) for at in seen)]
        more = (len(lines) > 1 and self._top > 0, last < self.total)
        signs = self._signs.up, self._signs.down
        for at, sign, hidden in zip((1, -1), signs, more, strict=True):
            if hidden and width:
                lines[at] = with_mark(lines[at], (sign,), "games--mark")
        return lines

    def _heading(self, columns: Sequence[Column], width: int) -> Line:
        """Return the line of column names."""
        gap = " " * column_gap(width)
        first, *others = (fit(_(each.name), "", each.width).text for each in columns)
        names = gap.join([first.strip().rjust(columns[0].width), *others])
        return [fit(" " * MARKS + names, "games--column", width)]

    def _line(self, place: int, columns: Sequence[Column], width: int) -> Line:
        """Return the line of a game."""
        game, chosen = self.game_at(place), place == self.selected
        state = "-chosen" if chosen else ""
        mark = f"{self._signs.bar}{self._signs.right} " if chosen else " " * MARKS
        start = Span(mark, "games--mark" if chosen else "games--text")
        if game is None:
            return [start, Span("...", "games--text")]
        gap = " " * column_gap(width)
        spans: list[Span] = [start]
        for column, parts in zip(
            columns, parts_of(game, columns, self._signs, self._today()), strict=True
        ):
            *before, last = parts
            room = column.width - sum(cell_len(part.text) for part in before)
            spans += [Span(part.text, f"games--{part.role}{state}") for part in before]
            shown = fit(last.text, f"games--{last.role}{state}", room)
            if column is columns[0] and chosen:
                shown = Span(shown.text, "games--number")
            spans += [shown, Span(gap, shown.style)]
        rest = width - sum(cell_len(span.text) for span in spans)
        return [*spans, Span(" " * max(rest, 0), f"games--text{state}")]
