"""Connections to SQLite files, and the causes of their errors."""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from p4tui.storage.errors import StorageError, StorageProblem

BUSY_SECONDS = 5.0
"""How long a transaction waits for another program's, in seconds."""
_PAGE = 4096
"""The size of SQLite's smallest write, in bytes."""
_FIRST_PAUSE = 0.005
"""Seconds before the second try to begin a transaction: about one commit on a disk."""
_MIN_PAUSE = 0.0005
"""The shortest time between two tries, in seconds."""

ERRORS = (sqlite3.Error, OSError, UnicodeDecodeError)
"""The errors of SQLite and the file system. Python fails to decode SQLite's message if it names a damaged table."""

_PROBLEMS = {
    sqlite3.SQLITE_READONLY: StorageProblem.READ_ONLY,
    sqlite3.SQLITE_PERM: StorageProblem.READ_ONLY,
    sqlite3.SQLITE_FULL: StorageProblem.FULL,
    # The disk has no room for the shared-memory file.
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


def problem_of(error: Exception) -> StorageProblem:
    """Return the cause of one of `ERRORS`. The lowest byte of SQLite's extended code is the simple code."""
    if isinstance(error, UnicodeDecodeError):
        return StorageProblem.DAMAGED
    if isinstance(error, OSError):
        return _SYSTEM_PROBLEMS.get(error.errno or 0, StorageProblem.UNREADABLE)
    code = getattr(error, "sqlite_errorcode", None) or 0
    simple = _PROBLEMS.get(code & 0xFF, StorageProblem.UNREADABLE)
    return _PROBLEMS.get(code, simple)


def blocking_error(path: Path) -> StorageError | None:
    """Return why a database cannot be written, or None. It checks the files without writing.

    The error names the file or folder at fault; it may be a stale `-shm` file.
    """
    folder = next((each for each in path.parents if os.path.lexists(each)), None)
    if folder is not None and not folder.is_dir():
        return StorageError(StorageProblem.NO_FOLDER, folder)
    if folder is None or not os.access(folder, os.W_OK):
        return StorageError(StorageProblem.READ_ONLY, path)
    for each in (path, *companion_files(path)):
        if each.exists() and not os.access(each, os.W_OK):
            return StorageError(StorageProblem.READ_ONLY, each)
    return None


def check_folder(path: Path) -> None:
    """Check that a database can be created, by writing a temporary file.

    Raises:
        StorageError: it cannot.
    """
    blocked = blocking_error(path)
    if blocked is not None:
        raise blocked
    folder = next(each for each in path.parents if each.exists())
    try:
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(bytes(_PAGE))
            probe.flush()
            os.fsync(probe.fileno())
    except OSError as error:
        raise StorageError(problem_of(error), path) from error


def storage_error(problem: StorageProblem, path: Path) -> StorageError:
    """Return the error for a problem with a database, with the file at fault if it is known."""
    if problem in {StorageProblem.UNREADABLE, StorageProblem.READ_ONLY}:
        with contextlib.suppress(OSError):
            return blocking_error(path) or StorageError(problem, path)
    return StorageError(problem, path)


def companion_files(path: Path) -> list[Path]:
    """Return the paths of the files that SQLite keeps beside a database: log, shared memory, rollback journal."""
    return [path.with_name(path.name + suffix) for suffix in ("-wal", "-shm", "-journal")]


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Connect to a file.

    Args:
        path: an absolute path of any characters and bytes.
        mode: a parameter of SQLite's URIs, such as `mode=rw`.
    """
    # pathlib's own URI has an authority for a shared folder, which SQLite refuses.
    name = quote(os.fsencode(path.as_posix()))
    return _connection(f"file://{'' if name.startswith('/') else '/'}{name}?{mode}")


def create(path: Path) -> None:
    """Create an empty file for this user only; the name must be free."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def in_memory() -> sqlite3.Connection:
    """Connect to an empty database in memory."""
    return _connection(":memory:")


def close(connection: sqlite3.Connection) -> None:
    """Close a connection in any state."""
    with contextlib.suppress(sqlite3.Error):
        connection.close()


def make_read_only(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Forbid all changes through a connection, and return it."""
    connection.execute("PRAGMA query_only = ON")
    return connection


def is_writable(connection: sqlite3.Connection) -> bool:
    """Return whether a connection allows changes."""
    return not connection.execute("PRAGMA query_only").fetchone()[0]


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection, *, write: bool) -> Iterator[None]:
    """Run a transaction: commit it at the end, or roll it back after an error.

    Raises:
        sqlite3.OperationalError: another program did not end its transaction in time, or any other failure.
    """
    if write:
        _begin_writing(connection)
    else:
        connection.execute("BEGIN")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):  # the error may have ended it
            connection.execute("ROLLBACK")
        raise


def _begin_writing(connection: sqlite3.Connection) -> None:
    """Begin a transaction that writes, after those of other programs.

    SQLite's own pauses grow to a tenth of a second: of ten programs that write all the time, some wait for seconds (2.8 s
    was seen). Here the pauses shrink, so that the program that has waited longest is most likely to be the next.
    """
    start = time.monotonic()
    with without_waiting(connection):
        while True:
            try:
                connection.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                waited = time.monotonic() - start
                if problem_of(error) is not StorageProblem.BUSY or waited > BUSY_SECONDS:
                    raise
            time.sleep(max(_FIRST_PAUSE / (1 + 20 * waited), _MIN_PAUSE))


@contextlib.contextmanager
def without_waiting(connection: sqlite3.Connection) -> Iterator[None]:
    """Suspend a connection's busy timeout."""
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        yield
    finally:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000:.0f}")


def has_wal(connection: sqlite3.Connection) -> bool:
    """Return whether a database has a write-ahead log."""
    return bool(connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal")


def passes_quick_check(connection: sqlite3.Connection) -> bool:
    """Return whether a database passes SQLite's quick check, which reads all of it."""
    (answer,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    return bool(answer == "ok")


def sync_to_disk(path: Path) -> None:
    """Sync a file to disk, with the changes of other programs; ignore a missing file.

    Raises:
        OSError: the disk reports an error.
    """
    try:
        descriptor = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        return
    try:
        if sys.platform == "darwin":  # fsync leaves it in the disk's cache there
            import fcntl

            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
        elif sys.platform == "win32":
            os.fsync(descriptor)
        else:
            os.fdatasync(descriptor)
    finally:
        os.close(descriptor)


def _connection(place: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        place, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    connection.row_factory = sqlite3.Row
    # Invalid UTF-8 in one row must not hide the others.
    connection.text_factory = lambda data: data.decode(errors="replace")
    # For macOS, whose fsync leaves data in the disk's cache.
    connection.execute("PRAGMA fullfsync = ON")
    return connection
