"""What the commands on saved games share: the games, and what is said where one cannot be had."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from p4tui import paths
from p4tui.cli.parsing import LONGEST_COMPLAINT, complain
from p4tui.storage.errors import GameInUseError, NoSuchGameError, RecordError, StorageError
from p4tui.storage.games import GameRepository
from p4tui.words import saved_game_sentence, storage_sentence

FAILED = 1
"""The status where a game cannot be had, or the games cannot be read or written."""


@contextlib.contextmanager
def opened() -> Iterator[GameRepository]:
    """The user's games; closed at the end."""
    games = GameRepository(paths.games_file())
    try:
        yield games
    finally:
        games.close()


@contextlib.contextmanager
def said() -> Iterator[list[Exception]]:
    """Say what is wrong with a game or with the database instead of raising it.

    Yields:
        what was said; empty where all went well.
    """
    trouble: list[Exception] = []
    try:
        yield trouble
    except StorageError as error:
        trouble.append(error)
        complain(storage_sentence(error), LONGEST_COMPLAINT)
    except (NoSuchGameError, GameInUseError, RecordError) as error:
        trouble.append(error)
        complain(saved_game_sentence(error))
