"""The connection to the database: opened when first needed, made and brought up to date, and told from what is no database.

Several programs may have it open at once. Each transaction that writes begins by taking the right to write, waits for it
for a while, and is on the disk when it ends. The file is looked at by name before each: if it was moved or removed
meanwhile, a new one takes its place.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from p4tui.storage.claims import Claims
from p4tui.storage.errors import StorageError, StorageProblem
from p4tui.storage.schema import APPLICATION_ID, MIGRATIONS

BUSY_SECONDS = 5.0
"""How long a transaction waits for another program's."""

_PROBLEMS = {
    sqlite3.SQLITE_READONLY: StorageProblem.READ_ONLY,
    sqlite3.SQLITE_PERM: StorageProblem.READ_ONLY,
    sqlite3.SQLITE_FULL: StorageProblem.FULL,
    sqlite3.SQLITE_IOERR: StorageProblem.DISK,
    sqlite3.SQLITE_BUSY: StorageProblem.BUSY,
    sqlite3.SQLITE_LOCKED: StorageProblem.BUSY,
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


class Database:
    """One SQLite file. Used by one thread at a time.

    Attributes:
        path: the file.
        generation: changes whenever another file has taken its place; row numbers known from before mean nothing then.
        moved_to: where a damaged file was moved that had to make room, None where that has not happened.
    """

    def __init__(
        self,
        path: Path,
        claims: Claims,
        migrations: tuple[tuple[str, ...], ...] = MIGRATIONS,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.path = path
        self.generation = 0
        self.moved_to: Path | None = None
        self._claims = claims
        self._migrations = migrations
        self._clock = clock
        self._connection: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection to read with, of one moment throughout; of a file that cannot be written, too.

        Raises:
            StorageError: it cannot be read.
        """
        with self._translated():
            connection = self._opened(reading=True)
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                connection.execute("ROLLBACK")

    @contextlib.contextmanager
    def writing(self, *, sure: bool = True) -> Iterator[sqlite3.Connection]:
        """A connection to write with; all of it is on the disk when this ends, or nothing of it.

        A damaged file is moved aside, and a new one takes what was to be written.

        Args:
            sure: False leaves it to the system when it goes to the disk: a power cut may lose it.

        Raises:
            StorageError: it cannot be written.
        """
        with self._translated():
            connection = self._opened(reading=False)
            connection.execute(f"PRAGMA synchronous = {'FULL' if sure else 'NORMAL'}")
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
                raise

    def close(self) -> None:
        """Close the file; the next use opens it again."""
        if self._connection is not None:
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    def set_aside(self) -> Path | None:
        """Move a damaged file out of the way, unless another program has done so by now; where it lies.

        Raises:
            StorageError: it could not be moved.
        """
        self.close()
        with self._claims.whole() as alone:
            if not alone:
                raise StorageError(StorageProblem.BUSY, self.path)
            if not self._is_damaged():
                return None
            stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime(self._clock()))
            place = self.path.with_name(f"{self.path.name}.damaged-{stamp}")
            count = 1
            while os.path.lexists(place):
                place = self.path.with_name(f"{self.path.name}.damaged-{stamp}-{count}")
                count += 1
            try:
                for suffix in ("-wal", "-shm", "-journal"):
                    with contextlib.suppress(FileNotFoundError):
                        self._beside(suffix).rename(f"{place}{suffix}")
                self.path.rename(place)
            except OSError as error:
                raise StorageError(StorageProblem.DAMAGED, self.path) from error
        self.moved_to = place
        return place

    def _beside(self, suffix: str) -> Path:
        """A file that SQLite keeps beside the database."""
        return self.path.with_name(self.path.name + suffix)

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        """Errors of SQLite and of the file system as `StorageError`."""
        try:
            yield
        except sqlite3.Error as error:
            problem = problem_of(error)
            if problem is not StorageProblem.BUSY:
                self.close()
            raise StorageError(problem, self.path) from error
        except OSError as error:
            raise StorageError(problem_of(error), self.path) from error

    def _opened(self, *, reading: bool) -> sqlite3.Connection:
        """The connection; opened anew where the file is not the one that it was."""
        if self._connection is not None and self._identity != _identity(self.path):
            self.close()
        if self._connection is None:
            self._connection = self._open_to_read() if reading else self._open_to_write()
            identity = _identity(self.path)
            if identity != self._identity:
                self._identity = identity
                self.generation += 1
        elif not reading and self._connection.execute("PRAGMA query_only").fetchone()[0]:
            self.close()
            return self._opened(reading=False)
        return self._connection

    def _open_to_read(self) -> sqlite3.Connection:
        """A connection that makes nothing and changes nothing where the file is as it should be, or cannot be changed."""
        if not self.path.exists():
            return self._open_nothing()
        try:
            return self._open_to_write()
        except StorageError:
            raise
        except (sqlite3.Error, OSError) as error:
            if problem_of(error) not in {StorageProblem.READ_ONLY, StorageProblem.UNREADABLE}:
                raise
        # Where not even the files beside it can be made, it is read as one that nobody changes.
        for mode in ("mode=ro", "mode=ro&immutable=1"):
            connection = self._connect(mode)
            try:
                self._check(connection)
            except sqlite3.OperationalError:
                connection.close()
            else:
                connection.execute("PRAGMA query_only = ON")
                return connection
        raise StorageError(StorageProblem.UNREADABLE, self.path)

    def _open_nothing(self) -> sqlite3.Connection:
        """A database without a game, for as long as there is no file: looking does not make one."""
        connection = _connection(":memory:")
        self._migrate(connection)
        connection.execute("PRAGMA query_only = ON")
        return connection

    def _open_to_write(self) -> sqlite3.Connection:
        """A connection to a file that is made or brought up to date if need be."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with self._claims.whole() as alone:
            if not alone:
                raise StorageError(StorageProblem.BUSY, self.path)
            if self.path.exists():
                # Looked at first without the right to write: a newer version's file, or another program's, stays untouched.
                look = self._connect("mode=ro")
                try:
                    self._check(look)
                finally:
                    look.close()
            else:
                os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
            connection = self._connect("mode=rw")
            try:
                # A file system that cannot share memory refuses it, and the journal stays.
                connection.execute("PRAGMA journal_mode = WAL").fetchone()
                self._migrate(connection)
            except BaseException:
                connection.close()
                raise
        return connection

    def _connect(self, mode: str) -> sqlite3.Connection:
        return _connection(f"{self.path.as_uri()}?{mode}")

    def _check(self, connection: sqlite3.Connection) -> int:
        """The version of the file, 0 for an empty one.

        Raises:
            StorageError: it is another program's, or a newer version's.
        """
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if application != APPLICATION_ID and (application or version or tables):
            raise StorageError(StorageProblem.FOREIGN, self.path)
        if version > len(self._migrations):
            raise StorageError(StorageProblem.NEWER, self.path)
        return int(version)

    def _migrate(self, connection: sqlite3.Connection) -> None:
        """Bring the tables up to date, each step whole or not at all."""
        for version in range(self._check(connection), len(self._migrations)):
            connection.execute("BEGIN IMMEDIATE")
            try:
                for statement in self._migrations[version]:
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                connection.execute(f"PRAGMA user_version = {version + 1}")
                connection.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
                raise

    def _is_damaged(self) -> bool:
        """Whether the file that lies there now is no database, or a damaged one."""
        if not self.path.exists():
            return False
        try:
            connection = self._connect("mode=ro")
            try:
                (answer,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            finally:
                connection.close()
        except sqlite3.Error as error:
            return problem_of(error) is StorageProblem.DAMAGED
        return bool(answer != "ok")


def problem_of(error: sqlite3.Error | OSError) -> StorageProblem:
    """What an error of SQLite or of the file system means; SQLite's extended codes have the simple one in their lowest byte."""
    if isinstance(error, OSError):
        return _SYSTEM_PROBLEMS.get(error.errno or 0, StorageProblem.UNREADABLE)
    code = getattr(error, "sqlite_errorcode", None)
    return _PROBLEMS.get((code or 0) & 0xFF, StorageProblem.UNREADABLE)


def _connection(place: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        place, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    connection.row_factory = sqlite3.Row
    return connection


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file has this name now; None where none has."""
    try:
        found = path.stat()
    except OSError:
        return None
    return (found.st_dev, found.st_ino)
