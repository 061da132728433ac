"""`Opener`: opens a database file with the tables of this version, for writing or for reading alone."""

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

_READABLE_PROBLEMS = {
    StorageProblem.READ_ONLY,
    StorageProblem.UNREADABLE,
    StorageProblem.FULL,
    StorageProblem.DISK,
}
"""The problems that still allow reading."""


@dataclass(frozen=True, slots=True)
class Opener:
    """Opens one file.

    Attributes:
        path: the file.
        migrations: the steps to the tables of this version.
        now: returns the date, in seconds since 1970.
    """

    path: Path
    migrations: Migrations
    now: Callable[[], float]

    def open_to_read(self) -> sqlite3.Connection:
        """Open the file without creating it, also if it cannot be written."""
        if not self.path.exists():
            return self._open_empty()
        try:
            return self.open_to_write()
        except (*ERRORS, StorageError) as error:
            problem = error.problem if isinstance(error, StorageError) else problem_of(error)
            connection = self._open_read_only() if problem in _READABLE_PROBLEMS else None
            if connection is None:
                raise
            return connection

    def open_to_write(self) -> sqlite3.Connection:
        """Open the file, creating it or updating its tables if need be."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._create_file()
        self._unlock_companion_files()
        networked = is_networked(self.path)
        try:
            connection = self._connect(wal=not networked)
            if networked and connections.has_wal(connection):
                # Programs on other machines would not see the log. It stays if a program on this machine has it open.
                connections.close(connection)
                self._leave_wal()
                connection = self._connect(wal=False)
            return connection
        except sqlite3.OperationalError as error:
            # The file system may not support shared memory.
            unable = problem_of(error) in {StorageProblem.UNREADABLE, StorageProblem.DISK}
            if not unable or not self._leave_wal():
                raise
            return self._connect(wal=False)

    def _open_read_only(self) -> sqlite3.Connection | None:
        """Open a file that cannot be written, or return None if that fails."""
        if not self.path.is_file():
            return None  # opening a pipe would block
        log = self.path.with_name(self.path.name + "-wal")
        for mode in ("mode=ro", "mode=ro&immutable=1"):
            if "immutable" in mode and log.exists() and log.stat().st_size:
                return None  # it has the last moves, which would be missing
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

    def _open_empty(self) -> sqlite3.Connection:
        """Open an empty database in memory: reading creates no file."""
        return self._migrated(connections.in_memory())

    def _migrated(self, copy: sqlite3.Connection) -> sqlite3.Connection:
        """Update the tables of a database in memory, and make it read-only."""
        schema.migrate(copy, self.migrations, self.path)
        return connections.make_read_only(copy)

    def _create_file(self) -> None:
        """Create the file if there is none.

        Raises:
            StorageError: the name belongs to something else, or the file is empty despite its backups: it lost its content.
        """
        try:
            found = self.path.stat()
        except FileNotFoundError:
            with backup.guard(self.path):
                if not os.path.lexists(self.path):
                    backup.move_companions_aside(self.path)
                    connections.create(self.path)
                    self._connect(wal=not is_networked(self.path)).close()
            return
        if not stat.S_ISREG(found.st_mode):
            raise StorageError(StorageProblem.UNREADABLE, self.path)
        if not found.st_size and backup.backups(self.path, self.now()):
            raise StorageError(StorageProblem.DAMAGED, self.path)

    def _unlock_companion_files(self) -> None:
        """Make the companion files writable again; copying them may have made them read-only."""
        for each in connections.companion_files(self.path):
            with contextlib.suppress(OSError):
                mode = each.stat().st_mode
                if not mode & stat.S_IWUSR:
                    each.chmod(stat.S_IMODE(mode) | stat.S_IWUSR)

    def _connect(self, *, wal: bool) -> sqlite3.Connection:
        """Connect to the file and update its tables; give a new file a write-ahead log if `wal` is true."""
        connection = connections.connect(self.path, "mode=rw")
        try:
            version = schema.check(connection, len(self.migrations), self.path)
            if wal and not version:
                with contextlib.suppress(
                    sqlite3.OperationalError
                ):  # another program is creating it
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
        """Replace the log by a rollback journal; return False if another program has the file open.

        Without shared memory, a log works only for a program that has the file to itself.
        """
        with (
            contextlib.suppress(sqlite3.Error),
            contextlib.closing(connections.connect(self.path, "mode=rw")) as alone,
        ):
            alone.execute("PRAGMA busy_timeout = 50")
            alone.execute("PRAGMA locking_mode = EXCLUSIVE")
            return bool(alone.execute("PRAGMA journal_mode = DELETE").fetchone()[0] == "delete")
        return False
