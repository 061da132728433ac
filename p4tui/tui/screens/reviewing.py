"""Opens the review of a game. The review itself is imported when it is opened."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from p4tui.i18n import _
from p4tui.play.match import Match
from p4tui.storage.errors import RecordError, StorageError
from p4tui.tui.screens.base import P4Screen
from p4tui.words.saved import no_finished_game_sentence, problem_sentence
from p4tui.words.time import MINUTE, date_words

if TYPE_CHECKING:
    from p4tui.storage.records import SavedGame


def show_review(screen: P4Screen[Any], match: Match, facts: str = "") -> None:
    """Show the review of a game, with facts about it in the header; or say that there is nothing to review."""
    if not match.game.cursor:
        screen.say(_("There are no moves to review"), alert=True)
        return
    from p4tui.tui.screens.review import ReviewScreen

    screen.app.push_screen(ReviewScreen(match, facts))


def saved_facts(saved: SavedGame) -> str:
    """Return the number and the date of a saved game."""
    date = date_words(saved.changed, MINUTE)
    return _("Game {number}, {date}").format(number=saved.number, date=date)


def review_last(screen: P4Screen[Any]) -> None:
    """Show the review of the last finished game that can be read, or say that there is none."""
    screen.open_by(partial(_review_last, screen))


async def _review_last(screen: P4Screen[Any]) -> None:
    try:
        saved = await screen.ask_games(lambda games: games.last_finished())
    except (RecordError, StorageError) as error:
        screen.say(problem_sentence(error), alert=True)
        return
    if saved is None:
        screen.say(no_finished_game_sentence(), alert=True)
    elif screen.is_active:
        show_review(screen, saved.match, saved_facts(saved))
