"""Damaged databases: moved aside and named, what can be read of them goes on in a new one, whatever happens meanwhile."""

from __future__ import annotations

import random
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from p4tui.storage import connections, library
from p4tui.storage.beside import Beside, MovedAside
from p4tui.storage.database import Database
from p4tui.storage.errors import GameInUseError, StorageError, StorageProblem
from p4tui.storage.games import GameRepository
from tests.unit.salvaging import PAGE, changed, filled, kept, random_match
from tests.unit.stored import Peer, change_rows, match_of, repository_of

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="files moved while they are open")

COUNT = 40


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
def games(path: Path) -> Iterator[GameRepository]:
    with repository_of(path) as repository:
        yield repository


def aside(path: Path) -> list[Path]:
    """The damaged files that were moved, without what was beside them."""
    return sorted(
        file
        for file in path.parent.iterdir()
        if ".damaged-" in file.name and not file.name.endswith(("-wal", "-shm", "-journal"))
    )


def damage(path: Path) -> bytes:
    """Take the header from a database; its bytes."""
    data = bytes(100) + path.read_bytes()[100:]
    path.write_bytes(data)
    return data


READING: dict[str, Callable[[GameRepository], object]] = {
    "load": lambda games: games.load(2),
    "open": lambda games: games.open(2),
    "open_latest": GameRepository.open_latest,
    "unfinished": GameRepository.unfinished,
    "count": GameRepository.count,
    "summaries": GameRepository.summaries,
    "all_games": lambda games: list(games.all_games()),
    "statistics": GameRepository.statistics,
    "match_of": lambda games: games.match_of(2),
    "journal": GameRepository.journal,
    "delete": lambda games: games.delete(2),
    "undelete": GameRepository.undelete,
    "add": lambda games: games.add([(match_of(), None)]),
    "save": lambda games: games.save(match_of()),
}


@pytest.mark.parametrize("name", READING)
def test_whatever_finds_it_mends_it_and_goes_on(path: Path, name: str) -> None:
    before = filled(path, COUNT, random.Random(1))
    data = damage(path)
    told: list[MovedAside] = []
    with repository_of(path) as games:
        games.on_moved(told.append)
        READING[name](games)
        (moved,) = told
        assert games.moved == moved
        assert moved.kept == COUNT
        assert [moved.place] == aside(path)
        assert moved.place.read_bytes() == data
        READING[name](games) if name != "delete" else None
        assert told == [moved]
    after = kept(path)
    assert all(after[number] == game for number, game in before.items() if number in after)
    assert len(set(before) - set(after)) == (name == "delete")


def test_what_is_only_looked_at_stays_as_it_is(path: Path) -> None:
    filled(path, 3, random.Random(1))
    data = damage(path)
    with closing(GameRepository(path, mends=False)) as games:
        for act in READING.values():
            with pytest.raises(StorageError) as caught:
                act(games)
            assert caught.value.problem is StorageProblem.DAMAGED
    assert path.read_bytes() == data and not aside(path)


def test_an_emptied_file_beside_its_log_is_damaged(path: Path, tmp_path: Path) -> None:
    """SQLite would delete the log."""
    copy = tmp_path / "copy" / "games.sqlite3"
    copy.parent.mkdir()
    with repository_of(path) as games:
        number = games.save(match_of("445"))
        log = path.with_name(path.name + "-wal").read_bytes()
    copy.touch()
    copy.with_name(copy.name + "-wal").write_bytes(log)
    with repository_of(copy) as games:
        assert games.load(number).match == match_of("445")
        assert games.moved is not None
        assert Path(f"{games.moved.place}-wal").read_bytes() == log


def test_a_newer_version_s_damaged_file_is_left_to_it(path: Path) -> None:
    filled(path, COUNT, random.Random(2))
    change_rows(path, "PRAGMA user_version = 9")
    # The list of tables is no list any more.
    path.write_bytes(changed(path.read_bytes(), lambda data: data.__setitem__(100, 0x77)))
    data = path.read_bytes()
    with repository_of(path) as games, pytest.raises(StorageError):
        games.count()
    assert path.read_bytes() == data and not aside(path)


def test_what_only_the_log_says_to_be_a_newer_version_s_is_left_to_it(path: Path) -> None:
    filled(path, COUNT, random.Random(2))
    with repository_of(path) as games, closing(sqlite3.connect(path, isolation_level=None)) as new:
        assert games.count() == COUNT
        new.execute("PRAGMA wal_autocheckpoint = 0")
        new.execute("PRAGMA user_version = 9")
        path.write_bytes(changed(path.read_bytes(), lambda data: data.__setitem__(PAGE, 0x77)))
        with pytest.raises(StorageError):
            games.statistics()
        assert not aside(path) and games.moved is None


def test_one_that_another_program_keeps_to_itself_is_not_damaged(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(path, 3, random.Random(2))
    monkeypatch.setattr(connections, "BUSY_SECONDS", 0.01)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute("BEGIN EXCLUSIVE")
        with repository_of(path) as games, pytest.raises(StorageError) as caught:
            games.count()
        assert caught.value.problem is StorageProblem.BUSY
    assert not aside(path)


def test_where_no_file_can_be_made_it_is_only_said(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(path, 3, random.Random(3))
    data = damage(path)

    def refuse(self: Beside, place: Path) -> None:
        raise PermissionError(13, "refused")

    monkeypatch.setattr(Beside, "begin_mending", refuse)
    with repository_of(path) as games:
        for name in ("count", "save"):
            with pytest.raises(StorageError) as caught:
                READING[name](games)
            assert caught.value.problem is StorageProblem.DAMAGED
    assert path.read_bytes() == data
    assert not aside(path)


@pytest.mark.parametrize("suffix", ["", "-wal"])
def test_where_a_file_cannot_be_moved_all_stay(
    path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    filled(path, 3, random.Random(3))
    data = damage(path)
    log = path.with_name(path.name + "-wal")
    log.write_bytes(b"something")
    rename = Path.rename

    def refuse(self: Path, target: Path | str) -> Path:
        if self == path.with_name(path.name + suffix):
            raise PermissionError(13, "refused")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", refuse)
    with repository_of(path) as games, pytest.raises(StorageError) as caught:
        games.count()
    assert caught.value.problem is StorageProblem.DAMAGED
    assert (path.read_bytes(), log.read_bytes()) == (data, b"something")
    assert {file.name for file in path.parent.iterdir()} == {
        path.name,
        log.name,
        "games.sqlite3.lock",
    }


class Power(BaseException):
    """It is cut."""


STEPS: dict[str, tuple[type, str, bool]] = {
    "before anything": (Beside, "begin_mending", False),
    "noted": (Beside, "begin_mending", True),
    "moved in part": (Path, "rename", True),
    "moved": (Beside, "move_whole", True),
    "file made": (Database, "_make_or_look", True),
    "tables made": (Database, "_prepared", True),
    "all brought over": (Beside, "end_mending", False),
    "done": (Beside, "end_mending", True),
}


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("log", [True, False])
def test_a_power_cut_in_the_middle_loses_and_doubles_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch, step: str, log: bool
) -> None:
    before = filled(path, COUNT, random.Random(4))
    data = damage(path)
    if log:
        path.with_name(path.name + "-wal").write_bytes(b"something")
    owner, name, after = STEPS[step]
    real = getattr(owner, name)

    def cut(*arguments: object, **options: object) -> object:
        if not after:
            raise Power
        answer = real(*arguments, **options)
        # It is done before the file is found damaged, too.
        if aside(path) or name == "begin_mending":
            if isinstance(answer, sqlite3.Connection):
                answer.close()
            raise Power
        return answer

    monkeypatch.setattr(owner, name, cut)
    with repository_of(path) as games, pytest.raises(Power):
        games.count()
    monkeypatch.undo()
    if step == "before anything":
        assert path.read_bytes() == data
    with repository_of(path) as games:
        assert games.count() == COUNT
        if step != "done":
            assert games.moved is not None and games.moved.kept == COUNT
        assert games.save(match_of("1")) == COUNT + 1
    after_all = kept(path)
    assert {number: game for number, game in after_all.items() if number <= COUNT} == before
    (place,) = aside(path)
    assert place.read_bytes() == data
    assert not log or Path(f"{place}-wal").read_bytes() == b"something"
    assert not [file for file in path.parent.iterdir() if ".mending-" in file.name]


def test_a_mending_that_was_noted_and_then_was_not_needed(path: Path) -> None:
    """Somebody has put a file that is in order in the place of the damaged one."""
    beside = Beside(path)
    beside.begin_mending(beside.free_name(0.0))
    before = filled(path, 3, random.Random(5))
    assert kept(path) == before
    assert not aside(path) and not beside.begun_mendings()


def test_a_folder_with_the_name_of_a_mark_is_none(path: Path) -> None:
    before = filled(path, 3, random.Random(5))
    path.with_name(path.name + ".mending-19700101-000000").mkdir()
    path.with_name(path.name + ".mending-19700101-000001").symlink_to("nowhere")
    assert kept(path) == before
    damage(path)
    assert kept(path) == before
    assert len(aside(path)) == 1


def test_in_the_middle_of_a_mending_a_full_disk_shows_no_empty_list(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(path, COUNT, random.Random(6))
    damage(path)

    def full(*_: object) -> int:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    with repository_of(path) as games:
        assert games._database is not None
        monkeypatch.setattr(games._database, "_salvage", full)
        for _ in range(2):
            with pytest.raises(StorageError) as caught:
                games.count()
            assert caught.value.problem is StorageProblem.FULL
    with closing(GameRepository(path, mends=False)) as looking:
        with pytest.raises(StorageError) as caught:
            looking.count()
        assert caught.value.problem is StorageProblem.DAMAGED
    with repository_of(path) as games:
        assert games.count() == COUNT


def test_ten_programs_find_it_at_once_and_one_mends_it(path: Path) -> None:
    before = filled(path, COUNT, random.Random(7))
    damage(path)
    with ExitStack() as stack:
        peers = [stack.enter_context(Peer(path)) for _ in range(10)]
        for peer in peers:
            peer.begin("play", "4")
        numbers = [int(peer.answer()) for peer in peers]
        assert sorted(numbers) == list(range(COUNT + 1, COUNT + 11))
        for peer in peers:
            assert peer("close") == "closed"
    assert len(aside(path)) == 1
    after = kept(path)
    assert len(after) == COUNT + 10
    assert all(after[number] == game for number, game in before.items())


def test_a_game_that_another_program_plays_goes_on_under_its_number(path: Path) -> None:
    filled(path, COUNT, random.Random(8))
    with Peer(path) as peer, repository_of(path) as games:
        number = int(peer("play", "4"))
        damage(path)
        assert games.count() == COUNT + 1
        assert games.moved is not None
        with pytest.raises(GameInUseError):
            games.open(number)
        assert peer("play", "5") == str(number)
        assert games.load(number).match == match_of("45")
        assert games.count() == COUNT + 1


def test_a_game_that_is_played_here_goes_on_under_its_number_and_in_its_match(path: Path) -> None:
    filled(path, COUNT, random.Random(8))
    with repository_of(path) as games:
        number = games.save(match_of("4"))
        second = games.save(match_of("4"), None, games.match_of(number))
        assert games._database is not None
        games._database.close()  # as after an error
        damage(path)
        assert games.save(match_of("45"), second) == second
        third = games.save(match_of("1"), None, number)
        assert (games.match_of(second), games.match_of(third)) == (number, number)
        assert games.count() == COUNT + 3


def test_a_game_that_was_lost_is_kept_anew_when_it_goes_on(path: Path) -> None:
    with repository_of(path) as games:
        number = games.save(match_of("4"))
        assert games._database is not None
        games._database.close()
        path.write_bytes(bytes(3 * PAGE))
        again = games.save(match_of("45"), number)
        assert games.load(again).match == match_of("45")
        assert games.count() == 1


def test_a_new_game_that_was_brought_over_before_it_was_sure_is_no_second_one(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program mends the file while this one waits for the disk."""
    filled(path, 3, random.Random(9))
    to_disk = connections.to_disk
    with Peer(path) as peer, repository_of(path, lambda: 5000.0) as games:
        assert games.count() == 3

        def slow(log: Path) -> None:
            to_disk(log)
            monkeypatch.undo()
            damage(path)
            assert peer("open", 1) == "1"

        monkeypatch.setattr(connections, "to_disk", slow)
        number = games.save(match_of("4"))
        assert (number, games.count()) == (4, 4)
        assert games.save(match_of("45"), number) == number
        assert games.count() == 4


def test_what_was_deleted_for_good_does_not_come_back(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor what an older state of a page says, wherever SQLite leaves those pages as they are."""
    connect = sqlite3.connect

    def careless(*arguments: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*arguments, **options)
        connection.execute("PRAGMA secure_delete = OFF")
        return connection

    monkeypatch.setattr(sqlite3, "connect", careless)
    filled(path, 200, random.Random(10))
    rng = random.Random(11)
    with repository_of(path, lambda: 9000.0) as games:
        there, gone = list(range(1, 201)), [0]
        for _ in range(12):
            gone = rng.sample(there, 12)
            games.delete(*gone)
            there = [number for number in there if number not in gone]
            for number in rng.sample(there, 5):
                games.open(number)
                games.release(games.save(random_match(rng), number))
    before = kept(path)
    damage(path)
    with repository_of(path) as games:
        assert games.count() == len(before) == len(there)
        assert games.moved is not None and games.moved.kept == len(before)
        assert set(games.undelete()) == set(gone)
    assert {number: game for number, game in kept(path).items() if number in there} == before


@pytest.mark.parametrize("brought", [True, False])
def test_games_added_while_another_program_mends_are_there_once(
    path: Path, monkeypatch: pytest.MonkeyPatch, brought: bool
) -> None:
    """Also if it has read the file before they were sure."""
    filled(path, 3, random.Random(12))
    with Peer(path) as peer, repository_of(path, lambda: 5000.0) as games:
        assert games.count() == 3

        def mended(*arguments: object) -> object:
            answer = real(*arguments)
            monkeypatch.undo()
            damage(path)
            assert peer("open", 1) == "1"
            return answer

        owner = connections if brought else library
        name = "to_disk" if brought else "begin_matches"
        real = getattr(owner, name)
        monkeypatch.setattr(owner, name, mended)
        added = games.add([(match_of("4"), None), (match_of("4"), None), (match_of("5"), 3000.0)])
        assert (added, games.count()) == ([4, 5, 6], 6)
        assert [games.load(number).match for number in added] == [
            match_of("4"),
            match_of("4"),
            match_of("5"),
        ]
        assert [games.match_of(number) for number in added] == added


def put(data: bytes, place: int, value: int) -> bytes:
    """Some bytes with another one at a place."""
    return changed(data, lambda new: new.__setitem__(place, value))


def schema_places(data: bytes) -> range:
    """Where the statements that make the tables lie in a file."""
    begin = data.index(b"CREATE TABLE games")
    return range(begin, begin + data[begin:].index(b")", data[begin:].index(b"clock_begin")))


@pytest.mark.parametrize("value", [0x9C, ord("x"), 0], ids=["no text", "a letter", "nul"])
def test_damage_in_the_names_of_tables_and_columns_costs_no_game(path: Path, value: int) -> None:
    before = filled(path, 5, random.Random(1))
    data = path.read_bytes()
    for place in schema_places(data)[::9]:
        for each in path.parent.iterdir():
            each.unlink()
        path.write_bytes(put(data, place, value))
        assert kept(path) == before, place


@pytest.mark.parametrize(("header", "value"), [(68, 1), (70, 149), (71, 0)], ids=["68", "70", "71"])
def test_a_file_of_ours_that_says_otherwise_and_cannot_be_read_is_mended(
    path: Path, header: int, value: int
) -> None:
    before = filled(path, COUNT, random.Random(1))
    data = path.read_bytes()
    path.write_bytes(put(put(data, header, value), schema_places(data)[20], ord(">")))
    assert kept(path) == before
    assert len(aside(path)) == 1


def test_all_games_are_all_of_them_where_no_error_says_that_some_are_missing(path: Path) -> None:
    """The page above those of the rows says which rows are where: a wrong number there hides them."""
    before = filled(path, 60, random.Random(1))
    data = path.read_bytes()
    (above,) = (place for place in range(0, len(data), PAGE) if data[place : place + 1] == b"\x05")
    for place in range(above + PAGE - 12, above + PAGE):
        for each in path.parent.iterdir():
            each.unlink()
        path.write_bytes(put(data, place, data[place] ^ 16))
        assert kept(path) == before, place
