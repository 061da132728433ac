"""The tables, as steps from version to version. A released step never changes; new ones are added."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from p4tui.storage import connections
from p4tui.storage.errors import StorageError, StorageProblem

APPLICATION_ID = 0x70347475
"""Marks the file's header as p4tui's: the letters p4tu."""

Migrations = tuple[tuple[str, ...], ...]
"""For each version, from 1 on, the statements that lead to it."""

MIGRATIONS: Migrations = (
    (
        # One row holds a whole game and is written whole at every move.
        """
        CREATE TABLE games (
            id INTEGER PRIMARY KEY AUTOINCREMENT,  -- never given twice: a number that was told stays that game's
            match INTEGER,                -- not written any more
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
        # For lists, newest first, and for unfinished games.
        "CREATE INDEX games_by_change ON games (deleted, changed DESC, id DESC, termination)",
        """
        CREATE INDEX unfinished_games ON games (changed DESC, id DESC)
            WHERE termination IS NULL AND deleted = 0 AND imported = 0
        """,
        # For finding duplicates at import. Playing changes none of these columns.
        "CREATE INDEX games_by_start ON games (started, red_name, yellow_name)",
    ),
    (
        # The token of the window that plays the game; only this window saves it.
        "ALTER TABLE games ADD COLUMN owner TEXT",
        # The order of play, independent of the system clock: max + 1 at each change by a player.
        "ALTER TABLE games ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0",
        # The seats. Levels also stay in their old columns, for older readers.
        "ALTER TABLE games ADD COLUMN red_kind TEXT NOT NULL DEFAULT 'person'",
        "ALTER TABLE games ADD COLUMN red_id TEXT",
        "ALTER TABLE games ADD COLUMN yellow_kind TEXT NOT NULL DEFAULT 'person'",
        "ALTER TABLE games ADD COLUMN yellow_id TEXT",
        "UPDATE games SET red_kind = 'level', red_id = red_level WHERE red_level IS NOT NULL",
        "UPDATE games SET yellow_kind = 'level', yellow_id = yellow_level WHERE yellow_level IS NOT NULL",
        "DROP INDEX unfinished_games",
        """
        CREATE INDEX unfinished_games ON games (sequence DESC, changed DESC, id DESC)
            WHERE termination IS NULL AND deleted = 0 AND imported = 0
        """,
        "CREATE INDEX games_by_sequence ON games (sequence)",
    ),
    (
        # What the coach remembers; see `training.py`.
        """
        CREATE TABLE solved_lessons (
            lesson TEXT NOT NULL,         -- the ids of the lesson and of the position in it
            position TEXT NOT NULL,
            PRIMARY KEY (lesson, position)
        )
        """,
        """
        CREATE TABLE daily_puzzles (
            date TEXT NOT NULL,           -- '2026-11-28'
            version INTEGER NOT NULL,     -- of the file of puzzles, which decides on the puzzle of a date
            tries INTEGER NOT NULL,
            solved INTEGER NOT NULL,      -- 1: by the last of the tries
            PRIMARY KEY (date, version)
        )
        """,
        """
        CREATE TABLE mistakes (
            id INTEGER PRIMARY KEY,
            board_columns INTEGER NOT NULL,
            board_rows INTEGER NOT NULL,
            connect INTEGER NOT NULL,
            discs TEXT NOT NULL,          -- the position before the mistake, written like the start of a game
            starter INTEGER NOT NULL,     -- the colour of the first side, 1 red, 2 yellow
            scores TEXT NOT NULL,         -- of the columns, for the side to move: '-2,0,3,,1,0,0'; a full one has none
            played INTEGER NOT NULL,      -- the column that was the mistake, from 0
            game INTEGER NOT NULL,        -- the number of the game, which may be deleted, and the ply from 1
            ply INTEGER NOT NULL,
            state INTEGER NOT NULL,       -- of FSRS: 1 learning, 2 review, 3 relearning
            step INTEGER,
            stability REAL,
            difficulty REAL,
            due REAL NOT NULL,            -- seconds since 1970, UTC
            repeated REAL,                -- the last time; NULL before the first
            UNIQUE (board_columns, board_rows, connect, discs)
        )
        """,
        "CREATE INDEX mistakes_by_due ON mistakes (due, id)",
        # Whether the game's mistakes are among them; 0 again after each change by a player.
        "ALTER TABLE games ADD COLUMN reviewed INTEGER NOT NULL DEFAULT 0",
        """
        CREATE INDEX unreviewed_games ON games (id)
            WHERE reviewed = 0 AND termination IS NOT NULL AND deleted = 0 AND imported = 0
        """,
    ),
    (
        # How many moves had been made at each exchange of the seats: '3,10'. The seats are those after the last one.
        "ALTER TABLE games ADD COLUMN swaps TEXT NOT NULL DEFAULT ''",
        # reviewed = 2: in part, by the slow kernel; the compiled one may prove the rest.
        """
        CREATE INDEX partly_reviewed_games ON games (id)
            WHERE reviewed = 2 AND termination IS NOT NULL AND deleted = 0 AND imported = 0
        """,
    ),
)
"""The steps to the tables of this version."""


def version_of(connection: sqlite3.Connection) -> int:
    """Return the version of the tables, 0 if there are none."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def check(connection: sqlite3.Connection, known: int, path: Path) -> int:
    """Return the version of a file's tables, 0 for an empty file; `known` is the newest version known.

    Raises:
        StorageError: the file belongs to another program or a newer version.
    """
    # One transaction: another program may be creating the tables.
    inside = connection.in_transaction
    with contextlib.nullcontext() if inside else connections.transaction(connection, write=False):
        # Header first: a damaged table list must not make a foreign file ours.
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        version = version_of(connection)
        ours = application == APPLICATION_ID and version >= 0
        if ours and version > known:
            raise StorageError(StorageProblem.NEWER, path)
        if not ours and (application or version):
            raise StorageError(StorageProblem.FOREIGN, path)
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if not ours and tables:
            raise StorageError(StorageProblem.FOREIGN, path)
    return version


def migrate(connection: sqlite3.Connection, migrations: Migrations, path: Path) -> None:
    """Update a file's tables, each step whole or not at all.

    Raises:
        StorageError: see `check`.
    """
    while (version := check(connection, len(migrations), path)) < len(migrations):
        with connections.transaction(connection, write=True):
            # Another program may have made this step meanwhile.
            if version_of(connection) == version:
                for statement in migrations[version]:
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                connection.execute(f"PRAGMA user_version = {version + 1}")
