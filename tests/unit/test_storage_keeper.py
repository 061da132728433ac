"""What a keeper keeps of a match, and what it brings up to date where something could not be kept at once."""

from __future__ import annotations

import contextlib
import errno
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from p4tui.core.colour import Colour
from p4tui.core.notation import parse_game
from p4tui.play.clock import Clock, TimeControl
from p4tui.play.match import Match
from p4tui.play.seats import Person
from p4tui.play.session import Change
from p4tui.storage import connections
from p4tui.storage.errors import GameInUseError, StorageError, StorageProblem
from p4tui.storage.games import GameRepository
from p4tui.storage.keeper import Keeper
from p4tui.storage.records import SavedGame
from tests.unit.stored import claims_of, match_of, repository_of, session_in

WON = "1212121"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
def games(path: Path) -> Iterator[GameRepository]:
    with repository_of(path) as repository:
        yield repository


@pytest.fixture
def others(path: Path) -> Iterator[GameRepository]:
    with repository_of(path) as repository:
        yield repository


class Trouble:
    """A repository whose database fails as long as something is wrong."""

    def __init__(self, games: GameRepository, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wrong = True
        self.saves = 0
        self.sure: list[bool] = []
        save = games.save

        def fail(*arguments: object, **options: bool) -> int:
            self.sure.append(options["sure"])
            if self.wrong:
                raise StorageError(StorageProblem.FULL, games.path)
            self.saves += 1
            return save(*arguments, **options)  # type: ignore[arg-type]  # as they came

        monkeypatch.setattr(games, "save", fail)


def test_every_change_is_in_the_database_when_it_has_been_told(
    games: GameRepository, others: GameRepository
) -> None:
    session, keeper = session_in(games)
    for column in (3, 3, 4):
        session.play(column)
        assert keeper.number == 1
        assert others.load(1).match == session.match
    for change in (session.undo, session.undo, session.redo, session.resign, session.undo):
        change()
        assert others.load(1).match == session.match
    session.set_level(Colour.YELLOW, "club")
    assert others.load(1).match == session.match
    session.close()


def test_a_game_without_a_move_is_not_kept(games: GameRepository) -> None:
    session, keeper = session_in(games)
    session.swap_sides()
    session.set_level(Colour.RED, "winner")
    session.new_game()
    assert keeper.number is None
    assert games.count() == 0
    session.close()


def test_one_that_was_given_up_before_the_first_move_is(games: GameRepository) -> None:
    session, keeper = session_in(games)
    session.resign()
    assert keeper.number == 1
    session.new_game()
    assert games.load(1).match.winner is Colour.YELLOW


def test_taking_back_every_move_keeps_the_game(games: GameRepository) -> None:
    session, keeper = session_in(games)
    session.play(3)
    session.undo()
    assert games.load(1).match == session.match
    session.play(2)
    assert games.load(1).match == session.match
    assert keeper.number == 1


def test_the_games_of_a_match_are_kept_one_by_one(
    games: GameRepository, others: GameRepository
) -> None:
    session, keeper = session_in(games, match_of(WON[:-1]))
    session.play(0)
    with pytest.raises(GameInUseError):
        others.open(1)
    session.new_game()
    others.open(1)
    session.play(3)
    assert keeper.number == 2
    assert others.load(2).match.results == (Colour.RED,)
    assert others.match_of(2) == 1
    keeper.close()
    others.open(2)


def test_a_resumed_game_goes_on_in_its_row_and_its_match(games: GameRepository) -> None:
    session, keeper = session_in(games)
    session.play(3)
    keeper.close()
    left = games.open_latest()
    assert left is not None
    session, _ = session_in(games, left.match)
    keeper = Keeper(games, left.number)
    keeper.keep(Change.MOVE, match_of("44"))
    assert keeper.number == 1
    keeper.keep(Change.NEW_GAME, match_of(""))
    keeper.keep(Change.MOVE, match_of("1"))
    assert (keeper.number, games.match_of(2)) == (2, 1)


def test_the_time_alone_does_not_wait_for_the_disk(
    games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    trouble = Trouble(games, monkeypatch)
    trouble.wrong = False
    control = TimeControl(60_000)
    match = Match(Person("A"), Person("B"), parse_game("4"), clock=Clock.new(control, 2))
    keeper = Keeper(games)
    for change in (Change.MOVE, Change.CLOCK, Change.PAUSE, Change.UNDO):
        keeper.keep(change, match)
    assert trouble.sure == [True, False, True]
    trouble.wrong = True
    with pytest.raises(StorageError):
        keeper.keep(Change.MOVE, match)
    trouble.wrong = False
    keeper.keep(Change.CLOCK, match)  # brings the move with it
    assert trouble.sure[3:] == [True, True]


def test_the_next_change_brings_all_up_to_date(
    games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    trouble = Trouble(games, monkeypatch)
    keeper = Keeper(games)
    assert not keeper.is_behind
    with pytest.raises(StorageError):
        keeper.keep(Change.MOVE, match_of("4"))
    trouble.wrong = False
    keeper.keep(Change.MOVE, match_of("44"))
    assert games.load(1).match == match_of("44")
    assert trouble.saves == 1


def test_a_game_that_ended_while_nothing_could_be_kept_is_kept_later(
    games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    trouble = Trouble(games, monkeypatch)
    keeper = Keeper(games)
    trouble.wrong = False
    keeper.keep(Change.MOVE, match_of(WON[:-1]))
    trouble.wrong = True
    for change, moves in (
        (Change.MOVE, WON),
        (Change.NEW_GAME, ""),
        (Change.MOVE, "12"),
        (Change.NEW_GAME, ""),
    ):
        with pytest.raises(StorageError):
            keeper.keep(change, match_of(moves))
    trouble.wrong = False
    keeper.keep(Change.MOVE, match_of("4"))
    assert [games.load(number).match for number in (1, 2, 3)] == [
        match_of(WON),
        match_of("12"),
        match_of("4"),
    ]
    assert [games.match_of(number) for number in (1, 2, 3)] == [1, 1, 1]
    assert keeper.number == 3
    assert not keeper.is_behind
    games.delete(1)  # nobody plays it any more


@pytest.mark.parametrize("wrong", [True, False])
def test_leaving_tries_once_more(
    games: GameRepository, monkeypatch: pytest.MonkeyPatch, wrong: bool
) -> None:
    trouble = Trouble(games, monkeypatch)
    keeper = Keeper(games)
    with pytest.raises(StorageError):
        keeper.keep(Change.MOVE, match_of("4"))
    trouble.wrong = wrong
    keeper.close()
    assert games.count() == int(not wrong)
    assert keeper.is_behind is wrong
    assert keeper.number is None


def test_a_match_that_cannot_be_looked_up_is_a_new_one(
    games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(number: int) -> None:
        raise StorageError(StorageProblem.BUSY, games.path)

    games.save(match_of("4"))
    monkeypatch.setattr(games, "match_of", fail)
    keeper = Keeper(games, 1)
    keeper.keep(Change.NEW_GAME, match_of(""))
    keeper.keep(Change.MOVE, match_of("3"))
    assert keeper.number == 2


def test_a_match_goes_on_together_in_a_database_that_takes_the_place_of_its_own(
    path: Path, games: GameRepository, others: GameRepository
) -> None:
    keeper = Keeper(games)
    keeper.keep(Change.MOVE, match_of("4"))
    path.rename(path.with_name("elsewhere"))
    others.save(match_of("1"))
    keeper.keep(Change.MOVE, match_of("44"))
    number = keeper.number
    keeper.keep(Change.NEW_GAME, match_of(""))
    keeper.keep(Change.MOVE, match_of("3"))
    assert number is not None and keeper.number is not None
    assert games.load(number).match == match_of("44")
    assert games.match_of(keeper.number) == number == games.match_of(number)


@pytest.mark.parametrize("ended", [False, True])
def test_a_disk_that_fails_after_the_first_move_makes_no_second_game(
    games: GameRepository, monkeypatch: pytest.MonkeyPatch, ended: bool
) -> None:
    def fail(file: Path) -> None:
        raise OSError(errno.EIO, "an error of the disk")

    keeper = Keeper(games)
    with monkeypatch.context() as patch, pytest.raises(StorageError):
        patch.setattr(connections, "to_disk", fail)
        keeper.keep(Change.MOVE, match_of("4"))
    if ended:
        with monkeypatch.context() as patch, pytest.raises(StorageError):
            patch.setattr(connections, "to_disk", fail)
            keeper.keep(Change.NEW_GAME, match_of(""))
    keeper.keep(Change.MOVE, match_of("44"))
    kept = [game.match for game in games.all_games() if isinstance(game, SavedGame)]
    assert kept == [match_of("4"), match_of("44")][0 if ended else 1 :]
    assert [games.match_of(number) for number in range(1, len(kept) + 1)] == [1] * len(kept)


def test_a_first_move_that_did_not_get_there_keeps_no_number_from_others(
    path: Path, games: GameRepository, others: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = games._database
    assert database is not None
    writing = database.writing

    @contextlib.contextmanager
    def fail(*, sure: bool) -> Iterator[sqlite3.Connection]:
        with writing(sure=sure) as connection:
            yield connection
            raise OSError(errno.EIO, "an error of the disk")

    keeper = Keeper(games)
    with monkeypatch.context() as patch, pytest.raises(StorageError):
        patch.setattr(database, "writing", fail)
        keeper.keep(Change.MOVE, match_of("4"))
    assert others.save(match_of("1")) == 2
    others.release(2)
    keeper.keep(Change.MOVE, match_of("44"))
    assert keeper.number == 3
    assert games.load(3).match == match_of("44")
    assert claims_of(path).claim(1)
