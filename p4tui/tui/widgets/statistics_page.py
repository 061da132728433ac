"""`StatisticsPage`: a table for each player; in a narrow window its rows are sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from p4tui.i18n import _, ngettext
from p4tui.storage.statistics import PlayerStatistics
from p4tui.tui.game_words import tally_words
from p4tui.tui.look.span import Line, Span
from p4tui.tui.text import cut
from p4tui.tui.widgets.line_widget import fit
from p4tui.tui.widgets.text_page import Paragraph, TextPage
from p4tui.words.saved import kind_name, statistics_name

GAPS = (2, 1)
"""Blanks between two columns; the first that fits is used."""
INDENT = 3
"""Blanks before the further lines of a sentence."""


class StatisticsPage(TextPage):
    """A page with the statistics of players."""

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
        rows = [list(_rows(player)) for player in self._players]
        widths = _widths([cells for table in rows for cells in table])
        room = width - 1 - sum(widths)
        gap = next((gap for gap in GAPS if gap * (len(widths) - 1) <= room), 0)
        for number, (player, table) in enumerate(zip(self._players, rows, strict=True)):
            if number:
                yield []
            yield [fit(" " + statistics_name(player), "page--title", width)]
            for cells in table:
                if gap:
                    yield _aligned(cells, widths, " " * gap)
                else:
                    yield from _sentence(cells, width)
            if player.against_itself:
                count = player.against_itself
                text = ngettext(
                    "On both sides: {count} game", "On both sides: {count} games", count
                ).format(count=count)
                yield [Span(" " + cut(text, width - 2), "page--text")]


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
        Span(" " + fit(who, "", widths[0]).text + gap, "page--key"),
        Span(gap.join(parts), "page--text"),
    ]


def _sentence(cells: Sequence[str], width: int) -> Iterator[Line]:
    """Yield a row as a sentence in one line or more; a number stays with its word."""
    who, *others = (cell for cell in cells if cell)
    line = " " + _("{who}:").format(who=who)
    for number, cell in enumerate(others, 1):
        text = cell if number == len(others) else f"{cell},"
        if cell_len(line) + 1 + cell_len(text) > width:
            yield [Span(line, "page--text")]
            line = " " * INDENT + text
        else:
            line += f" {text}"
    yield [Span(line, "page--text")]
