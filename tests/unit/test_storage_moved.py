"""Databases that are damaged, moved, replaced or deleted while programs have them open."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from p4tui.storage import connections
from p4tui.storage.database import Database
from p4tui.storage.errors import StorageError, StorageProblem
from p4tui.storage.games import GameRepository
from tests.unit.stored import Peer, ask, change_rows, database_of, match_of, repository_of
from tests.unit.test_storage_database import STEPS

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="files moved while they are open")

TEXT = b"no database at all, but a text that is longer than the header of one: " * 3


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


def write(database: Database, value: int = 3) -> None:
    with database.writing() as connection:
        connection.execute("INSERT INTO one VALUES (?)", (value,))


def rows(path: Path) -> int:
    found = ask(path, "SELECT count(*) FROM one")[0][0]
    assert isinstance(found, int)
    return found


def test_a_damaged_file_is_moved_whole_and_another_made(path: Path) -> None:
    path.write_bytes(TEXT)
    beside = {suffix: path.with_name(path.name + suffix) for suffix in ("-wal", "-journal")}
    for suffix, file in beside.items():
        file.write_bytes(suffix.encode())
    with database_of(path, STEPS, seconds=86400.0) as database:
        with pytest.raises(StorageError) as caught, database.writing():
            pass
        assert caught.value.problem is StorageProblem.DAMAGED
        assert path.read_bytes() == TEXT
        moved = database.mend()
        assert moved is not None and moved == database.moved
        place = moved.place
        assert place == path.with_name(path.name + ".damaged-19700102-000000")
        assert place.read_bytes() == TEXT
        for suffix, file in beside.items():
            assert Path(f"{place}{suffix}").read_bytes() == suffix.encode()
            assert not file.exists()
        assert rows(path) == 1
        write(database)
        assert database.mend() is None
    assert rows(path) == 2
    assert place.read_bytes() == TEXT


def test_a_text_does_not_pass_for_the_database_whose_log_lies_beside_it(path: Path) -> None:
    with database_of(path, STEPS) as old:
        write(old)
        assert path.with_name(path.name + "-wal").stat().st_size
        text = path.with_name("text")
        text.write_bytes(TEXT)
        text.rename(path)
        with database_of(path, STEPS) as new:
            with pytest.raises(StorageError) as caught:
                write(new)
            assert caught.value.problem is StorageProblem.DAMAGED
            moved = new.mend()
            assert moved is not None
            assert moved.place.read_bytes() == TEXT
            write(new)
            assert rows(path) == 2


def test_damage_in_the_middle_is_found(path: Path) -> None:
    with database_of(path, STEPS) as database:
        write(database)
    data = bytearray(path.read_bytes())
    data[4096:8192] = b"\xff" * 4096
    path.write_bytes(data)
    with database_of(path, STEPS) as database:
        with pytest.raises(StorageError) as caught:
            write(database)
        assert caught.value.problem is StorageProblem.DAMAGED
        moved = database.mend()
        assert moved is not None and moved.place.read_bytes() == bytes(data)


@pytest.mark.parametrize("loss", ["DROP TABLE games", "DROP INDEX unfinished_games"])
def test_a_file_of_ours_that_lacks_what_is_read_is_damaged(path: Path, loss: str) -> None:
    with repository_of(path) as games:
        games.save(match_of("4"))
    change_rows(path, loss)
    with closing(GameRepository(path, mends=False)) as games:
        with pytest.raises(StorageError) as caught:
            games.unfinished()
        assert caught.value.problem is StorageProblem.DAMAGED
    with repository_of(path) as games:
        games.unfinished()
        assert games.moved is not None and games.moved.place.exists()


@pytest.mark.parametrize("loss", ["DROP TABLE games", "ALTER TABLE games DROP COLUMN spent"])
def test_a_file_of_ours_that_lacks_what_is_written_is_moved_aside(path: Path, loss: str) -> None:
    with repository_of(path) as games:
        games.save(match_of("4"))
    change_rows(path, loss)
    with repository_of(path) as games:
        assert games.load(games.save(match_of("44"))).match == match_of("44")
        assert games.moved is not None and games.moved.place.exists()


def test_two_damaged_files_of_one_second_have_two_names(path: Path) -> None:
    with database_of(path, STEPS) as database:
        places = []
        for _ in range(3):
            path.write_bytes(TEXT)
            places.append(database.mend())
    assert len(set(places)) == 3
    assert all(moved and moved.place.read_bytes() == TEXT for moved in places)


def test_a_file_that_is_in_order_or_not_there_is_not_moved(path: Path) -> None:
    with database_of(path, STEPS) as database:
        assert database.mend() is None
        write(database)
        assert database.mend() is None
        assert database.moved is None
    assert rows(path) == 2


def test_one_that_cannot_be_looked_at_is_not_moved(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(TEXT)

    def refuse(path: Path, mode: str) -> sqlite3.Connection:
        raise sqlite3.OperationalError("unable to open database file")

    monkeypatch.setattr(connections, "connect", refuse)
    with database_of(path, STEPS) as database:
        assert database.mend() is None
    assert path.read_bytes() == TEXT


def test_one_that_cannot_be_moved_stays_and_is_told(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(TEXT)

    def refuse(self: Path, target: object) -> Path:
        raise PermissionError(13, "refused")

    monkeypatch.setattr(Path, "rename", refuse)
    with database_of(path, STEPS) as database:
        with pytest.raises(StorageError) as caught:
            database.mend()
        assert caught.value.problem is StorageProblem.DAMAGED
    assert path.read_bytes() == TEXT


def test_a_program_that_has_the_old_file_open_goes_on_in_the_new_one(path: Path) -> None:
    """SQLite deletes files by their names as it closes: they belong to the new database by then."""
    with database_of(path, STEPS) as old, database_of(path, STEPS) as new:
        write(old)
        generation = old.generation
        path.rename(path.with_name("elsewhere"))
        write(new)
        beside = path.with_name(path.name + "-wal")
        kept = beside.stat().st_ino
        write(old)
        assert old.generation != generation and not old.replaced
        assert beside.stat().st_ino == kept
        with Peer(path) as peer:  # a third one sees what is not in the file itself yet
            assert peer("migrate", "one,two") == "2"
    assert rows(path) == 3


def test_closing_a_file_that_was_replaced_leaves_the_new_one_alone(path: Path) -> None:
    with database_of(path, STEPS) as old, database_of(path, STEPS) as new:
        write(old)
        path.rename(path.with_name("elsewhere"))
        write(new)
        beside = path.with_name(path.name + "-wal")
        kept = beside.stat().st_ino
        old.close()
        assert beside.stat().st_ino == kept
        write(new)
    assert rows(path) == 3
    assert rows(path.with_name("elsewhere")) == 2


def test_what_a_deleted_file_left_behind_is_no_part_of_a_new_one(path: Path) -> None:
    with database_of(path, STEPS) as old, database_of(path, STEPS, seconds=0.0) as new:
        write(old)
        path.unlink()  # and not what SQLite keeps beside it
        write(new)
        assert rows(path) == 2
        write(old)
        assert rows(path) == 3
    left = sorted(file.name for file in path.parent.glob("*.damaged-*"))
    assert left == [f"{path.name}.damaged-19700101-000000{suffix}" for suffix in ("-shm", "-wal")]


def test_a_folder_that_is_deleted_is_made_again(tmp_path: Path) -> None:
    path = tmp_path / "data" / "games.sqlite3"
    with database_of(path, STEPS) as database:
        write(database)
        for file in path.parent.iterdir():
            file.unlink()
        path.parent.rmdir()
        write(database)
        assert rows(path) == 2
        for file in path.parent.iterdir():
            file.unlink()
        path.parent.rmdir()
    assert not path.parent.exists()


def test_a_file_that_appears_after_looking_is_seen(path: Path) -> None:
    with database_of(path, STEPS) as database, database_of(path, STEPS) as other:
        with database.reading() as connection:
            assert connection.execute("SELECT count(*) FROM one").fetchone()[0] == 1
        write(other)
        with database.reading() as connection:
            assert connection.execute("SELECT count(*) FROM one").fetchone()[0] == 2


def test_a_lost_transaction_does_not_hide_why(path: Path) -> None:
    with database_of(path, STEPS) as database:
        write(database)
        with pytest.raises(StorageError) as caught, database.reading() as connection:
            connection.execute("ROLLBACK")  # as SQLite does by itself after some errors
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
            raise error
        assert caught.value.problem is StorageProblem.DISK
        with closing(sqlite3.connect(path)) as check:
            assert check.execute("SELECT count(*) FROM one").fetchone() == (2,)
