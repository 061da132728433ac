"""The database: opened when first needed, and opened anew where another file has taken its name.

Several programs may have it open at once. Each transaction that writes begins by taking the right to write, waits for it
for a while, and is on the disk when it ends. A damaged file is moved aside, and a backup goes on in its place (`backup.py`).
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from p4tui.storage import backup, connections, schema
from p4tui.storage.backup import Restored
from p4tui.storage.connections import ERRORS, error_at, problem_of
from p4tui.storage.errors import StorageError, StorageProblem
from p4tui.storage.file_systems import is_networked
from p4tui.storage.schema import MIGRATIONS, Migrations

Answer = TypeVar("Answer")
Identity = tuple[int, int]
"""What tells a file from every other one that is there at the same time: its device and its number on it."""

_WITHOUT_WRITING = {
    StorageProblem.READ_ONLY,
    StorageProblem.UNREADABLE,
    StorageProblem.FULL,
    StorageProblem.DISK,
}
"""Problems with which a database can still be read."""


class Database:
    """One SQLite file. Used by one thread at a time.

    Attributes:
        path: the file.
        generation: changes whenever another file has taken its place; row numbers known from before mean nothing then.
        restores: whether a damaged file is moved aside where it is found; else it stays, and `StorageError` says so.
        on_restored: called when that has happened.
    """

    restores = True
    on_restored: Callable[[Restored], object] | None = None

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
        self._migrations = migrations
        self._now = now
        self._connection: sqlite3.Connection | None = None
        self._identity: Identity | None = None

    def read(self, work: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """Do something in a transaction that sees one moment throughout; a missing file reads as an empty one.

        Raises:
            StorageError: it cannot be read.
        """

        def act() -> Answer:
            with self._transaction("BEGIN", write=False) as connection:
                return work(connection)

        return self._restoring(act)

    def write(self, work: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """Do something in a transaction that is on the disk when this returns, whole or not at all.

        The work is done again where the file lost its name before its end: nobody would find there what was written.

        Raises:
            StorageError: it cannot be written.
        """

        def act() -> Answer:
            with self._transaction("BEGIN IMMEDIATE", write=True) as connection:
                # A newer version may have come by while this one had the file open.
                schema.check(connection, len(self._migrations), self.path)
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
            with self._translated(), connections.impatient(self._connection):
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def back_up(self) -> bool:
        """Make the backup of the day, if it is due and there is a file; return whether it was made.

        Raises:
            StorageError: it cannot be made.
        """

        def act() -> bool:
            with self._translated():
                now = self._now()
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
            restored = backup.restore(self.path, self._migrations, self._now())
        if restored is not None and self.on_restored is not None:
            self.on_restored(restored)
        return act()

    @contextlib.contextmanager
    def _transaction(self, begin: str, *, write: bool) -> Iterator[sqlite3.Connection]:
        with self._translated():
            connection = self._opened(write=write)
            # SQLite would wait for the disk while nobody else can write: of ten programs that write all the time each
            # would wait for ten disks, and now and then for a hundred. A log can go to the disk afterwards.
            later = write and connections.has_wal(connection)
            if write:
                connection.execute(f"PRAGMA synchronous = {'NORMAL' if later else 'FULL'}")
                connections.begin_writing(connection)
            else:
                connection.execute(begin)
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):  # an error may have ended it
                    connection.execute("ROLLBACK")
                raise
            if later:
                connections.to_disk(self.path.with_name(self.path.name + "-wal"))

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        """Raise errors of SQLite and of the file system as `StorageError`."""
        try:
            yield
        except ERRORS as error:
            problem = problem_of(error)
            if problem is not StorageProblem.BUSY:
                self.close()
            raise error_at(problem, self.path) from error

    def _opened(self, *, write: bool) -> sqlite3.Connection:
        """Return the connection; opened anew where the file is another one than before, or can only be read."""
        connection = self._connection
        if self._identity != identity_of(self.path):
            self.close()
            self._identity = None  # a file that is closed may leave its number to the next one
        elif write and connection is not None and not connections.can_write(connection):
            self.close()
        if self._connection is None:
            self._connection = self._open_to_write() if write else self._open_to_read()
            identity = identity_of(self.path)
            if self._identity is None or self._identity != identity:
                self._identity = identity
                self.generation += 1
        return self._connection

    def _open_to_read(self) -> sqlite3.Connection:
        """Open without making a file, and also a file that cannot be written."""
        if not self.path.exists():
            return self._open_nothing()
        try:
            return self._open_to_write()
        except (*ERRORS, StorageError) as error:
            problem = error.problem if isinstance(error, StorageError) else problem_of(error)
            connection = self._open_only_to_read() if problem in _WITHOUT_WRITING else None
            if connection is None:
                raise
            return connection

    def _open_only_to_read(self) -> sqlite3.Connection | None:
        """Open a file that cannot be written, or return None where that is not possible."""
        if not self.path.is_file():
            return None  # a pipe would be waited for
        log = self.path.with_name(self.path.name + "-wal")
        for mode in ("mode=ro", "mode=ro&immutable=1"):
            if "immutable" in mode and log.exists() and log.stat().st_size:
                return None  # what was played last is in there, and would not be seen
            with contextlib.suppress(sqlite3.OperationalError), contextlib.ExitStack() as cleanup:
                connection = connections.connect(self.path, mode)
                cleanup.callback(connection.close)
                version = schema.check(connection, len(self._migrations), self.path)
                if version == len(self._migrations):
                    cleanup.pop_all()
                    return connections.only_read(connection)
                return schema.migrated_copy(connection, self._migrations, self.path)
        return None

    def _open_nothing(self) -> sqlite3.Connection:
        """Open a database without a game, for as long as there is no file: looking does not make one."""
        connection = connections.in_memory()
        schema.migrate(connection, self._migrations, self.path)
        return connections.only_read(connection)

    def _open_to_write(self) -> sqlite3.Connection:
        """Open a file that is made or brought up to date if need be."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._make_file()
        self._unlock_beside()
        networked = is_networked(self.path)
        try:
            connection = self._prepared(wal=not networked)
            if networked and connections.has_wal(connection):
                # Programs of other machines would not see what is in it. Where one of this machine has it open it stays.
                connections.close(connection)
                connections.leave_wal(self.path)
                connection = self._prepared(wal=False)
            return connection
        except sqlite3.OperationalError as error:
            # A file system may not be able to share memory.
            unable = problem_of(error) in {StorageProblem.UNREADABLE, StorageProblem.DISK}
            if not unable or not connections.leave_wal(self.path):
                raise
            return self._prepared(wal=False)

    def _make_file(self) -> None:
        """Make an empty file where there is none.

        Raises:
            StorageError: something else has the name, or the file was emptied: an empty one has no backups.
        """
        try:
            found = self.path.stat()
        except FileNotFoundError:
            with backup.guard(self.path):
                if not os.path.lexists(self.path):
                    backup.make_room(self.path)
                    os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
                    self._prepared(wal=not is_networked(self.path)).close()
            return
        if not stat.S_ISREG(found.st_mode):
            raise StorageError(StorageProblem.UNREADABLE, self.path)
        if not found.st_size and backup.backups(self.path, self._now()):
            raise StorageError(StorageProblem.DAMAGED, self.path)

    def _unlock_beside(self) -> None:
        """Let our own files beside the database be written again: a copy may have made them read-only."""
        for each in connections.beside(self.path):
            with contextlib.suppress(OSError):
                mode = each.stat().st_mode
                if not mode & stat.S_IWUSR:
                    each.chmod(stat.S_IMODE(mode) | stat.S_IWUSR)

    def _prepared(self, *, wal: bool) -> sqlite3.Connection:
        """Connect to the file and bring its tables up to date; a new file gets a write-ahead log, if wanted."""
        connection = connections.connect(self.path, "mode=rw")
        try:
            version = schema.check(connection, len(self._migrations), self.path)
            if wal and not version:
                with contextlib.suppress(sqlite3.OperationalError):  # another program makes it now
                    connection.execute("PRAGMA journal_mode = WAL").fetchone()
            if 0 < version < len(self._migrations):
                with backup.guard(self.path):
                    backup.keep_before(connection, self.path, len(self._migrations))
                    schema.migrate(connection, self._migrations, self.path)
            else:
                schema.migrate(connection, self._migrations, self.path)
        except BaseException:
            connections.close(connection)
            raise
        return connection


def identity_of(path: Path) -> Identity | None:
    """Return which file has a name now, links followed, or None if none has."""
    try:
        found = path.stat()
    except OSError:
        return None
    return (found.st_dev, found.st_ino)
