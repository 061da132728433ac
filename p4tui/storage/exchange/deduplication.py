"""Whether a game of a file that is imported is here already."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from p4tui.storage.summaries import NOT_DELETED

_SAME = (
    *("started", "red_name", "yellow_name", "red_kind", "red_id", "yellow_kind", "yellow_id"),
    *("board_columns", "board_rows", "connect", "start", "starter"),
)
"""What tells one game from others, besides its moves; the columns of the index first."""
_MOST_LOOKED_AT = 1000
"""Games of the same moment and players: people begin one at a time, but a file can hold any number of them."""


class ImportDeduplicator:
    """Matches the games of one source with those that are here: each game here matches one of the source, and no more.

    Games that nobody can tell apart may be several, such as move strings that were imported at one moment. Two of one number
    are states of one game: a source may hold several exports. What another import brings in meanwhile is here, too.
    """

    def __init__(self) -> None:
        """Begin with a source of which nothing was brought in."""
        self._numbers: dict[int, int] = {}
        self._matched: set[int] = set()
        self._new_numbers: dict[int, int] = {}
        self._new_matched: set[int] = set()

    def begin(self) -> None:
        """Begin a transaction; forget what was found in one that has come to nothing."""
        self._new_numbers, self._new_matched = {}, set()

    def commit(self) -> None:
        """Keep what was found in the transaction."""
        self._numbers |= self._new_numbers
        self._matched |= self._new_matched
        self.begin()

    def is_here(
        self, connection: sqlite3.Connection, row: Mapping[str, object], number: int
    ) -> bool:
        """Return whether a game of the source is here.

        Args:
            connection: to the database.
            row: the game's row.
            number: its number in the source, 0 where it has none.
        """
        found = _alike(connection, row)
        here = self._new_numbers.get(number, self._numbers.get(number, 0))
        # Of very many that are alike the others are not looked at.
        if here in found or len(found) >= _MOST_LOOKED_AT:
            return True
        for each in found:
            # Without a number nothing tells them apart: they are one.
            if not number or not (each in self._matched or each in self._new_matched):
                self.note(number, each)
                return True
        return False

    def note(self, number: int, here: int) -> None:
        """Note which game here is the one of a number in the source."""
        self._new_matched.add(here)
        if number:
            self._new_numbers[number] = here


def _alike(connection: sqlite3.Connection, row: Mapping[str, object]) -> list[int]:
    """Return the numbers of the games that may be that of a row, as `GameRepository.add` says; the same moves first."""
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
