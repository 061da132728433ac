"""The games of another database of ours, as one on another machine or one that was moved aside: read through SQLite alone."""

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
    """Yield every game of a database, the oldest first; in place of what is no game, why. The file is not changed.

    Raises:
        StorageError: it is no database of ours, a newer version's, or damaged: then the games before the damage came.
    """
    try:
        with contextlib.closing(_opened(path)) as connection:
            version = schema.check(connection, len(MIGRATIONS), path)
            if not version:
                raise StorageError(StorageProblem.FOREIGN, path)
            for row in connection.execute(f"SELECT * FROM games WHERE {NOT_DELETED} ORDER BY id"):
                try:
                    yield records.saved_game(row)
                except RecordError as error:
                    yield error
    except ERRORS as error:
        raise StorageError(problem_of(error), path) from error


def _opened(path: Path) -> sqlite3.Connection:
    """Connect to a file, also where nothing can be written beside it."""
    connection = connections.connect(path.absolute(), "mode=ro")
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except ERRORS as error:
        connections.close(connection)
        if problem_of(error) is not StorageProblem.UNREADABLE:
            raise
        connection = connections.connect(path.absolute(), "mode=ro&immutable=1")
    return connections.only_read(connection)
