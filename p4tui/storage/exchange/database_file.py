"""Reads the games of another p4tui database, such as another machine's or a damaged one, through SQLite alone."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from p4tui.storage import connections, records, schema
from p4tui.storage.connections import ERRORS, problem_of
from p4tui.storage.errors import RecordError, StorageError, StorageProblem
from p4tui.storage.records import SavedGame
from p4tui.storage.schema import MIGRATIONS
from p4tui.storage.summaries import NOT_DELETED


def games_of_database(path: Path) -> Iterator[SavedGame | RecordError]:
    """Yield the games of a database, the oldest first, and an error for each invalid row. The file is not changed.

    Raises:
        StorageError: the file is foreign, of a newer version, or damaged. Of a damaged one the games before the damage are
            yielded, then those after it, the newest first.
    """
    last = 0
    try:
        with contextlib.closing(_connect(path)) as connection:
            if not schema.check(connection, len(MIGRATIONS), path):
                raise StorageError(StorageProblem.FOREIGN, path)
            for row in _rows(connection, "id"):
                last = row["id"]
                yield records.game_or_error(row)
    except ERRORS as error:
        if problem_of(error) is StorageProblem.DAMAGED:
            yield from _games_after_damage(path, last)
        raise StorageError(problem_of(error), path) from error


def _games_after_damage(path: Path, last: int) -> Iterator[SavedGame | RecordError]:
    """Yield the games from the newest back to the damage, or back to the last game before it."""
    with contextlib.suppress(*ERRORS), contextlib.closing(_connect(path)) as connection:
        for row in _rows(connection, "id DESC"):
            if row["id"] <= last:
                return
            yield records.game_or_error(row)


def _rows(connection: sqlite3.Connection, order: str) -> sqlite3.Cursor:
    """Select all rows from the table itself: an index may be damaged."""
    return connection.execute(
        f"SELECT * FROM games NOT INDEXED WHERE {NOT_DELETED} ORDER BY {order}"
    )


def _connect(path: Path) -> sqlite3.Connection:
    """Connect to a file; unless it has a log, SQLite creates nothing beside it."""
    path = path.absolute()
    log = connections.companion_files(path)[0]
    mode = "mode=ro" if log.exists() and log.stat().st_size else "mode=ro&immutable=1"
    return connections.make_read_only(connections.connect(path, mode))
