"""What is read of damaged databases: whatever is not itself damaged."""

from __future__ import annotations

import os
import random
import sqlite3
import struct
from contextlib import closing
from pathlib import Path

import pytest

from p4tui.storage.connections import in_memory
from p4tui.storage.errors import StorageError, StorageProblem
from p4tui.storage.pages import Pages, _Reader
from p4tui.storage.salvage import Salvage, carry_over, rescue
from p4tui.storage.schema import MIGRATIONS, migrate
from tests.unit.salvaging import PAGE, changed, filled, salvaged
from tests.unit.stored import change_rows, match_of, repository_of

COUNT = 60


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


def carried(path: Path) -> tuple[int, dict[int, tuple[object, ...]], int]:
    """How many games were brought over, their rows by number, and the number that was given last."""
    with closing(in_memory()) as connection:
        migrate(connection, MIGRATIONS, path)
        count = carry_over(connection, path)
        rows = {row["id"]: tuple(row) for row in connection.execute("SELECT * FROM games")}
        last = connection.execute("SELECT seq FROM sqlite_sequence").fetchone()
        return count, rows, last[0] if last else 0


def rows_of(path: Path) -> dict[int, tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        connection.text_factory = lambda data: data.decode(errors="replace")
        return {row[0]: row for row in connection.execute("SELECT * FROM games")}


def test_of_a_file_that_is_in_order_everything_is_read(path: Path) -> None:
    games = filled(path, COUNT, random.Random(1))
    change_rows(path, "UPDATE games SET deleted = 1 WHERE id = 7")
    change_rows(path, "UPDATE games SET imported = 1, match = 3 WHERE id = 8")
    change_rows(path, "DELETE FROM games WHERE id = 60")
    count, rows, last = carried(path)
    assert rows == rows_of(path)
    assert (count, last) == (COUNT - 2, COUNT)
    assert set(salvaged(path)) == set(games) - {60}


def test_what_is_in_the_log_counts(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    with repository_of(path) as games:
        for _ in range(30):
            games.release(games.save(match_of("44")))
        number = games.save(match_of("4"))
        games.save(match_of("453"), number)
        log = path.with_name(path.name + "-wal").read_bytes()
        copy.write_bytes(path.read_bytes())
    beside = copy.with_name(copy.name + "-wal")
    assert not salvaged(copy)
    beside.write_bytes(log)
    assert salvaged(copy)[number].match == match_of("453")
    assert len(salvaged(copy)) == 31
    # The last transaction was not written whole: what was there before it counts.
    beside.write_bytes(log[:-1])
    assert salvaged(copy)[number].match == match_of("4")
    beside.write_bytes(changed(log, lambda data: data.__setitem__(-1, data[-1] ^ 1)))
    assert salvaged(copy)[number].match == match_of("4")
    # The database itself is gone: the log has all that was written since it was begun.
    beside.write_bytes(log)
    for data in (b"", bytes(3 * PAGE)):
        copy.write_bytes(data)
        assert len(salvaged(copy)) == 31
    for data in (log[:31], changed(log, lambda data: data.__setitem__(5, data[5] ^ 1))):
        beside.write_bytes(data)
        assert not salvaged(copy)


def test_what_a_transaction_that_was_not_ended_has_changed_is_taken_back(
    path: Path, tmp_path: Path
) -> None:
    filled(path, COUNT, random.Random(2))
    change_rows(path, "PRAGMA journal_mode = DELETE")
    before = salvaged(path)
    copy = tmp_path / "copy.sqlite3"
    journal = copy.with_name(copy.name + "-journal")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE games SET red_name = 'Nobody', moves = '1', cursor = 1")
        for _ in range(100):
            connection.execute(
                "INSERT INTO games SELECT NULL, match, started, changed, imported, deleted,"
                " board_columns, board_rows, connect, start, starter, red_name, red_level, yellow_name,"
                " yellow_level, moves, cursor, resigned, timed_out, termination, winner, results,"
                " control, times, spent, clock_begin FROM games WHERE id = 1"
            )
        copy.write_bytes(changed(path.read_bytes(), lambda data: data.__setitem__(0, 0)))
        journal.write_bytes(path.with_name(path.name + "-journal").read_bytes())
        connection.execute("ROLLBACK")
    assert salvaged(copy) == before
    # A page of it that was not written whole, and one with a head that is none, end it.
    data = journal.read_bytes()
    journal.write_bytes(changed(data, lambda data: data.__setitem__(512 + 4 + PAGE, 0)))
    assert salvaged(copy) != before
    for head in (struct.pack(">5I", 1, 0, 1, 7, PAGE), struct.pack(">5I", 1, 0, 1, 512, 7), b""):
        journal.write_bytes(data[:8] + head)
        assert len(salvaged(copy)) > COUNT


def test_a_page_that_is_gone_takes_no_more_than_its_own_games(path: Path, tmp_path: Path) -> None:
    games = filled(path, COUNT, random.Random(3))
    data = path.read_bytes()
    copy = tmp_path / "copy.sqlite3"
    lost = []
    for begin in range(0, len(data), PAGE):
        copy.write_bytes(data[:begin] + bytes(PAGE) + data[begin + PAGE :])
        found = salvaged(copy)
        assert all(games[number] == game for number, game in found.items())
        lost.append(len(games) - len(found))
    # The header with the tables, the page above all rows, and the indexes hold no game.
    assert lost.count(0) >= 6
    assert 0 < max(lost) < COUNT / 2


@pytest.mark.parametrize("kind", [0x02, 0x0A, 0x77])
def test_a_page_that_says_it_is_another_one(path: Path, kind: int) -> None:
    games = filled(path, 3, random.Random(4))
    data = path.read_bytes()
    # Of a few games the second page has all.
    assert data[PAGE] == 0x0D
    path.write_bytes(changed(data, lambda data: data.__setitem__(PAGE, kind)))
    assert salvaged(path) == (games if kind == 0x77 else {})


@pytest.mark.parametrize("place", [3, 4, *range(8, 14)])
def test_a_page_whose_list_of_rows_is_damaged(path: Path, place: int) -> None:
    games = filled(path, 3, random.Random(5))
    data = changed(path.read_bytes(), lambda data: data.__setitem__(PAGE + place, 0xF5))
    path.write_bytes(data)
    assert salvaged(path) == games


def test_a_file_that_is_cut_off(path: Path, tmp_path: Path) -> None:
    games = filled(path, COUNT, random.Random(6))
    data = path.read_bytes()
    copy = tmp_path / "copy.sqlite3"
    counts = []
    for length in range(0, len(data) + 1, 1500):
        copy.write_bytes(data[:length])
        found = salvaged(copy)
        assert all(games[number] == game for number, game in found.items())
        counts.append(len(found))
    assert counts[:2] == [0, 0] and counts[-1] > COUNT / 2
    copy.write_bytes(data)
    assert salvaged(copy) == games


def test_a_row_that_is_no_game_is_counted_and_left_out(path: Path) -> None:
    filled(path, 5, random.Random(7))
    for number, odd in enumerate(
        ("cursor = 900", "imported = 2", "deleted = 'x'", "changed = 1e300"), 1
    ):
        change_rows(path, f"UPDATE games SET {odd} WHERE id = {number}")  # noqa: S608  names above
    with closing(Salvage(path)) as found:
        assert [each.game.number for each in found.games()] == [5]
        assert found.unreadable == 4


def test_a_number_that_is_damaged_is_given_anew(path: Path) -> None:
    filled(path, 5, random.Random(8))
    change_rows(path, "UPDATE games SET id = 9223372036854775807 WHERE id = 3")
    change_rows(path, "UPDATE games SET id = 777 WHERE id = 4")
    change_rows(path, "UPDATE games SET id = -3 WHERE id = 1")
    change_rows(path, "UPDATE sqlite_sequence SET seq = 5")
    count, rows, last = carried(path)
    assert (count, set(rows), last) == (5, {2, 5, 6, 7, 8}, 8)
    # Game 4 is still the first one of its match, and of others that say so.
    assert {number: row[1] for number, row in rows.items()} == {2: 2, 5: 5, 6: 4, 7: 7, 8: 8}


def test_several_numbers_beyond_the_last_one_are_right(path: Path) -> None:
    filled(path, 5, random.Random(9))
    change_rows(path, "UPDATE sqlite_sequence SET seq = 2")
    count, rows, last = carried(path)
    assert (count, set(rows), last) == (5, {1, 2, 3, 4, 5}, 5)


@pytest.mark.parametrize("seq", ["'x'", "-1", "9223372036854775807"])
def test_a_last_number_that_is_none(path: Path, seq: str) -> None:
    filled(path, 5, random.Random(9))
    change_rows(path, f"UPDATE sqlite_sequence SET seq = {seq}")  # noqa: S608  as above
    assert carried(path)[2] == 5


def test_of_two_states_of_a_game_the_newer_one_is_kept(path: Path) -> None:
    with repository_of(path, lambda: 1000.0) as games:
        games.release(games.save(match_of("4")))
    older = path.read_bytes()
    with repository_of(path, lambda: 2000.0) as games:
        games.open(1)
        games.save(match_of("45"), 1)
    newer = path.read_bytes()
    # The page with the rows is there twice, in either order.
    for first, second in ((older, newer), (newer, older)):
        path.write_bytes(bytes(PAGE) + first[PAGE : 2 * PAGE] + second[PAGE : 2 * PAGE])
        count, rows, _ = carried(path)
        assert count == 1 and {row[3] for row in rows.values()} == {2000.0}


def test_another_game_of_the_same_number_gets_its_own(path: Path) -> None:
    pages = b""
    for date in (1000.0, 2000.0):
        path.unlink(missing_ok=True)
        with repository_of(path, lambda date=date: date) as games:  # type: ignore[misc]  # as it is now
            games.release(games.save(match_of("4")))
        pages += path.read_bytes()[PAGE : 2 * PAGE]
    path.write_bytes(bytes(PAGE) + pages)
    count, rows, _ = carried(path)
    assert count == 2
    assert {(number, row[1], row[2]) for number, row in rows.items()} == {
        (1, 1, 1000.0),
        (2, 2, 2000.0),
    }


def test_doing_it_again_doubles_nothing(path: Path) -> None:
    filled(path, COUNT, random.Random(10))
    change_rows(path, "UPDATE games SET id = -3 WHERE id = 1")
    with closing(in_memory()) as connection:
        migrate(connection, MIGRATIONS, path)
        assert [carry_over(connection, path) for _ in range(2)] == [COUNT, COUNT]
        assert connection.execute("SELECT count(*) FROM games").fetchone()[0] == COUNT


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_a_pipe_is_not_waited_for(path: Path, tmp_path: Path) -> None:
    games = filled(path, 3, random.Random(15))
    copy = tmp_path / "copy.sqlite3"
    copy.write_bytes(path.read_bytes())
    for suffix in ("-wal", "-journal"):
        os.mkfifo(copy.with_name(copy.name + suffix))
    assert salvaged(copy) == games
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="pipe"):
        Salvage(tmp_path / "pipe")


@pytest.mark.parametrize(
    "data",
    [b"", b"x", b"no database at all " * 1000, bytes(100_000)],
    ids=["empty", "a byte", "text", "zeros"],
)
def test_of_what_never_was_a_database_nothing_is_read(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    assert carried(path) == (0, {}, 0)


def test_a_disk_that_cannot_read_a_page_takes_no_more_than_that(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = filled(path, COUNT, random.Random(11))
    data = path.read_bytes()
    leaf = max(place for place in range(0, len(data), PAGE) if data[place] == 0x0D)
    with closing(Pages(path)) as pages:
        file = pages._file

        class Failing:
            """A file with a place that cannot be read."""

            def seek(self, place: int, whence: int = 0) -> int:
                if place == leaf:
                    raise OSError(5, "an error of the disk")
                return file.seek(place, whence)

            def read(self, length: int) -> bytes:
                return file.read(length)

        monkeypatch.setattr(pages, "_file", Failing())
        rows = [number for number, _ in pages.rows({26})]
    assert COUNT / 2 < len(rows) < COUNT
    assert set(rows) <= set(games)


def test_a_row_that_goes_round_in_circles_is_not_followed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row that says that it has 16 million bytes, and goes on on a page that goes on on itself."""
    head = bytes([26 + 4, *bytes(25)])  # 25 values of nothing, and a long one
    length = b"\x87\xff\xff\x70"
    total = (1 << 24) - 16
    size = b"\x8f\xff\xff" + bytes([2 * (total - 30) + 12 & 0x7F])
    begin = length + b"\1" + head + size
    leaf = bytearray(b"\x0d\0\0\0\1\0\0\0\0\x64".ljust(PAGE, b"\0"))
    leaf[100 : 100 + len(begin)] = begin
    leaf[594:598] = struct.pack(">I", 3)  # 489 bytes of it are here
    path.write_bytes(bytes(PAGE) + leaf + struct.pack(">I", 3) + bytes(PAGE - 4))
    read: list[int] = []
    page = _Reader._page

    def noted(self: _Reader, number: int) -> bytes:
        read.append(number)
        return page(self, number)

    monkeypatch.setattr(_Reader, "_page", noted)
    assert salvaged(path) == {}
    # Followed once as the row that the page has, once as one that was searched for.
    assert read == [1, 2, 3, 3, 3]


def test_pages_of_other_sizes(path: Path) -> None:
    games = filled(path, COUNT, random.Random(12))
    change_rows(path, "PRAGMA journal_mode = DELETE")
    for size in (512, 1024, 65536):
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(f"PRAGMA page_size = {size}")
            connection.execute("VACUUM")
        assert path.read_bytes()[16:18] == struct.pack(">H", size % 65535)
        assert salvaged(path) == games


def test_a_newer_version_s_file_is_left_to_it(path: Path) -> None:
    filled(path, 3, random.Random(13))
    with rescue(path) as found:
        assert found.unreadable == 0
    change_rows(path, "PRAGMA user_version = 9")
    with pytest.raises(StorageError) as caught, rescue(path):
        pass
    assert caught.value.problem is StorageProblem.NEWER


@pytest.mark.parametrize(
    ("place", "value"), [(16, 0x20), (16, 0x08), (16, 0x02), (17, 1), (20, 1), (20, 32), (20, 255)]
)
def test_a_header_that_says_pages_are_others_takes_no_row(
    path: Path, place: int, value: int
) -> None:
    games = filled(path, COUNT, random.Random(14))
    data = changed(path.read_bytes(), lambda data: data.__setitem__(place, value))
    path.write_bytes(data)
    assert salvaged(path) == games


def test_a_game_that_is_there_twice_is_counted_once(path: Path) -> None:
    """Twice with a number that cannot be, and as it was before it was deleted."""
    with repository_of(path, lambda: 1000.0) as games:
        for _ in range(2):
            games.release(games.save(match_of("4")))
    change_rows(path, "UPDATE games SET id = -3 WHERE id = 1")
    page = path.read_bytes()[PAGE : 2 * PAGE]
    change_rows(path, "UPDATE games SET deleted = 1, changed = 2000.0 WHERE id = 2")
    path.write_bytes(bytes(PAGE) + page + path.read_bytes()[PAGE : 2 * PAGE])
    count, rows, _ = carried(path)
    assert (count, {number: row[5] for number, row in rows.items()}) == (1, {2: 1, 3: 0})
