"""The words of the list of saved games, for windows of any width, and of the statistics."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from p4tui.core.colour import Colour
from p4tui.i18n import N_, _, ngettext
from p4tui.tui.look.lists import (
    BOARD_WIDTH,
    MIN_NAMES,
    RESULT_WIDTH,
    SHORT_DATE_WIDTH,
    SHORT_RESULT_WIDTH,
    WHEN_WIDTH,
    is_brief,
    names_room,
)
from p4tui.tui.look.signs import Signs
from p4tui.tui.match_forms import NAME_WIDTHS
from p4tui.tui.text import cut
from p4tui.words.saved import board_words, seat_words
from p4tui.words.time import MINUTE, date_words

if TYPE_CHECKING:
    from p4tui.storage.statistics import Tally
    from p4tui.storage.summaries import Summary


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


class Part(NamedTuple):
    """A part of a cell of the list: a text, and its role: `text`, `name`, `winner`, `red`, `yellow` or `open`."""

    text: str
    role: str


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


def columns_of(width: int, number_width: int, *, boards: bool) -> list[Column]:
    """Return the columns that fit into a line.

    Args:
        width: the width of the line in cells.
        number_width: the digits of the largest number.
        boards: whether to show the boards.
    """
    number = Column("number", "#", number_width)
    if is_brief(width):
        result = Column("short_result", N_("Result"), SHORT_RESULT_WIDTH)
        date = Column("short_date", N_("When"), SHORT_DATE_WIDTH)
        if names_room(width, [number.width, date.width, result.width]) >= MIN_NAMES:
            return [number, date, *_names(width, (number, date, result)), result]
        return [number, *_names(width, (number, result)), result]
    date = Column("date", N_("When"), WHEN_WIDTH)
    board = [Column("board", N_("Board"), BOARD_WIDTH)] if boards else []
    result = Column("result", N_("Result"), RESULT_WIDTH)
    return [number, date, *_names(width, (number, date, *board, result)), *board, result]


def _names(width: int, others: Sequence[Column]) -> list[Column]:
    """Return the columns of both names, equally wide."""
    room = names_room(width, [column.width for column in others])
    return [Column("red", N_("Red"), room // 2), Column("yellow", N_("Yellow"), room // 2)]


def parts_of(
    game: Summary, columns: Sequence[Column], signs: Signs, today: float
) -> list[list[Part]]:
    """Return the parts of each of a game's columns."""
    makers: Mapping[str, Callable[[], list[Part]]] = {
        "number": lambda: [Part(str(game.number).rjust(columns[0].width), "text")],
        "date": lambda: [Part(when_words(game.changed, today), "text")],
        "short_date": lambda: [Part(short_date(game.changed), "text")],
        "red": partial(_name_parts, game, Colour.RED),
        "yellow": partial(_name_parts, game, Colour.YELLOW),
        "board": lambda: [Part(board_words(game).replace("x", signs.times), "text")],
        "result": partial(_result_parts, game, signs, brief=False),
        "short_result": partial(_result_parts, game, signs, brief=True),
    }
    return [makers[each.id]() for each in columns]


def has_usual_board(game: Summary) -> bool:
    """Return whether a game has the board of most games."""
    return (game.columns, game.rows, game.connect) == (7, 6, 4)


def _name_parts(game: Summary, colour: Colour) -> list[Part]:
    """Return a player's name; that of the winner stands out."""
    seat = game.red if colour is Colour.RED else game.yellow
    won = game.finished and game.winner is colour
    return [Part(seat_words(seat, colour), "winner" if won else "name")]


def _result_parts(game: Summary, signs: Signs, *, brief: bool) -> list[Part]:
    """Return the result or the progress of a game, with its sign."""
    if not game.finished:
        words = _("move {number}").format(number=game.moves)
        return [Part(f"{signs.right} {words}", "open")]
    if game.winner is None:
        return [Part("= " + _("draw"), "text")]
    red = game.winner is Colour.RED
    role, disc = ("red", signs.red) if red else ("yellow", signs.yellow)
    words = _("won") if brief else _("won in {count}").format(count=game.moves)
    return [Part(disc, role), Part(f" {words}", "name")]


def when_words(seconds: float, today: float) -> str:
    """Return when a game was last changed: `today 15:13`, `yesterday`, `21 Sep`, or the date in another year."""
    day, now = date_words(seconds), date_words(today)
    if day == now:
        return _("today {time}").format(time=date_words(seconds, "%H:%M"))
    if day == date_words(today - 86400):
        return _("yesterday")
    return short_date(seconds) if day[:4] == now[:4] else day


def short_date(seconds: float) -> str:
    """Return day and month in local time, `21 Sep`; empty for a date that the system cannot convert."""
    numbers = date_words(seconds, "%d %m").split()
    if not numbers:
        return ""
    day, month = map(int, numbers)
    return f"{day:2} {_(MONTHS[month - 1])}"


def game_forms(game: Summary) -> list[str]:
    """Return a sentence on a game, in forms that grow shorter: `Game 12: Alice beat Bob, 21 moves, 2026-11-28 14:05`."""
    moves = ngettext("{count} move", "{count} moves", game.moves).format(count=game.moves)
    facts = [moves, date_words(game.changed, MINUTE)]
    fewer = [moves, date_words(game.changed)]
    who = [_players_sentence(game, length) for length in (None, *NAME_WIDTHS)]
    forms = [_game_sentence(game, [words, *few]) for words in who for few in (facts, fewer)]
    return [*forms, _game_sentence(game, facts)]


def _cut(name: str, length: int | None) -> str:
    """Return a name, cut to a length if there is one."""
    return name if length is None else cut(name, length)


def _game_sentence(game: Summary, facts: Sequence[str]) -> str:
    return _("Game {number}: {facts}").format(number=game.number, facts=", ".join(facts))


def _players_sentence(game: Summary, length: int | None) -> str:
    """Return who played and how it ended, with names cut to a length."""
    red, yellow = (
        _cut(seat_words(seat, colour), length)
        for seat, colour in ((game.red, Colour.RED), (game.yellow, Colour.YELLOW))
    )
    if not game.finished:
        return _("{red} - {yellow}, not finished").format(red=red, yellow=yellow)
    if game.winner is None:
        return _("{red} - {yellow}, draw").format(red=red, yellow=yellow)
    winner, loser = (red, yellow) if game.winner is Colour.RED else (yellow, red)
    return _("{winner} beat {loser}").format(winner=winner, loser=loser)


def counts_words(count: int, unfinished: int) -> str:
    """Return how many games there are: `11 games, 4 unfinished`."""
    games = ngettext("{count} game", "{count} games", count).format(count=count)
    if not unfinished:
        return games
    words = ngettext("{games}, {count} unfinished", "{games}, {count} unfinished", unfinished)
    return words.format(games=games, count=unfinished)


def empty_list_words(keys: tuple[str, str] | None) -> str:
    """Return the words of an empty list; `keys` change the filter, None without one."""
    if keys is None:
        return _("There are no saved games yet. A game is saved from its first move on.")
    find, show = keys
    words = _("No matching games. {find} and {show} change what is shown.")
    return words.format(find=find, show=show)


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
