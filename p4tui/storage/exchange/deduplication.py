"""`ImportDeduplicator`: finds imported games that exist here already."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from p4tui.storage.summaries import NOT_DELETED

_IDENTITY = (
    *("started", "red_name", "yellow_name", "red_kind", "red_id", "yellow_kind", "yellow_id"),
    *("board_columns", "board_rows", "connect", "start", "starter"),
)
"""The columns that identify a game, besides its moves; indexed ones first."""
_MAX_COMPARED = 1000
"""The limit of compared games with the same start and players; an imported file may have any number."""


class ImportDeduplicator:
    """Matches the games of one source with existing games. Each existing game matches at most one imported game.

    Identical games may exist, for example move strings imported together. Two games of one number are states of one game: a
    source may contain several exports. Games of a simultaneous import exist here, too.
    """

    def __init__(self) -> None:
        """Begin a source."""
        self._numbers: dict[int, int] = {}
        self._matched: set[int] = set()
        self._new_numbers: dict[int, int] = {}
        self._new_matched: set[int] = set()

    def begin(self) -> None:
        """Begin a transaction; drop the matches of a failed one."""
        self._new_numbers, self._new_matched = {}, set()

    def commit(self) -> None:
        """Keep the matches of the transaction."""
        self._numbers |= self._new_numbers
        self._matched |= self._new_matched
        self.begin()

    def exists(
        self, connection: sqlite3.Connection, row: Mapping[str, object], number: int
    ) -> bool:
        """Return whether a game of the source exists here; `number` is its number in the source, or 0."""
        found = _equal_games(connection, row)
        here = self._new_numbers.get(number, self._numbers.get(number, 0))
        # The limit may have hidden the match.
        if here in found or len(found) >= _MAX_COMPARED:
            return True
        for each in found:
            # Without a number equal games are one.
            if not number or not (each in self._matched or each in self._new_matched):
                self.note(number, each)
                return True
        return False

    def note(self, number: int, here: int) -> None:
        """Record that game `here` matches the source's game `number`."""
        self._new_matched.add(here)
        if number:
            self._new_numbers[number] = here


def _equal_games(connection: sqlite3.Connection, row: Mapping[str, object]) -> list[int]:
    """Return the numbers of the games equal to a row, as `Library.add` defines it; those with the same moves first."""
    same = " AND ".join(f"{name} IS :{name}" for name in _IDENTITY)
    standing = "substr(moves, 1, cursor)"
    found = connection.execute(
        f"SELECT id FROM (SELECT * FROM games INDEXED BY games_by_start WHERE {same} LIMIT {_MAX_COMPARED})"
        f" WHERE {NOT_DELETED} AND (substr({standing}, 1, :cursor) = substr(:moves, 1, :cursor)"
        f" OR {standing} = substr(:moves, 1, min(cursor, :cursor)))"
        " ORDER BY cursor = :cursor AND moves = :moves DESC, id",
        row,
    )
    return [int(each["id"]) for each in found]
