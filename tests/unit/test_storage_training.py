"""What the coach remembers: lessons, daily puzzles, cards of mistakes, and which games are reviewed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from p4tui.core.colour import Colour
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.play.seats import LevelSeat
from p4tui.review.puzzles.daily import MOST_TRIES
from p4tui.storage.errors import StorageError, StorageProblem
from p4tui.storage.games import GameRepository
from p4tui.storage.schema import MIGRATIONS, migrate
from p4tui.storage.training import DAILY_TRIES, UnreviewedGame
from p4tui.storage.training_records import DailyResult, MistakeCard, Schedule
from tests.unit.damaging import PAGE
from tests.unit.stored import (
    ask,
    change_rows,
    match_of,
    moves_in,
    owned_by,
    repository_of,
    restorations,
    saved,
)

DAY = date(2026, 11, 28)
WON = "1212121"
SCORES = (-2, 0, 3, 0, -1, -2, -2)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
def games(path: Path) -> Iterator[GameRepository]:
    with repository_of(path) as games:
        yield games


def position_of(moves: str) -> Position:
    return parse_game(moves).position


def card_of(moves: str = "4453", due: float = 100.0) -> MistakeCard:
    return MistakeCard(
        position_of(moves), Colour.YELLOW, SCORES, 2, 7, len(moves) + 1, Schedule(due)
    )


def add(games: GameRepository, *cards: MistakeCard) -> int:
    """Save a game with such mistakes, and review it; return its number."""
    number = saved(games, match_of(WON))
    games.training.add_mistakes(waiting(games, number), cards)
    return number


def waiting(games: GameRepository, number: int) -> UnreviewedGame:
    """Return a game as it waits for its review."""
    return next(each for each in games.training.unreviewed_games() if each.number == number)


def numbers(games: GameRepository) -> list[int]:
    """Return the numbers of the games that wait for a review."""
    return [each.number for each in games.training.unreviewed_games()]


# -- lessons ---------------------------------------------------------------------------------------------------------


def test_lessons_remember_their_solved_positions(games: GameRepository) -> None:
    training = games.training
    assert training.solved_lessons() == {}
    training.solve_lesson("lines", "1")
    training.solve_lesson("lines", "2")
    training.solve_lesson("lines", "2")
    training.solve_lesson("centre", "1")
    assert training.solved_lessons() == {"lines": {"1", "2"}, "centre": {"1"}}


# -- daily puzzles ---------------------------------------------------------------------------------------------------


def test_tries_of_a_day_grow_until_it_is_solved(games: GameRepository) -> None:
    training = games.training
    first = DailyResult(DAY, 1, 1, solved=False)
    training.save_daily(first)
    assert training.daily_results() == [first]
    solved = DailyResult(DAY, 1, 2, solved=True)
    training.save_daily(solved)
    training.save_daily(DailyResult(DAY, 1, 3, solved=False))
    training.save_daily(first)
    assert training.daily_results() == [solved]


def test_a_day_that_is_solved_at_another_terminal_is_solved(games: GameRepository) -> None:
    """Its tries did not count there."""
    games.training.save_daily(DailyResult(DAY, 1, 2, solved=False))
    games.training.save_daily(DailyResult(DAY, 1, 1, solved=True))
    assert games.training.daily_results() == [DailyResult(DAY, 1, 2, solved=True)]


def test_a_day_whose_tries_are_used_up_is_not_solved_elsewhere(games: GameRepository) -> None:
    assert DAILY_TRIES == MOST_TRIES
    lost = DailyResult(DAY, 1, MOST_TRIES, solved=False)
    games.training.save_daily(lost)
    games.training.save_daily(DailyResult(DAY, 1, 1, solved=True))
    assert games.training.daily_results() == [lost]


def test_days_and_versions_have_results_of_their_own(games: GameRepository) -> None:
    results = [
        DailyResult(date(2026, 11, 27), 1, 1, solved=True),
        DailyResult(DAY, 1, 3, solved=False),
        DailyResult(DAY, 2, 2, solved=True),
    ]
    for result in reversed(results):
        games.training.save_daily(result)
    assert games.training.daily_results() == results


@pytest.mark.parametrize(
    "values",
    ["'yesterday', 1, 1, 1", "5, 1, 1, 1", "'2026-11-27', 'x', 1, 1", "'2026-11-27', 1, 0, 1"],
)
def test_invalid_results_are_skipped(path: Path, games: GameRepository, values: str) -> None:
    result = DailyResult(DAY, 1, 1, solved=True)
    games.training.save_daily(result)
    change_rows(path, f"INSERT INTO daily_puzzles VALUES ({values})")  # noqa: S608
    assert games.training.daily_results() == [result]


# -- mistakes --------------------------------------------------------------------------------------------------------


def test_mistakes_come_back_when_they_are_due(games: GameRepository) -> None:
    early, late = card_of("4453", due=100.0), card_of("44", due=200.0)
    add(games, late, early)
    assert games.training.count_mistakes() == 2
    assert games.training.due_mistakes(99.0) == []
    assert games.training.next_due() == 100.0
    assert games.training.due_mistakes(150.0) == [early]
    assert games.training.due_mistakes(300.0) == [early, late]
    assert games.training.due_mistakes(300.0, limit=1) == [early]
    learnt = Schedule(1000.0, state=2, step=None, stability=2.5, difficulty=5.0, repeated=150.0)
    games.training.reschedule(replace(early, schedule=learnt))
    assert games.training.due_mistakes(2000.0) == [late, replace(early, schedule=learnt)]


def test_all_due_cards_are_counted(games: GameRepository) -> None:
    moves = {
        position_of(f"{a}{b}{c}"): f"{a}{b}{c}" for a in "1234567" for b in "1234567" for c in "123"
    }
    add(games, *map(card_of, moves.values()))
    assert games.training.count_due(100.0) == len(moves) > 100
    assert games.training.count_due(99.0) == 0


def test_a_position_has_one_card(games: GameRepository) -> None:
    first = card_of("4453")
    add(games, first)
    add(games, replace(card_of("5344", due=1.0), game=8))
    assert games.training.due_mistakes(300.0) == [first]


def test_without_cards_none_is_due(games: GameRepository) -> None:
    assert games.training.next_due() is None
    assert games.training.count_mistakes() == 0


@pytest.mark.parametrize(
    "change",
    [
        "discs = '12'",
        "discs = '11111111//////'",
        "discs = 5",
        "starter = 3",
        "played = 7",
        "scores = ''",
        "scores = 5",
        "scores = '1,2,x,4,5,6,7'",
        "scores = '1,2,,4,5,6,7'",
        "scores = '1,2,3,4,5,6,22'",
        "scores = '1,2,3,4,5,6,7,'",
        "board_columns = 99",
        "connect = 'x'",
        "state = 4",
        "state = 2",
        "state = 3",
        "step = NULL",
        "step = 'x'",
        "step = -1",
        "due = -1e300",
        "repeated = 1e300",
        "stability = 'x'",
        "state = 2, step = NULL, stability = 0, difficulty = 1",
        "state = 2, step = NULL, stability = 9e999, difficulty = 1",
        "state = 2, step = NULL, stability = 1e-300, difficulty = 1",
        "state = 2, step = NULL, stability = 1, difficulty = 0",
        "state = 2, step = NULL, stability = 1, difficulty = 9e999",
        "stability = 1",
        "repeated = 253401000000",
    ],
)
def test_invalid_cards_are_skipped(path: Path, games: GameRepository, change: str) -> None:
    good = card_of("44", due=1.0)
    add(games, card_of("4453"), good)
    change_rows(path, f"UPDATE mistakes SET {change} WHERE due = 100")  # noqa: S608
    training = games.training
    assert training.due_mistakes(300.0) == [good]
    assert (training.count_due(300.0), training.count_mistakes(), training.next_due()) == (
        1,
        1,
        1.0,
    )


# -- reviewed games --------------------------------------------------------------------------------------------------


def test_finished_games_of_persons_are_reviewed_once_the_newest_first(
    games: GameRepository,
) -> None:
    first = saved(games, match_of(WON))
    saved(games, match_of("44"))  # unfinished
    second = saved(games, match_of(WON, level="club"))
    computers = replace(match_of(WON), red=LevelSeat("club"), yellow=LevelSeat("careful"))
    saved(games, computers)
    games.add([(match_of(WON), None)])  # imported
    assert numbers(games) == [second, first]
    games.training.add_mistakes(waiting(games, second), [])
    assert numbers(games) == [first]
    games.delete(first)
    assert numbers(games) == []
    games.undelete()
    assert numbers(games) == [first]


def test_a_game_that_goes_on_after_its_review_is_reviewed_again(games: GameRepository) -> None:
    match = match_of(WON)
    owned = owned_by(games, match)
    assert owned.number is not None
    games.training.add_mistakes(waiting(games, owned.number), [])
    assert numbers(games) == []
    games.save(match.with_game(match.game.undo()), owned)
    games.save(match, owned)
    assert numbers(games) == [owned.number]


def test_a_game_that_changed_during_its_review_still_waits_for_one(games: GameRepository) -> None:
    match = match_of(WON)
    owned = owned_by(games, match)
    assert owned.number is not None
    before = waiting(games, owned.number)
    games.save(match.with_game(match.game.undo()), owned)
    games.save(match, owned)
    assert games.training.add_mistakes(before, [card_of()]) == 0
    assert (games.training.count_mistakes(), numbers(games)) == (0, [owned.number])
    games.delete(owned.number)
    after = UnreviewedGame(owned.number, before.sequence + 2)
    assert games.training.add_mistakes(after, [card_of()]) == 0
    games.undelete()
    assert games.training.unreviewed_games() == [after]
    assert games.training.add_mistakes(after, [card_of()]) == 1


def test_a_game_reviewed_in_part_waits_until_more_can_be_proven(path: Path) -> None:
    with repository_of(path) as games:
        number = saved(games, match_of(WON))
        game = waiting(games, number)
        assert games.training.add_mistakes(game, [card_of()], whole=False) == 1
    with repository_of(path) as games:
        assert numbers(games) == []
        assert games.training.unreviewed_games(again=True) == [game]
        assert games.training.add_mistakes(game, [card_of()]) == 0
        assert games.training.unreviewed_games(again=True) == []


# -- the file --------------------------------------------------------------------------------------------------------


def test_without_a_folder_nothing_is_remembered() -> None:
    with repository_of(None) as games:
        with pytest.raises(StorageError) as caught:
            games.training.solved_lessons()
        assert caught.value.problem is StorageProblem.NO_PLACE


def test_reading_what_is_remembered_creates_no_file(path: Path, games: GameRepository) -> None:
    assert games.training.daily_results() == []
    assert not path.exists()


def test_games_of_version_2_keep_their_content_and_can_be_reviewed(path: Path) -> None:
    with repository_of(path) as games:
        saved(games, match_of(WON))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        row = connection.execute("SELECT * FROM games").fetchone()[:-2]
    path.unlink()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.row_factory = sqlite3.Row
        migrate(connection, MIGRATIONS[:2], path)
        places = ", ".join("?" * len(row))
        connection.execute(f"INSERT INTO games VALUES ({places})", row)  # noqa: S608
    with repository_of(path) as games:
        assert numbers(games) == [1]
    assert moves_in(path) == {1: WON}


def damage(path: Path) -> None:
    """Damage an index of the games, which hides none of the other tables."""
    with closing(sqlite3.connect(path)) as connection, connection:
        root = "SELECT rootpage FROM sqlite_master WHERE name = 'unfinished_games'"
        (page,) = connection.execute(root).fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * PAGE)
        file.write(bytes(PAGE))


def test_a_damaged_file_keeps_what_the_backup_and_the_file_remember(path: Path) -> None:
    with closing(GameRepository(path, lambda: 1000.0)) as games:
        games.training.solve_lesson("lines", "1")
        saved(games, match_of(WON))
        games.back_up()
        games.training.solve_lesson("lines", "2")
        games.training.save_daily(DailyResult(DAY, 1, 1, solved=True))
        games.training.add_mistakes(waiting(games, 1), [card_of()])
    damage(path)
    with repository_of(path) as games:
        told = restorations(games)
        games.unfinished()
        assert len(told) == 1
        assert games.training.solved_lessons() == {"lines": {"1", "2"}}
        assert games.training.daily_results() == [DailyResult(DAY, 1, 1, solved=True)]
        assert games.training.due_mistakes(300.0) == [card_of()]
    assert ask(path, "PRAGMA integrity_check") == [("ok",)]


def test_invalid_rows_of_a_damaged_file_replace_no_good_ones(path: Path) -> None:
    good = DailyResult(DAY, 1, 1, solved=True)
    with closing(GameRepository(path, lambda: 1000.0)) as games:
        games.training.solve_lesson("lines", "1")
        games.training.save_daily(good)
        add(games, card_of())
        games.back_up()
        add(games)  # newer than the backup, and reviewed
    change_rows(path, "UPDATE daily_puzzles SET tries = 0")
    change_rows(path, "UPDATE mistakes SET scores = 'x'")
    change_rows(path, "INSERT INTO solved_lessons VALUES (x'00', x'00')")
    damage(path)
    with repository_of(path) as games:
        games.unfinished()
        assert games.training.daily_results() == [good]
        assert games.training.due_mistakes(300.0) == [card_of()]
        assert numbers(games) == [2]
    assert ask(path, "SELECT * FROM solved_lessons") == [("lines", "1")]
