"""The saved games: kept, opened by one at a time, listed, deleted and brought back; odd rows harm nobody else."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from p4tui.core.colour import Colour
from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position, Side
from p4tui.play.clock import Clock, TimeControl
from p4tui.play.match import Match
from p4tui.play.seats import LevelSeat, Person
from p4tui.storage import connections
from p4tui.storage.errors import (
    GameInUseError,
    NoSuchGameError,
    RecordError,
    StorageError,
    StorageProblem,
)
from p4tui.storage.games import Filter, GameRepository
from p4tui.storage.records import LAST_DATE, SavedGame
from tests.unit.stored import Peer, ask, change_rows, match_of, repository_of

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
    """Another one in the same process: a library beside a game."""
    with repository_of(path) as repository:
        yield repository


# -- kept, and played on ---------------------------------------------------------------------------------------------


def test_a_game_comes_back_as_it_was(games: GameRepository) -> None:
    match = Match(
        Person("Ali\0ce"),
        LevelSeat("club", "Bob\ud800"),
        parse_game("4453", Position(Geometry(9, 7, 5))).undo(),
        Colour.YELLOW,
        (Colour.RED, None, Colour.YELLOW),
        replace(Clock.new(TimeControl(60_000, 2000), 5), spent=17),
    )
    number = games.save(match)
    saved = games.load(number)
    assert saved.match == match
    assert (saved.number, saved.started, saved.changed, saved.imported) == (1, 1000, 1000, False)
    resigned = replace(match, game=match.game.resign(Side.SECOND))
    assert games.save(resigned, number) == number
    saved = games.load(number)
    assert saved.match == resigned
    assert (saved.started, saved.changed) == (1000, 1001)
    assert games.count() == 1


def test_a_game_is_played_by_one_only(path: Path, games: GameRepository) -> None:
    number = games.save(match_of())
    with Peer(path) as peer:
        assert peer("open", number) == "GameInUseError"
        assert peer("open", 99) == "NoSuchGameError"
        assert peer("latest") == "None"
        games.release(number)
        assert peer("latest") == str(number)
        with pytest.raises(GameInUseError) as caught:
            games.open(number)
        assert caught.value.number == number
        assert games.load(number).match == match_of()
        assert games.unfinished() == []
        assert games.open_latest() is None
    opened = games.open(number)
    assert opened.match == match_of()
    assert games.save(match_of("44531"), number) == number


def test_two_in_one_process_are_two(games: GameRepository, others: GameRepository) -> None:
    number = games.save(match_of())
    with pytest.raises(GameInUseError):
        others.open(number)
    with pytest.raises(GameInUseError):
        others.delete(number)
    assert others.unfinished() == []
    others.close()
    with pytest.raises(GameInUseError):
        others.open(number)
    games.close()
    assert others.open(number).number == number


def test_the_game_that_was_left_last_is_opened(
    games: GameRepository, others: GameRepository
) -> None:
    numbers = [games.save(match_of(moves)) for moves in ("1", "2", WON, "3")]
    games.save(match_of("14"), numbers[0])
    for number in numbers:
        games.release(number)
    assert [each.number for each in others.unfinished()] == [1, 4, 2]
    assert [each.number for each in others.unfinished(2)] == [1, 4]
    opened = [others.open_latest() for _ in range(2)]
    # What is opened here is no more taken than before, for this one.
    assert [game and game.number for game in opened] == [1, 1]
    left = games.open_latest()
    assert left is not None
    assert left.number == 4


def test_a_broken_game_is_passed_over_for_the_next_one(path: Path, games: GameRepository) -> None:
    for moves in ("1", "2"):
        games.release(games.save(match_of(moves)))
    change_rows(path, "UPDATE games SET moves = 'nonsense' WHERE id = 2")
    opened = games.open_latest()
    assert opened is not None
    assert opened.number == 1
    with pytest.raises(RecordError):
        games.open(2)
    with Peer(path) as peer:  # it is not held
        assert peer("claim", 2) == "True"


def test_a_game_that_the_file_has_no_more_is_kept_as_a_new_one(
    path: Path, games: GameRepository
) -> None:
    number = games.save(match_of())
    change_rows(path, "DELETE FROM games")
    again = games.save(match_of("44531"), number)
    assert again != number
    assert games.load(again).match == match_of("44531")


def test_a_number_that_nobody_was_given_changes_no_game(games: GameRepository) -> None:
    number = games.save(match_of())
    games.release(number)
    assert games.save(match_of("1"), number) != number
    assert games.load(number).match == match_of()


@posix
def test_a_number_of_another_file_changes_no_game_there(
    path: Path, games: GameRepository, others: GameRepository
) -> None:
    assert games.save(match_of("1")) == 1
    path.rename(path.with_name("elsewhere"))
    assert others.save(match_of("2")) == 2  # 1 is still held, by one who plays it in the old file
    assert games.save(match_of("11"), 1, 1) == 3
    assert games.load(2).match == match_of("2")
    assert games.load(3).match == match_of("11")
    assert games.match_of(3) == 3
    assert others.save(match_of("22"), 2) == 2
    others.release(2)
    with pytest.raises(GameInUseError):
        others.open(3)
    assert games.open(2).match == match_of("22")


@posix
def test_a_new_file_at_the_same_place_on_the_disk_is_another_one(
    path: Path, tmp_path: Path, games: GameRepository
) -> None:
    """The system gives the number of a deleted file to the next one."""
    games.save(match_of("1"))
    other = tmp_path / "other.sqlite3"
    with repository_of(other, lambda: 5.0) as repository:
        repository.save(match_of("2"))
    games._database.close()  # type: ignore[union-attr]  # as after an error
    path.write_bytes(other.read_bytes())
    assert games.save(match_of("11"), 1) == 2
    assert games.load(1).match == match_of("2")


@posix
def test_a_save_that_went_to_a_file_without_a_name_is_made_again(
    path: Path, games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = games.save(match_of("1"))
    insert = type(games)._date

    def move(self: GameRepository) -> float:
        monkeypatch.undo()
        date = insert(self)
        # Between the look at the name and the end of the transaction.
        database = self._database
        assert database is not None
        opened = database._opened(reading=False)

        def hide(statement: str) -> None:
            if statement == "COMMIT" and path.exists() and not hidden.exists():
                path.rename(hidden)

        opened.set_trace_callback(hide)
        return date

    hidden = path.with_name("hidden")
    monkeypatch.setattr(type(games), "_date", move)
    again = games.save(match_of("11"), number)
    assert hidden.exists() and path.exists()
    assert games.load(again).match == match_of("11")


@posix
def test_a_damaged_database_makes_room_for_what_is_played(
    path: Path, games: GameRepository
) -> None:
    number = games.save(match_of("1"))
    games.save(match_of("2"))
    games.close()
    damaged = b"nothing that was a database" * 400
    path.write_bytes(damaged)
    again = games.save(match_of("11"), number, number)
    assert games.load(again).match == match_of("11")
    assert games.count() == 1
    assert games.moved is not None and not games.moved.kept
    assert games.moved.place.read_bytes() == damaged


@posix
def test_a_damaged_database_makes_room_for_what_is_brought_in(
    path: Path, games: GameRepository
) -> None:
    path.write_bytes(b"nothing that was a database" * 400)
    assert games.add([(match_of(), None)]) == [1]
    assert games.moved is not None


def test_a_database_that_stays_damaged_is_told(
    path: Path, games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(b"nothing that was a database" * 400)
    database = games._database
    assert database is not None
    monkeypatch.setattr(type(database), "mend", lambda self: None)
    for attempt in (lambda: games.save(match_of()), lambda: games.add([(match_of(), None)])):
        with pytest.raises(StorageError) as caught:
            attempt()
        assert caught.value.problem is StorageProblem.DAMAGED


def test_what_a_busy_database_did_not_take_it_takes_the_next_time(
    path: Path, games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sqlite3
    from contextlib import closing

    number = games.save(match_of())
    monkeypatch.setattr(connections, "BUSY_SECONDS", 0.0)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for attempt in (
            lambda: games.save(match_of("44531"), number),
            lambda: games.add([(match_of(), None)]),
        ):
            with pytest.raises(StorageError) as caught:
                attempt()
            assert caught.value.problem is StorageProblem.BUSY
        other.execute("COMMIT")
    assert games.save(match_of("44531"), number) == number
    assert games.load(number).match == match_of("44531")


def test_a_database_that_was_never_open_is_tried_once(
    path: Path, games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.mkdir()
    tried = []
    database = games._database
    assert database is not None
    prepare = database._make_or_look

    def look() -> None:
        tried.append(1)
        prepare()

    monkeypatch.setattr(database, "_make_or_look", look)
    with pytest.raises(StorageError) as caught:
        games.save(match_of())
    assert caught.value.problem is StorageProblem.UNREADABLE
    assert tried == [1]


def test_the_games_of_a_match_are_together(games: GameRepository) -> None:
    first = games.save(match_of())
    second = games.save(match_of("1"), None, first)
    assert [games.match_of(number) for number in (first, second, 99, BIG)] == [1, 1, None, None]


def test_a_match_that_was_resumed_goes_on(path: Path, games: GameRepository) -> None:
    games.save(match_of())
    games.close()
    assert games.open(1).number == 1
    assert games.save(match_of("2"), None, games.match_of(1)) == 2
    assert games.match_of(2) == 1


def test_a_match_number_that_is_none_is_forgotten(path: Path, games: GameRepository) -> None:
    games.save(match_of())
    change_rows(path, "UPDATE games SET match = 'x'")
    assert games.match_of(1) is None


def test_a_clock_that_goes_back_changes_no_order_within_a_game(path: Path) -> None:
    dates = iter([5000.0, 10.0, 20.0])
    with repository_of(path, lambda: next(dates)) as games:
        number = games.save(match_of())
        games.save(match_of("44531"), number)
        saved = games.load(number)
        assert (saved.started, saved.changed) == (5000, 5000)
        assert games.save(match_of("445312"), number) == number


@pytest.mark.parametrize("date", [float("inf"), -1e300, 1e20])
def test_a_date_that_no_calendar_has_is_kept_as_the_nearest(path: Path, date: float) -> None:
    with repository_of(path, lambda: date) as games:
        number = games.save(match_of())
        assert games.save(match_of("44531"), number) == number
        assert abs(games.load(number).changed) <= LAST_DATE
        (imported,) = games.add([(match_of(), date)])
        assert abs(games.load(imported).started) <= LAST_DATE


def test_without_a_place_nothing_is_kept_and_nothing_fails_otherwise() -> None:
    with repository_of(None) as games:
        assert games.path is None and games.moved is None
        for use in (
            games.count,
            games.summaries,
            games.open_latest,
            games.undelete,
            lambda: games.save(match_of()),
            lambda: games.load(1),
            lambda: games.delete(1),
            lambda: games.open(1),
            lambda: games.match_of(1),
            lambda: games.add([]),
            lambda: list(games.all_games()),
        ):
            with pytest.raises(StorageError) as caught:
                use()
            assert caught.value.problem is StorageProblem.NO_PLACE


@posix
def test_a_link_leads_to_one_database_with_one_lock_file(tmp_path: Path, path: Path) -> None:
    (tmp_path / "real").mkdir()
    real = tmp_path / "real" / "games.sqlite3"
    path.symlink_to(real)
    with repository_of(path) as games, repository_of(real) as others:
        assert games.path == others.path == real
        number = games.save(match_of())
        with pytest.raises(GameInUseError):
            others.open(number)
    assert {file.name for file in tmp_path.iterdir()} == {"real", path.name}


# -- the library -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, -1, 99, 1 << 63, BIG])
def test_numbers_of_no_game(path: Path, games: GameRepository, number: int) -> None:
    games.save(match_of())
    for use in (games.load, games.open, games.delete):
        with pytest.raises(NoSuchGameError) as caught:
            use(number)
        assert caught.value.number == number


def test_a_list_begins_with_what_changed_last(games: GameRepository) -> None:
    for moves in ("1", WON, "3"):
        games.save(match_of(moves))
    games.save(match_of("14"), 1)
    assert [each.number for each in games.summaries()] == [1, 3, 2]
    assert [each.number for each in games.summaries(first=1, most=1)] == [3]
    assert games.summaries(first=BIG) == [] == games.summaries(most=-1)
    assert len(games.summaries(first=-BIG, most=BIG)) == 3
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
        (Filter("bob", levels=("club",)), [3, 1]),
        (Filter("nobody", levels=("club", "random")), [3]),
        (Filter("strasse"), [4]),
        (Filter("\ud800"), [3]),
        (Filter("%"), []),
        (Filter("ali"), [4, 2, 1]),
        (Filter("ali", finished=True), [2]),
        (Filter("eBob"), []),
    ],
)
def test_filters(games: GameRepository, wanted: Filter, numbers: list[int]) -> None:
    games.save(match_of())
    games.save(match_of(WON, yellow="Éloïse"))
    games.save(match_of(red="\ud800", yellow="", level="club"))
    games.save(match_of(yellow="Straße"))
    assert [each.number for each in games.summaries(wanted)] == numbers
    assert games.count(wanted) == len(numbers)
    found = [game for game in games.all_games(wanted, batch=1) if not isinstance(game, RecordError)]
    assert [game.number for game in found] == numbers[::-1]


def test_one_deletion_can_be_taken_back(path: Path, games: GameRepository) -> None:
    for _ in range(3):
        games.release(games.save(match_of()))
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
        games.release(games.save(match_of()))
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


def test_several_of_which_some_are_played_stay(path: Path, games: GameRepository) -> None:
    for _ in range(3):
        games.release(games.save(match_of()))
    here = games.save(match_of())
    with Peer(path) as peer:
        assert peer("open", 2) == "2"
        with pytest.raises(GameInUseError) as caught:
            games.delete(1, 2, 3, here)
        assert caught.value.numbers == (2, here)
        with pytest.raises(NoSuchGameError) as missing:
            games.delete(1, 2, 77)
        assert missing.value.numbers == (77,)
        assert peer("open", 1) == "1"  # it was given back
    assert games.numbers(1, 9) == [1, 2, 3, 4]


def test_a_game_that_is_played_is_not_deleted(path: Path, games: GameRepository) -> None:
    number = games.save(match_of())
    with pytest.raises(GameInUseError):
        games.delete(number)
    with Peer(path) as peer:
        assert peer("delete", number) == "GameInUseError"
        games.release(number)
        assert peer("delete", number) == "deleted"
    assert games.count() == 0


def test_a_deleted_game_that_is_played_on_is_a_game_again(
    path: Path, games: GameRepository
) -> None:
    """Where there are no locks it may be deleted while it is played."""
    number = games.save(match_of())
    change_rows(path, "UPDATE games SET deleted = 1")
    assert games.save(match_of("44531"), number) == number
    assert games.load(number).match == match_of("44531")


def test_numbers_are_never_given_twice(path: Path, games: GameRepository) -> None:
    games.release(games.save(match_of()))
    games.delete(1)
    change_rows(path, "DELETE FROM games")
    assert games.save(match_of()) == 2


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
def test_a_game_of_a_file_that_is_here_is_left_as_it_is(
    games: GameRepository, moves: str, red: str, started: float, known: bool
) -> None:
    number = games.save(match_of("4453"))
    game = SavedGame(9, match_of(moves, red), started, 5000.0)
    assert games.add([game, game]) == ([] if known else [number + 1])
    assert games.load(number).match == match_of("4453")
    assert games.load(number).changed == 1000


def test_a_game_that_was_deleted_is_read_again(games: GameRepository) -> None:
    number = games.save(match_of())
    games.release(number)
    game = games.load(number)
    games.delete(number)
    assert games.add([game]) == [number + 1]


def test_moves_that_were_taken_back_are_no_other_game(games: GameRepository) -> None:
    match = match_of("4453")
    number = games.save(match)
    before = replace(games.load(number), match=match.with_game(match.game.undo()))
    games.save(match.with_game(match.game.undo().play(6)), number)
    assert games.add([before]) == []


def test_games_from_elsewhere_are_kept_all_or_none(
    games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = match_of(WON)
    assert games.add([(match, 50.0), (match, None)]) == [1, 2]
    assert [games.load(number).started for number in (1, 2)] == [50, 1000]
    assert [games.match_of(number) for number in (1, 2)] == [1, 2]
    assert games.load(1).imported
    assert games.unfinished() == []
    broken: list[tuple[Match, float | None]] = [(match, None), (None, None)]  # type: ignore[list-item]  # what fails
    with pytest.raises(AttributeError):
        games.add(broken)
    assert games.count() == 2
    assert games.open(1).match == match


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
    "red_level": ["unknown", b"\xff", ""],
    "yellow_level": ["unknown", 1.5],
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
def test_an_odd_row_is_refused_alone_and_shown_in_lists(
    path: Path, games: GameRepository, column: str
) -> None:
    clock = Clock.new(TimeControl(60_000, 0), 5)
    for _ in range(2):
        games.release(games.save(replace(match_of(), clock=clock)))
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
    games.save(match_of())
    change_rows(path, "UPDATE games SET resigned = 0, timed_out = 1")
    with pytest.raises(RecordError):
        games.load(1)


def test_text_that_is_no_utf_8_hides_no_other_game(path: Path, games: GameRepository) -> None:
    for _ in range(2):
        games.release(games.save(match_of()))
    change_rows(path, "UPDATE games SET red_name = CAST(x'41ff' AS TEXT) WHERE id = 2")
    assert games.load(2).match.red.name == "A\N{REPLACEMENT CHARACTER}"
    assert [each.red.name for each in games.summaries()] == ["A\N{REPLACEMENT CHARACTER}", "Alice"]
    assert games.count(Filter("a")) == 2


def test_a_row_with_a_number_that_no_game_has_is_not_played(
    path: Path, games: GameRepository
) -> None:
    games.release(games.save(match_of()))
    change_rows(path, "UPDATE games SET id = 0")
    assert games.unfinished() == []
    assert games.open_latest() is None
    assert [each.number for each in games.summaries()] == [0]


def test_where_every_number_is_taken_games_are_kept_all_the_same(
    games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    claims = games._claims
    assert claims is not None
    monkeypatch.setattr(type(claims), "claim", lambda self, number: False)
    monkeypatch.setattr("p4tui.storage.games._MOST_PASSED_OVER", 3)
    assert games.save(match_of()) == 4
    assert games.count() == 1
