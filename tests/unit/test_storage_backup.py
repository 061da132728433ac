"""Backups, and what becomes of a damaged database: moved aside, and the newest good backup goes on in its place."""

from __future__ import annotations

import errno
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from p4tui.storage import backup, connections
from p4tui.storage.database import Database
from p4tui.storage.errors import NoSuchGameError, RecordError, StorageError, StorageProblem
from p4tui.storage.games import GameRepository
from p4tui.storage.ownership import Ownership
from p4tui.storage.schema import MIGRATIONS
from tests.unit.damaging import PAGE, filled
from tests.unit.stored import (
    Peer,
    ask,
    change_rows,
    kept,
    match_of,
    moved_aside,
    moves_in,
    old_database,
    owned_by,
    repository_of,
    restorations,
    saved,
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="files moved while they are open")

DAY = backup.INTERVAL
LATER = 10_000 * DAY
"""A date after all backups."""
COUNT = 60
TEXT = b"no database at all, but a text that is longer than the header of one: " * 300


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


def back_up(path: Path, now: float = DAY) -> bool:
    with closing(GameRepository(path, lambda: now)) as games:
        return games.back_up()


def name_of(path: Path, number: int) -> Path:
    return path.with_name(f"{path.name}.backup-{number}")


def leaf_pages(path: Path) -> list[int]:
    """Numbers, from 0, of pages that hold games and nothing else."""
    data = path.read_bytes()
    return [page for page in range(1, len(data) // PAGE) if data[page * PAGE] == 0x0D]


def header_overwritten(path: Path) -> None:
    path.write_bytes(bytes(100) + path.read_bytes()[100:])


def page_zeroed(path: Path) -> None:
    with path.open("r+b") as file:
        for page in leaf_pages(path)[:3]:
            file.seek(page * PAGE)
            file.write(bytes(PAGE))


def index_zeroed(path: Path) -> None:
    """The pages of all indexes."""
    data = path.read_bytes()
    with path.open("r+b") as file:
        for page in range(1, len(data) // PAGE):
            if data[page * PAGE] in {0x02, 0x0A}:
                file.seek(page * PAGE)
                file.write(bytes(PAGE))


def cut_short(path: Path) -> None:
    os.truncate(path, path.stat().st_size // PAGE // 2 * PAGE)


def zeros_in_the_middle(path: Path) -> None:
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(size // 3)
        file.write(bytes(size // 3))


def emptied(path: Path) -> None:
    os.truncate(path, 0)


def no_database(path: Path) -> None:
    path.write_bytes(TEXT)


DAMAGE = [
    header_overwritten,
    page_zeroed,
    index_zeroed,
    cut_short,
    zeros_in_the_middle,
    emptied,
    no_database,
]


# -- backups ---------------------------------------------------------------------------------------------------------


def test_a_backup_is_made_once_a_day_and_three_are_kept(path: Path) -> None:
    assert not back_up(path), "there is nothing to copy, and looking makes no file"
    assert not path.exists()
    with repository_of(path) as games:
        made = []
        for day, moves in enumerate(("1", "2", "3", "4"), 1):
            saved(games, match_of(moves))
            made.append(back_up(path, day * DAY))
            assert not back_up(path, day * DAY + DAY / 2)
        assert made == [True] * 4
        assert back_up(path, 4 * DAY + DAY)
    assert backup.backups(path, LATER) == [name_of(path, number) for number in (2, 1, 3)]
    assert moves_in(name_of(path, 3)) == {1: "1", 2: "2", 3: "3"}
    assert moves_in(name_of(path, 1)) == {1: "1", 2: "2", 3: "3", 4: "4"}
    assert sorted(each.name for each in path.parent.glob("*.backup-*")) == [
        name_of(path, number).name for number in (1, 2, 3)
    ]


def test_a_backup_of_the_future_does_not_keep_others_from_being_made(path: Path) -> None:
    with repository_of(path) as games:
        saved(games)
    assert back_up(path, 1000 * DAY)
    assert back_up(path, DAY)
    assert not back_up(path, DAY)


def test_a_backup_made_with_a_wrong_clock_is_replaced_first_and_restored_last(path: Path) -> None:
    with repository_of(path) as games:
        saved(games, match_of("1"))
        assert back_up(path, 3000 * DAY)
        for day, moves in enumerate(("2", "3", "4", "5"), 1):
            saved(games, match_of(moves))
            assert back_up(path, day * DAY)
    assert len(moves_in(name_of(path, 1))) == 4, "the third of the right clock took its place"
    assert backup.backups(path, 5 * DAY)[0] == name_of(path, 2)
    no_database(path)
    with closing(GameRepository(path, lambda: 5 * DAY)) as games:
        assert games.count() == 5


def test_an_unreadable_data_folder_is_a_problem_of_the_disk_and_no_bug(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with repository_of(path) as games:
        saved(games)
        assert back_up(path)

        def refuse(*_arguments: object) -> bool:
            raise PermissionError(errno.EACCES, "not allowed")

        monkeypatch.setattr(backup, "is_due", refuse)
        with pytest.raises(StorageError):
            games.back_up()


def test_a_draft_that_a_killed_program_left_is_written_over(path: Path) -> None:
    with repository_of(path) as games:
        saved(games)
    name_of(path, 1).with_name(f"{path.name}.backup-1.new").write_bytes(b"half")
    assert back_up(path)
    assert moves_in(name_of(path, 1)) and not list(path.parent.glob("*.new"))


@pytest.mark.parametrize("kind", ["sqlite", "system"])
def test_a_full_disk_during_a_backup_replaces_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    filled(path, COUNT)
    with repository_of(path) as games:
        for day in range(1, 4):
            assert back_up(path, day * DAY)
        before = [each.read_bytes() for each in backup.backups(path, LATER)]
        with monkeypatch.context() as patch:
            fill_the_disk(patch, kind)
            with pytest.raises(StorageError) as caught:
                back_up(path, 9 * DAY)
        assert caught.value.problem is StorageProblem.FULL
        assert [each.read_bytes() for each in backup.backups(path, LATER)] == before
        assert not list(path.parent.glob("*.new"))
        saved(games)
        assert back_up(path, 9 * DAY)


def fill_the_disk(patch: pytest.MonkeyPatch, kind: str) -> None:
    """Let there be no room for another database, other than an empty one."""
    if kind == "system":

        def refuse(self: Path, target: object) -> Path:
            raise OSError(errno.ENOSPC, "no room")

        for name in ("replace", "rename", "hardlink_to"):
            patch.setattr(Path, name, refuse)
        return
    connect = connections.connect

    def small(path: Path, mode: str) -> sqlite3.Connection:
        connection = connect(path, mode)
        if path.name.endswith(".restoring") or path.name.endswith(".new"):
            connection.execute("PRAGMA max_page_count = 10")
        return connection

    patch.setattr(connections, "connect", small)


def test_damage_found_by_a_backup_is_restored_and_kept_out_of_the_backups(path: Path) -> None:
    before = filled(path, COUNT)
    assert back_up(path)
    page_zeroed(path)
    with closing(GameRepository(path, lambda: 3 * DAY)) as games:
        told = restorations(games)
        assert games.back_up()
        assert len(told) == 1
    assert kept(path) == before
    for each in backup.backups(path, LATER):
        assert ask(each, "PRAGMA quick_check") == [("ok",)]


# -- restored --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_database_is_moved_aside_and_replaced_by_the_newest_backup(
    path: Path, damage: Callable[[Path], None]
) -> None:
    before = filled(path, COUNT)
    assert back_up(path, DAY)
    damage(path)
    data = path.read_bytes()
    beside = path.with_name(path.name + "-journal")
    with repository_of(path, lambda: 2 * DAY) as games:
        told = restorations(games)
        games.back_up()  # reads all of it
        assert games.count() == COUNT
        (restored,) = told
    assert kept(path) == before
    assert [restored.moved_to] == moved_aside(path)
    assert restored.moved_to.name == path.name + ".damaged-19700103-000000"
    assert restored.moved_to.read_bytes() == data
    assert restored.backup_date == DAY
    assert not beside.exists()
    assert ask(path, "PRAGMA journal_mode") == [("wal",)]


READING: dict[str, Callable[[GameRepository], object]] = {
    "load": lambda games: games.load(2),
    "open": lambda games: games.open(2),
    "open_latest": GameRepository.open_latest,
    "unfinished": GameRepository.unfinished,
    "count": GameRepository.count,
    "summaries": GameRepository.summaries,
    "all_games": lambda games: list(games.all_games()),
    "statistics": GameRepository.statistics,
    "journal": GameRepository.journal,
    "check_writing": GameRepository.check_writing,
    "delete": lambda games: games.delete(2),
    "undelete": GameRepository.undelete,
    "add": lambda games: games.add([(match_of(), None)]),
    "save": saved,
}


@pytest.mark.parametrize("name", READING)
def test_every_method_that_finds_damage_restores_the_file_and_continues(
    path: Path, name: str
) -> None:
    filled(path, 5)
    back_up(path)
    no_database(path)
    with repository_of(path) as games:
        told = restorations(games)
        READING[name](games)
        assert len(told) == 1 and len(moved_aside(path)) == 1
        READING[name](games) if name != "delete" else None
        assert len(told) == 1


def test_a_repository_that_restores_nothing_leaves_a_damaged_file(path: Path) -> None:
    filled(path, 3)
    no_database(path)
    with closing(GameRepository(path, auto_restore=False)) as games:
        for act in READING.values():
            with pytest.raises(StorageError) as caught:
                act(games)
            assert caught.value.problem is StorageProblem.DAMAGED
    assert path.read_bytes() == TEXT and not moved_aside(path)


@pytest.mark.parametrize("fails", [False, True])
def test_companion_files_are_moved_along_or_put_back(
    path: Path, monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    place, draft = path.with_name("damaged"), path.with_name("draft")
    texts = {suffix: suffix.encode() for suffix in ("", "-wal", "-journal")}
    for suffix, text in texts.items():
        Path(f"{path}{suffix}").write_bytes(text)
    draft.write_bytes(b"whole")

    def refuse(self: Path, target: Path) -> Path:
        raise OSError(errno.ENOSPC, "no room")

    if fails:
        monkeypatch.setattr(Path, "replace", refuse)
        with pytest.raises(OSError, match="no room"):
            backup._move(path, place, draft)
    else:
        backup._move(path, place, draft)
        assert path.read_bytes() == b"whole"
    there, gone = (path, place) if fails else (place, path)
    assert all(Path(f"{there}{suffix}").read_bytes() == text for suffix, text in texts.items())
    assert not any(Path(f"{gone}{suffix}").exists() for suffix in ("-wal", "-journal"))
    assert place.exists() is not fails


@pytest.mark.parametrize("damage", [page_zeroed, index_zeroed])
def test_games_newer_than_the_backup_are_copied_from_the_damaged_file(
    path: Path, damage: Callable[[Path], None]
) -> None:
    """New ones, old ones that were played on, and imported ones, which have no place in the order."""
    with repository_of(path) as games:
        owned = owned_by(games, match_of("4"))
        for _ in range(COUNT):
            saved(games, match_of("123", red="x" * 300))
        games.back_up()
        games.save(match_of("44"), owned)
        saved(games, match_of("5"))
        games.add([(match_of("66"), 10.0)])
    old = leaf_pages(path)
    damage(path)
    with repository_of(path) as games:
        told = restorations(games)
        list(games.all_games())
        (restored,) = told
        moves = moves_in(path)
        assert moves[COUNT + 2] == "5" and moves[COUNT + 3] == "66"
        assert len(moves) == COUNT + 3
        assert restored.copied >= 2
        if damage is index_zeroed:
            assert restored.copied == 3 and moves[1] == "44"
        # Whoever played it goes on with it.
        assert games.save(match_of("445"), owned) == 1
    assert old and moves_in(path)[1] == "445"


def test_a_row_that_breaks_the_rules_is_no_damage_and_is_not_copied(path: Path) -> None:
    with repository_of(path) as games:
        for moves in ("1", "2", "3"):
            saved(games, match_of(moves))
        change_rows(path, "UPDATE games SET moves = 'x!' WHERE id = 2")
        told = restorations(games)
        with pytest.raises(RecordError):
            games.load(2)
        assert [type(each) is RecordError for each in games.all_games()] == [False, True, False]
        assert not told and not moved_aside(path)
    index_zeroed(path)
    with repository_of(path) as games:
        told = restorations(games)
        games.summaries()
        assert told[0].copied == 2 and told[0].backup_date is None
    assert moves_in(path) == {1: "1", 3: "3"}


def test_a_damaged_backup_is_skipped(path: Path) -> None:
    for day in range(1, 4):
        filled(path, 1, seed=day)
        assert back_up(path, day * DAY)
    header_overwritten(name_of(path, 3))
    page = name_of(path, 2).read_bytes()
    name_of(path, 2).write_bytes(page[:PAGE] + b"\xff" * PAGE + page[2 * PAGE :])
    for number in (2, 3):
        os.utime(name_of(path, number), (number * DAY, number * DAY))
    no_database(path)
    with repository_of(path) as games:
        told = restorations(games)
        assert games.count() == 1
        assert told[0].backup_date == DAY


@pytest.mark.parametrize("kind", ["sqlite", "system"])
@pytest.mark.parametrize("backups", [True, False])
def test_a_full_disk_while_restoring_leaves_the_damaged_file_where_it_is(
    path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, backups: bool
) -> None:
    """It was replaced by an empty one: that the backup could not be copied was taken for damage in the backup."""
    before = filled(path, COUNT)
    if backups:
        back_up(path)
    index_zeroed(path)
    data = path.read_bytes()
    log = path.with_name(path.name + "-journal")
    with monkeypatch.context() as patch:
        fill_the_disk(patch, kind)
        with repository_of(path) as games:
            told = restorations(games)
            for _ in range(2):
                with pytest.raises(StorageError) as caught:
                    games.summaries()
                assert caught.value.problem is StorageProblem.FULL
    assert not told and not moved_aside(path)
    assert path.read_bytes() == data and not log.exists()
    with repository_of(path) as games:
        games.summaries()
    assert kept(path) == before


def test_without_hard_links_the_file_is_renamed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Path, target: object) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    no_database(path)
    with repository_of(path) as games:
        assert games.count() == 0
    (place,) = moved_aside(path)
    assert place.read_bytes() == TEXT


@pytest.mark.parametrize(
    "code",
    [
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_IOERR_READ,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_ERROR,
    ],
)
def test_no_other_problem_moves_a_file(
    path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    before = filled(path, 3)
    back_up(path)

    def fail(connection: sqlite3.Connection) -> None:
        error = sqlite3.OperationalError("something")
        error.sqlite_errorcode = code
        raise error

    with closing(Database(path)) as database:
        for act in (database.read, database.write):
            with pytest.raises(StorageError):
                act(fail)
    assert kept(path) == before and not moved_aside(path)


def test_a_file_reported_as_damaged_is_checked_again(path: Path) -> None:
    before = filled(path, 3)
    back_up(path)
    assert backup.restore(path, MIGRATIONS, 0.0) is None
    assert kept(path) == before and not moved_aside(path)


@pytest.mark.parametrize("pragma", ["application_id = 77", "user_version = 9"])
def test_another_program_s_or_a_newer_version_s_file_is_never_moved(
    path: Path, pragma: str
) -> None:
    """Nor where its list of tables is damaged."""
    filled(path, COUNT)
    change_rows(path, f"PRAGMA {pragma}")
    data = bytearray(path.read_bytes())
    data[100] = 0x77
    path.write_bytes(data)
    with repository_of(path) as games:
        for act in (games.count, games.check_writing):
            with pytest.raises(StorageError) as caught:
                act()
            assert caught.value.problem in {StorageProblem.FOREIGN, StorageProblem.NEWER}
    with pytest.raises(StorageError):
        backup.restore(path, MIGRATIONS, 0.0)
    assert path.read_bytes() == bytes(data) and not moved_aside(path)


def test_several_programs_restore_at_once_and_one_moves_the_file(path: Path) -> None:
    before = filled(path, COUNT)
    back_up(path)
    header_overwritten(path)
    with ExitStack() as stack:
        peers = [stack.enter_context(Peer(path)) for _ in range(4)]
        for peer in peers:
            peer.begin("play", "4")
        numbers = [int(peer.answer()) for peer in peers]
        assert sorted(numbers) == list(range(COUNT + 1, COUNT + 5))
        for peer in peers:
            assert peer("play", "4") in {str(number) for number in numbers}
            assert peer("close") == "closed"
    assert len(moved_aside(path)) == 1
    after = kept(path)
    assert len(after) == COUNT + 4
    assert all(after[number] == game for number, game in before.items())


def test_a_game_is_played_on_after_a_restoration(path: Path) -> None:
    """Its token in the backup is one of an earlier day: nobody else has it for that."""
    with repository_of(path) as games:
        saved(games, match_of("4"))
        yesterday = games.open(1).ownership
        games.back_up()
        today = games.open(1).ownership
        games.close()
        no_database(path)
        games.check(today)
        assert games.save(match_of("44"), today) == 1
        games.check(today)
        # It is one game, and the other window finds out.
        with pytest.raises(Exception, match="game 1"):
            games.check(yesterday)
    assert moves_in(path) == {1: "44"}


def test_a_game_that_is_in_no_backup_is_saved_as_a_new_one(path: Path) -> None:
    with repository_of(path) as games:
        owned = owned_by(games, match_of("4"))
        games.close()
        no_database(path)
        assert games.save(match_of("44"), owned) == 1
    assert moves_in(path) == {1: "44"}


# -- migrations ------------------------------------------------------------------------------------------------------


@pytest.fixture
def old(path: Path) -> Iterator[GameRepository]:
    old_database(path, "1", "22", "333")
    with repository_of(path) as games:
        yield games


def test_a_version_1_database_is_brought_up_to_date_and_kept_as_it_was(
    path: Path, old: GameRepository
) -> None:
    assert old.load(2).match == match_of("22", yellow="", level="club")
    assert [each.number for each in old.unfinished()] == [3, 2, 1]
    assert ask(path, "SELECT yellow_kind, yellow_id, red_kind, red_id FROM games LIMIT 1") == [
        ("level", "club", "person", None)
    ]
    before = path.with_name(path.name + f".before-{len(MIGRATIONS)}")
    assert ask(before, "PRAGMA user_version") == [(1,)]
    assert moves_in(before) == {1: "1", 2: "22", 3: "333"}
    assert backup.backups(path, LATER) == []
    opened = old.open(1)
    old.save(match_of("14"), opened.ownership)
    assert [each.number for each in old.unfinished()] == [1, 3, 2]


def test_an_unknown_level_is_shown_and_migrated(path: Path) -> None:
    old_database(path, "1")
    change_rows(path, "UPDATE games SET yellow_level = 'emperor'")
    with repository_of(path) as games:
        seat = games.load(1).match.yellow
        assert (seat.kind, seat.id) == ("level", "emperor")
        assert games.open_latest() is not None


def test_a_second_program_does_not_replace_the_copy_from_before(path: Path) -> None:
    """Both have seen the old version; one has brought it up to date."""
    old_database(path, "1")
    with repository_of(path) as games:
        saved(games)
    with closing(connections.connect(path, "mode=rw")) as connection:
        backup.keep_old_version(connection, path, len(MIGRATIONS))
    assert ask(path.with_name(path.name + f".before-{len(MIGRATIONS)}"), "PRAGMA user_version") == [
        (1,)
    ]


def test_a_full_disk_before_a_migration_leaves_the_file_and_shows_it(
    path: Path, old: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    change_rows(path, "CREATE TABLE padding AS SELECT zeroblob(100000)")
    with monkeypatch.context() as patch:
        fill_the_disk(patch, "sqlite")
        assert [each.number for each in old.unfinished()] == [3, 2, 1]
        with pytest.raises(StorageError) as caught:
            saved(old)
        assert caught.value.problem is StorageProblem.FULL
    assert ask(path, "PRAGMA user_version") == [(1,)]
    assert saved(old) == 4


def test_a_running_older_program_refuses_to_write_after_the_migration(path: Path) -> None:
    old_database(path, "1")
    with closing(Database(path, MIGRATIONS[:1])) as older:
        older.check_writing()
        with repository_of(path) as games:
            assert games.count() == 1
        with pytest.raises(StorageError) as caught:
            older.write(lambda connection: connection.execute("DELETE FROM games"))
        assert caught.value.problem is StorageProblem.NEWER
    assert moves_in(path) == {1: "1"}


def test_a_damaged_version_1_database_is_restored_from_itself(path: Path) -> None:
    old_database(path, "1", "22")
    with path.open("r+b") as file:
        data = path.read_bytes()
        for page in range(1, len(data) // PAGE):
            if data[page * PAGE] in {0x02, 0x0A}:
                file.seek(page * PAGE)
                file.write(bytes(PAGE))
    with repository_of(path) as games:
        told = restorations(games)
        games.summaries()
        assert games.load(2).match == match_of("22", yellow="", level="club")
        assert told[0].copied == 2


def test_numbers_of_games_that_are_gone_stay_gone(path: Path) -> None:
    filled(path, 2)
    back_up(path)
    no_database(path)
    with repository_of(path) as games:
        with pytest.raises(NoSuchGameError):
            games.load(3)
        assert games.save(match_of(), Ownership()) == 3
