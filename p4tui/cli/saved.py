"""What the commands on saved games share: the games, and what is said where one cannot be had."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator

from p4tui import paths
from p4tui.cli.parser import LONGEST_COMPLAINT, complain
from p4tui.cli.streams import is_terminal, standard_input
from p4tui.storage.games import GameRepository
from p4tui.words.saved import GAME_PROBLEMS, problem_sentence, restored_sentence

_YES = {"y", "yes", "o", "oui"}
_LONGEST_ANSWER = 100

FAILED = 1
"""The status where a game cannot be had, or the games cannot be read or written."""


@contextlib.contextmanager
def said() -> Iterator[None]:
    """Say what is wrong with a game or with the database instead of raising it."""
    try:
        yield
    except GAME_PROBLEMS as error:
        complain(problem_sentence(error), LONGEST_COMPLAINT)


def users_games() -> GameRepository:
    """The user's games; what becomes of a damaged database is said."""
    games = GameRepository(paths.games_file())
    games.on_restored(lambda restored: complain(restored_sentence(restored), LONGEST_COMPLAINT))
    return games


def with_games(work: Callable[[GameRepository], int]) -> int:
    """Do something with the user's games; its status, or `FAILED` where it was said what is wrong."""
    status = FAILED
    with said(), contextlib.closing(users_games()) as games:
        status = work(games)
    return status  # noqa: RET504  `said` may have ended it before there was another


def can_ask() -> bool:
    """Whether somebody sees a question and can answer it."""
    return all(is_terminal(stream) for stream in (sys.stdin, sys.stdout))


def answered_yes() -> bool:
    """Whether the line that is typed now is a yes; no line, or any other one, is none."""
    line = standard_input().read(_LONGEST_ANSWER)
    return line is not None and line.text.strip().casefold() in _YES
