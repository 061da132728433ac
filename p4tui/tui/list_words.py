"""The words of the list of saved games, for windows of any width, and of the statistics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.cells import cell_len

from p4tui.core.colour import Colour
from p4tui.i18n import N_, _, ngettext
from p4tui.tui.look.layout import NARROW_WINDOW
from p4tui.tui.match_forms import NAME_WIDTHS
from p4tui.tui.text import cut
from p4tui.words.saved import board_words, end_words, seat_words
from p4tui.words.time import MINUTE, date_words

if TYPE_CHECKING:
    from p4tui.storage.statistics import Tally
    from p4tui.storage.summaries import Summary

RESULT_WIDTH = 12
"""The width of the result: the French `Jaune gagne` is the longest."""
SHORT_RESULT_WIDTH = 8
"""The width of the result in a narrow list: `Move 42`, `Résultat`."""
SHORT_DATE_WIDTH = 6
"""The width of `21 Sep`."""
MIN_NAMES_WIDTH = 16
"""The minimum width of both names in a narrow list with dates."""
DATE_WIDTH = 10
"""The width of `2026-11-28`."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the list.

    Attributes:
        id: its content.
        name: its heading, to be translated.
        width: in cells.
    """

    id: str
    name: str
    width: int


MONTHS = (
    N_("Jan"),
    N_("Feb"),
    N_("Mar"),
    N_("Apr"),
    N_("May"),
    N_("Jun"),
    N_("Jul"),
    N_("Aug"),
    N_("Sep"),
    N_("Oct"),
    N_("Nov"),
    N_("Dec"),
)
"""The months in three letters, to be translated."""


def columns_of(width: int, number_width: int) -> list[Column]:
    """Return the columns that fit into a line.

    Args:
        width: the width of the line in cells; three are for the mark.
        number_width: the digits of the largest number.
    """
    number = Column("number", "#", number_width)
    if width < NARROW_WINDOW:
        result = Column("short_result", N_("Result"), SHORT_RESULT_WIDTH)
        date = Column("short_date", N_("Date"), SHORT_DATE_WIDTH)
        if _room_for_names(width, (number, date, result)) >= MIN_NAMES_WIDTH:
            return [number, date, *_names(width, (number, date, result)), result]
        return [number, *_names(width, (number, result)), result]
    date = Column("date", N_("Date"), DATE_WIDTH)
    board = Column("board", N_("Board"), 9)
    result = Column("result", N_("Result"), RESULT_WIDTH)
    return [number, date, *_names(width, (number, date, board, result)), board, result]


def _room_for_names(width: int, others: Sequence[Column]) -> int:
    """Return the room for both names beside other columns."""
    taken = sum(each.width + 1 for each in others)
    if width < NARROW_WINDOW:
        taken -= 1
    return max(width - 3 - taken - 1, 2)


def _names(width: int, others: Sequence[Column]) -> list[Column]:
    """Return the columns of both names, equally wide."""
    names = _room_for_names(width, others)
    red = Column("red", N_("Red"), names // 2)
    return [red, Column("yellow", N_("Yellow"), names - names // 2 - 1)]


def values_of(game: Summary, columns: Sequence[Column]) -> list[str]:
    """Return the texts of a game's columns."""
    makers = {
        "number": lambda: str(game.number).rjust(columns[0].width),
        "date": lambda: date_words(game.changed),
        "red": lambda: seat_words(game.red, Colour.RED),
        "yellow": lambda: seat_words(game.yellow, Colour.YELLOW),
        "board": lambda: "" if _is_usual(game) else board_words(game),
        "result": lambda: result_words(game),
        "short_date": lambda: short_date(game.changed),
        "short_result": lambda: short_result(game),
    }
    return [makers[each.id]() for each in columns]


def _is_usual(game: Summary) -> bool:
    """Return whether a game has the usual board, which needs no mention."""
    return (game.columns, game.rows, game.connect) == (7, 6, 4)


def result_words(game: Summary) -> str:
    """Return the result or progress of a game, in a dozen characters."""
    if not game.finished:
        return _("Move {number}").format(number=game.moves)
    return end_words(game)


def short_result(game: Summary) -> str:
    """Return the result in half as many characters; the winner's disc replaces the name."""
    if game.finished and game.winner is not None:
        disc = "X" if game.winner is Colour.RED else "O"
        return _("{disc} won").format(disc=disc)
    return _("A draw") if game.finished else result_words(game)


def short_date(seconds: float) -> str:
    """Return day and month in local time, `21 Sep`; empty for a date that the system cannot convert."""
    numbers = date_words(seconds, "%d %m").split()
    if not numbers:
        return ""
    day, month = map(int, numbers)
    return f"{day:2} {_(MONTHS[month - 1])}"


def game_forms(game: Summary, columns: Sequence[Column]) -> list[str]:
    """Return the details that the line of a game omits, the longest form first.

    `Game 12: 21 moves, 2026-11-28 14:05`, or `Game 12: Alice has won, 21 moves, 2026-11-28 14:05`. If a name is longer
    than its column and nobody has won: `Game 12: Alice - Club player, 21 moves, 2026-11-28 14:05`.
    """
    moves = ngettext("{count} move", "{count} moves", game.moves).format(count=game.moves)
    facts = [moves, date_words(game.changed, MINUTE)]
    fewer = [moves, date_words(game.changed)]
    shown = {column.id: column.width for column in columns}
    if "date" in shown:
        return [_game_sentence(game, facts)]
    names = seat_words(game.red, Colour.RED), seat_words(game.yellow, Colour.YELLOW)
    long = any(
        cell_len(name) > shown[each] for name, each in zip(names, ("red", "yellow"), strict=True)
    )
    lengths = (None, *NAME_WIDTHS)
    if long and game.winner is None:
        who = [" - ".join(_cut(name, length) for name in names) for length in lengths]
    else:
        who = [_result_sentence(game, length) for length in lengths]
    forms = [_game_sentence(game, [words, *few]) for words in who for few in (facts, fewer)]
    return [*forms, _game_sentence(game, facts)]


def _cut(name: str, length: int | None) -> str:
    """Return a name, cut to a length if there is one."""
    return name if length is None else cut(name, length)


def _game_sentence(game: Summary, facts: Sequence[str]) -> str:
    return _("Game {number}: {facts}").format(number=game.number, facts=", ".join(facts))


def _result_sentence(game: Summary, length: int | None) -> str:
    """Return how a game ended, with the winner's name cut to a length."""
    if not game.finished:
        return _("not finished")
    if game.winner is None:
        return _("draw")
    seat = game.red if game.winner is Colour.RED else game.yellow
    return _("{name} has won").format(name=_cut(seat_words(seat, game.winner), length))


def tally_words(tally: Tally) -> list[str]:
    """Return the counts of games, wins, draws and losses in words, then the streak."""
    return [
        ngettext("{count} game", "{count} games", tally.games).format(count=tally.games),
        ngettext("{count} won", "{count} won", tally.wins).format(count=tally.wins),
        ngettext("{count} drawn", "{count} drawn", tally.draws).format(count=tally.draws),
        ngettext("{count} lost", "{count} lost", tally.losses).format(count=tally.losses),
        _streak_words(tally),
    ]


def _streak_words(tally: Tally) -> str:
    """Return the current streak: `3 wins in a row`."""
    if not tally.games:
        return ""
    count = abs(tally.streak)
    if tally.streak > 0:
        return ngettext("last one won", "{count} wins in a row", count).format(count=count)
    if tally.streak < 0:
        return ngettext("last one lost", "{count} losses in a row", count).format(count=count)
    return _("last one drawn")
