"""The tables, as steps from one version to the next. A step that was released is never changed; a new one is added."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from p4tui.storage.connections import in_memory
from p4tui.storage.errors import StorageError, StorageProblem

APPLICATION_ID = 0x70347475
"""Says in the file's header that it is p4tui's: the letters p4tu."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        # One row holds all that is known of a game: it is written whole at every move, so that a row is never half a game.
        """
        CREATE TABLE games (
            id INTEGER PRIMARY KEY AUTOINCREMENT,  -- never given twice: a number that was told stays that game's
            match INTEGER,                -- the id of the match's first game
            started REAL NOT NULL,        -- seconds since 1970, UTC
            changed REAL NOT NULL,
            imported INTEGER NOT NULL,    -- 1: read from a file, 0: played here
            deleted INTEGER NOT NULL DEFAULT 0,
            board_columns INTEGER NOT NULL,
            board_rows INTEGER NOT NULL,
            connect INTEGER NOT NULL,
            start TEXT NOT NULL,          -- columns from the left, discs from below, 1: the first side's; '' for an empty board
            starter INTEGER NOT NULL,     -- the colour of the first side, 1 red, 2 yellow
            red_name TEXT NOT NULL,
            red_level TEXT,               -- NULL: a person
            yellow_name TEXT NOT NULL,
            yellow_level TEXT,
            moves TEXT NOT NULL,          -- a move string, with the moves that were taken back
            cursor INTEGER NOT NULL,      -- how many of them stand
            resigned INTEGER,             -- the side, 0 or 1
            timed_out INTEGER,
            termination TEXT,             -- NULL while the game goes on
            winner INTEGER,               -- the colour; NULL for a draw
            results TEXT NOT NULL,        -- of the match's games before: r, y or d each
            control TEXT,                 -- milliseconds for the game and the move: '300000+3000'; NULL without a clock
            times TEXT,                   -- milliseconds left to both sides at each position: '300000,300000;298100,300000'
            spent INTEGER NOT NULL DEFAULT 0,  -- milliseconds used of the turn
            clock_begin INTEGER NOT NULL DEFAULT 0  -- how many moves the game had when the clock was set
        )
        """,
        # What a list shows, newest first, and whether a game has ended; and the games that wait to be finished.
        "CREATE INDEX games_by_change ON games (deleted, changed DESC, id DESC, termination)",
        """
        CREATE INDEX unfinished_games ON games (changed DESC, id DESC)
            WHERE termination IS NULL AND deleted = 0 AND imported = 0
        """,
        # Whether a game of a file is here already. What is played changes none of these.
        "CREATE INDEX games_by_start ON games (started, red_name, yellow_name)",
    ),
)
"""For each version, from 1 on, the statements that lead to it from the one before."""


def version_of(connection: sqlite3.Connection) -> int:
    """The version of the tables, 0 where there are none."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def is_others(connection: sqlite3.Connection, known: int) -> bool:
    """Whether a file says of itself that it is another program's, or a newer version's, whatever else is in it."""
    version = version_of(connection)
    if is_ours(connection):
        return not 0 <= version <= known
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    return bool(application or version)


def is_ours(connection: sqlite3.Connection) -> bool:
    """Whether a file says of itself that p4tui wrote it, in any version."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    return bool(application == APPLICATION_ID)


def is_readable(connection: sqlite3.Connection) -> bool:
    """Whether the list of a file's tables can be read."""
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error:
        return False
    return True


def check(connection: sqlite3.Connection, known: int, path: Path) -> int:
    """The version of a file's tables, 0 for an empty file.

    Args:
        connection: to the file.
        known: the newest version that there is.
        path: the file, for the error.

    Raises:
        StorageError: it is another program's, or a newer version's.
    """
    with _one_moment(connection):
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        version = version_of(connection)
    if version < 0 or (application != APPLICATION_ID and (application or version or tables)):
        raise StorageError(StorageProblem.FOREIGN, path)
    if version > known:
        raise StorageError(StorageProblem.NEWER, path)
    return version


@contextlib.contextmanager
def _one_moment(connection: sqlite3.Connection) -> Iterator[None]:
    """What is read sees nothing that another program writes in between, such as the tables without their version."""
    begins = not connection.in_transaction
    if begins:
        connection.execute("BEGIN")
    try:
        yield
    finally:
        if begins:
            with contextlib.suppress(sqlite3.Error):  # an error may have ended it
                connection.execute("ROLLBACK")


def require_tables(
    connection: sqlite3.Connection, migrations: tuple[tuple[str, ...], ...], path: Path
) -> None:
    """Refuse a file of ours whose columns have not the names of its version: what is asked for would not be found.

    Raises:
        StorageError: it lacks some.
    """
    if lacks_tables(connection, migrations, path):
        raise StorageError(StorageProblem.DAMAGED, path)


def require_whole(connection: sqlite3.Connection, path: Path | None) -> None:
    """Refuse a file in which anything is damaged; all of it is read for that.

    Raises:
        StorageError: something is.
    """
    (answer,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if answer != "ok":
        raise StorageError(StorageProblem.DAMAGED, path)


def lacks_tables(
    connection: sqlite3.Connection, migrations: tuple[tuple[str, ...], ...], path: Path
) -> bool:
    """Whether a file of ours has not all the columns and indexes of its version; False where nobody knows which those are."""
    try:
        version = check(connection, len(migrations), path)
    except StorageError:
        return False
    with contextlib.closing(in_memory()) as whole:
        migrate(whole, migrations[:version], path)
        return not _parts(whole) <= _parts(connection)


def _parts(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    """Each column and each index of a file with the name of its table."""
    rows = connection.execute(
        """
        SELECT made.name, found.name FROM sqlite_master AS made, pragma_table_info(made.name) AS found
            WHERE made.type = 'table'
        UNION SELECT tbl_name, name FROM sqlite_master WHERE type = 'index'
        """
    )
    return {(str(table), str(part)) for table, part in rows}


def migrate(
    connection: sqlite3.Connection, migrations: tuple[tuple[str, ...], ...], path: Path
) -> None:
    """Bring a file's tables up to date, each step whole or not at all.

    Raises:
        StorageError: as `check` does.
    """
    while (version := check(connection, len(migrations), path)) < len(migrations):
        connection.execute("BEGIN IMMEDIATE")
        try:
            # Another program may have made the step while this one waited.
            if version_of(connection) == version:
                for statement in migrations[version]:
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                connection.execute(f"PRAGMA user_version = {version + 1}")
            connection.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            raise
