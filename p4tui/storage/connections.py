"""Connections to SQLite files, and what their errors mean."""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
import sys
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

from p4tui.storage.errors import StorageProblem

BUSY_SECONDS = 5.0
"""How long a transaction waits for another program's."""
IMPATIENT_SECONDS = 0.05
"""How long it waits where one has waited in vain: for what others do in passing, and not for who keeps it to himself."""
_FIRST_PAUSE = 0.005
"""Seconds before the second try to begin one: what a commit takes on a disk."""
_LEAST_PAUSE = 0.0005
"""Seconds between two tries in the end."""

_PROBLEMS = {
    sqlite3.SQLITE_READONLY: StorageProblem.READ_ONLY,
    sqlite3.SQLITE_PERM: StorageProblem.READ_ONLY,
    sqlite3.SQLITE_FULL: StorageProblem.FULL,
    # It cannot lengthen the file of shared memory, for want of space.
    sqlite3.SQLITE_IOERR_SHMSIZE: StorageProblem.FULL,
    sqlite3.SQLITE_IOERR: StorageProblem.DISK,
    sqlite3.SQLITE_BUSY: StorageProblem.BUSY,
    sqlite3.SQLITE_LOCKED: StorageProblem.BUSY,
    sqlite3.SQLITE_PROTOCOL: StorageProblem.BUSY,
    sqlite3.SQLITE_CORRUPT: StorageProblem.DAMAGED,
    sqlite3.SQLITE_NOTADB: StorageProblem.DAMAGED,
}
_SYSTEM_PROBLEMS = {
    errno.EROFS: StorageProblem.READ_ONLY,
    errno.EACCES: StorageProblem.READ_ONLY,
    errno.EPERM: StorageProblem.READ_ONLY,
    errno.ENOSPC: StorageProblem.FULL,
    errno.EDQUOT: StorageProblem.FULL,
    errno.EIO: StorageProblem.DISK,
}

_ABANDONED: list[sqlite3.Connection] = []


def problem_of(error: sqlite3.Error | OSError) -> StorageProblem:
    """What an error of SQLite or of the file system means; SQLite's extended codes have the simple one in their lowest byte."""
    if isinstance(error, OSError):
        return _SYSTEM_PROBLEMS.get(error.errno or 0, StorageProblem.UNREADABLE)
    code = getattr(error, "sqlite_errorcode", None) or 0
    simple = _PROBLEMS.get(code & 0xFF, StorageProblem.UNREADABLE)
    return _PROBLEMS.get(code, simple)


def is_no_database(error: sqlite3.Error) -> bool:
    """Whether an error says that a file has not even the beginning of a database."""
    return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """A connection to a file.

    Args:
        path: the file, an absolute path of any characters and bytes.
        mode: how it is opened, as in SQLite's URIs: `mode=rw`.
    """
    # pathlib's own URI puts the machine of a shared folder where SQLite accepts none.
    name = quote(os.fsencode(path.as_posix()))
    return _connection(f"file://{'' if name.startswith('/') else '/'}{name}?{mode}")


def in_memory() -> sqlite3.Connection:
    """A connection to an empty database that is nowhere."""
    return _connection(":memory:")


def close(connection: sqlite3.Connection) -> None:
    """Close a connection, whatever state it is in."""
    with contextlib.suppress(sqlite3.Error):
        connection.close()


def abandon(connection: sqlite3.Connection) -> None:
    """Let a connection be, without closing it."""
    _ABANDONED.append(connection)


def only_read(connection: sqlite3.Connection) -> sqlite3.Connection:
    """The same connection, which can change nothing any more."""
    connection.execute("PRAGMA query_only = ON")
    return connection


def can_write(connection: sqlite3.Connection) -> bool:
    """Whether a connection is none of `only_read`."""
    return not connection.execute("PRAGMA query_only").fetchone()[0]


def wait_for(connection: sqlite3.Connection, seconds: float | None = None) -> None:
    """Have a connection wait so long for other programs, `BUSY_SECONDS` unless given."""
    seconds = BUSY_SECONDS if seconds is None else seconds
    connection.execute(f"PRAGMA busy_timeout = {seconds * 1000:.0f}")


def begin_writing(connection: sqlite3.Connection, seconds: float | None = None) -> None:
    """Begin a transaction that writes, after those of other programs.

    SQLite itself waits longer from try to try, a tenth of a second in the end: with ten programs that write all the time
    some wait for seconds (2.8 s was seen) while the others take turns. Here the one that has waited longest looks most
    often, and so is most likely to be the next.

    Args:
        connection: to the database.
        seconds: how long to wait; `BUSY_SECONDS` unless given.

    Raises:
        sqlite3.OperationalError: another program did not end its transaction in time, or what else went wrong.
    """
    begun = time.monotonic()
    longest = BUSY_SECONDS if seconds is None else seconds
    wait_for(connection, 0.0)
    try:
        while True:
            try:
                connection.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                waited = time.monotonic() - begun
                if problem_of(error) is not StorageProblem.BUSY or waited > longest:
                    raise
            time.sleep(max(_FIRST_PAUSE / (1 + 20 * waited), _LEAST_PAUSE))
    finally:
        wait_for(connection, longest)


def has_wal(connection: sqlite3.Connection) -> bool:
    """Whether a file has a write-ahead log."""
    return bool(connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal")


def to_disk(path: Path) -> None:
    """Have the system write a file to the disk, whoever has changed it; nothing where it is not there.

    Raises:
        OSError: the disk reports an error.
    """
    try:
        descriptor = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        return
    try:
        if sys.platform == "darwin":  # where fsync leaves it in the disk's memory
            import fcntl

            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
        elif sys.platform == "win32":
            os.fsync(descriptor)
        else:
            os.fdatasync(descriptor)
    finally:
        os.close(descriptor)


def leave_wal(path: Path) -> bool:
    """Give a file a rollback journal where memory cannot be shared, which WAL needs unless one has the file for itself.

    False where another program has it.
    """
    with contextlib.suppress(sqlite3.Error), contextlib.closing(connect(path, "mode=rw")) as alone:
        wait_for(alone, IMPATIENT_SECONDS)
        alone.execute("PRAGMA locking_mode = EXCLUSIVE")
        return bool(alone.execute("PRAGMA journal_mode = DELETE").fetchone()[0] == "delete")
    return False


class _Connection(sqlite3.Connection):
    """A connection for which a damaged name of a table or a column is damage, as any other is."""

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        try:
            return super().execute(sql, parameters)
        except UnicodeDecodeError as error:
            # SQLite names what is damaged, and Python takes no name that is no text.
            damage = sqlite3.DatabaseError("a name that is no text")
            damage.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise damage from error


def _connection(place: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        place,
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        factory=_Connection,
    )
    connection.row_factory = sqlite3.Row
    # What is no UTF-8 in one row is no reason to show none.
    connection.text_factory = _decoded
    # Only macOS knows the difference: there a disk says that it has written what it has not.
    connection.execute("PRAGMA fullfsync = ON")
    # What was deleted for good, and what was moved to another page, would come back from a damaged file.
    connection.execute("PRAGMA secure_delete = ON")
    return connection


def _decoded(data: bytes) -> str:
    return data.decode(errors="replace")
