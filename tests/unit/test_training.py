"""Courses of puzzles, and one's own mistakes: found by review, repeated by FSRS."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from random import Random

import pytest

from p4tui.core.colour import Colour
from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position, Side
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.solver import Solver
from p4tui.play.match import Match
from p4tui.play.seats import Person, seat_of_text
from p4tui.review.moves import review_game
from p4tui.review.puzzles.attempt import Attempt, Grade
from p4tui.review.puzzles.daily import DayError, number_of
from p4tui.review.puzzles.file import shipped
from p4tui.storage.archive import Archive
from p4tui.storage.errors import StorageError, StorageProblem
from p4tui.storage.games import GameRepository
from p4tui.storage.records import SavedGame
from p4tui.storage.training_records import DailyResult, MistakeCard, Schedule
from p4tui.training import mistakes
from p4tui.training.courses import DailyCourse, LevelCourse, MistakeCourse, Task
from p4tui.training.keeping import Keeper
from p4tui.training.mistakes import is_in_sight, mistakes_of, rescheduled, scan
from tests.unit.stored import repository_of, saved

DAY = date(2026, 11, 28)
YESTERDAY = DAY - timedelta(days=1)
SMALL = Position(Geometry(5, 4))
MINUTE, DAYS = 60.0, 86400.0


def blundered(level: str = "human") -> Match:
    """Return a game on a small board with mistakes of both sides; a review takes no time."""
    game = parse_game("313541", parse_game("412341", SMALL).position)
    return Match(Person("Alice"), seat_of_text(level, "Bob"), game)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
def archive(path: Path) -> Iterator[Archive]:
    archive = Archive(lambda: GameRepository(path))
    yield archive
    assert archive.close(10)


def daily(
    results: list[DailyResult], day: date = DAY, today: date = DAY
) -> tuple[DailyCourse, list[DailyResult]]:
    """Return the course of a day, and the list of what it saves."""
    kept: list[DailyResult] = []
    return DailyCourse(shipped(), day, today, results, kept.append), kept


def next_of(course: DailyCourse | LevelCourse | MistakeCourse) -> tuple[Task, Attempt]:
    """Return the next task of a course, and an attempt at it."""
    task = course.next_task()
    assert task is not None
    return task, Attempt(task.problem, task.most_tries)


def wrong_columns(attempt: Attempt) -> list[int]:
    problem = attempt.problem
    legal = problem.position.legal_columns()
    return [column for column in legal if column not in problem.answers]


def answer(course: DailyCourse | MistakeCourse, task: Task, attempt: Attempt, column: int) -> None:
    attempt.answer(column)
    course.record(task, attempt)


# -- courses ---------------------------------------------------------------------------------------------------------


def test_a_level_asks_every_puzzle_of_its_difficulty_once() -> None:
    puzzles = shipped()
    course = LevelCourse(puzzles, 4, Random(1))
    wanted = {puzzles.puzzle(number).position for number in puzzles.numbers(4)}
    seen = [course.next_task() for _ in wanted]
    assert {task.problem.position for task in seen if task} == wanted
    assert course.next_task() is not None
    course.record(*next_of(course))


def test_todays_puzzle_is_saved_with_each_answer() -> None:
    course, kept = daily([DailyResult(YESTERDAY, 1, 3, solved=True)])
    task, attempt = next_of(course)
    assert attempt.tries_left == 3
    assert attempt.problem == shipped().puzzle(number_of(DAY, len(shipped())))
    assert (course.share, course.streak) == (None, 1)
    answer(course, task, attempt, wrong_columns(attempt)[0])
    assert kept == [DailyResult(DAY, 1, 1, solved=False)]
    answer(course, task, attempt, attempt.best)
    assert kept[1:] == [DailyResult(DAY, 1, 2, solved=True)]
    assert (course.share, course.streak) == ("p4tui 2026-11-28 2/3", 2)
    assert course.next_task() is None


def test_tries_of_today_go_on_after_a_restart() -> None:
    before = [DailyResult(YESTERDAY, 1, 1, solved=True), DailyResult(DAY, 1, 2, solved=False)]
    course, kept = daily(before)
    task, attempt = next_of(course)
    assert (attempt.tries_left, course.streak) == (1, 1)
    answer(course, task, attempt, wrong_columns(attempt)[0])
    assert kept == [DailyResult(DAY, 1, 3, solved=False)]
    assert (course.share, course.streak) == ("p4tui 2026-11-28 X/3", 0)


def test_giving_up_uses_all_tries() -> None:
    course, kept = daily([])
    task, attempt = next_of(course)
    attempt.give_up()
    course.record(task, attempt)
    assert kept == [DailyResult(DAY, 1, 3, solved=False)]


@pytest.mark.parametrize("solved", [True, False])
def test_a_puzzle_that_is_done_is_for_practice(solved: bool) -> None:
    course, kept = daily([DailyResult(DAY, 1, 3, solved=solved)])
    task, attempt = next_of(course)
    assert (attempt.tries_left, course.is_done) == (None, True)
    answer(course, task, attempt, attempt.best)
    assert kept == []
    assert course.share == f"p4tui 2026-11-28 {'3' if solved else 'X'}/3"


def test_an_earlier_day_is_for_practice() -> None:
    course, kept = daily([], YESTERDAY)
    task, attempt = next_of(course)
    assert (course.counts, attempt.tries_left) == (False, None)
    answer(course, task, attempt, attempt.best)
    assert (kept, course.share, course.streak) == ([], None, 0)


def test_a_clock_that_was_set_back_loses_nothing() -> None:
    results = [DailyResult(DAY + timedelta(days=days), 1, 1, solved=True) for days in (-1, 0, 1, 2)]
    course, kept = daily(results)
    assert course.later == DAY + timedelta(days=2)
    task, attempt = next_of(course)
    answer(course, task, attempt, attempt.best)
    assert (course.is_done, kept, course.streak) == (True, [], 2)


def test_a_day_counts_although_the_clock_was_once_ahead() -> None:
    course, kept = daily([DailyResult(date(2099, 1, 1), 1, 1, solved=True)])
    task, attempt = next_of(course)
    answer(course, task, attempt, attempt.best)
    assert kept == [DailyResult(DAY, 1, 1, solved=True)]
    assert (course.later, course.streak) == (date(2099, 1, 1), 1)


def test_another_edition_has_another_puzzle_for_the_day() -> None:
    course, kept = daily([DailyResult(DAY, 7, 1, solved=True)])
    task, attempt = next_of(course)
    answer(course, task, attempt, attempt.best)
    assert kept == [DailyResult(DAY, 1, 1, solved=True)]
    assert course.streak == 1


def test_a_day_that_has_not_come_has_no_course() -> None:
    with pytest.raises(DayError):
        daily([], DAY + timedelta(days=1))


# -- mistakes --------------------------------------------------------------------------------------------------------


def card(moves: str = "44", due: float = 1000.0) -> MistakeCard:
    position = parse_game(moves).position
    return MistakeCard(position, Colour.RED, (-3, -1, 0, 2, 0, -1, -3), 0, 7, 3, Schedule(due))


def test_the_first_answer_to_a_mistake_decides() -> None:
    graded: list[Grade] = []
    course = MistakeCourse([card()], lambda _card, attempt: graded.append(attempt.grade))
    task, attempt = next_of(course)
    answer(course, task, attempt, 0)
    answer(course, task, attempt, 3)
    assert graded == [Grade.WRONG]
    assert course.next_task() is None
    course.add([card(), card("4453")])
    course.add([card()])
    task, attempt = next_of(course)
    attempt.hint()
    answer(course, task, attempt, 3)
    task, attempt = next_of(course)
    attempt.give_up()
    course.record(task, attempt)
    assert graded[1:] == [Grade.HINTED, Grade.WRONG]
    assert course.next_task() is None


def test_each_mistake_is_rated_once_and_by_its_own_answer() -> None:
    rated: list[tuple[MistakeCard, Grade]] = []
    first, second = card(), card("4453")
    course = MistakeCourse(
        [first, second], lambda card, attempt: rated.append((card, attempt.grade))
    )
    early, late = next_of(course), next_of(course)
    answer(course, *early, 3)
    answer(course, *late, 0)
    again = Attempt(early[0].problem)
    answer(course, early[0], again, 0)
    assert rated == [(first, Grade.RIGHT), (second, Grade.WRONG)]


def test_a_mistake_comes_back_later_each_time_that_it_is_known() -> None:
    known, now, waits = card(), 10_000.0, []
    for _ in range(5):
        known = rescheduled(known, Grade.RIGHT, now)
        waits.append(known.schedule.due - now)
        now = known.schedule.due
    assert waits[0] == 10 * MINUTE
    assert waits[1] >= DAYS
    assert waits[1:] == sorted(waits[1:]) and waits[-1] > 20 * DAYS


def test_a_wrong_answer_brings_a_mistake_back_soon() -> None:
    assert rescheduled(card(), Grade.WRONG, 5000.0).schedule.due == 5000.0 + MINUTE
    hinted = rescheduled(card(), Grade.HINTED, 5000.0).schedule.due
    assert 5000.0 + MINUTE < hinted < rescheduled(card(), Grade.RIGHT, 5000.0).schedule.due
    known = rescheduled(rescheduled(card(), Grade.RIGHT, 0.0), Grade.RIGHT, DAYS)
    assert known.schedule.state == 2
    again = rescheduled(known, Grade.WRONG, 9 * DAYS)
    assert (again.schedule.state, again.schedule.due) == (3, 9 * DAYS + 10 * MINUTE)


def test_the_same_answers_lead_to_the_same_dates() -> None:
    assert rescheduled(card(), Grade.RIGHT, 1.5) == rescheduled(card(), Grade.RIGHT, 1.5)


def test_a_clock_set_back_between_two_answers_does_no_harm() -> None:
    first = rescheduled(card(), Grade.RIGHT, 10 * DAYS)
    second = rescheduled(first, Grade.RIGHT, 2 * DAYS)
    assert second.schedule.repeated == 10 * DAYS
    assert second.schedule.due > 10 * DAYS


def test_a_scan_keeps_the_mistakes_of_persons(path: Path, archive: Archive) -> None:
    with repository_of(path) as games:
        first = saved(games, blundered("club"))
        second = saved(games, blundered())
    progress = list(scan(archive, Solver(threads=1), StopFlag(), 500.0))
    assert [each.done for each in progress] == [0, 1, 2]
    assert progress[-1].total == 2
    with repository_of(path) as games:
        cards = games.training.due_mistakes(500.0)
        # The newest game came first; the other one has the same positions.
        assert {each.game for each in cards} == {second}
        assert {each.position.to_move for each in cards} == {0, 1}
        assert all(each.scores[each.played] != max(known(each)) for each in cards)
        assert games.training.unreviewed_games() == []
        game = games.load(first)
        moves = review_game(game.match.game, Solver(threads=1), StopFlag())
        alone = list(mistakes_of(game, moves, 500.0))
        assert {each.position.to_move for each in alone} == {0}
    assert len(list(scan(archive, Solver(threads=1), StopFlag(), 500.0))) == 1


def known(mistake: MistakeCard) -> list[int]:
    return [score for score in mistake.scores if score is not None]


def test_a_stopped_scan_keeps_what_it_has(path: Path, archive: Archive) -> None:
    with repository_of(path) as games:
        first = saved(games, blundered())
        saved(games, blundered())
    stop = StopFlag()
    for progress in scan(archive, Solver(threads=1), stop, 500.0):
        if progress.done:
            stop.set()
    with repository_of(path) as games:
        assert [each.number for each in games.training.unreviewed_games()] == [first]


def test_a_game_that_cannot_be_proven_is_reviewed_once_by_each_kernel(
    path: Path, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    with repository_of(path) as games:
        saved(games, Match(Person("Alice"), Person("Bob"), parse_game("4").resign(Side.FIRST)))
    hurried = partial(review_game, limit=Limit(nodes=1))
    monkeypatch.setattr(mistakes, "review_game", hurried)
    totals = []
    for name in ("python", "python", "native", "native", "python"):
        monkeypatch.setattr(mistakes, "kernel_name", lambda name=name: name)
        scans = scan(archive, Solver(books=None), StopFlag(), 500.0)
        totals.append([each.total for each in scans][-1])
    assert totals == [1, 0, 1, 0, 0]


@pytest.mark.parametrize(
    ("moves", "in_sight"),
    [
        ("3", False),  # lets a win in 21 go
        ("57", False),  # loses in 19
        ("4444453", False),  # no mistake
        ("554235", True),  # loses at once
    ],
)
def test_only_mistakes_that_a_person_can_see_are_repeated(moves: str, in_sight: bool) -> None:
    move = next(review_game(parse_game(moves), Solver(threads=1), StopFlag()))
    assert is_in_sight(move) is in_sight
    match = Match(Person("Alice"), Person("Bob"), parse_game(moves))
    cards = list(mistakes_of(SavedGame(1, match, 0.0, 0.0), [move], 0.0))
    assert len(cards) == in_sight


def test_a_mistake_belongs_to_who_sat_there_when_it_was_made() -> None:
    move = next(review_game(parse_game("554235"), Solver(threads=1), StopFlag()))
    seats = (Person("Alice"), seat_of_text("club"))
    swapped = Match(*seats, parse_game("554235"), swaps=(6,))
    assert len(list(mistakes_of(SavedGame(1, swapped, 0.0, 0.0), [move], 0.0))) == 1
    assert not list(mistakes_of(SavedGame(1, replace(swapped, swaps=()), 0.0, 0.0), [move], 0.0))


def test_a_scan_beside_an_archive_that_is_gone_ends_with_the_flag(path: Path) -> None:
    archive = Archive(lambda: GameRepository(path))
    archive.request(lambda games: games.count()).result()
    assert archive.close(10)
    stop = StopFlag()
    stop.set()
    assert list(scan(archive, Solver(threads=1), stop, 500.0)) == []


def test_invalid_games_are_passed_over(path: Path, archive: Archive) -> None:
    with repository_of(path) as games:
        saved(games, blundered())
        saved(games, blundered())
    archive.request(
        lambda games: games._file.write(
            lambda found: found.execute("UPDATE games SET moves = 'x' WHERE id = 2")
        )
    ).result()
    assert list(scan(archive, Solver(threads=1), StopFlag(), 500.0))[-1].done == 2


def test_a_keeper_says_once_why_it_failed() -> None:
    archive = Archive(lambda: GameRepository(None))
    with closing(Closing(archive)):
        keeper = Keeper(archive)
        keeper.keep(lambda training: training.solve_lesson("lines", "1"))
        keeper.settle(10)
        failure = keeper.failure()
        assert isinstance(failure, StorageError)
        assert failure.problem is StorageProblem.NO_PLACE
        assert keeper.failure() is None


def test_without_an_archive_nothing_is_kept() -> None:
    keeper = Keeper(None)
    keeper.keep(lambda training: training.solve_lesson("lines", "1"))
    keeper.settle(10)
    assert keeper.failure() is None


class Closing:
    """Closes an archive."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    def close(self) -> None:
        self._archive.close(10)
