"""Sentences about a match in forms that grow shorter, for windows of any width."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.cells import cell_len

from p4tui.core.colour import Colour
from p4tui.core.errors import NoSuchColumnError, P4Error
from p4tui.core.position import Position
from p4tui.i18n import _
from p4tui.play.match import Match
from p4tui.play.seats import Seat
from p4tui.tui.text import ELLIPSIS, cut
from p4tui.words.advice import score_words
from p4tui.words.match import column_name, column_sentence, victory_forms
from p4tui.words.players import colour_name, given_name, player_name

if TYPE_CHECKING:
    from p4tui.play.analysis import ColumnScores

NAME_WIDTHS = (20, 14, 9, 6)
"""The cells of a name in the shorter forms of a sentence."""


def with_short_names(match: Match, width: int, *, levels: bool = True) -> Match:
    """Return a match with its players' names cut to a width; without `levels`, level names stay whole."""

    def short(colour: Colour) -> Seat:
        seat = match.seat(colour)
        if cell_len(player_name(match, colour)) <= width or not (levels or seat.name.strip()):
            return seat
        name = given_name(seat) or colour_name(colour)
        return replace(seat, name=cut(f"{name}{ELLIPSIS}", width))

    return replace(match, red=short(Colour.RED), yellow=short(Colour.YELLOW))


def forms_of(match: Match, words: Callable[[Match], str]) -> list[str]:
    """Return the words about a match, then the same with ever shorter names; always as many forms."""
    return [words(match), *(words(with_short_names(match, width)) for width in NAME_WIDTHS)]


def banner_forms(match: Match) -> tuple[str, ...]:
    """Return how a finished game ended, in forms that grow shorter; names are cut before the way it ended is left out."""
    forms = [victory_forms(match)]
    forms += [victory_forms(with_short_names(match, width)) for width in NAME_WIDTHS]
    depth = max(map(len, forms))
    return tuple(each[level] for level in range(depth) for each in forms if level < len(each))


def score_text(position: Position, column: int, scores: ColumnScores) -> str:
    """Return the score of a column in words."""
    if not position.is_playable(column):
        return _("full")
    return score_words(position, scores[column] if scores else None)


def column_forms(column: int, words: str) -> tuple[str, ...]:
    """Return words about a column, counted from 0, in forms that grow shorter: the last leaves the column out."""
    brief = _("{column}: {words}").format(column=column_name(column), words=words)
    return (column_sentence(column, words), brief, words[0].upper() + words[1:])


def brief_error(error: P4Error) -> tuple[str, ...]:
    """Return the short form of an error for small windows."""
    if not isinstance(error, NoSuchColumnError):
        return ()
    return (_("Columns: 1 to {last}").format(last=column_name(error.columns - 1)),)


def number_forms(number: int) -> tuple[str, str]:
    """Return the prompt for the second digit of a column's number."""
    long = _("Column {number}: another digit, or Enter").format(number=number)
    return long, _("{number}: another digit, or Enter").format(number=number)
