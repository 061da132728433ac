"""What all front ends say of saved games: short values for columns, why one cannot be had, and what to look for."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

# The menu has these words before its first picture: what brings in SQLite is imported where it is needed.
from p4tui.core.colour import Colour
from p4tui.i18n import _, ngettext
from p4tui.play.match import Seat
from p4tui.players.levels import LEVELS
from p4tui.storage.errors import GameInUseError, NoSuchGameError, RecordError, StorageError
from p4tui.words import (
    colour_name,
    level_name,
    player_name,
    printable,
    shorten,
    storage_sentence,
)

if TYPE_CHECKING:
    from p4tui.storage.records import SavedGame
    from p4tui.storage.statistics import PlayerStatistics
    from p4tui.storage.summaries import Filter, Summary

DAY = "%Y-%m-%d"
"""A date alone, the same in every language."""
MINUTE = "%Y-%m-%d %H:%M"
"""A date with its time."""

NAME_LENGTH = 20
"""Characters of a name in a sentence on one game."""

MOST_NUMBERS = 10
"""Numbers of games in a sentence on several."""

GameProblem = StorageError | NoSuchGameError | GameInUseError | RecordError
GAME_PROBLEMS = (StorageError, NoSuchGameError, GameInUseError, RecordError)
"""Why something cannot be done with a saved game."""


def date_words(seconds: float, form: str = DAY) -> str:
    """A date of this place's time; empty for one that the system cannot tell."""
    try:
        return time.strftime(form, time.localtime(seconds))
    except (ValueError, OverflowError, OSError):
        return ""


def seat_words(seat: Seat, colour: Colour) -> str:
    """Who sat there: the name given, else the level's, else the colour's."""
    name = printable(seat.name).strip()
    if name:
        return name
    return colour_name(colour) if seat.level is None else level_name(seat.level)


def board_words(game: Summary) -> str:
    """The board, `9x7`; with another length of lines than the usual one `9x7 (5)`."""
    return f"{game.columns}x{game.rows}" + ("" if game.connect == 4 else f" ({game.connect})")


def end_words(game: Summary) -> str:
    """How a finished game ended, in a dozen characters."""
    if game.winner is None:
        return _("Draw")
    return _("Red won") if game.winner is Colour.RED else _("Yellow won")


def problem_sentence(error: GameProblem) -> str:
    """Why something cannot be done with a saved game."""
    if isinstance(error, StorageError):
        return storage_sentence(error)
    number = shorten(str(error.number), 20)
    if isinstance(error, NoSuchGameError | GameInUseError):
        several = numbers_words(error.numbers)
        if isinstance(error, NoSuchGameError):
            return ngettext(
                "There is no game {number}.", "There are no games {numbers}.", len(error.numbers)
            ).format(number=number, numbers=several)
        return ngettext(
            "Game {number} is being played elsewhere.",
            "Games {numbers} are being played elsewhere.",
            len(error.numbers),
        ).format(number=number, numbers=several)
    if error.number is None:
        return _("What is kept of this game cannot be read.")
    return _("What is kept of game {number} cannot be read.").format(number=number)


def numbers_words(numbers: Sequence[int]) -> str:
    """Some numbers, the first ones where there are many."""
    shown = ", ".join(shorten(str(number), 20) for number in numbers[:MOST_NUMBERS])
    rest = len(numbers) - MOST_NUMBERS
    if rest <= 0:
        return shown
    return ngettext("{numbers} and {count} more", "{numbers} and {count} more", rest).format(
        numbers=shown, count=rest
    )


def busy_game_words(game: SavedGame) -> str:
    """Which game it is that another terminal plays: `5 (Alice - Bob, move 7)`."""
    red, yellow = (shorten(player_name(game.match, colour), NAME_LENGTH) for colour in Colour)
    return _("{number} ({red} - {yellow}, move {move})").format(
        number=game.number, red=red, yellow=yellow, move=game.match.game.cursor
    )


def take_over_question(game: SavedGame) -> str:
    """Whether a game is to be ended in another terminal, and gone on with here."""
    return _(
        "Game {game} is being played in another terminal. End it there and go on here?"
    ).format(game=busy_game_words(game))


def not_ended_sentence(game: SavedGame) -> str:
    """That another terminal does not let a game go."""
    sentence = _("Game {game} could not be ended in the other terminal.")
    return sentence.format(game=busy_game_words(game))


def statistics_name(player: PlayerStatistics) -> str:
    """Whose statistics they are: a person's name, or a level's."""
    if player.level is not None:
        return _("{name} (computer)").format(name=level_name(player.level))
    return printable(player.name) or _("People without a name")


def no_statistics_sentence() -> str:
    """That there is nothing to count; games that were imported without a name or a level may be there."""
    return _("No finished game counts yet.")


def no_game_sentence(wanted: Filter) -> str:
    """Say that there is no game that is wanted."""
    from p4tui.storage.summaries import Filter

    narrowed = wanted != Filter()
    return _("No saved game is like that.") if narrowed else _("There is no saved game.")


def filter_of(text: str, finished: bool | None = None) -> Filter:
    """The games in which a text that somebody typed stands in a name, or in a level's id or name as it is shown."""
    from p4tui.storage.statistics import same_name
    from p4tui.storage.summaries import Filter

    text = text.strip()
    wanted = same_name(text)
    named = (level.id for level in LEVELS if wanted and wanted in same_name(level_name(level.id)))
    return Filter(text, finished, tuple(named))
