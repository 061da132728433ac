"""The database: opened when first needed, looked at by name before each use, and mended where it is damaged.

Several programs may have it open at once. Each transaction that writes begins by taking the right to write, waits for it
for a while, and is on the disk when it ends. Where another file has taken the place of the one that was open, or none is
there any more, the next transaction goes to what is there now.

A damaged file is moved aside, and what can be read of it is brought into a new one, in one transaction. A file beside them
says so until that is done: whoever opens the database next does what is left of it.
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

from p4tui.storage import connections, schema
from p4tui.storage.beside import Beside, MovedAside
from p4tui.storage.claims import Claims, Identity, identity_of
from p4tui.storage.connections import problem_of
from p4tui.storage.errors import StorageError, StorageProblem
from p4tui.storage.file_systems import is_networked
from p4tui.storage.place import error_at
from p4tui.storage.salvage import carry_over, holds_games
from p4tui.storage.schema import MIGRATIONS

Answer = TypeVar("Answer")

_WITHOUT_WRITING = {
    StorageProblem.READ_ONLY,
    StorageProblem.UNREADABLE,
    StorageProblem.FULL,
    StorageProblem.DISK,
}
"""What may keep a database from being opened to be written that can be read all the same."""


class Database:
    """One SQLite file. Used by one thread at a time.

    Attributes:
        path: the file.
        generation: changes whenever another file has taken its place; row numbers known from before mean nothing then.
        moved: what has become of a damaged file, None where there was none.
        patient: whether it waits for other programs. It does so until that was in vain, and again once something could be
            written: who plays waits once, and not at every move.
        mends: whether one is moved aside where it is found; else it stays as it is.
        on_moved: called with `moved` when that has happened.
    """

    patient = True
    mends = True
    on_moved: Callable[[MovedAside], object] | None = None

    def __init__(
        self,
        path: Path,
        claims: Claims,
        migrations: tuple[tuple[str, ...], ...] = MIGRATIONS,
        clock: Callable[[], float] = time.time,
        salvage: Callable[[sqlite3.Connection, Path], int] = carry_over,
    ) -> None:
        self.path = path.absolute()
        self.generation = 0
        self.moved: MovedAside | None = None
        self._beside = Beside(self.path)
        self._claims = claims
        self._migrations = migrations
        self._clock = clock
        self._salvage = salvage
        self._connection: sqlite3.Connection | None = None
        self._identity: Identity | None = None
        self._process = 0

    def read(self, work: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """Do something with what `reading` gives; after a damaged file was mended it is done again.

        Raises:
            StorageError: it cannot be read.
        """

        def act() -> Answer:
            with self.reading() as connection:
                return work(connection)

        return self.mended(act)

    def write(self, work: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """Do something with what `writing` gives; after a damaged file was mended it is done again.

        Raises:
            StorageError: it cannot be written.
        """

        def act() -> Answer:
            with self.writing() as connection:
                return work(connection)

        return self.mended(act)

    def mended(self, act: Callable[[], Answer]) -> Answer:
        """Do something, and do it again if it was in the way that the file is damaged, once that is mended.

        Raises:
            StorageError: it cannot be done.
        """
        try:
            return act()
        except StorageError as error:
            if error.problem is not StorageProblem.DAMAGED or not self.mends:
                raise
        self.mend()
        return act()

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
                with contextlib.suppress(sqlite3.Error):  # an error may have ended it
                    connection.execute("ROLLBACK")

    @contextlib.contextmanager
    def writing(self, *, sure: bool = True) -> Iterator[sqlite3.Connection]:
        """A connection to write with; all of it is on the disk when this ends, or nothing of it.

        Args:
            sure: False leaves it to the system when it goes to the disk: a power cut may lose it.

        Raises:
            StorageError: it cannot be written.
        """
        with self._translated():
            connection = self._opened(reading=False)
            # SQLite would wait for the disk while nobody else can write: of ten programs that write all the time each
            # would wait for ten disks, and now and then for a hundred. A log can go to the disk afterwards.
            later = sure and connections.has_wal(connection)
            level = "FULL" if sure and not later else "NORMAL"
            connection.execute(f"PRAGMA synchronous = {level}")
            connections.begin_writing(connection, self._patience)
            try:
                # A newer version may have come by while this one had the file open.
                schema.check(connection, len(self._migrations), self.path)
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
                raise
            if later:
                connections.to_disk(self._beside.named("-wal"))
            self.patient = True

    @property
    def _patience(self) -> float | None:
        """Seconds to wait for other programs, None for as long as is usual."""
        return None if self.patient else connections.IMPATIENT_SECONDS

    @property
    def replaced(self) -> bool:
        """Whether the file that was used last has not got the name any more; False where none was used yet."""
        return self._identity not in {None, identity_of(self.path)}

    def close(self) -> None:
        """Close the file; the next use opens it again."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        if self._process != os.getpid():
            # SQLite forbids to use or close in a child what its parent opened.
            connections.abandon(connection)
            return
        if self.replaced:
            # SQLite leaves the files beside one that was moved as they are: whoever moved it would miss what is there.
            with contextlib.suppress(sqlite3.Error):
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        connections.close(connection)

    def mend(self) -> MovedAside | None:
        """Move a damaged file aside, and bring its games into a new one, unless another program has done so by now.

        Raises:
            StorageError: it could not be done.
        """
        self.close()
        with self._translated(), self._whole():
            if not self._is_damaged():
                return None
            place = self._beside.free_name(self._clock())
            try:
                self._beside.begin_mending(place)
                self._beside.move_whole(place)
            except OSError as error:
                with contextlib.suppress(OSError):
                    self._beside.end_mending(place)
                raise StorageError(StorageProblem.DAMAGED, self.path) from error
            return self._bring_over(place)

    @contextlib.contextmanager
    def _whole(self) -> Iterator[None]:
        """Keep everybody else from making, mending or moving the database.

        Raises:
            StorageError: somebody else does.
        """
        with self._claims.whole(self._patience) as alone:
            if not alone:
                self.patient = False
                raise StorageError(StorageProblem.BUSY, self.path)
            yield

    def _go_on_mending(self) -> None:
        """Do what is left of a mending that was ended in the middle, by a power cut or a signal."""
        for place in self._beside.begun_mendings():
            if not self.mends:
                raise StorageError(StorageProblem.DAMAGED, self.path)
            moved = place.exists()
            if not moved and not self._is_damaged():
                self._beside.end_mending(place)
                continue
            if not moved or not self.path.exists():
                self._beside.move_whole(place)
            self._bring_over(place)

    def _bring_over(self, place: Path) -> MovedAside:
        """Make a new file with the games of the one that lies at a place."""
        with contextlib.closing(self._made()) as connection:
            connections.begin_writing(connection)
            kept = self._salvage(connection, place)
            connection.execute("COMMIT")
        self._beside.end_mending(place)
        self.moved = MovedAside(place, kept)
        if self.on_moved is not None:
            self.on_moved(self.moved)
        return self.moved

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        """Errors of SQLite and of the file system as `StorageError`."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            problem = problem_of(error)
            if problem is StorageProblem.BUSY:
                self.patient = False
            else:
                self.close()
            if problem is StorageProblem.UNREADABLE:
                if self._is_read_only():
                    problem = StorageProblem.READ_ONLY  # SQLite could make no file beside it
                elif self._is_damaged():
                    problem = StorageProblem.DAMAGED  # it misses what somebody has taken out of it
            raise error_at(problem, self.path) from error

    def _opened(self, *, reading: bool) -> sqlite3.Connection:
        """The connection; opened anew where the file is not the one that it was, or can only be read."""
        connection = self._connection
        if connection is not None and (
            self._process != os.getpid()
            or self._identity != identity_of(self.path)
            or not (reading or connections.can_write(connection))
        ):
            self.close()
        if self._connection is None:
            opened = self._open_to_read() if reading else self._open_to_write()
            self._connection, self._process = opened, os.getpid()
        connections.wait_for(self._connection, self._patience)
        return self._connection

    def _adopt(self) -> None:
        """Note which file was opened."""
        identity = identity_of(self.path)
        if self._identity != identity:
            self._identity = identity
            self.generation += 1

    def _open_to_read(self) -> sqlite3.Connection:
        """A connection that makes nothing where nothing is, and changes nothing where nothing can be changed."""
        begun = self._beside.begun_mendings()
        if not self.path.exists() and not begun:
            return self._open_nothing()
        try:
            return self._open_to_write()
        except (sqlite3.Error, OSError) as error:
            # In the middle of a mending not all games are there.
            if problem_of(error) in _WITHOUT_WRITING and not begun:
                connection = self._open_only_to_read()
                if connection is not None:
                    return connection
            raise

    def _open_only_to_read(self) -> sqlite3.Connection | None:
        """A connection to a file that cannot be written, None where that does not help."""
        for mode in ("mode=ro", "mode=ro&immutable=1"):
            if "immutable" in mode and self._beside.pending:
                return None  # what was played last is in there, and would not be seen
            with contextlib.suppress(sqlite3.OperationalError), contextlib.ExitStack() as cleanup:
                connection = connections.connect(self.path, mode)
                cleanup.callback(connection.close)
                connections.wait_for(connection, self._patience)
                version = schema.check(connection, len(self._migrations), self.path)
                if version == len(self._migrations):
                    cleanup.pop_all()
                    self._adopt()
                    return connections.only_read(connection)
                return None if version else self._open_nothing()
        return None

    def _is_read_only(self) -> bool:
        """Whether the system lets the file be read, and not be written or have others beside it."""
        readable = os.access(self.path, os.R_OK)
        return readable and not all(os.access(p, os.W_OK) for p in (self.path, self.path.parent))

    def _open_nothing(self) -> sqlite3.Connection:
        """A database without a game, for as long as there is no file: looking does not make one."""
        self._adopt()
        connection = connections.in_memory()
        schema.migrate(connection, self._migrations, self.path)
        return connections.only_read(connection)

    def _open_to_write(self) -> sqlite3.Connection:
        """A connection to a file that is made or brought up to date if need be."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with self._whole():
            self._go_on_mending()
            connection = self._made()
            self._adopt()
            return connection

    def _made(self) -> sqlite3.Connection:
        """A connection to the file, for who has the whole database to himself."""
        self._make_or_look()
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

    def _make_or_look(self) -> None:
        """Make an empty file where none is; look at one that is there without touching it: it may be a newer version's.

        Raises:
            StorageError: it is no file, or one that is not to be touched.
        """
        try:
            found = self.path.stat()
        except FileNotFoundError:
            # What a file of this name has left behind would be taken for a part of the new one.
            self._beside.move(self._beside.free_name(self._clock()))
            os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            return
        if not stat.S_ISREG(found.st_mode):
            raise StorageError(StorageProblem.UNREADABLE, self.path)
        if not found.st_size and self._beside.pending:
            # SQLite would delete the log of an empty file. It never leaves both: somebody has emptied the file.
            raise StorageError(StorageProblem.DAMAGED, self.path)
        # By SQLite, as closing the file in any other way would take away the locks that this process has on it. This
        # one leaves aside what is not in the file itself yet; what it cannot read is found again in a moment, but for a
        # file that is no database: with a log that a database of the same name has left it would pass for that one.
        try:
            with self._file_itself() as look:
                schema.check(look, len(self._migrations), self.path)
        except sqlite3.Error as error:
            if connections.is_no_database(error):
                raise

    def _file_itself(self) -> contextlib.closing[sqlite3.Connection]:
        """A connection that sees the file without what lies beside it."""
        return contextlib.closing(connections.connect(self.path, "mode=ro&immutable=1"))

    def _is_no_database(self) -> bool:
        """Whether the file itself has not even the beginning of a database; an empty one may become one."""
        try:
            with self._file_itself() as look:
                schema.version_of(look)
        except sqlite3.Error as error:
            return connections.is_no_database(error)
        return False

    def _prepared(self, *, wal: bool) -> sqlite3.Connection:
        """A connection to the file, with its tables up to date; a new file gets a write-ahead log, if wanted."""
        connection = connections.connect(self.path, "mode=rw")
        try:
            connections.wait_for(connection, self._patience)
            if wal and not schema.check(connection, len(self._migrations), self.path):
                try:
                    connection.execute("PRAGMA journal_mode = WAL").fetchone()
                except sqlite3.OperationalError as error:
                    if problem_of(error) is not StorageProblem.BUSY:
                        raise
            schema.migrate(connection, self._migrations, self.path)
            schema.require_tables(connection, self._migrations, self.path)
        except BaseException:
            connections.close(connection)
            raise
        return connection

    def _is_damaged(self) -> bool:
        """Whether the file that lies there now is no database, or a damaged one, or lacks tables."""
        if not self.path.is_file():
            return False
        if not self.path.stat().st_size:
            return self._beside.pending
        with contextlib.suppress(sqlite3.Error), self._file_itself() as look:
            if schema.is_others(look, len(self._migrations)):
                foreign = not schema.is_ours(look)
                return foreign and not schema.is_readable(look) and holds_games(self.path)
        if self._is_no_database():
            return True
        # A journal that was left behind can only be read by who may write.
        for mode in ("mode=ro", "mode=rw"):
            try:
                with contextlib.closing(connections.connect(self.path, mode)) as connection:
                    # A newer version may have said so in the log alone so far.
                    if schema.is_others(connection, len(self._migrations)):
                        return False
                    (answer,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
                    return bool(answer != "ok") or schema.lacks_tables(
                        connection, self._migrations, self.path
                    )
            except sqlite3.Error as error:
                if problem_of(error) is StorageProblem.DAMAGED:
                    return True
        return False
