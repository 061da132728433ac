"""`StatisticsPage`: a table for each player, in words: where a line is too short for a row of it, the row is a sentence."""

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
"""Blanks between two columns, as many of them as there is room for."""
INDENT = 3
"""Cells before what goes on in a second line."""


class StatisticsPage(TextPage):
    """The statistics of players, scrolled as any page."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(self._nothing, id=id)
        self._players: Sequence[PlayerStatistics] = ()
        self._note = ""
        self._made: tuple[int, list[Line]] | None = None

    def show(self, players: Sequence[PlayerStatistics], note: str) -> None:
        """Show the statistics of players; where there are none, a note."""
        self._players, self._note, self._made = players, note, None
        self.action_scroll(0)
        self.repaint()

    def _nothing(self) -> list[Paragraph]:
        """What is shown without players."""
        return [("", self._note)] if self._note else []

    def _all_lines(self, width: int) -> list[Line]:
        """Every line at a width; made once for as long as that stays."""
        if not self._players:
            return super()._all_lines(width)
        if self._made is None or self._made[0] != width:
            self._made = (width, list(self._lines_for(width)))
        return self._made[1]

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
    """The cells of a player's table: against whom, and how many games ended how."""
    yield [_("All"), *tally_words(player.total)]
    for opponent, tally in player.against:
        yield [kind_name(opponent), *tally_words(tally)]


def _widths(rows: Sequence[Sequence[str]]) -> list[int]:
    """How wide each column must be."""
    return [max(map(cell_len, column)) for column in zip(*rows, strict=True)]


def _aligned(cells: Sequence[str], widths: Sequence[int], gap: str) -> Line:
    """A row of the table, with a gap between its columns; the numbers, with which the cells begin, stand at the right."""
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
    """A row as a sentence, in as many lines as it takes; a number stays with its word."""
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
