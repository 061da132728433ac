"""Finds the game that was left last, and opens it to be gone on with."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from p4tui.core.colour import Colour
from p4tui.i18n import _
from p4tui.play.match import Match
from p4tui.saved_words import not_ended_sentence
from p4tui.storage.errors import GameInUseError, NoSuchGameError, RecordError, StorageError
from p4tui.tui.text import cut
from p4tui.words import player_name

if TYPE_CHECKING:
    from p4tui.storage.games import GameRepository
    from p4tui.storage.records import SavedGame
    from p4tui.tui.archive import Archive
    from p4tui.tui.screens.base import P4Screen


NAME_WIDTH = 14
"""Cells that a name may take in the menu's row."""


def game_words(match: Match) -> str:
    """How far the game got, and who plays: a narrow window cuts off the names."""
    red, yellow = (cut(player_name(match, colour), NAME_WIDTH) for colour in Colour)
    words = _("move {number}: {red} - {yellow}")
    return words.format(red=red, yellow=yellow, number=match.game.cursor)


def brief_game_words(match: Match) -> str:
    """How far the game got, for a row that has room for no more."""
    return _("move {number}").format(number=match.game.cursor)


def players_of(match: Match) -> str:
    """Who plays: `Alice - Bob`."""
    return f"{player_name(match, Colour.RED)} - {player_name(match, Colour.YELLOW)}"


@dataclass(frozen=True, slots=True)
class LeftGame:
    """The unfinished game that was left last.

    Attributes:
        game: to look at.
        busy: whether another terminal plays it: a line that was cut may have left it there.
    """

    game: SavedGame
    busy: bool = False


async def find_game(archive: Archive) -> LeftGame | None:
    """The unfinished game that was left last; None where there is none, or none can be read."""
    return await archive.ask(_seen)


def _seen(games: GameRepository) -> LeftGame | None:
    # Trouble with the database is told where a game is to be saved or opened: who only opens the menu is not bothered.
    with suppress(StorageError):
        return _left_last(games)
    return None


def _left_last(games: GameRepository) -> LeftGame | None:
    """One that is played nobody knows by whom is passed over: it cannot be taken over."""
    for summary in games.unfinished(busy=True):
        busy = games.taken(summary.number)
        if not busy or games.holder(summary.number) is not None:
            with suppress(NoSuchGameError, RecordError):
                return LeftGame(games.load(summary.number), busy)
    return None


def ask_to_take_over(screen: P4Screen[Any], left: LeftGame, agreed: Callable[[], object]) -> None:
    """Ask whether a game is to be ended in another terminal, unless something else was chosen meanwhile.

    Args:
        screen: who asks, and says that it is waited for.
        left: the game.
        agreed: called after a yes.
    """
    from p4tui.saved_words import take_over_question
    from p4tui.tui.screens.dialogs import ConfirmScreen

    def answered(yes: object) -> None:
        if yes:
            screen.say(_("Waiting for the other terminal"))
            agreed()

    if screen.is_active:
        question = ConfirmScreen(take_over_question(left.game), _("No, leave it there (n)"))
        screen.app.push_screen(question, answered)


async def open_game(
    archive: Archive, shown: LeftGame | None, *, take_over: bool = False
) -> SavedGame | LeftGame | StorageError | str:
    """Open a game.

    Args:
        archive: has it.
        shown: which; None: the one left last.
        take_over: whether to end it where another terminal plays it, which may take seconds.

    Returns:
        The game; as it was found where another terminal plays it, to ask whether to take it over; else why it cannot be
        opened, as a sentence where it is said by the way.
    """
    try:
        found = await archive.ask(lambda games: opened(games, shown, take_over=take_over))
    except StorageError as error:
        return error
    except GameInUseError:
        if take_over and shown is not None:
            return not_ended_sentence(shown.game)
        return _("This game cannot be gone on with any more")
    except (NoSuchGameError, RecordError):
        return _("This game cannot be gone on with any more")
    return found or _("There is no unfinished game")


def opened(
    games: GameRepository, shown: LeftGame | None, *, take_over: bool = False
) -> SavedGame | LeftGame | None:
    """Open a game in the archive's thread, or see that another terminal plays it; None: there is none.

    Raises:
        StorageError, NoSuchGameError, RecordError: it cannot be had.
        GameInUseError: nobody knows who plays it, or that program does not end.
    """
    left = shown or _left_last(games)
    if left is None:
        return None
    number = left.game.number
    if take_over:
        return games.take_over(number)
    try:
        return games.open(number)
    except GameInUseError:
        if games.holder(number) is None:
            raise
        return LeftGame(games.load(number), busy=True)
