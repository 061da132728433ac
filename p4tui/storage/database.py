"""The database: opened when first needed, and opened anew where another file has taken its name.

Several programs may have it open at once. Each transaction that writes begins by taking the right to write, waits for it
for a while, and is on the disk when it ends. A damaged file is moved aside, and a backup goes on in its place (`backup.py`).
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
"""What tells a file from every other one that is there at the same time: its device and its number on it."""


class Database:
    """One SQLite file. Used by one thread at a time.

    Attributes:
        path: the file.
        generation: changes whenever another file has taken its place; row numbers known from before mean nothing then.
        restores: whether a damaged file is moved aside where it is found; else it stays, and `StorageError` says so.
        on_restored: called when that has happened.
    """

    restores = True
    on_restored: Callable[[Restoration], object] | None = None

    def __init__(
        self,
        path: Path,
        migrations: Migrations = MIGRATIONS,
        now: Callable[[], float] = time.time,
    ) -> None:
        """Use a file, which is not opened yet.

        Args:
            path: the file.
            migrations: the steps to the tables of this version.
            now: tells the date, in seconds since 1970.
        """
        self.path = path.absolute()
        self.generation = 0
        self._opener = Opener(self.path, migrations, now)
        self._connection: sqlite3.Connection | None = None
        self._identity: Identity | None = None

    def read(self, work: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """Do something in a transaction that sees one moment throughout; a missing file reads as an empty one.

        Raises:
            StorageError: it cannot be read.
        """

        def act() -> Answer:
            with self._transaction(write=False) as connection:
                return work(connection)

        return self._restoring(act)

    def write(self, work: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """Do something in a transaction that is on the disk when this returns, whole or not at all.

        The work is done again where the file lost its name before its end: nobody would find there what was written.

        Raises:
            StorageError: it cannot be written.
        """

        def act() -> Answer:
            with self._transaction(write=True) as connection:
                # A newer version may have come by while this one had the file open.
                schema.check(connection, len(self._opener.migrations), self.path)
                return work(connection)

        answer = self._restoring(act)
        return self._restoring(act) if self.replaced else answer

    def check_writing(self) -> None:
        """Write something that changes nothing.

        Raises:
            StorageError: it cannot be written.
        """
        self.write(lambda found: found.execute(f"PRAGMA user_version = {schema.version_of(found)}"))

    def empty_log(self) -> None:
        """Bring what the log holds into the file, if it is open and no other program uses it now.

        Raises:
            StorageError: it cannot be done.
        """
        if self._connection is not None and not self.replaced:
            with self._translated(), connections.without_waiting(self._connection):
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def back_up(self) -> bool:
        """Make the backup of the day, if it is due and there is a file; return whether it was made.

        Raises:
            StorageError: it cannot be made.
        """

        def act() -> bool:
            with self._translated():
                now = self._opener.now()
                due = identity_of(self.path) is not None and backup.is_due(self.path, now)
                return due and backup.make(self._opened(write=False), self.path, now)

        return self._restoring(act)

    @property
    def replaced(self) -> bool:
        """Whether the file that was used last has the name no longer; False where none was used yet."""
        return self._identity not in {None, identity_of(self.path)}

    def close(self) -> None:
        """Close the file; the next use opens it again."""
        connection, self._connection = self._connection, None
        if connection is not None:
            if self.replaced:
                # SQLite leaves the log of a file that was moved: whoever moved it would miss what is there.
                with contextlib.suppress(sqlite3.Error):
                    connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
            connections.close(connection)

    def _restoring(self, act: Callable[[], Answer]) -> Answer:
        """Do something, and do it again after a damaged file was replaced by a backup."""
        try:
            return act()
        except StorageError as error:
            if error.problem is not StorageProblem.DAMAGED or not self.restores:
                raise
        self.close()
        with self._translated():
            restoration = backup.restore(self.path, self._opener.migrations, self._opener.now())
        if restoration is not None and self.on_restored is not None:
            self.on_restored(restoration)
        return act()

    @contextlib.contextmanager
    def _transaction(self, *, write: bool) -> Iterator[sqlite3.Connection]:
        with self._translated():
            connection = self._opened(write=write)
            # SQLite would wait for the disk while nobody else can write: of ten programs that write all the time each
            # would wait for ten disks, and now and then for a hundred. A log can go to the disk afterwards.
            later = write and connections.has_wal(connection)
            if write:
                connection.execute(f"PRAGMA synchronous = {'NORMAL' if later else 'FULL'}")
            with connections.transaction(connection, write=write):
                yield connection
            if later:
                connections.sync_to_disk(self.path.with_name(self.path.name + "-wal"))

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        """Raise errors of SQLite and of the file system as `StorageError`."""
        try:
            yield
        except ERRORS as error:
            problem = problem_of(error)
            if problem is not StorageProblem.BUSY:
                self.close()
            raise storage_error(problem, self.path) from error

    def _opened(self, *, write: bool) -> sqlite3.Connection:
        """Return the connection; opened anew where the file is another one than before, or can only be read."""
        connection = self._connection
        if self._identity != identity_of(self.path):
            self.close()
            self._identity = None  # a file that is closed may leave its number to the next one
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
    """Return which file has a name now, links followed, or None if none has."""
    try:
        found = path.stat()
    except OSError:
        return None
    return (found.st_dev, found.st_ino)
