"""`ColumnTable`: the columns of a position with their scores, and the results of the games that played them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.message import Message
from textual.reactive import reactive

from p4tui.i18n import _
from p4tui.tui.look.board_state import ScoreLabel
from p4tui.tui.look.signs import BLOCKS, Signs
from p4tui.tui.look.span import Line, Span
from p4tui.tui.widgets.card import Card
from p4tui.tui.widgets.line_widget import fit


class ColumnRow(NamedTuple):
    """A row of the table.

    Attributes:
        column: from 0.
        name: the number of the column.
        score: its score.
        results: the games won, drawn and lost by the side to move; None before they are counted.
    """

    column: int
    name: str
    score: ScoreLabel
    results: tuple[int, int, int] | None = None


class ColumnTable(Card):
    """A row for each column. A click on one asks for its position.

    Reactive attributes:
        rows: the columns that can be played.
        chosen: the column that is chosen on the board.
        total: the number of games, for the title; empty before they are counted.
    """

    rows: reactive[Sequence[ColumnRow]] = reactive((), repaint=False)
    chosen: reactive[int] = reactive(0, repaint=False)
    total: reactive[str] = reactive("", repaint=False)

    @dataclass
    class Clicked(Message):
        """A row was clicked.

        Attributes:
            column: its column, from 0.
        """

        column: int

    def __init__(self, *, signs: Signs = BLOCKS, id: str | None = None) -> None:
        super().__init__(id=id)
        self._signs = signs

    def watch_rows(self) -> None:
        """Redraw."""
        self.repaint()

    watch_chosen = watch_total = watch_rows

    def title(self) -> str:
        """Return the name of the table, if there is room for it."""
        width, height = self.size
        name = _("Columns")
        needed = cell_len(name) + 1 + cell_len(self.total) + 2 * self.margin(width)
        return name if needed <= width and height > len(self.rows) else ""

    def aside(self) -> str:
        """Return the number of games."""
        return self.total

    @property
    def shows_scores(self) -> bool:
        """Whether the scores are shown: where the results of games leave them no room, they stand below the board alone."""
        width = self.size.width - 2 * self.margin(self.size.width)
        return bool(width > 0 and self.rows and self._scores_and_results(width)[0] >= 0)

    def _scores_and_results(self, width: int) -> tuple[int, dict[int, str]]:
        """Return the width of the scores, -2 without them, and the results of the columns."""
        names = max((len(row.name) for row in self.rows), default=1)
        scores = max((len(row.score.text) for row in self.rows), default=1)
        room = width - names - 2
        results = self._results(room - scores - 2)
        if not results and any(row.results and sum(row.results) for row in self.rows):
            return -2, self._results(room)
        return scores, results

    def body(self, width: int, height: int) -> Sequence[Line]:
        """Return the rows around the chosen one."""
        names = max((len(row.name) for row in self.rows), default=1)
        scores, results = self._scores_and_results(width)
        room = width - names - 2
        lines: list[Line] = []
        for row in self._shown(height):
            mark = self._signs.right if row.column == self.chosen else " "
            line = [
                Span(mark, "card--accent"),
                Span(f"{row.name:>{names}} ", "card--strong"),
            ]
            if scores >= 0:
                style = "card--accent" if row.score.best else "card--text"
                line += [Span(f"{row.score.text:>{scores}}", style), Span("  ", "card--text")]
            text = results.get(row.column, "")
            lines.append([*line, fit(text, "card--muted", max(room - scores - 2, 0))])
        return lines

    def _shown(self, height: int) -> Sequence[ColumnRow]:
        """Return the rows that fit."""
        places = (place for place, row in enumerate(self.rows) if row.column >= self.chosen)
        place = next(places, len(self.rows) - 1)
        first = max(min(place - height // 2, len(self.rows) - height), 0)
        return self.rows[first : first + height]

    def _results(self, width: int) -> dict[int, str]:
        """Return the results of each column in the longest form that fits: won, drawn and lost, or the number of games."""
        counted = [(row.column, row.results) for row in self.rows if row.results is not None]
        for form in (_won_drawn_lost, _number):
            texts = list(form([results for _column, results in counted]))
            if all(cell_len(text) <= width for text in texts):
                return {column: text for (column, _), text in zip(counted, texts, strict=True)}
        return {}

    def on_click(self, event: events.Click) -> None:
        """Ask for the position of the row under the mouse."""
        head = 1 if self.title() else 0
        shown = self._shown(self.size.height - head)
        if 0 <= event.y - head < len(shown):
            self.post_message(self.Clicked(shown[event.y - head].column))


def _won_drawn_lost(results: Sequence[tuple[int, int, int]]) -> Iterator[str]:
    """Yield `12  3  5` for each column, the numbers below each other; a column without games has none."""
    widths = [max(len(str(number)) for number in numbers) for numbers in zip(*results, strict=True)]
    for each in results:
        numbers = (f"{number:>{width}}" for number, width in zip(each, widths, strict=True))
        yield " ".join(numbers) if sum(each) else ""


def _number(results: Sequence[tuple[int, int, int]]) -> Iterator[str]:
    """Yield the number of games of each column."""
    width = max((len(str(sum(each))) for each in results), default=1)
    for each in results:
        yield f"{sum(each):>{width}}" if sum(each) else ""
