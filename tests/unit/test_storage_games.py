"""The saved games: saved, opened, listed, deleted and brought back; odd rows harm nobody else."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from p4tui.core.colour import Colour
from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position, Side
from p4tui.link.meeting import HOST, JOIN, Meeting
from p4tui.play.clock import Clock, TimeControl
from p4tui.play.match import Match
from p4tui.play.seats import LevelSeat, Person, Remote, UnknownSeat
from p4tui.storage import connections
from p4tui.storage.errors import NoSuchGameError, RecordError, StorageError, StorageProblem
from p4tui.storage.games import GameRepository
from p4tui.storage.ownership import Ownership
from p4tui.storage.records import LAST_DATE, SavedGame
from p4tui.storage.summaries import Filter
from tests.unit.stored import (
    ask,
    change_rows,
    match_of,
    moves_in,
    owned_by,
    repository_of,
    saved,
)

posix = pytest.mark.skipif(sys.platform == "win32", reason="files moved while they are open")

WON = "1212121"
BIG = 10**30


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
def games(path: Path) -> Iterator[GameRepository]:
    with repository_of(path) as repository:
        yield repository


@pytest.fixture
def others(path: Path) -> Iterator[GameRepository]:
    """Another one in the same process."""
    with repository_of(path) as repository:
        yield repository


# -- saved, and played on --------------------------------------------------------------------------------------------


def test_a_game_is_saved_and_loaded(games: GameRepository) -> None:
    match = Match(
        Person("Ali\0ce"),
        LevelSeat("club", "Bob\ud800"),
        parse_game("4453", Position(Geometry(9, 7, 5))).undo(),
        Colour.YELLOW,
        (Colour.RED, None, Colour.YELLOW),
        replace(Clock.new(TimeControl(60_000, 2000), 5), spent=17),
    )
    owned = owned_by(games, match)
    assert owned.number == 1
    found = games.load(1)
    assert found.match == match
    assert (found.number, found.started, found.changed, found.imported) == (1, 1000, 1000, False)
    resigned = replace(match, game=match.game.resign(Side.SECOND))
    assert games.save(resigned, owned) == 1
    found = games.load(1)
    assert found.match == resigned
    assert (found.started, found.changed) == (1000, 1001)
    assert games.count() == 1


@pytest.mark.parametrize(
    "seat",
    [
        UnknownSeat("program", "Fhourstones", "F"),
        UnknownSeat("level", "emperor"),
        LevelSeat("club"),
    ],
)
def test_a_seat_of_any_kind_is_kept(games: GameRepository, seat: UnknownSeat | LevelSeat) -> None:
    match = Match(seat, Person("Bob"), parse_game("44"))
    number = saved(games, match)
    assert games.load(number).match == match
    (listed,) = games.summaries()
    assert listed.red == seat


def test_the_game_that_was_played_on_last_is_opened(
    games: GameRepository, others: GameRepository
) -> None:
    owned = [owned_by(games, match_of(moves)) for moves in ("1", "2", WON, "3")]
    games.save(match_of("14"), owned[0])
    assert [each.number for each in others.unfinished()] == [1, 4, 2]
    assert [each.number for each in others.unfinished(2)] == [1, 4]
    opened = others.open_latest()
    assert opened is not None
    assert opened.saved.number == 1


def test_after_the_clock_was_wrong_the_game_played_on_last_is_resumed(path: Path) -> None:
    """A game "of the future" was the last one for days."""
    dates = iter([1e9, 2e9, 1e9 + 1, 1e9 + 2])
    with repository_of(path, lambda: next(dates)) as games:
        first = owned_by(games, match_of("1"))
        saved(games, match_of("2"))
        games.save(match_of("11"), first)
        assert [each.number for each in games.unfinished()] == [1, 2]
        saved(games, match_of("3"))
        assert [each.number for each in games.unfinished()] == [3, 1, 2]


def test_passing_time_and_imports_make_no_game_the_last_one(games: GameRepository) -> None:
    first = owned_by(games, match_of("1"))
    saved(games, match_of("2"))
    games.save(match_of("1"), first, by_player=False)
    games.add([SavedGame(9, match_of("3"), 5000.0, 5000.0)])
    assert [each.number for each in games.unfinished()] == [2, 1, 3]


def test_an_invalid_game_is_skipped_for_the_next_one(path: Path, games: GameRepository) -> None:
    for moves in ("1", "2"):
        saved(games, match_of(moves))
    change_rows(path, "UPDATE games SET moves = 'nonsense' WHERE id = 2")
    opened = games.open_latest()
    assert opened is not None
    assert opened.saved.number == 1
    with pytest.raises(RecordError):
        games.open(2)
    change_rows(path, "UPDATE games SET moves = 'nonsense'")
    with pytest.raises(RecordError) as caught:
        games.open_latest()
    assert caught.value.number == 2


def test_a_save_refused_by_a_busy_database_succeeds_the_next_time(
    path: Path, games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    owned = owned_by(games)
    monkeypatch.setattr(connections, "BUSY_SECONDS", 0.0)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for attempt in (
            lambda: games.save(match_of("44531"), owned),
            lambda: games.add([(match_of(), None)]),
        ):
            with pytest.raises(StorageError) as caught:
                attempt()
            assert caught.value.problem is StorageProblem.BUSY
        other.execute("COMMIT")
    assert games.save(match_of("44531"), owned) == 1
    assert games.load(1).match == match_of("44531")


def test_a_locked_file_is_waited_for(
    path: Path, games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a clock that only waiting moves."""
    owned = owned_by(games)

    class Waits:
        now = 0.0

        def monotonic(self) -> float:
            return self.now

        def sleep(self, seconds: float) -> None:
            self.now += seconds
            if self.now >= 4 and other.in_transaction:
                other.execute("COMMIT")

    waits = Waits()
    monkeypatch.setattr(connections, "time", waits)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        games.save(match_of("44531"), owned)
        assert 4 <= waits.now < connections.BUSY_SECONDS
    assert moves_in(path) == {1: "44531"}


@pytest.mark.parametrize("written", [True, False])
def test_a_disk_that_fails_after_the_first_move_makes_no_second_game(
    path: Path, games: GameRepository, monkeypatch: pytest.MonkeyPatch, written: bool
) -> None:
    """Nor is the game taken for a deleted one where its first save was rolled back."""
    owned = Ownership()
    with monkeypatch.context() as patch:
        if written:
            patch.setattr(connections, "sync_to_disk", _disk_error)
        else:
            _fail_the_next_commit(games)
        with pytest.raises(StorageError) as caught:
            games.save(match_of("4"), owned)
        assert caught.value.problem is StorageProblem.DISK
    assert moves_in(path) == ({1: "4"} if written else {})
    games.save(match_of("44"), owned)
    assert list(moves_in(path).values()) == ["44"]


def _disk_error(file: Path) -> None:
    raise OSError(5, "an error of the disk")


def _fail_the_next_commit(games: GameRepository) -> None:
    """Let the disk report an error at the end of the next transaction, which is rolled back."""
    database = games._database
    assert database is not None
    database.check_writing()
    connection = database._connection
    assert isinstance(connection, sqlite3.Connection)

    execute = connection.execute

    class Failing:
        def __getattr__(self, name: str) -> object:
            return getattr(connection, name)

        def execute(self, statement: str, *values: object) -> sqlite3.Cursor:
            if statement == "COMMIT":
                error = sqlite3.OperationalError("disk I/O error")
                error.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
                raise error
            return execute(statement, *values)  # type: ignore[arg-type]  # as they came

    database._connection = Failing()  # type: ignore[assignment]  # stands for one


def test_a_first_save_that_was_rolled_back_takes_no_number_of_another_game(
    path: Path, games: GameRepository, others: GameRepository
) -> None:
    owned = Ownership()
    others.count()
    games.check_writing()
    saved(games, match_of("1"))
    _fail_the_next_commit(games)
    with pytest.raises(StorageError):
        games.save(match_of("4"), owned)
    assert saved(others, match_of("2")) == owned.number == 2
    games.save(match_of("44"), owned)
    assert moves_in(path) == {1: "1", 2: "2", 3: "44"}


def test_a_clock_that_goes_back_changes_no_order_within_a_game(path: Path) -> None:
    dates = iter([5000.0, 10.0, 20.0])
    with repository_of(path, lambda: next(dates)) as games:
        owned = owned_by(games)
        games.save(match_of("44531"), owned)
        found = games.load(1)
        assert (found.started, found.changed) == (5000, 5000)
        assert games.save(match_of("445312"), owned) == 1


@pytest.mark.parametrize("date", [float("inf"), -1e300, 1e20])
def test_an_impossible_date_is_saved_as_the_nearest(path: Path, date: float) -> None:
    with repository_of(path, lambda: date) as games:
        owned = owned_by(games)
        assert games.save(match_of("44531"), owned) == 1
        assert abs(games.load(1).changed) <= LAST_DATE
        (imported,) = games.add([(match_of(), date)])
        assert abs(games.load(imported).started) <= LAST_DATE


def test_without_a_data_folder_reading_and_saving_say_so() -> None:
    with repository_of(None) as games:
        assert games.path is None
        assert not games.back_up()
        for use in (
            games.count,
            games.summaries,
            games.open_latest,
            games.undelete,
            games.check_writing,
            lambda: saved(games),
            lambda: games.load(1),
            lambda: games.delete(1),
            lambda: games.open(1),
            lambda: games.add([]),
            lambda: list(games.all_games()),
        ):
            with pytest.raises(StorageError) as caught:
                use()
            assert caught.value.problem is StorageProblem.NO_PLACE


@posix
def test_a_link_leads_to_one_database(tmp_path: Path, path: Path) -> None:
    (tmp_path / "real").mkdir()
    real = tmp_path / "real" / "games.sqlite3"
    path.symlink_to(real)
    with repository_of(path) as games, repository_of(real) as others:
        assert games.path == others.path == real
        assert others.load(saved(games)).match == match_of()
    assert {file.name for file in tmp_path.iterdir()} == {"real", path.name}


# -- the library -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, -1, 99, 1 << 63, BIG])
def test_impossible_numbers(path: Path, games: GameRepository, number: int) -> None:
    saved(games)
    for use in (games.load, games.open, games.delete):
        with pytest.raises(NoSuchGameError) as caught:
            use(number)
        assert caught.value.number == number


def test_a_list_begins_with_the_game_changed_last(games: GameRepository) -> None:
    first = owned_by(games, match_of("1"))
    for moves in (WON, "3"):
        saved(games, match_of(moves))
    games.save(match_of("14"), first)
    assert [each.number for each in games.summaries()] == [1, 3, 2]
    assert [each.number for each in games.summaries(first=1, limit=1)] == [3]
    assert games.summaries(first=BIG) == [] == games.summaries(limit=-1)
    assert len(games.summaries(first=-BIG, limit=BIG)) == 3
    latest, _, won = games.summaries()
    assert (latest.moves, latest.finished, latest.winner) == (2, False, None)
    assert (won.moves, won.finished, won.winner) == (7, True, Colour.RED)
    assert (won.columns, won.rows, won.connect, won.imported) == (7, 6, 4, False)
    assert (won.red, won.yellow, won.started, won.changed) == (
        Person("Alice"),
        Person("Bob"),
        1001,
        1001,
    )


@pytest.mark.parametrize(
    ("wanted", "numbers"),
    [
        (Filter(), [4, 3, 2, 1]),
        (Filter(finished=True), [2]),
        (Filter(finished=False), [4, 3, 1]),
        (Filter("CLUB"), [3]),
        (Filter("élo"), [2]),
        (Filter("ÉLO"), [2]),
        (Filter("e\N{COMBINING ACUTE ACCENT}lo"), [2]),
        (Filter("bob", ids=("club",)), [3, 1]),
        (Filter("nobody", ids=("club", "random")), [3]),
        (Filter("strasse"), [4]),
        (Filter("\ud800"), [3]),
        (Filter("%"), []),
        (Filter("ali"), [4, 2, 1]),
        (Filter("ali", finished=True), [2]),
        (Filter("eBob"), []),
    ],
)
def test_filters(
    games: GameRepository, monkeypatch: pytest.MonkeyPatch, wanted: Filter, numbers: list[int]
) -> None:
    monkeypatch.setattr("p4tui.storage.library.BATCH", 1)
    saved(games)
    saved(games, match_of(WON, yellow="Éloïse"))
    saved(games, match_of(red="\ud800", yellow="", level="club"))
    saved(games, match_of(yellow="Straße"))
    assert [each.number for each in games.summaries(wanted)] == numbers
    assert games.count(wanted) == len(numbers)
    found = [game for game in games.all_games(wanted) if not isinstance(game, RecordError)]
    assert [game.number for game in found] == numbers[::-1]


def test_one_deletion_can_be_taken_back(path: Path, games: GameRepository) -> None:
    for _ in range(3):
        saved(games)
    assert games.undelete() == []
    games.delete(1)
    games.delete(2)
    assert games.count() == 1 and [each.number for each in games.summaries()] == [3]
    assert [each.number for each in games.unfinished()] == [3]
    with pytest.raises(NoSuchGameError):
        games.delete(2)
    with pytest.raises(NoSuchGameError):
        games.load(2)
    assert games.undelete() == [2]
    assert games.undelete() == []
    assert [each.number for each in games.summaries()] == [3, 2]
    assert ask(path, "SELECT count(*) FROM games") == [(2,)]


def test_several_are_deleted_all_or_none_and_come_back_together(games: GameRepository) -> None:
    for _ in range(5):
        saved(games)
    games.delete(5)
    with pytest.raises(NoSuchGameError) as caught:
        games.delete(1, 9, 2, 5, -1)
    assert (caught.value.number, caught.value.numbers) == (-1, (-1, 5, 9))
    # What was deleted before can be brought back still.
    assert games.undelete() == [5]
    games.delete(1, 2, 4, 2)
    assert games.numbers(0, 1 << 80) == [3, 5]
    assert (games.numbers(4, 4), games.numbers(5, 3), games.numbers(-7, 3)) == ([], [], [3])
    assert games.undelete() == [1, 2, 4]
    games.delete(3, 4)
    games.delete(5)
    assert games.undelete() == [5]
    assert games.numbers(1, 9) == [1, 2, 5]


def test_numbers_are_never_reused(path: Path, games: GameRepository) -> None:
    saved(games)
    games.delete(1)
    change_rows(path, "DELETE FROM games")
    assert saved(games) == 2


@pytest.mark.parametrize(
    ("moves", "red", "started", "known"),
    [
        ("4453", "Alice", 1000.0, True),
        ("44", "Alice", 1000.0, True),
        ("44532", "Alice", 1000.0, True),
        ("", "Alice", 1000.0, True),
        ("4454", "Alice", 1000.0, False),
        ("4453", "Carol", 1000.0, False),
        ("4453", "Alice", 1000.5, False),
    ],
)
def test_an_imported_game_that_exists_is_left_unchanged(
    games: GameRepository, moves: str, red: str, started: float, known: bool
) -> None:
    number = saved(games, match_of("4453"))
    game = SavedGame(9, match_of(moves, red), started, 5000.0)
    assert games.add([game, game]) == ([] if known else [number + 1])
    assert games.load(number).match == match_of("4453")
    assert games.load(number).changed == 1000


def test_a_deleted_game_is_imported_again(games: GameRepository) -> None:
    number = saved(games)
    game = games.load(number)
    games.delete(number)
    assert games.add([game]) == [number + 1]


def test_moves_taken_back_make_no_other_game(games: GameRepository) -> None:
    match = match_of("4453")
    owned = owned_by(games, match)
    before = replace(games.load(1), match=match.with_game(match.game.undo()))
    games.save(match.with_game(match.game.undo().play(6)), owned)
    assert games.add([before]) == []


def test_games_are_imported_all_or_none(
    games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = match_of(WON)
    assert games.add([(match, 50.0), (match, None)]) == [1, 2]
    assert [games.load(number).started for number in (1, 2)] == [50, 1000]
    assert games.load(1).imported
    assert games.unfinished() == []
    broken: list[tuple[Match, float | None]] = [(match, None), (None, None)]  # type: ignore[list-item]  # what fails
    with pytest.raises(AttributeError):
        games.add(broken)
    assert games.count() == 2
    assert games.open(1).saved.match == match


# -- odd rows --------------------------------------------------------------------------------------------------------

ODD: dict[str, list[object]] = {
    "started": ["x", b"\xff", 9e300, -9e300],
    "changed": ["x", b"\xff", float("inf")],
    "imported": ["x", b"\xff", 2],
    "board_columns": ["x", b"\xff", 1.5, 10**18, -1],
    "board_rows": ["x", 3, 33],
    "connect": ["x", 1.5, 0],
    "start": ["1/2", b"\xff", 7, "x//////", "12121212//////", "1/1/////1/1/", "2//////"],
    "starter": ["x", 0, 3, 1.5],
    "red_name": [b"\xff"],
    "red_kind": [b"\xff", "level"],
    "red_id": [b"\xff"],
    "yellow_kind": [b"\x00", "program"],
    "moves": ["x!", b"\xff", 8, "4444444", "12121211"],
    "cursor": ["x", -1, 5, 1.5],
    "resigned": ["x", 2, 0],
    "timed_out": ["x", 2, 1],
    "termination": ["x", "line", b"\xff"],
    "winner": [1, "x", b"\xff", 9],
    "results": ["x", b"\xff", 1.5],
    "control": ["x", "1+1", b"\xff", "99999999999+0", "60000+0+0"],
    "times": ["x", "1,1", None, "1,1;1,1;1,1;1,1;1," + "9" * 20, "1,1;1,1;1,1;1,1;1," + "9" * 5000],
    "spent": ["x", -1, 10**15, b"\xff"],
    "clock_begin": ["x", -1, 10**15],
}


@pytest.mark.parametrize("column", ODD)
def test_an_invalid_row_is_refused_alone_and_shown_in_lists(
    path: Path, games: GameRepository, column: str
) -> None:
    clock = Clock.new(TimeControl(60_000, 0), 5)
    for _ in range(2):
        saved(games, replace(match_of(), clock=clock))
    for value in ODD[column]:
        change_rows(path, f"UPDATE games SET {column} = ? WHERE id = 2", value)  # noqa: S608  a name above
        if column != "imported":
            for look in (games.load, games.open):
                with pytest.raises(RecordError):
                    look(2)
            good, bad = games.all_games()
            assert isinstance(bad, RecordError) and bad.number == 2, value
            assert not isinstance(good, RecordError) and good.number == 1
        assert games.load(1).match == replace(match_of(), clock=clock)
        assert {each.number for each in games.summaries()} == {1, 2}
        assert games.count() == 2
        assert games.count(Filter("alice")) >= 1
        assert {each.number for each in games.unfinished()} >= {1}


def test_a_game_does_not_end_twice(path: Path, games: GameRepository) -> None:
    saved(games)
    change_rows(path, "UPDATE games SET resigned = 0, timed_out = 1")
    with pytest.raises(RecordError):
        games.load(1)


def test_invalid_utf_8_hides_no_other_game(path: Path, games: GameRepository) -> None:
    for _ in range(2):
        saved(games)
    change_rows(path, "UPDATE games SET red_name = CAST(x'41ff' AS TEXT) WHERE id = 2")
    assert games.load(2).match.red.name == "A\N{REPLACEMENT CHARACTER}"
    assert [each.red.name for each in games.summaries()] == ["A\N{REPLACEMENT CHARACTER}", "Alice"]
    assert games.count(Filter("a")) == 2


def test_a_row_with_a_number_that_no_game_has_is_not_played(
    path: Path, games: GameRepository
) -> None:
    saved(games)
    change_rows(path, "UPDATE games SET id = 0")
    assert games.open_latest() is None
    assert [each.number for each in games.summaries()] == [0]


def _linked(role: str, game: str, where: str = "club", code: str = "") -> Match:
    """A match with somebody at another terminal."""
    seat = Remote(Meeting(role, where, game, code=code).text, "Alice")
    return Match(seat, Person("Bob"), parse_game("4"))


@pytest.mark.parametrize("code", ["", "K3WB-9TQH"])
def test_a_game_joined_at_another_terminal_is_found_by_its_id_alone(
    games: GameRepository, code: str
) -> None:
    games.save(_linked(HOST, "9f3c"), Ownership())
    assert games.find_linked("9f3c") is None, "the host's copy"
    joined = games.save(_linked(JOIN, "9f3c", code=code), Ownership())
    games.save(_linked(JOIN, "a&b=?", where="?game=9f3c&"), Ownership())
    assert games.find_linked("9f3c") == joined
    assert games.find_linked("a&b=?") == joined + 1
    for other in ("9f3", "f3c", "9f3c0", "", "%", "_"):
        assert games.find_linked(other) is None
