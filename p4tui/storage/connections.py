"""Connections to SQLite files, and what their errors mean."""

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
"""How long a transaction waits for another program's."""
_PAGE = 4096
"""Bytes that SQLite writes at least."""
_FIRST_PAUSE = 0.005
"""Seconds before the second try to begin one: the time of a commit on a disk."""
_LEAST_PAUSE = 0.0005
"""Seconds between two tries in the end."""

ERRORS = (sqlite3.Error, OSError, UnicodeDecodeError)
"""What SQLite and the file system raise. Python cannot decode the name of a damaged table in SQLite's own message."""

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


def problem_of(error: Exception) -> StorageProblem:
    """Return what one of `ERRORS` means. SQLite's extended codes have the simple one in their lowest byte."""
    if isinstance(error, UnicodeDecodeError):
        return StorageProblem.DAMAGED
    if isinstance(error, OSError):
        return _SYSTEM_PROBLEMS.get(error.errno or 0, StorageProblem.UNREADABLE)
    code = getattr(error, "sqlite_errorcode", None) or 0
    simple = _PROBLEMS.get(code & 0xFF, StorageProblem.UNREADABLE)
    return _PROBLEMS.get(code, simple)


def blocking_error(path: Path) -> StorageError | None:
    """Return what keeps a file from being written, as far as can be seen without trying, or None.

    The error's path is the file or folder at fault: a left-over `-shm` beside a database blocks it, too.
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
    """Write and delete a file where a database is to be made.

    Raises:
        StorageError: it cannot be written.
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
    """Return the error for a problem with a database, naming the file at fault where that can be seen."""
    if problem in {StorageProblem.UNREADABLE, StorageProblem.READ_ONLY}:
        with contextlib.suppress(OSError):
            return blocking_error(path) or StorageError(problem, path)
    return StorageError(problem, path)


def companion_files(path: Path) -> list[Path]:
    """Return the names of the files that SQLite keeps beside a database."""
    return [path.with_name(path.name + suffix) for suffix in ("-wal", "-shm", "-journal")]


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Connect to a file.

    Args:
        path: the file, an absolute path of any characters and bytes.
        mode: how it is opened, as in SQLite's URIs: `mode=rw`.
    """
    # pathlib's own URI puts the machine of a shared folder where SQLite accepts none.
    name = quote(os.fsencode(path.as_posix()))
    return _connection(f"file://{'' if name.startswith('/') else '/'}{name}?{mode}")


def create(path: Path) -> None:
    """Make an empty file that nobody else may read; there is none of this name yet."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def in_memory() -> sqlite3.Connection:
    """Connect to an empty database in memory."""
    return _connection(":memory:")


def close(connection: sqlite3.Connection) -> None:
    """Close a connection, whatever state it is in."""
    with contextlib.suppress(sqlite3.Error):
        connection.close()


def make_read_only(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Return the connection, which can change nothing any more."""
    connection.execute("PRAGMA query_only = ON")
    return connection


def is_writable(connection: sqlite3.Connection) -> bool:
    """Return whether a connection is none of `make_read_only`."""
    return not connection.execute("PRAGMA query_only").fetchone()[0]


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection, *, write: bool) -> Iterator[None]:
    """Run a transaction: it is committed at the end, and rolled back after an error.

    Raises:
        sqlite3.OperationalError: another program did not end its transaction in time, or what else went wrong.
    """
    if write:
        _begin_writing(connection)
    else:
        connection.execute("BEGIN")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):  # an error may have ended it
            connection.execute("ROLLBACK")
        raise


def _begin_writing(connection: sqlite3.Connection) -> None:
    """Begin a transaction that writes, after those of other programs.

    SQLite itself waits longer from try to try, a tenth of a second in the end: with ten programs that write all the time
    some wait for seconds (2.8 s was seen) while the others take turns. Here the one that has waited longest looks most
    often, and so is most likely to be the next.
    """
    begun = time.monotonic()
    with without_waiting(connection):
        while True:
            try:
                connection.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                waited = time.monotonic() - begun
                if problem_of(error) is not StorageProblem.BUSY or waited > BUSY_SECONDS:
                    raise
            time.sleep(max(_FIRST_PAUSE / (1 + 20 * waited), _LEAST_PAUSE))


@contextlib.contextmanager
def without_waiting(connection: sqlite3.Connection) -> Iterator[None]:
    """Have a connection wait for no other program meanwhile."""
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        yield
    finally:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000:.0f}")


def has_wal(connection: sqlite3.Connection) -> bool:
    """Return whether a file has a write-ahead log."""
    return bool(connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal")


def passes_quick_check(connection: sqlite3.Connection) -> bool:
    """Return whether a file passes SQLite's quick check; all of it is read for that."""
    (answer,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    return bool(answer == "ok")


def sync_to_disk(path: Path) -> None:
    """Have the system write a file to the disk, whoever has changed it; a missing file is passed over.

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


def _connection(place: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        place, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    connection.row_factory = sqlite3.Row
    # What is no UTF-8 in one row is no reason to show none.
    connection.text_factory = _decoded
    # Only macOS knows the difference: there a disk says that it has written what it has not.
    connection.execute("PRAGMA fullfsync = ON")
    return connection


def _decoded(data: bytes) -> str:
    return data.decode(errors="replace")
