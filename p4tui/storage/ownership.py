"""Ownership of a game: a token in its row, known only to the window that plays it.

A program takes a game over by writing another token. The previous owner notices at its next save, or when the archive
checks the row. There are no locks of our own and no process ids.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from p4tui.storage.errors import GameDeletedError, GameLostError, GameTakenError

if TYPE_CHECKING:  # SQLite is imported after the first picture
    import sqlite3

    from p4tui.play.match import Match
    from p4tui.storage.records import SavedGame


def new_token() -> str:
    """Return a unique token."""
    return os.urandom(8).hex()


@dataclass(eq=False, slots=True)
class Ownership:
    """The ownership of a game played here. Only the repository's thread changes it.

    Attributes:
        token: the owner in the row while the game is ours.
        number: the game's, or None before its first save.
        started: the row's date, which differs from that of a game with this number in another file.
        generation: of the file in which it has this number.
        confirmed: whether the row was certainly written; after a disk error that is unknown.
        copy: after a take-over, the ownership of the game with the moves that only this window has, or None.
    """

    token: str = field(default_factory=new_token)
    number: int | None = None
    started: float = 0.0
    generation: int = 0
    confirmed: bool = False
    copy: Ownership | None = None


@dataclass(frozen=True, slots=True)
class OpenedGame:
    """A saved game that was opened for play.

    Attributes:
        saved: the game as it was then.
        ownership: its ownership from now on.
    """

    saved: SavedGame
    ownership: Ownership


def find_loss(
    connection: sqlite3.Connection, owned: Ownership, generation: int
) -> GameLostError | None:
    """Return why a game is no longer ours, or None. A game without a row in this file is ours.

    A row from a backup has no owner and counts as ours.
    """
    assert owned.number is not None
    row = connection.execute(
        "SELECT owner, started, deleted FROM games WHERE id = ?", (owned.number,)
    ).fetchone()
    if row is None or row["started"] != owned.started:
        gone = owned.confirmed and owned.generation == generation
        return GameDeletedError(owned.number) if gone else None
    if row["deleted"]:
        return GameDeletedError(owned.number)
    return None if row["owner"] in {owned.token, None} else GameTakenError(owned.number)


def row_contains(connection: sqlite3.Connection, number: int, match: Match) -> bool:
    """Return whether a game's row has all moves of a match, even if they were taken back there."""
    from p4tui.core.notation import format_moves

    row = connection.execute("SELECT moves FROM games WHERE id = ?", (number,)).fetchone()
    return row is not None and str(row["moves"]).startswith(format_moves(match.game.played))
