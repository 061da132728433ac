"""The database: opened at first use, and again if another file replaces it.

Several programs may use it at once. A transaction that writes waits for the others, and is on the disk when it ends. A
damaged file is moved aside and replaced by a backup (`backup.py`).
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from p4tui.storage import backup, connections, schema
from p4tui.storage.backup import Restoration
from p4tui.storage.connections import ERRORS, problem_of, storage_error
from p4tui.storage.errors import StorageError, StorageProblem
from p4tui.storage.opening import Opener
from p4tui.storage.schema import MIGRATIONS, Migrations

Answer = TypeVar("Answer")
Identity = tuple[int, int]
"""A file's device and inode number, unique among the files that exist at one time."""


class Database:
    """One SQLite file, used by one thread at a time.

    Attributes:
        path: the file.
        generation: grows when another file replaces this one. Row numbers of older generations are invalid.
        auto_restore: whether a damaged file is replaced by a backup; if not, it raises `StorageError`.
        on_restored: called after such a replacement.
    """

    auto_restore = True
    on_restored: Callable[[Restoration], object] | None = None

    def __init__(
        self,
        path: Path,
        migrations: Migrations = MIGRATIONS,
        now: Callable[[], float] = time.time,
    ) -> None:
        """Use a file, opened later; `now` returns the date, in seconds since 1970."""
        self.path = path.absolute()
        self.generation = 0
        self._opener = Opener(self.path, migrations, now)
        self._connection: sqlite3.Connection | None = None
        self._identity: Identity | None = None

    def read(self, work: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """Run `work` in a transaction, which sees one consistent state; a missing file reads as an empty one.

        Raises:
            StorageError: the file cannot be read.
        """

        def act() -> Answer:
            with self._transaction(write=False) as connection:
                return work(connection)

        return self._with_restore(act)

    def write(self, work: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """Run `work` in a transaction that is on the disk when this returns, whole or not at all.

        It is run again if the file was replaced meanwhile, as its result would be lost.

        Raises:
            StorageError: the file cannot be written.
        """

        def act() -> Answer:
            with self._transaction(write=True) as connection:
                # A newer version may have updated the tables while this one had the file open.
                schema.check(connection, len(self._opener.migrations), self.path)
                return work(connection)

        answer = self._with_restore(act)
        return self._with_restore(act) if self.replaced else answer

    def check_writing(self) -> None:
        """Test writing with a change that has no effect.

        Raises:
            StorageError: the file cannot be written.
        """
        self.write(lambda found: found.execute(f"PRAGMA user_version = {schema.version_of(found)}"))

    def empty_log(self) -> None:
        """Move the log's content into the file, if it is open and no other program is using it.

        Raises:
            StorageError: the file cannot be written.
        """
        if self._connection is not None and not self.replaced:
            with self._storage_errors(), connections.without_waiting(self._connection):
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def back_up(self) -> bool:
        """Make the daily backup if it is due and the file exists; return whether it was made.

        Raises:
            StorageError: it cannot be made.
        """

        def act() -> bool:
            with self._storage_errors():
                now = self._opener.now()
                due = identity_of(self.path) is not None and backup.is_due(self.path, now)
                return due and backup.make(self._connected(write=False), self.path, now)

        return self._with_restore(act)

    @property
    def replaced(self) -> bool:
        """Whether another file has replaced the open one; False before the first use."""
        return self._identity not in {None, identity_of(self.path)}

    def close(self) -> None:
        """Close the file until the next use."""
        connection, self._connection = self._connection, None
        if connection is not None:
            if self.replaced:
                # SQLite keeps the log of a moved file, so its content would be missing there.
                with contextlib.suppress(sqlite3.Error):
                    connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
            connections.close(connection)

    def _with_restore(self, act: Callable[[], Answer]) -> Answer:
        """Run `act`, and run it again after replacing a damaged file by a backup."""
        try:
            return act()
        except StorageError as error:
            if error.problem is not StorageProblem.DAMAGED or not self.auto_restore:
                raise
        self.close()
        with self._storage_errors():
            restoration = backup.restore(self.path, self._opener.migrations, self._opener.now())
        if restoration is not None and self.on_restored is not None:
            self.on_restored(restoration)
        return act()

    @contextlib.contextmanager
    def _transaction(self, *, write: bool) -> Iterator[sqlite3.Connection]:
        with self._storage_errors():
            connection = self._connected(write=write)
            # SQLite would flush the log while no other program can write: each of ten busy programs would wait for ten
            # flushes, at times for a hundred. Here the log is flushed after the transaction.
            flush_later = write and connections.has_wal(connection)
            if write:
                connection.execute(f"PRAGMA synchronous = {'NORMAL' if flush_later else 'FULL'}")
            with connections.transaction(connection, write=write):
                yield connection
            if flush_later:
                connections.sync_to_disk(self.path.with_name(self.path.name + "-wal"))

    @contextlib.contextmanager
    def _storage_errors(self) -> Iterator[None]:
        """Raise the errors of SQLite and the file system as `StorageError`."""
        try:
            yield
        except ERRORS as error:
            problem = problem_of(error)
            if problem is not StorageProblem.BUSY:
                self.close()
            raise storage_error(problem, self.path) from error

    def _connected(self, *, write: bool) -> sqlite3.Connection:
        """Return the connection. Reopen it after a replacement, or to write to a read-only file."""
        connection = self._connection
        if self._identity != identity_of(self.path):
            self.close()
            self._identity = None  # the next file may get the inode number of a closed one
        elif write and connection is not None and not connections.is_writable(connection):
            self.close()
        if self._connection is None:
            opener = self._opener
            self._connection = opener.open_to_write() if write else opener.open_to_read()
            identity = identity_of(self.path)
            if self._identity is None or self._identity != identity:
                self._identity = identity
                self.generation += 1
        return self._connection


def identity_of(path: Path) -> Identity | None:
    """Return the identity of the file at a path, following links, or None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return (found.st_dev, found.st_ino)
