"""Who has a game: a token in its row, which only the window that plays the game knows.

No locks of our own, no process ids: a program that takes a game over writes another token, and the one that had it finds
out when it saves next, or when the archive looks.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from p4tui.storage.errors import GameDeletedError, GameLostError, GameTakenError

if TYPE_CHECKING:  # the first picture does not wait for SQLite
    import sqlite3

    from p4tui.play.match import Match
    from p4tui.storage.records import SavedGame


def new_token() -> str:
    """Return a token that nothing else has."""
    return os.urandom(8).hex()


@dataclass(eq=False, slots=True)
class Ownership:
    """A game that is played here. Only the thread with the repository changes it.

    Attributes:
        token: what the row says while the game is ours.
        number: the game's, or None until it is saved for the first time.
        started: the row's date, which tells it from another game of this number in another file.
        generation: of the file in which it has this number.
        confirmed: whether the row is known to be there. A disk that fails in the end may have written it or not.
        copy: of a game that was taken over: the game that holds what only this window had, or None.
    """

    token: str = field(default_factory=new_token)
    number: int | None = None
    started: float = 0.0
    generation: int = 0
    confirmed: bool = False
    copy: Ownership | None = None


@dataclass(frozen=True, slots=True)
class OpenedGame:
    """A saved game to be played on.

    Attributes:
        saved: the game as it stood when it was opened.
        ownership: what saves it from now on.
    """

    saved: SavedGame
    ownership: Ownership


def loss(connection: sqlite3.Connection, owned: Ownership, generation: int) -> GameLostError | None:
    """Return why the row of a game is ours no longer.

    None: it is ours, or another file has taken the database's place, or the first save did not get there.

    A row from a backup is nobody's, and so ours.
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
    """Return whether a game's row has all the moves that stand in a match, be it that they were taken back there."""
    from p4tui.core.notation import format_moves

    row = connection.execute("SELECT moves FROM games WHERE id = ?", (number,)).fetchone()
    return row is not None and str(row["moves"]).startswith(format_moves(match.game.played))
