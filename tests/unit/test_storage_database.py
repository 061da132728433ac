"""The database as a file: made, brought up to date, refused, replaced. Migrations are injected where several are wanted."""

from __future__ import annotations

import os
import sqlite3
import stat
import sys
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from p4tui.storage import connections
from p4tui.storage.connections import problem_of
from p4tui.storage.database import Database
from p4tui.storage.errors import StorageError, StorageProblem
from p4tui.storage.schema import APPLICATION_ID, MIGRATIONS, migrate
from tests.unit.stored import Peer, ask, database_of

posix = pytest.mark.skipif(sys.platform == "win32", reason="files moved while they are open")

STEPS = (("CREATE TABLE one (x)",), ("CREATE TABLE two (x)", "INSERT INTO one VALUES (2)"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


def nothing(connection: sqlite3.Connection) -> None:
    """Do nothing in a transaction."""


def insert(database: Database, value: object = 3) -> None:
    """Insert a row."""
    database.write(lambda connection: connection.execute("INSERT INTO one VALUES (?)", (value,)))


def rows(database: Database) -> list[object]:
    """What is in the table."""
    return database.read(
        lambda connection: [row[0] for row in connection.execute("SELECT x FROM one")]
    )


def pragma(database: Database, name: str) -> object:
    """A pragma in a transaction that writes."""
    return database.write(lambda connection: connection.execute(f"PRAGMA {name}").fetchone()[0])


def problem_reading(path: Path, steps: tuple[tuple[str, ...], ...] = STEPS) -> StorageProblem:
    with database_of(path, steps) as database:
        with pytest.raises(StorageError) as caught:
            database.read(nothing)
        assert caught.value.path == path
        return caught.value.problem


def problem_writing(path: Path, steps: tuple[tuple[str, ...], ...] = STEPS) -> StorageProblem:
    with database_of(path, steps) as database:
        with pytest.raises(StorageError) as caught:
            database.write(nothing)
        assert caught.value.path == path
        return caught.value.problem


# -- made ------------------------------------------------------------------------------------------------------------


def test_a_new_file_is_p4tuis_and_the_users_alone(tmp_path: Path) -> None:
    path = tmp_path / "made" / "too" / "games.sqlite3"
    with database_of(path, STEPS) as database:
        assert pragma(database, "journal_mode") == "wal"
        assert pragma(database, "application_id") == APPLICATION_ID
        assert pragma(database, "user_version") == 2
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 or sys.platform == "win32"
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700 or sys.platform == "win32"
    assert sorted(file.name for file in path.parent.iterdir()) == [path.name, path.name + ".guard"]


def test_reading_creates_nothing(tmp_path: Path) -> None:
    path = tmp_path / "not there" / "games.sqlite3"
    with database_of(path, STEPS) as database:
        assert rows(database) == [2]
        assert not path.parent.exists()
        insert(database)
        assert rows(database) == [2, 3]


def test_an_empty_file_becomes_a_database(path: Path) -> None:
    path.touch()
    with database_of(path, STEPS) as database:
        assert rows(database) == [2]


@posix
@pytest.mark.parametrize(
    "name",
    ["a b", "wh?at", "ha#sh", "per%20cent", "é€𝒳", "\udcff\udcfe", "colon:x", "back\\slash", "*"],
)
def test_names_of_any_characters_and_bytes(tmp_path: Path, name: str) -> None:
    path = tmp_path / name / f"{name}.sqlite3"
    with database_of(path, STEPS) as database:
        database.write(nothing)
    assert path.is_file()
    assert {file.name for file in path.parent.iterdir()} == {path.name, path.name + ".guard"}


def test_a_relative_path_is_resolved_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with database_of(Path("games.sqlite3"), STEPS) as database:
        (tmp_path / "elsewhere").mkdir()
        monkeypatch.chdir(tmp_path / "elsewhere")
        database.write(nothing)
    assert (tmp_path / "games.sqlite3").exists()


@pytest.mark.parametrize("wal", [True, False])
def test_a_write_waits_for_the_disk(path: Path, monkeypatch: pytest.MonkeyPatch, wal: bool) -> None:
    """SQLite's own waiting, or for a log afterwards: of what was committed, while others can write."""
    written = []

    def sync_to_disk(file: Path) -> None:
        assert file == path.with_name(path.name + "-wal")
        written.append(ask(path, "SELECT count(*) FROM one"))

    monkeypatch.setattr(connections, "sync_to_disk", sync_to_disk)
    with database_of(path, STEPS) as database:
        database.write(nothing)
        if not wal:
            database.close()
            assert ask(path, "PRAGMA journal_mode = DELETE") == [("delete",)]
        written.clear()
        assert pragma(database, "synchronous") == (1 if wal else 2)
        insert(database)
        assert written == ([[(1,)], [(2,)]] if wal else [])
        with pytest.raises(ZeroDivisionError):
            database.write(lambda connection: 1 // 0)
        assert len(written) == (2 if wal else 0)


@pytest.mark.skipif(sys.platform != "linux", reason="/proc")
def test_the_log_is_flushed_to_the_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Path] = []
    name = "fdatasync" if hasattr(os, "fdatasync") else "fsync"
    monkeypatch.setattr(
        os,
        name,
        lambda descriptor: written.append(Path(f"/proc/self/fd/{descriptor}").readlink()),
    )
    connections.sync_to_disk(path)
    assert not written
    path.touch()
    connections.sync_to_disk(path)
    assert written == [path]


def test_a_failed_flush_is_reported(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(file: Path) -> None:
        raise OSError(5, "an error of the disk")

    monkeypatch.setattr(connections, "sync_to_disk", fail)
    assert problem_writing(path) is StorageProblem.DISK


def test_a_read_sees_one_state(path: Path) -> None:
    with database_of(path, STEPS) as database, database_of(path, STEPS) as other:
        database.write(nothing)

        def counts(connection: sqlite3.Connection) -> list[object]:
            before = connection.execute("SELECT count(*) FROM one").fetchone()[0]
            insert(other)
            return [before, connection.execute("SELECT count(*) FROM one").fetchone()[0]]

        assert database.read(counts) == [1, 1]
        assert rows(database) == [2, 3]


def test_a_failed_transaction_leaves_nothing(path: Path) -> None:
    def fail(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO one VALUES (3)")
        raise ZeroDivisionError

    with database_of(path, STEPS) as database:
        with pytest.raises(ZeroDivisionError):
            database.write(fail)
        assert rows(database) == [2]


def test_closing_leaves_one_whole_file(path: Path) -> None:
    with database_of(path, STEPS) as database:
        insert(database)
        assert path.with_name(path.name + "-wal").stat().st_size
    assert not path.with_name(path.name + "-wal").exists()
    assert ask(path, "SELECT count(*) FROM one") == [(2,)]


def test_check_writing_changes_nothing_and_creates_no_file(path: Path) -> None:
    with database_of(path, STEPS) as database:
        insert(database)
        before = pragma(database, "user_version")
        database.check_writing()
        assert pragma(database, "user_version") == before
        assert rows(database) == [2, 3]


# -- brought up to date ----------------------------------------------------------------------------------------------


def test_each_step_is_a_transaction_of_its_own(path: Path) -> None:
    with database_of(path, STEPS[:1]) as database:
        database.write(nothing)
    broken = (*STEPS, ("CREATE TABLE three (x)", "CREATE NONSENSE"))
    assert problem_writing(path, broken) is StorageProblem.UNREADABLE
    assert ask(path, "PRAGMA user_version") == [(2,)]
    assert ask(path, "SELECT name FROM sqlite_master ORDER BY name") == [("one",), ("two",)]
    with database_of(path, (*STEPS, ("CREATE TABLE three (x)",))) as database:
        database.write(nothing)
    assert ask(path, "PRAGMA user_version") == [(3,)]
    assert ask(path, "SELECT count(*) FROM one") == [(1,)]


def test_a_first_step_that_fails_leaves_an_empty_file(path: Path) -> None:
    assert (
        problem_writing(path, (("CREATE TABLE one (x)", "NONSENSE"),)) is StorageProblem.UNREADABLE
    )
    assert ask(path, "SELECT count(*) FROM sqlite_master") == [(0,)]
    assert ask(path, "PRAGMA application_id") == [(0,)]
    with database_of(path, STEPS) as database:
        database.write(nothing)


def test_a_migration_step_made_by_another_program_is_not_repeated(path: Path) -> None:
    """Where there can be no lock file nobody waits for anybody."""
    with database_of(path, STEPS[:1]) as database:
        database.write(nothing)
    with closing(connections.connect(path, "mode=rw")) as connection:

        def make_the_step(statement: str) -> None:
            if statement == "BEGIN IMMEDIATE":
                connection.set_trace_callback(None)
                with database_of(path, STEPS) as other:
                    other.write(nothing)

        connection.set_trace_callback(make_the_step)
        migrate(connection, STEPS, path)
    assert ask(path, "SELECT count(*) FROM one") == [(1,)]


def test_several_programs_create_the_tables_at_once(path: Path) -> None:
    steps = 30
    with ExitStack() as stack:
        peers = [stack.enter_context(Peer(path)) for _ in range(3)]
        for peer in peers:
            peer.begin("migrate", ",".join(f"t{step}" for step in range(steps)))
        assert [peer.answer() for peer in peers] == [str(steps)] * 3
    assert len(ask(path, "SELECT name FROM sqlite_master")) == steps
    assert ask(path, "PRAGMA integrity_check") == [("ok",)]


def test_the_tables_of_this_version_are_made(path: Path) -> None:
    with database_of(path) as database:
        assert pragma(database, "user_version") == len(MIGRATIONS)
    names = [row[1] for row in ask(path, "PRAGMA table_info(games)")]
    assert {"id", "moves", "cursor", "times"} <= set(names)


# -- refused, and untouched ------------------------------------------------------------------------------------------


def made(path: Path, *statements: str) -> bytes:
    """A database of somebody; its bytes."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)
    return path.read_bytes()


REFUSED = {
    "newer": (
        StorageProblem.NEWER,
        (
            "PRAGMA journal_mode = WAL",
            f"PRAGMA application_id = {APPLICATION_ID}",
            f"PRAGMA user_version = {len(MIGRATIONS) + 1}",
        ),
    ),
    "newer, with a journal": (
        StorageProblem.NEWER,
        (f"PRAGMA application_id = {APPLICATION_ID}", "PRAGMA user_version = 2147483647"),
    ),
    "a version below nought": (
        StorageProblem.FOREIGN,
        (f"PRAGMA application_id = {APPLICATION_ID}", "PRAGMA user_version = -1"),
    ),
    "another program's": (StorageProblem.FOREIGN, ("PRAGMA application_id = 1",)),
    "one with tables": (StorageProblem.FOREIGN, ("CREATE TABLE theirs (x)",)),
    "one with a version": (StorageProblem.FOREIGN, ("PRAGMA user_version = 1",)),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_foreign_file_is_refused_and_untouched(path: Path, name: str) -> None:
    problem, statements = REFUSED[name]
    before = made(path, *statements)
    assert problem_writing(path) is problem
    assert problem_reading(path) is problem
    assert path.read_bytes() == before
    assert {file.name for file in path.parent.iterdir()} == {path.name}


def test_a_file_migrated_meanwhile_by_a_newer_version_is_left_alone(path: Path) -> None:
    with database_of(path, STEPS) as database:
        database.write(nothing)
        with database_of(path, (*STEPS, ("CREATE TABLE three (x)",))) as newer:
            newer.write(nothing)
        for _ in range(2):
            with pytest.raises(StorageError) as caught:
                insert(database)
            assert caught.value.problem is StorageProblem.NEWER
    assert ask(path, "SELECT count(*) FROM one") == [(1,)]


def test_what_is_not_a_file_is_refused_at_once(path: Path) -> None:
    path.mkdir()
    assert problem_writing(path) is StorageProblem.UNREADABLE
    assert problem_reading(path) is StorageProblem.UNREADABLE


@posix
def test_a_pipe_is_refused_without_waiting_for_somebody_to_write(path: Path) -> None:
    os.mkfifo(path)
    assert problem_writing(path) is StorageProblem.UNREADABLE
    assert problem_reading(path) is StorageProblem.UNREADABLE


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for place in ("games.sqlite3", "p4tui/games.sqlite3"):
        with (
            database_of(tmp_path / "file" / place) as database,
            pytest.raises(StorageError) as caught,
        ):
            database.write(nothing)
        assert caught.value.problem is StorageProblem.NO_FOLDER
        assert caught.value.path == tmp_path / "file"


@posix
def test_a_link_that_leads_to_itself_is_refused(path: Path) -> None:
    path.symlink_to(path)
    assert problem_writing(path) is StorageProblem.UNREADABLE


def no_shared_memory(path: Path) -> None:
    """Let the file of the memory that programs share be none that can be made."""
    path.with_name(path.name + "-shm").symlink_to(path.parent / "not there" / "either")


# -- a file that cannot be written -----------------------------------------------------------------------------------


def unwritable(monkeypatch: pytest.MonkeyPatch, *, opens: bool = True) -> None:
    """Let no file be opened to be written: SQLite opens one to be read instead, or fails where it cannot do that."""
    connect = connections.connect

    def refuse(path: Path, mode: str) -> sqlite3.Connection:
        if opens or "mode=rw" not in mode:
            return connect(path, mode.replace("mode=rw", "mode=ro"))
        error = sqlite3.OperationalError("unable to open database file")
        error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
        raise error

    monkeypatch.setattr(connections, "connect", refuse)


@pytest.mark.parametrize("access", [True, False])
@pytest.mark.parametrize("opens", [True, False])
def test_a_file_that_cannot_be_written_can_be_read(
    path: Path, monkeypatch: pytest.MonkeyPatch, opens: bool, access: bool
) -> None:
    """Where the system says that it is not for writing, nothing else is wrong with it."""
    with database_of(path, STEPS) as database:
        database.write(nothing)
    before = path.read_bytes()
    unwritable(monkeypatch, opens=opens)
    monkeypatch.setattr(os, "access", lambda file, mode: access or mode == os.R_OK)
    with database_of(path, STEPS) as database:
        for _ in range(2):
            assert rows(database) == [2]
            with pytest.raises(StorageError) as caught:
                insert(database)
            told = StorageProblem.UNREADABLE if access and not opens else StorageProblem.READ_ONLY
            assert caught.value.problem is told
        monkeypatch.undo()
        database.write(nothing)
    assert path.read_bytes() == before


@pytest.mark.parametrize("allowed", ["immutable", "nothing"])
def test_a_read_only_disk_is_read_as_immutable(
    path: Path, monkeypatch: pytest.MonkeyPatch, allowed: str
) -> None:
    with database_of(path, STEPS) as database:
        database.write(nothing)
    connect = connections.connect

    def refuse(path: Path, mode: str) -> sqlite3.Connection:
        if allowed in mode:
            return connect(path, mode)
        error = sqlite3.OperationalError("unable to open database file")
        error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
        raise error

    monkeypatch.setattr(connections, "connect", refuse)
    before = path.read_bytes()
    if allowed == "nothing":
        assert problem_reading(path) is StorageProblem.UNREADABLE
    else:
        with database_of(path, STEPS) as database:
            assert rows(database) == [2]
    assert {file.name for file in path.parent.iterdir()} == {path.name, path.name + ".guard"}
    assert path.read_bytes() == before


def test_an_empty_read_only_file_has_no_game(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.touch()
    unwritable(monkeypatch)
    with database_of(path, STEPS) as database:
        assert rows(database) == [2]
    assert not path.read_bytes()


def test_an_old_read_only_file_is_migrated_in_memory(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with database_of(path, STEPS[:1]) as database:
        database.write(nothing)
    before = path.read_bytes()
    unwritable(monkeypatch)
    with database_of(path, STEPS) as database:
        assert rows(database) == [2]
    assert path.read_bytes() == before


@posix
def test_without_shared_memory_a_log_with_moves_is_not_ignored(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end of a killed program's game is beside the file: reading the file alone would show an older state."""
    with database_of(path, STEPS) as database:
        insert(database)
        copy = tmp_path / "copy.sqlite3"
        copy.write_bytes(path.read_bytes())
        copy.with_name(copy.name + "-wal").write_bytes(
            path.with_name(path.name + "-wal").read_bytes()
        )
    no_shared_memory(copy)
    unwritable(monkeypatch)
    assert problem_reading(copy) is StorageProblem.UNREADABLE
    monkeypatch.undo()
    copy.with_name(copy.name + "-shm").unlink()
    with database_of(copy, STEPS) as database:
        assert rows(database) == [2, 3]


def test_a_full_disk_is_reported_and_gets_the_next_change_when_it_has_room(path: Path) -> None:
    with database_of(path, STEPS) as database:
        database.write(nothing)
        assert database._connection is not None
        database._connection.execute("PRAGMA max_page_count = 3")
        with pytest.raises(StorageError) as caught:
            insert(database, bytes(100000))
        assert caught.value.problem is StorageProblem.FULL
        insert(database, bytes(100000))
    assert ask(path, "SELECT count(*) FROM one") == [(2,)]


def test_another_programs_long_transaction_is_waited_for_and_then_reported(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "BUSY_SECONDS", 0.01)
    with database_of(path, STEPS) as database:
        database.write(nothing)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StorageError) as caught:
                database.write(nothing)
            assert caught.value.problem is StorageProblem.BUSY
            assert rows(database) == [2]
            other.execute("COMMIT")
        database.write(nothing)


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        (sqlite3.SQLITE_READONLY, StorageProblem.READ_ONLY),
        (sqlite3.SQLITE_READONLY_DBMOVED, StorageProblem.READ_ONLY),
        (sqlite3.SQLITE_FULL, StorageProblem.FULL),
        (sqlite3.SQLITE_IOERR_SHMSIZE, StorageProblem.FULL),
        (sqlite3.SQLITE_IOERR_WRITE, StorageProblem.DISK),
        (sqlite3.SQLITE_BUSY_RECOVERY, StorageProblem.BUSY),
        (sqlite3.SQLITE_PROTOCOL, StorageProblem.BUSY),
        (sqlite3.SQLITE_CORRUPT_VTAB, StorageProblem.DAMAGED),
        (sqlite3.SQLITE_NOTADB, StorageProblem.DAMAGED),
        (sqlite3.SQLITE_CANTOPEN, StorageProblem.UNREADABLE),
        (None, StorageProblem.UNREADABLE),
    ],
)
def test_the_problem_behind_an_error_of_sqlite(code: int | None, problem: StorageProblem) -> None:
    error = sqlite3.OperationalError("something")
    if code is not None:
        error.sqlite_errorcode = code
    assert problem_of(error) is problem


@pytest.mark.parametrize(
    ("number", "problem"),
    [
        ("EROFS", StorageProblem.READ_ONLY),
        ("EACCES", StorageProblem.READ_ONLY),
        ("ENOSPC", StorageProblem.FULL),
        ("EDQUOT", StorageProblem.FULL),
        ("EIO", StorageProblem.DISK),
        ("ENAMETOOLONG", StorageProblem.UNREADABLE),
    ],
)
def test_the_problem_behind_an_error_of_the_system(
    path: Path, monkeypatch: pytest.MonkeyPatch, number: str, problem: StorageProblem
) -> None:
    import errno

    def refuse(*arguments: object, **options: object) -> None:
        raise OSError(getattr(errno, number), "refused")

    monkeypatch.setattr(Path, "mkdir", refuse)
    assert problem_writing(path) is problem


# -- journals --------------------------------------------------------------------------------------------------------


@posix
def test_a_file_system_that_cannot_share_memory_gets_a_rollback_journal(path: Path) -> None:
    no_shared_memory(path)
    path.touch()
    with database_of(path, STEPS) as database, database_of(path, STEPS) as other:
        for each in (database, other, database):
            insert(each)
            assert pragma(each, "journal_mode") == "delete"
    assert ask(path, "SELECT count(*) FROM one") == [(4,)]


@posix
def test_a_file_copied_to_such_a_file_system_gets_one_too(path: Path) -> None:
    with database_of(path, STEPS) as database:
        database.write(nothing)
    no_shared_memory(path)
    with database_of(path, STEPS) as database:
        assert pragma(database, "journal_mode") == "delete"


def test_the_rollback_journal_of_a_killed_program_is_rolled_back(
    path: Path, tmp_path: Path
) -> None:
    with database_of(path, STEPS) as database:
        database.write(nothing)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA cache_spill = 1")
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN IMMEDIATE")
        for _ in range(100):
            connection.execute("INSERT INTO one VALUES (zeroblob(1000))")
        copy = tmp_path / "copy.sqlite3"
        copy.write_bytes(path.read_bytes())
        journal = path.with_name(path.name + "-journal").read_bytes()
        copy.with_name(copy.name + "-journal").write_bytes(journal)
    with database_of(copy, STEPS) as database:
        assert rows(database) == [2]


@posix
def test_a_program_that_switches_the_journal_meanwhile_is_no_reason_to_fail(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a lock file two programs may make one file at once: who comes second uses what the first has made."""
    connect = connections.connect

    class Busy(sqlite3.Connection):
        def execute(self, *arguments: object) -> sqlite3.Cursor:
            if arguments == ("PRAGMA journal_mode = WAL",):
                error = sqlite3.OperationalError("database is locked")
                error.sqlite_errorcode = sqlite3.SQLITE_BUSY
                raise error
            return super().execute(*arguments)  # type: ignore[arg-type]  # as they came

    def busy(path: Path, mode: str) -> sqlite3.Connection:
        connect(path, mode).close()
        connection = sqlite3.connect(path, isolation_level=None, factory=Busy)
        connection.row_factory = sqlite3.Row
        return connection

    monkeypatch.setattr(connections, "connect", busy)
    with database_of(path, STEPS) as database:
        assert rows(database) == [2]
