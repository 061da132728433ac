"""`StatisticsPage`: a card with a table for each player; in a narrow window its rows are sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from rich.cells import cell_len

from p4tui.i18n import _, ngettext
from p4tui.storage.statistics import PlayerStatistics
from p4tui.tui.list_words import tally_words
from p4tui.tui.look.lists import MAX_TEXT, side_margin
from p4tui.tui.look.span import Line, Span
from p4tui.tui.text import cut
from p4tui.tui.widgets.card import Card, line_width
from p4tui.tui.widgets.line_widget import fit
from p4tui.tui.widgets.text_page import Paragraph, TextPage, wrap
from p4tui.words.saved import kind_name, statistics_name, strength_sentence

GAPS = (3, 2, 1)
"""Blanks between two columns; the first that fits is used."""
INDENT = 2
"""Blanks before the further lines of a sentence."""


class StatisticsPage(TextPage):
    """A page with a card for each player."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {*TextPage.COMPONENT_CLASSES, *Card.COMPONENT_CLASSES}

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(self._empty_page, id=id)
        self._players: Sequence[PlayerStatistics] = ()
        self._note = ""
        self._cached: tuple[int, list[Line]] | None = None

    def show(self, players: Sequence[PlayerStatistics], note: str) -> None:
        """Show the statistics of players, or a note if there are none."""
        self._players, self._note, self._cached = players, note, None
        self.action_scroll(0)
        self.repaint()

    @property
    def scrolls(self) -> bool:
        """Whether not all lines are seen at once."""
        return len(self._all_lines(self.size.width)) > self.size.height

    def _empty_page(self) -> list[Paragraph]:
        """Return the note as a paragraph, if there is one."""
        return [("", self._note)] if self._note else []

    def _all_lines(self, width: int) -> list[Line]:
        """Return all lines at a width, cached until it changes."""
        if not self._players:
            return super()._all_lines(width)
        if self._cached is None or self._cached[0] != width:
            self._cached = (width, list(self._lines_for(width)))
        return self._cached[1]

    def _lines_for(self, width: int) -> Iterator[Line]:
        """Yield a card for each player, all with the same columns."""
        side = side_margin(width)
        outer = Span(" " * side, "page--text")
        card = max(min(width - 2 * side, MAX_TEXT), 1)
        tables = [list(_rows(player)) for player in self._players]
        widths = _widths([cells for table in tables for cells in table])
        margin, gap = _margin_and_gap(card, widths)
        room = max(card - 2 * margin, 1)
        for number, (player, table) in enumerate(zip(self._players, tables, strict=True)):
            if number:
                yield []
            name = " " * margin + cut(statistics_name(player), room)
            yield [outer, fit(name, "card--title", card)]
            lines = [
                line
                for cells in table
                for line in (
                    [_aligned(cells, widths, " " * gap)] if gap else _sentence(cells, room)
                )
            ]
            if strength := strength_sentence(player.results):
                lines += ([Span(text, "card--text")] for text in wrap(strength, room))
            if player.against_itself:
                lines.append([Span(cut(_both_sides(player), room), "card--muted")])
            for line in lines:
                rest = card - margin - line_width(line)
                start, end = Span(" " * margin, "card--text"), Span(" " * rest, "card--text")
                yield [outer, start, *line, end]


def _margin_and_gap(card: int, widths: Sequence[int]) -> tuple[int, int]:
    """Return the margin of a card and the blanks between its columns; 0 if the columns do not fit."""
    for margin in range(Card.margin(card), 0, -1):
        spare = card - 2 * margin - sum(widths)
        for gap in GAPS:
            if gap * (len(widths) - 1) <= spare:
                return margin, gap
    return 1, 0


def _both_sides(player: PlayerStatistics) -> str:
    """Return the number of games of a player against itself."""
    count = player.against_itself
    return ngettext("On both sides: {count} game", "On both sides: {count} games", count).format(
        count=count
    )


def _rows(player: PlayerStatistics) -> Iterator[list[str]]:
    """Yield the rows of a player's table: the opponent, and the numbers of games by result."""
    yield [_("All"), *tally_words(player.total)]
    for opponent, tally in player.against:
        yield [kind_name(opponent), *tally_words(tally)]


def _widths(rows: Sequence[Sequence[str]]) -> list[int]:
    """Return the width of each column."""
    return [max(map(cell_len, column)) for column in zip(*rows, strict=True)]


def _aligned(cells: Sequence[str], widths: Sequence[int], gap: str) -> Line:
    """Return a row of the table; its cells begin with numbers and are aligned to the right, except the last."""
    who, *others = cells
    last = len(others) - 1
    parts = [
        text if at == last else text.rjust(width)
        for at, (text, width) in enumerate(zip(others, widths[1:], strict=True))
    ]
    return [
        fit(who, "card--text", widths[0] + len(gap)),
        Span(gap.join(parts[:-1]) + gap, "card--muted"),
        Span(parts[-1], "card--text"),
    ]


def _sentence(cells: Sequence[str], width: int) -> Iterator[Line]:
    """Yield a row as a sentence; a line never breaks between a number and its word."""
    who, *others = (cell for cell in cells if cell)
    line = _("{who}:").format(who=who)
    for number, cell in enumerate(others, 1):
        text = cell if number == len(others) else f"{cell},"
        if cell_len(line) + 1 + cell_len(text) > width:
            yield [Span(line, "card--text")]
            line = " " * INDENT + text
        else:
            line += f" {text}"
    yield [Span(line, "card--text")]
