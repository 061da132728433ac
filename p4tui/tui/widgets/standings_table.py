"""`StandingsTable`: the table of a tournament, with as many columns as fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import BindingType
from textual.reactive import reactive

from p4tui.actions.widgets import TEXT
from p4tui.arena.standings import Row
from p4tui.i18n import _
from p4tui.tui.bindings import bindings
from p4tui.tui.look.signs import BLOCKS, Signs
from p4tui.tui.look.span import Line
from p4tui.tui.text import cut
from p4tui.tui.widgets.card import Card
from p4tui.tui.widgets.line_widget import fit
from p4tui.words.arena import short_table_rows, table_rows

NAME, POINTS, GAMES, RESULTS, ELO, INTERVAL, ILLEGAL, LATE, CRASHES, MISTAKES, TIME, FAILED = range(
    12
)
"""The columns: those of `table_rows`, then all failures in one."""
SETS = (
    (NAME, POINTS, GAMES, RESULTS, ELO, INTERVAL, ILLEGAL, LATE, CRASHES, MISTAKES, TIME),
    (NAME, POINTS, RESULTS, ELO, INTERVAL, ILLEGAL, LATE, CRASHES, MISTAKES),
    (NAME, POINTS, RESULTS, ELO, INTERVAL, FAILED, MISTAKES),
    (NAME, POINTS, RESULTS, ELO, FAILED, MISTAKES),
    (NAME, POINTS, RESULTS, ELO, FAILED),
    (NAME, POINTS, RESULTS, ELO),
    (NAME, POINTS, ELO),
    (NAME, POINTS),
)
"""What is shown together, the most first."""
MIN_NAME, MAX_NAME = 10, 24
"""The width of a name before a column is left out for it, and its greatest width."""
WIDE = 60
"""Width from which two blanks stand between two columns."""
NARROW = 20
"""Width below which the heading of the points is cut short, for the names."""


class StandingsTable(Card, can_focus=True):
    """The players, the strongest first. It scrolls with arrows, page keys and wheel.

    Reactive attributes:
        rows: the table.
        pair: the players of the game that is shown, the first one first; marked with their discs.
        top: the first visible player, from 0.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings(TEXT)

    rows: reactive[Sequence[Row]] = reactive((), repaint=False)
    pair: reactive[tuple[str, ...]] = reactive((), repaint=False)
    top: reactive[int] = reactive(0, repaint=False)

    def __init__(self, *, signs: Signs = BLOCKS, id: str | None = None) -> None:
        super().__init__(id=id)
        self._signs = signs

    def watch_rows(self) -> None:
        """Redraw."""
        self.repaint()

    watch_pair = watch_top = watch_rows

    def body(self, width: int, height: int) -> Sequence[Line]:
        """Return nothing: the margins have marks."""
        del width, height
        return []

    def paint(self, width: int, height: int) -> list[Line]:
        """Return the headings and the visible players."""
        margin = self.margin(width)
        gap = 2 if width >= WIDE else 1
        table, widths = self._fitting(max(width - 2 * margin, 1), gap)
        blanks = " " * margin
        head = _aligned(table[0], widths, gap)
        lines: list[Line] = [[fit(blanks + head, "card--title", width)]]
        last = min(self.top + height - 1, len(self.rows)) - 1
        for place in range(self.top, last + 1):
            mark, style = self._mark(self.rows[place].player)
            text = _aligned(table[place + 1], widths, gap)
            more = (place == self.top > 0, place == last < len(self.rows) - 1)
            end = self._signs.up if more[0] else self._signs.down if more[1] else ""
            lines.append(
                [
                    fit(mark, style, margin),
                    fit(text, "card--text", width - 2 * margin),
                    fit(end.rjust(margin), "card--accent", margin),
                ]
            )
        return lines

    def _mark(self, player: str) -> tuple[str, str]:
        """Return the disc of a player in the shown game and its style."""
        signs = ((self._signs.red, "card--red"), (self._signs.yellow, "card--yellow"))
        for name, found in zip(self.pair, signs, strict=False):
            if name == player:
                return found
        return "", "card--text"

    def _fitting(self, width: int, gap: int) -> tuple[list[tuple[str, ...]], list[int]]:
        """Return the headings and rows of the largest set of columns that fits, and their widths."""
        whole = [
            (*cells, short[4])
            for cells, short in zip(table_rows(self.rows), short_table_rows(self.rows), strict=True)
        ]
        if width < NARROW:
            whole[0] = (whole[0][NAME], _("Pts"), *whole[0][GAMES:])
        widest = [max(map(cell_len, column)) for column in zip(*whole, strict=True)]
        names = min(widest[NAME], MAX_NAME)
        room = width - min(names, MIN_NAME)

        def others(columns: Sequence[int]) -> int:
            return sum(widest[column] + gap for column in columns[1:])

        columns = next((each for each in SETS if others(each) <= room), SETS[-1])
        names = min(names, max(width - others(columns), 1))
        table = [tuple(cells[column] for column in columns) for cells in whole]
        return table, [names, *(widest[column] for column in columns[1:])]

    def on_resize(self) -> None:
        """Scroll back from blank lines below the end."""
        super().on_resize()
        self.action_scroll(0)

    def action_scroll(self, lines: int) -> None:
        """Scroll by lines."""
        most = max(len(self.rows) - self.size.height + 1, 0)
        self.top = min(max(self.top + lines, 0), most)

    def action_page(self, pages: int) -> None:
        """Scroll by pages, less one line."""
        self.action_scroll(pages * max(self.size.height - 2, 1))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll down."""
        event.stop()
        self.action_scroll(2)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll up."""
        event.stop()
        self.action_scroll(-2)


def _aligned(cells: Sequence[str], widths: Sequence[int], gap: int) -> str:
    """Return a row: the name at the left, numbers at the right of their columns."""
    name, *others = cells
    short = cut(name, widths[0])
    parts = [short + " " * (widths[0] - cell_len(short))]
    for text, width in zip(others, widths[1:], strict=True):
        parts.append(" " * (width - cell_len(text)) + text)
    return (" " * gap).join(parts)
