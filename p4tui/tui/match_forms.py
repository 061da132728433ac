"""Sentences about a match in forms that grow shorter, for windows of any width."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rich.cells import cell_len

from p4tui.core.colour import Colour
from p4tui.play.match import Match
from p4tui.play.seats import Seat
from p4tui.tui.text import cut
from p4tui.words.match import victory_forms
from p4tui.words.players import player_name

NAME_WIDTHS = (20, 14, 9, 6)
"""The cells of a name in the shorter forms of a sentence."""


def with_short_names(match: Match, width: int, *, levels: bool = True) -> Match:
    """Return a match with its players' names cut to a width; without `levels`, level names stay whole."""

    def short(colour: Colour) -> Seat:
        seat, name = match.seat(colour), player_name(match, colour)
        fits = cell_len(name) <= width or not (levels or seat.name.strip())
        return seat if fits else replace(seat, name=cut(name, width))

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
