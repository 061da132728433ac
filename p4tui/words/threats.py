"""Threats in words: the cells in which a player would complete a line."""

from __future__ import annotations

from collections.abc import Iterator

from p4tui.core.colour import Colour
from p4tui.core.geometry import Cell
from p4tui.engine.threats import threats
from p4tui.i18n import _
from p4tui.play.match import Match
from p4tui.words.match import column_name
from p4tui.words.players import player_name


def threat_sentences(match: Match, first_column: int = 1) -> Iterator[str]:
    """Yield a sentence for each player: `Alice completes a line at: column 3 row 4 (even), column 5 row 1 (odd)`."""
    for colour, cells in _cells_by_colour(match):
        words = _("{name} completes a line at: {cells}") if cells else _("{name} has no threat")
        listed = ", ".join(_cell_words(cell, first_column) for cell in cells)
        yield words.format(name=player_name(match, colour), cells=listed)


def spoken_threats(match: Match) -> Iterator[str]:
    """Yield a line for each player, and one for each cell: `column 3, row 4, an even row`."""
    for colour, cells in _cells_by_colour(match):
        name = player_name(match, colour)
        if not cells:
            yield _("{name} has no threat").format(name=name)
            continue
        yield _("{name} completes a line at:").format(name=name)
        for cell in cells:
            words = (
                _("column {column}, row {row}, an even row")
                if cell.in_even_row
                else _("column {column}, row {row}, an odd row")
            )
            yield words.format(column=column_name(cell.column), row=cell.row + 1)


def threat_legend_forms(*, in_letters: bool) -> tuple[str, ...]:
    """Return how the threats in odd and in even rows are marked, the longest form first."""
    if in_letters:
        return _("Threats: ! in odd rows, = in even rows"), _("! odd row, = even row")
    return _("Threats: those in even rows have a bar"), _("A bar: even row")


def _cell_words(cell: Cell, first_column: int) -> str:
    words = (
        _("column {column} row {row} (even)")
        if cell.in_even_row
        else _("column {column} row {row} (odd)")
    )
    return words.format(column=column_name(cell.column, first_column), row=cell.row + 1)


def _cells_by_colour(match: Match) -> Iterator[tuple[Colour, list[Cell]]]:
    """Yield both players, each with the cells that complete a line."""
    found = threats(match.position)
    for colour in Colour:
        side = colour.side(match.starter)
        yield colour, [cell for cell, sides in found.items() if side in sides]
