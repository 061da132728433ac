"""Opens a game to be gone on with, also one that another terminal plays: a line that was cut may leave it there."""

from __future__ import annotations

import contextlib

from p4tui.cli.parsing import LONGEST_COMPLAINT, complain
from p4tui.cli.saved import answered_yes, can_ask
from p4tui.i18n import _
from p4tui.saved_words import busy_game_words, not_ended_sentence, take_over_question
from p4tui.storage.errors import GameInUseError, NoSuchGameError, RecordError
from p4tui.storage.games import GameRepository
from p4tui.storage.records import SavedGame


def reopened(games: GameRepository, number: int | None, *, take_over: bool) -> SavedGame | None:
    """A game to play on, None where it was said why there is none; one that is over is only looked at."""
    found = _left_last(games) if number is None else games.load(number)
    if found is None:
        complain(_("There is no unfinished game to go on with."))
    elif found.match.outcome is not None:
        return found
    else:
        with contextlib.suppress(GameInUseError):
            return games.open(found.number)
        return _taken_over(games, found, sure=take_over, asked_for=number is not None)
    return None


def _left_last(games: GameRepository) -> SavedGame | None:
    """The unfinished game that was left last, to look at, wherever it is being played; None: none.

    Raises:
        RecordError: those that there are cannot be read.
    """
    unreadable: RecordError | None = None
    for summary in games.unfinished(busy=True):
        try:
            return games.load(summary.number)
        except NoSuchGameError:
            continue
        except RecordError as error:
            unreadable = unreadable or error
    if unreadable is not None:
        raise unreadable
    return None


def _taken_over(
    games: GameRepository, game: SavedGame, *, sure: bool, asked_for: bool
) -> SavedGame | None:
    """A game that another terminal plays, after a question unless it is sure; None where it stays there, which was said.

    Raises:
        GameInUseError: nobody knows who plays the game that was asked for by its number.
    """
    known = games.holder(game.number) is not None
    if known and not sure and can_ask():
        print(f"{take_over_question(game)} {_('[y/N]')}", end=" ", flush=True)
        sure = answered_yes()
    if not known and asked_for:
        raise GameInUseError(game.number)
    if known and sure:
        with contextlib.suppress(GameInUseError):
            return games.take_over(game.number)
        complain(not_ended_sentence(game), LONGEST_COMPLAINT)
        return None
    if known:
        sentence = _(
            "Game {game} is being played in another terminal: p4tui resume {number} --take-over ends it there and goes"
            " on here, p4tui resume N goes on with another game."
        )
    else:
        sentence = _(
            "Game {game} is being played elsewhere: p4tui resume N goes on with another game."
        )
    complain(sentence.format(game=busy_game_words(game), number=game.number), LONGEST_COMPLAINT)
    return None
