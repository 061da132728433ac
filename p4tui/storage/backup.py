"""Backups of the database. A damaged database is moved aside and replaced by the newest good backup.

There are three, `games.sqlite3.backup-1` to `-3`, and a new one replaces the oldest. Each is checked before it gets its
name, so that a bad copy replaces nothing. For damaged pages there is `sqlite3 FILE .recover`.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from p4tui.storage import connections, records, schema, training_records
from p4tui.storage.connections import ERRORS
from p4tui.storage.errors import RecordError, StorageError, StorageProblem
from p4tui.storage.schema import Migrations

MAX_BACKUPS = 3
"""The number of backups."""
INTERVAL = 24 * 3600.0
"""Seconds between two backups."""
_GUARD_SECONDS = 10
"""How long to wait for another program's guard."""


@dataclass(frozen=True, slots=True)
class Restoration:
    """The replacement of a damaged database.

    Attributes:
        moved_to: the damaged file's new path.
        backup_date: the date of the backup in its place, in seconds since 1970, or None if there was no backup.
        copied: the number of newer games copied from the damaged file.
    """

    moved_to: Path
    backup_date: float | None
    copied: int


def backups(path: Path, now: float) -> list[Path]:
    """Return the existing backups of a database, the newest first.

    Those dated in the future come last: the clock was wrong then.
    """
    found = []
    for number in range(1, MAX_BACKUPS + 1):
        name = path.with_name(f"{path.name}.backup-{number}")
        with contextlib.suppress(OSError):
            date = name.stat().st_mtime
            found.append((date <= now, date, name))
    return [name for _past, _date, name in sorted(found, reverse=True)]


def is_due(path: Path, now: float) -> bool:
    """Return whether the last day has no backup."""
    return all(not 0 <= now - each.stat().st_mtime < INTERVAL for each in backups(path, now))


def make(connection: sqlite3.Connection, path: Path, now: float) -> bool:
    """Make a backup of a database in place of the oldest; return False if another program has just made it.

    Raises:
        sqlite3.DatabaseError: the copy, and so the database, is damaged.
    """
    with guard(path):
        if not is_due(path, now):
            return False
        names = [
            path.with_name(f"{path.name}.backup-{number}") for number in range(1, MAX_BACKUPS + 1)
        ]
        free = [name for name in names if not name.exists()]
        place = free[0] if free else backups(path, now)[-1]
        _copy(connection, place)
        os.utime(place, (now, now))
        return True


def keep_old_version(connection: sqlite3.Connection, path: Path, version: int) -> None:
    """Keep a copy of a database before its tables are updated to a version, apart from the other backups.

    The caller holds the `guard`. Another program may have updated the tables meanwhile.
    """
    if schema.version_of(connection) < version:
        _copy(connection, path.with_name(f"{path.name}.before-{version}"))


def _copy(connection: sqlite3.Connection, place: Path) -> None:
    """Copy a database, under a temporary name until the copy is checked. The caller holds the `guard`."""
    draft = place.with_name(f"{place.name}.new")
    try:
        draft.unlink(missing_ok=True)  # left by a killed program
        connections.create(draft)
        with contextlib.closing(connections.connect(draft, "mode=rw")) as copy:
            connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            if not connections.passes_quick_check(copy):
                raise _damage()
        draft.replace(place)
    finally:
        draft.unlink(missing_ok=True)


def is_damaged(path: Path, migrations: Migrations, now: float) -> bool:
    """Return whether a database is damaged, False if that cannot be determined.

    An empty file that has backups is damaged.

    Raises:
        StorageError: the file belongs to another program or a newer version.
    """
    if not path.is_file():
        return False
    if not path.stat().st_size:
        return bool(backups(path, now))
    try:
        with contextlib.closing(connections.connect(path, "mode=rw")) as connection:
            schema.check(connection, len(migrations), path)
            return not connections.passes_quick_check(connection)
    except ERRORS as error:
        return connections.problem_of(error) is StorageProblem.DAMAGED


def restore(path: Path, migrations: Migrations, now: float) -> Restoration | None:
    """Replace a damaged database with its newest good backup, plus newer games that are still readable.

    Returns:
        The restoration, or None if the file is not damaged: another program has restored it.

    Raises:
        sqlite3.Error, OSError: it failed; the file is unchanged.
        StorageError: the file belongs to another program or a newer version.
    """
    with guard(path):
        if not is_damaged(path, migrations, now):
            return None
        draft = path.with_name(path.name + ".restoring")
        draft.unlink(missing_ok=True)
        try:
            connections.create(draft)
            with contextlib.closing(connections.connect(draft, "mode=rw")) as copy:
                date = _load_newest_backup(copy, path, migrations, now)
                schema.migrate(copy, migrations, draft)
                copied = _copy_newer(copy, path)
                _copy_training(copy, path)
                with contextlib.suppress(sqlite3.OperationalError):  # no shared memory here
                    copy.execute("PRAGMA journal_mode = WAL").fetchone()
            place = _free_name(path, now)
            _move(path, place, draft)
        finally:
            draft.unlink(missing_ok=True)
        return Restoration(place, date, copied)


@contextlib.contextmanager
def guard(path: Path) -> Iterator[None]:
    """Prevent other programs from creating or moving the database, by locking a second, empty one.

    Raises:
        sqlite3.Error: the lock is not available.
    """
    with contextlib.closing(
        connections.connect(path.with_name(path.name + ".guard"), "mode=rwc")
    ) as lock:
        lock.execute(f"PRAGMA busy_timeout = {_GUARD_SECONDS * 1000}")
        lock.execute("BEGIN EXCLUSIVE")
        yield


def _load_newest_backup(
    copy: sqlite3.Connection, path: Path, migrations: Migrations, now: float
) -> float | None:
    """Fill an empty database from the newest good backup; return its date, or None without one."""
    for each in backups(path, now):
        if _is_good(each, migrations):
            with contextlib.closing(connections.connect(each, "mode=ro")) as source:
                source.backup(copy)
            schema.migrate(copy, migrations, each)
            # Nobody owns a restored game; the first window to save it takes it over.
            copy.execute("UPDATE games SET owner = NULL")
            return each.stat().st_mtime
    return None


def _is_good(backup: Path, migrations: Migrations) -> bool:
    with (
        contextlib.suppress(*ERRORS, StorageError),
        contextlib.closing(connections.connect(backup, "mode=ro")) as source,
    ):
        version = schema.check(source, len(migrations), backup)
        return bool(version) and connections.passes_quick_check(source)
    return False


def _copy_newer(copy: sqlite3.Connection, path: Path) -> int:
    """Copy the games newer than the backup from the damaged file; return how many.

    The newest come first: in the order of play, then by number, as imported games are missing from the first
    order and its index may be damaged. Each pass ends at the first error. Invalid rows are skipped.
    """
    sequence, number = copy.execute(
        "SELECT coalesce(max(sequence), -1), coalesce(max(id), 0) FROM games"
    ).fetchone()
    copied = set()
    with connections.transaction(copy, write=True):
        for wanted, newest in (
            ("games WHERE sequence > ? ORDER BY sequence DESC", sequence),
            ("games NOT INDEXED WHERE sequence > ? ORDER BY id DESC", sequence),
            ("games NOT INDEXED WHERE id > ? ORDER BY id DESC", number),
        ):
            for row in _rows_of_damaged(path, f"SELECT * FROM {wanted}", newest):
                if row["id"] not in copied and _copy_row(copy, row):
                    copied.add(row["id"])
    return len(copied)


def _copy_training(copy: sqlite3.Connection, path: Path) -> None:
    """Copy the valid rows of what the coach remembers over those of the backup, up to the first error in a table."""
    with connections.transaction(copy, write=True):
        for table, convert in training_records.TABLES.items():
            for row in _rows_of_damaged(path, f"SELECT * FROM {table} NOT INDEXED"):
                names, places = ", ".join(row.keys()), ", ".join("?" * len(row))
                with contextlib.suppress(sqlite3.IntegrityError, *training_records.INVALID):
                    convert(row)
                    copy.execute(
                        f"INSERT OR REPLACE INTO {table} ({names}) VALUES ({places})", tuple(row)
                    )


def _rows_of_damaged(path: Path, query: str, *values: int) -> Iterator[sqlite3.Row]:
    """Yield the rows of a query up to the first error in the file."""
    with (
        contextlib.suppress(*ERRORS),
        contextlib.closing(connections.connect(path, "mode=rw")) as source,
    ):
        yield from source.execute(query, values)


def _copy_row(copy: sqlite3.Connection, row: sqlite3.Row) -> bool:
    """Copy a row if it is a valid game; return whether it is."""
    try:
        records.saved_game(row)
    except RecordError:
        return False
    values = records.upgraded_row(row) | {"reviewed": 0}  # its mistakes may be lost
    names, places = ", ".join(values), ", ".join(f":{name}" for name in values)
    copy.execute(f"INSERT OR REPLACE INTO games ({names}) VALUES ({places})", values)
    return True


def move_companions_aside(path: Path) -> None:
    """Move aside the companion files of a missing database; SQLite would apply them to a new one."""
    for old in connections.companion_files(path):
        if os.path.lexists(old):
            place = _free_name(path, old.lstat().st_mtime)
            old.rename(place.with_name(old.name.replace(path.name, place.name, 1)))


def _free_name(path: Path, now: float) -> Path:
    """Return an unused name with a date; its companion files' names are unused, too."""
    stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime(now))
    count, place = 1, path.with_name(f"{path.name}.damaged-{stamp}")
    while any(os.path.lexists(each) for each in (place, *connections.companion_files(place))):
        place = path.with_name(f"{path.name}.damaged-{stamp}-{count}")
        count += 1
    return place


def _move(path: Path, place: Path, draft: Path) -> None:
    """Move a damaged database to a place, and the draft to its name; undo all if a step fails.

    The companion files move first; SQLite would apply them to the draft.
    """
    with contextlib.ExitStack() as undo:
        for old, new in zip(
            connections.companion_files(path), connections.companion_files(place), strict=True
        ):
            with contextlib.suppress(FileNotFoundError):
                old.rename(new)
                undo.callback(new.rename, old)
        try:
            place.hardlink_to(path)
        except OSError:  # a file system without links
            path.rename(place)
            undo.callback(place.rename, path)
        else:
            undo.callback(place.unlink)
        draft.replace(path)
        undo.pop_all()


def _damage() -> sqlite3.DatabaseError:
    error = sqlite3.DatabaseError("the copy is damaged")
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return error
