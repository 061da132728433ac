"""`Opener`: how a database file is opened, with the tables of this version: to write, to be read alone, or none at all."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from p4tui.storage import backup, connections, schema
from p4tui.storage.connections import ERRORS, problem_of
from p4tui.storage.errors import StorageError, StorageProblem
from p4tui.storage.file_systems import is_networked
from p4tui.storage.schema import Migrations

_WITHOUT_WRITING = {
    StorageProblem.READ_ONLY,
    StorageProblem.UNREADABLE,
    StorageProblem.FULL,
    StorageProblem.DISK,
}
"""Problems with which a database can still be read."""


@dataclass(frozen=True, slots=True)
class Opener:
    """Opens one file.

    Attributes:
        path: the file.
        migrations: the steps to the tables of this version.
        now: tells the date, in seconds since 1970.
    """

    path: Path
    migrations: Migrations
    now: Callable[[], float]

    def open_to_read(self) -> sqlite3.Connection:
        """Open without making a file, and also a file that cannot be written."""
        if not self.path.exists():
            return self._open_nothing()
        try:
            return self.open_to_write()
        except (*ERRORS, StorageError) as error:
            problem = error.problem if isinstance(error, StorageError) else problem_of(error)
            connection = self._open_only_to_read() if problem in _WITHOUT_WRITING else None
            if connection is None:
                raise
            return connection

    def open_to_write(self) -> sqlite3.Connection:
        """Open a file that is made or brought up to date if need be."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._make_file()
        self._unlock_companions()
        networked = is_networked(self.path)
        try:
            connection = self._prepared(wal=not networked)
            if networked and connections.has_wal(connection):
                # Programs of other machines would not see what is in it. Where one of this machine has it open it stays.
                connections.close(connection)
                self._leave_wal()
                connection = self._prepared(wal=False)
            return connection
        except sqlite3.OperationalError as error:
            # A file system may not be able to share memory.
            unable = problem_of(error) in {StorageProblem.UNREADABLE, StorageProblem.DISK}
            if not unable or not self._leave_wal():
                raise
            return self._prepared(wal=False)

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
                version = schema.check(connection, len(self.migrations), self.path)
                if version == len(self.migrations):
                    cleanup.pop_all()
                    return connections.make_read_only(connection)
                copy = connections.in_memory()
                connection.backup(copy)
                return self._migrated(copy)
        return None

    def _open_nothing(self) -> sqlite3.Connection:
        """Open a database without a game, for as long as there is no file: looking does not make one."""
        return self._migrated(connections.in_memory())

    def _migrated(self, copy: sqlite3.Connection) -> sqlite3.Connection:
        """Bring a database in memory up to date, to be read alone."""
        schema.migrate(copy, self.migrations, self.path)
        return connections.make_read_only(copy)

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
                    backup.move_companions_aside(self.path)
                    connections.create(self.path)
                    self._prepared(wal=not is_networked(self.path)).close()
            return
        if not stat.S_ISREG(found.st_mode):
            raise StorageError(StorageProblem.UNREADABLE, self.path)
        if not found.st_size and backup.backups(self.path, self.now()):
            raise StorageError(StorageProblem.DAMAGED, self.path)

    def _unlock_companions(self) -> None:
        """Let our own files beside the database be written again: a copy may have made them read-only."""
        for each in connections.companion_files(self.path):
            with contextlib.suppress(OSError):
                mode = each.stat().st_mode
                if not mode & stat.S_IWUSR:
                    each.chmod(stat.S_IMODE(mode) | stat.S_IWUSR)

    def _prepared(self, *, wal: bool) -> sqlite3.Connection:
        """Connect to the file and bring its tables up to date; a new file gets a write-ahead log, if wanted."""
        connection = connections.connect(self.path, "mode=rw")
        try:
            version = schema.check(connection, len(self.migrations), self.path)
            if wal and not version:
                with contextlib.suppress(sqlite3.OperationalError):  # another program makes it now
                    connection.execute("PRAGMA journal_mode = WAL").fetchone()
            if 0 < version < len(self.migrations):
                with backup.guard(self.path):
                    backup.keep_old_version(connection, self.path, len(self.migrations))
                    schema.migrate(connection, self.migrations, self.path)
            else:
                schema.migrate(connection, self.migrations, self.path)
        except BaseException:
            connections.close(connection)
            raise
        return connection

    def _leave_wal(self) -> bool:
        """Give the file a rollback journal: where memory cannot be shared only a program that has the file alone can use a log.

        Returns:
            False where another program has the file.
        """
        with (
            contextlib.suppress(sqlite3.Error),
            contextlib.closing(connections.connect(self.path, "mode=rw")) as alone,
        ):
            alone.execute("PRAGMA busy_timeout = 50")
            alone.execute("PRAGMA locking_mode = EXCLUSIVE")
            return bool(alone.execute("PRAGMA journal_mode = DELETE").fetchone()[0] == "delete")
        return False
