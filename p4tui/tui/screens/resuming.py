"""Finds, describes and opens the unfinished game of the menu."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from p4tui.core.colour import Colour
from p4tui.i18n import _
from p4tui.play.match import Match
from p4tui.play.seats import LevelSeat, Person, Program, Remote, UnknownSeat
from p4tui.play.setup import Setup
from p4tui.storage.errors import NoSuchGameError, RecordError, StorageError
from p4tui.tui.text import cut
from p4tui.words.players import player_name

if TYPE_CHECKING:
    from p4tui.storage.archive import Archive
    from p4tui.storage.games import GameRepository
    from p4tui.storage.ownership import OpenedGame
    from p4tui.storage.records import SavedGame
    from p4tui.storage.statistics import Tally


NAME_WIDTH = 14
"""The width in cells of a name in the menu's row."""


def progress_text(match: Match) -> str:
    """Return the progress of a game and its players; a narrow window cuts off the names."""
    red, yellow = (cut(player_name(match, colour), NAME_WIDTH) for colour in Colour)
    words = _("move {number}: {red} - {yellow}")
    return words.format(red=red, yellow=yellow, number=match.game.cursor)


def brief_progress(match: Match) -> str:
    """Return the progress of a game, for a short row."""
    return _("move {number}").format(number=match.game.cursor)


def players_text(match: Match) -> str:
    """Return the players: `Alice - Bob`."""
    return f"{player_name(match, Colour.RED)} - {player_name(match, Colour.YELLOW)}"


@dataclass(frozen=True, slots=True)
class MenuGames:
    """The facts about saved games on the menu.

    Attributes:
        unfinished: the last changed unfinished game, or None if none can be read.
        count: the number of all games.
        open_count: the number of unfinished ones.
    """

    unfinished: SavedGame | None = None
    count: int = 0
    open_count: int = 0

    @property
    def has_finished(self) -> bool:
        """Whether there are finished games."""
        return self.count > self.open_count


async def find_games(archive: Archive) -> MenuGames:
    """Return what the menu shows of the saved games."""
    return await archive.ask(_find)


def _find(games: GameRepository) -> MenuGames:
    from p4tui.storage.summaries import Filter

    # The menu itself reports no database errors; opening or saving a game does.
    with suppress(StorageError):
        return MenuGames(_unfinished(games), games.count(), games.count(Filter(finished=False)))
    return MenuGames()


def _unfinished(games: GameRepository) -> SavedGame | None:
    for summary in games.unfinished():
        with suppress(NoSuchGameError, RecordError):
            return games.load(summary.number)
    return None


async def find_results(archive: Archive, setup: Setup) -> tuple[Tally | None, Tally | None]:
    """Return the results of red and of yellow against each other, for people with a name."""

    def find(games: GameRepository) -> tuple[Tally | None, Tally | None]:
        red, yellow = setup.red, setup.yellow
        if isinstance(red, Remote | UnknownSeat) or isinstance(yellow, Remote | UnknownSeat):
            return None, None
        return _results(games, red, yellow), _results(games, yellow, red)

    return await archive.ask(find)


def _results(
    games: GameRepository, seat: Person | LevelSeat | Program, other: Person | LevelSeat | Program
) -> Tally | None:
    unknown = other.auto if isinstance(other, LevelSeat) else not (other.name or other.id)
    if not isinstance(seat, Person) or not seat.name or unknown:
        return None
    with suppress(StorageError):
        return games.results(seat, other)
    return None


async def open_game(archive: Archive, shown: SavedGame | None) -> OpenedGame | StorageError | str:
    """Open a game to resume it, taking it over from another window.

    Args:
        archive: the saved games.
        shown: the game, or None for the last changed unfinished one.

    Returns:
        The game, or the reason that there is none: a storage error or a sentence.
    """

    def open_it(games: GameRepository) -> OpenedGame | None:
        return games.open_latest() if shown is None else games.open(shown.number)

    try:
        opened = await archive.ask(open_it)
    except StorageError as error:
        return error
    except (NoSuchGameError, RecordError):
        return _("This game can no longer be resumed")
    return opened or _("There is no unfinished game")
