"""What the list and the statistics of the app say: columns for any width, and sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from p4tui.core.colour import Colour
from p4tui.i18n import N_, _, ngettext
from p4tui.saved_words import MINUTE, board_words, date_words, end_words, seat_words
from p4tui.words import level_name

if TYPE_CHECKING:
    from p4tui.storage.games import Summary
    from p4tui.storage.statistics import Tally

WIDE = 60
"""Characters of a line from which it has the date."""
RESULT_WIDTH = 12
"""Characters for the result: the longest is the French `Jaune gagne`."""
DATE_WIDTH = 10
"""Characters of `2026-11-28`."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the list.

    Attributes:
        id: what stands in it.
        name: its heading, to be translated where it is a word.
        width: in cells.
    """

    id: str
    name: str
    width: int


def columns_of(width: int, number_width: int) -> list[Column]:
    """The columns for which a line has room.

    Args:
        width: of the line, in cells; three of them are for the mark.
        number_width: digits of the largest number.
    """
    number = Column("number", "#", number_width)
    date = [Column("date", N_("Date"), DATE_WIDTH)] if width >= WIDE else []
    board = [Column("board", N_("Board"), 9)] if width >= WIDE else []
    result = Column("result", N_("Result"), RESULT_WIDTH)
    taken = sum(each.width + 1 for each in (number, *date, *board, result))
    names = max(width - 3 - taken - 1, 2)
    red = Column("red", N_("Red"), names // 2)
    yellow = Column("yellow", N_("Yellow"), names - names // 2 - 1)
    return [number, *date, red, yellow, *board, result]


def values_of(game: Summary, columns: Sequence[Column]) -> list[str]:
    """What stands in the columns of a game's line."""
    makers = {
        "number": lambda: str(game.number).rjust(columns[0].width),
        "date": lambda: date_words(game.changed),
        "red": lambda: seat_words(game.red, Colour.RED),
        "yellow": lambda: seat_words(game.yellow, Colour.YELLOW),
        "board": lambda: "" if _is_usual(game) else board_words(game),
        "result": lambda: result_words(game),
    }
    return [makers[each.id]() for each in columns]


def _is_usual(game: Summary) -> bool:
    """Whether a game has the board of which nothing is said."""
    return (game.columns, game.rows, game.connect) == (7, 6, 4)


def result_words(game: Summary) -> str:
    """How a game ended, or how far it got, in a dozen characters."""
    if not game.finished:
        return _("Move {number}").format(number=game.moves)
    return end_words(game)


def game_sentence(game: Summary, width: int) -> str:
    """What is said of the chosen game under a list of a width: what its line leaves out, or as much of all as there is room for.

    `Game 12: 21 moves, 2026-11-28 14:05`, or `Game 12: Alice has won, 21 moves, 2026-11-28 14:05`.
    """
    moves = ngettext("{count} move", "{count} moves", game.moves).format(count=game.moves)
    parts = [moves, date_words(game.changed, MINUTE)]
    if width < WIDE:
        parts.insert(0, _result_sentence(game))
    return _("Game {number}: {facts}").format(number=game.number, facts=", ".join(parts))


def _result_sentence(game: Summary) -> str:
    """How a game ended, with the winner's name."""
    if not game.finished:
        return _("not finished")
    if game.winner is None:
        return _("draw")
    seat = game.red if game.winner is Colour.RED else game.yellow
    return _("{name} has won").format(name=seat_words(seat, game.winner))


def opponent_words(opponent: str | None) -> str:
    """Against whom."""
    return _("People") if opponent is None else level_name(opponent)


def tally_words(tally: Tally) -> list[str]:
    """How many games ended how, each number with its word, and how the last ones did."""
    return [
        ngettext("{count} game", "{count} games", tally.games).format(count=tally.games),
        ngettext("{count} won", "{count} won", tally.wins).format(count=tally.wins),
        ngettext("{count} drawn", "{count} drawn", tally.draws).format(count=tally.draws),
        ngettext("{count} lost", "{count} lost", tally.losses).format(count=tally.losses),
        _streak_words(tally),
    ]


def _streak_words(tally: Tally) -> str:
    """How the last games ended: `last 3 won`."""
    if not tally.games:
        return ""
    count = abs(tally.streak)
    if tally.streak > 0:
        return ngettext("last one won", "last {count} won", count).format(count=count)
    if tally.streak < 0:
        return ngettext("last one lost", "last {count} lost", count).format(count=count)
    return _("last one drawn")
