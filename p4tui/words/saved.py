"""Saved games in words: values for columns, problems, events, statistics."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil
from typing import TYPE_CHECKING

from p4tui.core.colour import Colour
from p4tui.i18n import _, ngettext
from p4tui.play.seats import LevelSeat, Person, Seat, seat_from
from p4tui.players.levels import LEVELS
from p4tui.storage.errors import (
    GameDeletedError,
    GameLostError,
    GameTakenError,
    NoSuchGameError,
    RecordError,
    StorageError,
    StorageProblem,
)
from p4tui.storage.events import (
    DatabaseRestored,
    Event,
    GameLost,
    ResultUnsaved,
    SavingFailed,
    SavingRecovered,
)
from p4tui.words.errors import shown_path, storage_sentence
from p4tui.words.players import colour_name, level_name, seat_kind_name
from p4tui.words.text import printable, shorten
from p4tui.words.time import MINUTE, date_words, with_decimal_sign

# The game loads this module before its first picture: SQLite is imported only by the functions that need it.
if TYPE_CHECKING:
    from p4tui.players.rating import Result
    from p4tui.storage.backup import Restoration
    from p4tui.storage.statistics import Kind, PlayerStatistics
    from p4tui.storage.summaries import Filter, Summary

MAX_NUMBERS = 10
"""The most numbers of games in one sentence."""

GameProblem = StorageError | NoSuchGameError | RecordError
GAME_PROBLEMS = (StorageError, NoSuchGameError, RecordError)
"""The errors that `problem_sentence` puts into words."""


def seat_words(seat: Seat, colour: Colour) -> str:
    """Return a player's name, else the level's, else the colour's."""
    name = printable(seat.name).strip()
    if name:
        return name
    return colour_name(colour) if isinstance(seat, Person) else seat_kind_name(seat)


def board_words(game: Summary) -> str:
    """Return the size of a board: `9x7`, or `9x7 (5)` for lines of five."""
    return f"{game.columns}x{game.rows}" + ("" if game.connect == 4 else f" ({game.connect})")


def winner_words(game: Summary, cut: Callable[[str], str]) -> str:
    """Return the result of a finished game with the winner's name, shortened by `cut`: `Alice won`, `Draw`.

    If both seats have the same name, the colour follows it.
    """
    if game.winner is None:
        return _("Draw")
    red, yellow = (
        seat_words(seat, c) for seat, c in ((game.red, Colour.RED), (game.yellow, Colour.YELLOW))
    )
    name = cut(red if game.winner is Colour.RED else yellow)
    if red == yellow:
        form = _("{name} (red)") if game.winner is Colour.RED else _("{name} (yellow)")
        name = form.format(name=name)
    return _("{name} won").format(name=name)


def problem_sentence(error: GameProblem) -> str:
    """Return why something cannot be done with a saved game."""
    if isinstance(error, StorageError):
        if error.problem is StorageProblem.BUSY:
            return _("Another program has locked {path}. Try again.").format(path=shown_path(error))
        if error.problem is StorageProblem.READ_ONLY:
            return _("{path} cannot be written.").format(path=shown_path(error))
        return storage_sentence(error)
    number = shorten(str(error.number), 20)
    if isinstance(error, NoSuchGameError):
        several = numbers_words(error.numbers)
        return ngettext(
            "There is no game {number}.", "There are no games {numbers}.", len(error.numbers)
        ).format(number=number, numbers=several)
    if error.number is None:
        return _("This game cannot be read: its record is damaged.")
    return _("Game {number} cannot be read: its record is damaged.").format(number=number)


def numbers_words(numbers: Sequence[int]) -> str:
    """Return a list of numbers, cut after the first ones."""
    shown = ", ".join(shorten(str(number), 20) for number in numbers[:MAX_NUMBERS])
    rest = len(numbers) - MAX_NUMBERS
    if rest <= 0:
        return shown
    return ngettext("{numbers} and {count} more", "{numbers} and {count} more", rest).format(
        numbers=shown, count=rest
    )


def event_sentence(event: Event) -> str | None:
    """Return the sentence for an event, or None if it needs none."""
    if isinstance(event, SavingFailed | ResultUnsaved):
        return storage_sentence(event.error)
    if isinstance(event, SavingRecovered):
        return _("Games are saved again.")
    if isinstance(event, DatabaseRestored):
        return restored_sentence(event.restoration)
    return lost_sentence(event.error) if isinstance(event, GameLost) else None


def saved_sentence(command: str) -> str:
    """Return the sentence that a game is saved, with the command that resumes it."""
    return _("The game is saved: {command} continues it.").format(command=command)


def lost_sentence(error: GameLostError) -> str:
    """Return why a game is no longer saved here."""
    if isinstance(error, GameDeletedError):
        return _("This game was deleted in another window.")
    sentence = _("This game is now played in another window.")
    copy = error.copy if isinstance(error, GameTakenError) else None
    if copy is not None:
        more = _("Your moves here are saved as game {number}.")
        sentence = f"{sentence} {more.format(number=copy)}"
    return sentence


def left_game_sentence(error: GameLostError) -> str | None:
    """Return where the last moves of an earlier game were saved, or None if none were missing."""
    if not isinstance(error, GameTakenError) or error.copy is None:
        return None
    sentence = _(
        "Game {number} is now played in another window. Your moves here are saved as game {copy}."
    )
    return sentence.format(number=error.number, copy=error.copy)


def restored_sentence(restored: Restoration) -> str:
    """Return the sentence on the restored games, with the path of the damaged file."""
    if restored.backup_date is None:
        begin = _("The saved games were damaged, and there was no backup.")
    else:
        begin = _("The saved games were damaged; the backup of {date} was restored.")
    newer = ngettext(
        "{count} newer game was copied from the damaged file.",
        "{count} newer games were copied from the damaged file.",
        restored.copied,
    )
    kept = _("The damaged file was moved to {path}; sqlite3 FILE .recover may find more games.")
    sentences = [
        begin.format(date=date_words(restored.backup_date or 0, MINUTE)),
        newer.format(count=restored.copied) if restored.copied else "",
        kept.format(path=printable(str(restored.moved_to))),
    ]
    return " ".join(filter(None, sentences))


def statistics_name(player: PlayerStatistics) -> str:
    """Return the name over a player's statistics."""
    from p4tui.storage.statistics import PEOPLE

    if player.kind[0] == LevelSeat.kind:
        return _("{name} (computer)").format(name=kind_name(player.kind))
    if player.kind != PEOPLE:
        return kind_name(player.kind)
    return printable(player.name) or _("Unnamed people")


def kind_name(kind: Kind) -> str:
    """Return the name of a kind of player: `People`, a level, or something unknown to this version."""
    from p4tui.storage.statistics import PEOPLE

    return _("People") if kind == PEOPLE else seat_kind_name(seat_from(*kind))


def strength_sentence(results: Sequence[Result]) -> str:
    """Return a person's place on the ladder with its interval; empty if there are too few results."""
    from p4tui.players.rating import ladder_place

    place = ladder_place(results)
    if place is None:
        return ""
    weaker, stronger = LEVELS[int(place.value) - 1], LEVELS[ceil(place.value) - 1]
    value, low, high = (with_decimal_sign(f"{each:.1f}") for each in place)
    if weaker is stronger:
        words = _("Strength: like {weaker}, place {value} of {count} ({low} to {high})")
    else:
        words = _(
            "Strength: between {weaker} and {stronger}, place {value} of {count} ({low} to {high})"
        )
    return words.format(
        weaker=level_name(weaker.id),
        stronger=level_name(stronger.id),
        value=value,
        count=len(LEVELS),
        low=low,
        high=high,
    )


def no_statistics_sentence() -> str:
    """Return the sentence that there are no statistics; games without names or levels may exist."""
    return _("No finished games yet.")


def no_finished_game_sentence() -> str:
    """Return the sentence that there is no game to review."""
    return _("There is no finished game to review.")


def no_game_sentence(criteria: Filter) -> str:
    """Return the sentence that no games exist or match a filter."""
    from p4tui.storage.summaries import Filter

    narrowed = criteria != Filter()
    return _("No matching games.") if narrowed else _("There are no saved games.")


def filter_of(text: str, finished: bool | None = None) -> Filter:
    """Return the filter for a typed text: part of a name, or of a level's id or shown name."""
    from p4tui.storage.statistics import name_key
    from p4tui.storage.summaries import Filter

    text = text.strip()
    wanted = name_key(text)
    ids = [level.id for level in LEVELS] if wanted else []
    named = (each for each in ids if wanted in name_key(level_name(each)))
    return Filter(text, finished, tuple(named))
