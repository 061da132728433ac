"""What the commands on saved games share: the games, and what is said where one cannot be had."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from p4tui import paths
from p4tui.cli.parsing import LONGEST_COMPLAINT, complain
from p4tui.saved_words import GAME_PROBLEMS, problem_sentence
from p4tui.storage.games import GameRepository

FAILED = 1
"""The status where a game cannot be had, or the games cannot be read or written."""


@contextlib.contextmanager
def said() -> Iterator[None]:
    """Say what is wrong with a game or with the database instead of raising it."""
    try:
        yield
    except GAME_PROBLEMS as error:
        complain(problem_sentence(error), LONGEST_COMPLAINT)


def with_games(work: Callable[[GameRepository], int]) -> int:
    """Do something with the user's games; its status, or `FAILED` where it was said what is wrong."""
    status = FAILED
    with said(), contextlib.closing(GameRepository(paths.games_file())) as games:
        status = work(games)
    return status  # noqa: RET504  `said` may have ended it before there was another
