"""Whether a game of a file is here already."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from p4tui.storage.summaries import NOT_DELETED

_SAME = (
    *("started", "red_name", "yellow_name", "red_level", "yellow_level"),
    *("board_columns", "board_rows", "connect", "start", "starter"),
)
"""What tells one game from others, besides its moves; the columns of the index first."""
_MOST_LOOKED_AT = 1000
"""Games of the same moment and players: people begin one at a time, but a file can hold any number of them."""


class Known:
    """Which games of a source are here: each that was here before stands for one of them, and no more.

    Games that nobody can tell apart may be several, such as move strings that were imported at one moment. Two of one number
    are states of one game: a source may hold several exports.
    """

    def __init__(self) -> None:
        """Nothing was brought in so far."""
        self._newest: int | None = None
        self._taken: dict[int, int] = {}
        """For the numbers of the source, that of the game here."""
        self._stand: set[int] = set()
        """The games here that were there before, and stand for one of the source."""
        self._taken_now: dict[int, int] = {}
        self._stand_now: set[int] = set()

    def begin(self) -> None:
        """A transaction begins; what was found in one that has come to nothing is forgotten."""
        self._taken_now, self._stand_now = {}, set()

    def keep(self) -> None:
        """The transaction has come to its end."""
        self._taken |= self._taken_now
        self._stand |= self._stand_now
        self.begin()

    def has(self, connection: sqlite3.Connection, row: Mapping[str, object], number: int) -> bool:
        """Whether a game of the source is here.

        Args:
            connection: to the database.
            row: the game's row.
            number: its number in the source, 0 where it has none.
        """
        if self._newest is None:
            (newest,) = connection.execute("SELECT max(id) FROM games").fetchone()
            self._newest = newest or 0
        found = _alike(connection, row)
        taken = self._taken_now.get(number, self._taken.get(number, 0))
        # Of very many that are alike the others are not looked at.
        if taken in found or len(found) >= _MOST_LOOKED_AT:
            return True
        for each in found:
            before = each <= self._newest and each not in self._stand
            before = before and each not in self._stand_now
            if before or not number:
                self._stand_now.add(each)
                self.note(number, each)
                return True
        return False

    def note(self, number: int, here: int) -> None:
        """Which game here is one of the source."""
        if number:
            self._taken_now[number] = here


def is_here(connection: sqlite3.Connection, row: Mapping[str, object]) -> bool:
    """Whether a game of this row is here."""
    return bool(_alike(connection, row))


def _alike(connection: sqlite3.Connection, row: Mapping[str, object]) -> list[int]:
    """The numbers of the games that may be that of a row, as `Library.add` says; those with just its moves first."""
    same = " AND ".join(f"{name} IS :{name}" for name in _SAME)
    standing = "substr(moves, 1, cursor)"
    found = connection.execute(
        f"SELECT id FROM (SELECT * FROM games INDEXED BY games_by_start WHERE {same} LIMIT {_MOST_LOOKED_AT})"
        f" WHERE {NOT_DELETED} AND (substr({standing}, 1, :cursor) = substr(:moves, 1, :cursor)"
        f" OR {standing} = substr(:moves, 1, min(cursor, :cursor)))"
        " ORDER BY cursor = :cursor AND moves = :moves DESC, id",
        row,
    )
    return [int(each["id"]) for each in found]
