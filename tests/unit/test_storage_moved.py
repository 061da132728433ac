"""Databases that are moved, replaced or deleted while programs have them open."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from p4tui.storage.errors import StorageError, StorageProblem
from tests.unit.stored import Peer, ask, database_of
from tests.unit.test_storage_database import STEPS, insert, rows

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="files moved while they are open")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


def count(path: Path) -> object:
    return ask(path, "SELECT count(*) FROM one")[0][0]


def test_a_program_with_the_old_file_open_continues_in_the_new_one(path: Path) -> None:
    """SQLite deletes files by their names as it closes: they belong to the new database by then."""
    with database_of(path, STEPS) as old, database_of(path, STEPS) as new:
        insert(old)
        generation = old.generation
        path.rename(path.with_name("elsewhere"))
        insert(new)
        beside = path.with_name(path.name + "-wal")
        kept = beside.stat().st_ino
        insert(old)
        assert old.generation != generation and not old.replaced
        assert beside.stat().st_ino == kept
        with Peer(path) as peer:  # a third one sees what is not in the file itself yet
            assert peer("migrate", "one,two") == "2"
    assert count(path) == 3
    assert count(path.with_name("elsewhere")) == 2


def test_closing_a_file_that_was_replaced_leaves_the_new_one_alone(path: Path) -> None:
    with database_of(path, STEPS) as old, database_of(path, STEPS) as new:
        insert(old)
        path.rename(path.with_name("elsewhere"))
        insert(new)
        beside = path.with_name(path.name + "-wal")
        kept = beside.stat().st_ino
        old.close()
        assert beside.stat().st_ino == kept
        insert(new)
    assert count(path) == 3
    assert count(path.with_name("elsewhere")) == 2


def test_companion_files_of_a_deleted_file_are_no_part_of_a_new_one(path: Path) -> None:
    with database_of(path, STEPS) as old, database_of(path, STEPS) as new:
        insert(old)
        path.unlink()  # and not what SQLite keeps beside it
        insert(new)
        assert count(path) == 2
        insert(old)
        assert count(path) == 3
    left = sorted(file.name[-4:] for file in path.parent.glob("*.damaged-*"))
    assert left == ["-shm", "-wal"]


def test_a_deleted_folder_is_created_again(tmp_path: Path) -> None:
    path = tmp_path / "data" / "games.sqlite3"
    with database_of(path, STEPS) as database:
        insert(database)
        for _ in range(2):
            for file in path.parent.iterdir():
                file.unlink()
            path.parent.rmdir()
            insert(database)
            assert rows(database) == [2, 3]


def test_a_file_that_appears_after_a_read_is_found(path: Path) -> None:
    with database_of(path, STEPS) as database, database_of(path, STEPS) as other:
        assert rows(database) == [2]
        insert(other)
        assert rows(database) == [2, 3]


def test_a_lost_transaction_does_not_hide_why(path: Path) -> None:
    def fail(connection: sqlite3.Connection) -> None:
        connection.execute("ROLLBACK")  # as SQLite does by itself after some errors
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
        raise error

    with database_of(path, STEPS) as database:
        insert(database)
        with pytest.raises(StorageError) as caught:
            database.read(fail)
        assert caught.value.problem is StorageProblem.DISK
        with closing(sqlite3.connect(path)) as check:
            assert check.execute("SELECT count(*) FROM one").fetchone() == (2,)
