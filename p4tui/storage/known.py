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
_MOST_LOOKED_AT = 200
"""Games of the same moment and players: people begin one at a time, but a file can hold any number of them."""


def is_here(connection: sqlite3.Connection, row: Mapping[str, object]) -> bool:
    """Whether a game of this row is here already; see `Library.add`."""
    same = " AND ".join(f"{name} IS :{name}" for name in _SAME)
    standing = "substr(moves, 1, cursor)"
    found = connection.execute(
        f"SELECT 1 FROM (SELECT * FROM games INDEXED BY games_by_start WHERE {same} LIMIT {_MOST_LOOKED_AT})"
        f" WHERE {NOT_DELETED} AND (substr({standing}, 1, :cursor) = substr(:moves, 1, :cursor)"
        f" OR {standing} = substr(:moves, 1, min(cursor, :cursor))) LIMIT 1",
        row,
    )
    return found.fetchone() is not None
