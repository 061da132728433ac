"""Finds the game that was left last, and opens it to be gone on with."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from p4tui.core.colour import Colour
from p4tui.i18n import _
from p4tui.play.match import Match
from p4tui.storage.errors import GameInUseError, NoSuchGameError, RecordError, StorageError
from p4tui.tui.text import cut
from p4tui.words import player_name

if TYPE_CHECKING:
    from p4tui.storage.games import GameRepository
    from p4tui.storage.records import SavedGame
    from p4tui.tui.archive import Archive


NAME_WIDTH = 14
"""Cells that a name may take in the menu's row."""


def game_words(match: Match) -> str:
    """How far the game got, and who plays: a narrow window cuts off the names."""
    red, yellow = (cut(player_name(match, colour), NAME_WIDTH) for colour in Colour)
    words = _("move {number}: {red} - {yellow}")
    return words.format(red=red, yellow=yellow, number=match.game.cursor)


async def find_game(archive: Archive) -> SavedGame | None:
    """The unfinished game that was left last, to look at; None where there is none, or none can be read."""
    return await archive.ask(_left_last)


def _left_last(games: GameRepository) -> SavedGame | None:
    # Trouble with the database is told where a game is to be saved or opened: who only opens the menu is not bothered.
    with suppress(StorageError):
        for summary in games.unfinished():
            with suppress(NoSuchGameError, RecordError):
                return games.load(summary.number)
    return None


async def open_game(archive: Archive, shown: SavedGame | None) -> SavedGame | StorageError | str:
    """Open a game, the one left last where none was shown; else why that cannot be, as a sentence where it is said by the way."""
    try:
        game = await archive.ask(
            lambda games: games.open(shown.number) if shown else games.open_latest()
        )
    except StorageError as error:
        return error
    except (GameInUseError, NoSuchGameError, RecordError):
        return _("This game cannot be gone on with any more")
    return game or _("There is no unfinished game")
