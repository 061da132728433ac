"""Puzzles without a screen: the file, the generator, attempts and the puzzle of a day."""

from __future__ import annotations

import zlib
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest

from p4tui.core.errors import ColumnFullError, NoSuchColumnError
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.score import final_score
from p4tui.engine.solver import Solver
from p4tui.review.puzzles.attempt import Attempt, Grade, best_line
from p4tui.review.puzzles.daily import (
    FIRST_DAY,
    DayError,
    DayProblem,
    check_day,
    number_of,
    share_line,
    streak,
)
from p4tui.review.puzzles.file import (
    SHIPPED,
    PuzzleFile,
    PuzzleFileError,
    position_of,
    shipped,
)
from p4tui.review.puzzles.puzzle import EASIEST, HARDEST, LONGEST_WIN, Problem
from tests.tools import puzzles as making
from tests.tools.kernels import needs_native
from tests.tools.positions import mirrored
from tests.tools.puzzle_file import Record, encode, is_puzzle, key_of

LATE = parse_game("6545555333222323372412").position
"""Red is to move; column 6 alone holds the draw, columns 2 and 3 are full."""
DAY = date(2026, 11, 28)


def late_problem() -> Problem:
    return Problem(LATE, (-2, None, None, -2, -2, 0, -2))


# -- what a puzzle is ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "wanted"),
    [
        ((-2, None, None, -2, -2, 0, -2), True),
        ((-2, None, None, -2, 0, 0, -2), False),
        ((-2, None, None, -2, -2, 5, -2), True),
        ((-2, None, None, -2, 3, 5, -2), False),
        ((-2, None, None, -2, -2, -1, -2), False),
        ((-2, None, None, None, None, 0, None), False),
    ],
)
def test_a_puzzle_has_one_answer(scores: tuple[int | None, ...], wanted: bool) -> None:
    assert is_puzzle(LATE, scores) is wanted


def test_a_win_takes_at_most_twelve_moves() -> None:
    begun = parse_game("44").position
    assert is_puzzle(begun, (0, 0, 0, 9, 0, 0, 0))
    assert not is_puzzle(begun, (0, 0, 0, 8, 0, 0, 0))


@pytest.mark.parametrize("moves", ["121212", "12121"])
def test_an_immediate_win_or_a_forced_block_is_no_puzzle(moves: str) -> None:
    assert not is_puzzle(parse_game(moves).position, (5, -4, -4, -4, -4, -4, -4))


def test_a_problem_from_a_game_may_have_several_answers() -> None:
    problem = Problem(LATE, (3, None, None, -4, 8, 0, 1))
    assert problem.answers == (0, 4, 6)
    assert problem.moves_to_win == 3
    assert late_problem().moves_to_win is None


# -- the file --------------------------------------------------------------------------------------------------------


def test_the_shipped_file_has_enough_puzzles_of_every_difficulty() -> None:
    puzzles = shipped()
    assert len(puzzles) >= 5000
    assert SHIPPED.stat().st_size <= 400_000
    assert all(
        len(puzzles.numbers(difficulty)) >= 500 for difficulty in range(EASIEST, HARDEST + 1)
    )
    assert {puzzle.moves_to_win for puzzle in puzzles} == {None, *range(2, LONGEST_WIN + 1)}


def test_no_shipped_puzzle_is_there_twice_or_mirrored() -> None:
    keys = [making.key_of(puzzle.position) for puzzle in shipped()]
    assert len(set(keys)) == len(keys)


def test_every_shipped_puzzle_is_one_by_its_scores() -> None:
    for puzzle in shipped():
        assert is_puzzle(puzzle.position, puzzle.scores), puzzle.number


@needs_native
def test_a_sample_of_the_shipped_puzzles_is_proven_again() -> None:
    puzzles, solver = shipped(), Solver(threads=1)
    for number in Random(5).sample(range(1, len(puzzles) + 1), 100):
        puzzle = puzzles.puzzle(number)
        assert solver.analyse(puzzle.position, line=False).columns == puzzle.scores


@needs_native
def test_the_shipped_file_begins_as_its_seed_says() -> None:
    made = making.chosen(iter([making.problems_of_games(making.SEED, 0)]), making.COUNT)
    assert len(made) >= 10
    for puzzle, problem in zip(shipped(), made, strict=False):
        assert (puzzle.position, puzzle.scores) == (problem.position, problem.scores)


@needs_native
@pytest.mark.exhaustive
def test_the_file_does_not_depend_on_the_number_of_processes() -> None:
    # A thread of this process stands for the others: a fork of a process with threads may hang.
    with ThreadPoolExecutor(1) as executor:
        one, three = (making.make(3, 12, 1, executor, jobs) for jobs in (1, 3))
    assert one == three


def test_difficulty_grows_with_the_levels_that_fail_and_with_the_moves() -> None:
    assert making.difficulty(2, 0b1111) == EASIEST
    assert making.difficulty(6, 0b1111) == 2
    assert making.difficulty(12, 0b1111) == 3
    assert making.difficulty(12, 0b111111) == HARDEST
    assert making.difficulty(None, 0b1001) == 2


def test_a_search_finds_what_is_near() -> None:
    near = Problem(parse_game("4433").position, (-9, 9, None, None, -9, -9, -9))
    assert making.failing(near) >> len(making.RULES) == 0 or near.answers == (1,)


@pytest.mark.parametrize("moves", ["", "4", "4453", "111111222222", "7654321"])
def test_positions_survive_the_file(moves: str) -> None:
    position = parse_game(moves).position
    assert position_of(key_of(position)) == position
    assert position_of(key_of(mirrored(position))) == mirrored(position)


def written(path: Path, edition: int = 3) -> bytes:
    """Write a file of two puzzles; return its bytes."""
    first = Record(LATE, late_problem().scores, 4, 7)
    second = Record(mirrored(LATE), tuple(reversed(late_problem().scores)), 1, 0)
    data = encode([first, second], edition)
    path.write_bytes(data)
    return data


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "puzzles"
    written(path)
    puzzles = PuzzleFile(path)
    assert (puzzles.edition, len(puzzles)) == (3, 2)
    assert [each.position for each in puzzles] == [LATE, mirrored(LATE)]
    assert puzzles.puzzle(1).scores == late_problem().scores
    assert puzzles.numbers(4) == [1]
    for number in (0, 3, -1):
        with pytest.raises(IndexError):
            puzzles.puzzle(number)


def test_a_damaged_or_foreign_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "puzzles"
    data = written(path)
    empty = encode([], 1)
    damaged = [data[:-1], data + b"x", b"", data[:10], b"X" + data[1:], data[:8] + b"\2" + data[9:]]
    damaged += [empty, data[:-2] + bytes([data[-2] ^ 1]) + data[-1:]]
    for each in damaged:
        path.write_bytes(each)
        with pytest.raises(PuzzleFileError):
            PuzzleFile(path)
    path.unlink()
    with pytest.raises(PuzzleFileError) as caught:
        PuzzleFile(path)
    assert caught.value.path == path


def test_the_checksum_is_that_of_zlib(tmp_path: Path) -> None:
    data = written(tmp_path / "puzzles")
    assert data[16:20] == zlib.crc32(data[20:]).to_bytes(4, "little")


# -- an attempt ------------------------------------------------------------------------------------------------------


def test_an_attempt_counts_each_wrong_column_once() -> None:
    attempt = Attempt(late_problem())
    assert attempt.grade is Grade.RIGHT
    assert not attempt.answer(0)
    assert not attempt.answer(0)
    assert attempt.tries == 1
    assert attempt.answer(5)
    assert (attempt.tries, attempt.is_over, attempt.grade) == (2, True, Grade.WRONG)


def test_columns_that_cannot_be_played_are_no_answers() -> None:
    attempt = Attempt(late_problem())
    with pytest.raises(ColumnFullError):
        attempt.answer(2)
    for column in (-1, 7):
        with pytest.raises(NoSuchColumnError):
            attempt.answer(column)
    assert attempt.tries == 0


def test_an_attempt_ends_with_its_tries() -> None:
    attempt = Attempt(late_problem(), 2)
    assert attempt.tries_left == 2
    attempt.answer(0)
    assert (attempt.tries_left, attempt.is_over) == (1, False)
    attempt.answer(3)
    assert (attempt.tries_left, attempt.is_over, attempt.solved) == (0, True, False)


def test_an_attempt_that_is_over_takes_no_answer() -> None:
    solved, tried, given_up = (Attempt(late_problem(), tries) for tries in (None, 1, None))
    solved.answer(5)
    tried.answer(0)
    given_up.give_up()
    for attempt in (solved, tried, given_up):
        before = attempt.tries
        with pytest.raises(ValueError, match="over"):
            attempt.answer(3)
        assert attempt.tries == before


def test_a_hint_leaves_two_columns_and_lowers_the_grade() -> None:
    attempt = Attempt(late_problem())
    assert attempt.hint() == (3, 5)
    attempt.answer(5)
    assert attempt.grade is Grade.HINTED


def test_a_hint_names_no_column_that_was_tried() -> None:
    attempt = Attempt(late_problem())
    for column in (3, 4, 6):
        attempt.answer(column)
    assert attempt.hint() == (0, 5)
    attempt.answer(0)
    assert attempt.hint() == (5,)


def test_giving_up_shows_the_answer() -> None:
    attempt = Attempt(late_problem())
    assert attempt.give_up() == 5
    assert (attempt.is_over, attempt.solved, attempt.grade) == (True, False, Grade.WRONG)


def test_a_line_ends_with_the_win() -> None:
    puzzles = shipped()
    puzzle = next(each for each in puzzles if each.moves_to_win == 2)
    (answer,) = puzzle.answers
    line = best_line(puzzle, answer, Solver(threads=1), StopFlag())
    assert len(line) == 3 and line[0] == answer
    assert ended(puzzle.position, line).outcome is not None


@needs_native
def test_lines_lead_to_the_end_that_the_scores_state() -> None:
    solver = Solver(threads=1)
    for puzzle in filter(lambda each: each.number % 200 == 0, shipped()):
        for column, score in enumerate(puzzle.scores):
            if score:
                line = best_line(puzzle, column, solver, StopFlag())
                end = ended(puzzle.position, line)
                loser_to_move = final_score(end)
                assert loser_to_move is not None and loser_to_move == -abs(score)


def test_a_line_from_a_wrong_score_ends_early() -> None:
    problem = Problem(LATE, (-2, None, None, -2, -2, -9, -2))
    assert best_line(problem, 5, Solver(threads=1), StopFlag()) == (5,)


def test_a_line_to_a_draw_ends_with_the_reply() -> None:
    line = best_line(late_problem(), 5, Solver(threads=1), StopFlag())
    assert len(line) == 2


def test_a_line_that_takes_too_long_ends_early() -> None:
    problem = Problem(Position(), (-2, -1, 0, 1, 0, -1, -2))
    line = best_line(problem, 0, Solver(books=None), StopFlag(), Limit(nodes=1))
    assert line == (0,)


def ended(position: Position, line: tuple[int, ...]) -> Position:
    for column in line:
        position = position.play(column)
    return position


# -- the puzzle of a day ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 2, 3, 10, 999, 6000])
def test_each_puzzle_has_its_day_before_one_comes_again(count: int) -> None:
    numbers = [number_of(DAY + timedelta(days=day), count) for day in range(count)]
    assert sorted(numbers) == list(range(1, count + 1))


def test_the_puzzle_of_a_day_stays_the_same() -> None:
    """It is the same for all who have this edition."""
    puzzles = shipped()
    assert (puzzles.edition, len(puzzles), number_of(DAY, len(puzzles))) == (1, 6000, 1133)


def test_days_outside_the_range_have_no_puzzle() -> None:
    check_day(FIRST_DAY, DAY)
    check_day(DAY, DAY)
    for day, problem in (
        (FIRST_DAY - timedelta(days=1), DayProblem.TOO_EARLY),
        (date.min, DayProblem.TOO_EARLY),
        (DAY + timedelta(days=1), DayProblem.FUTURE),
        (date.max, DayProblem.FUTURE),
    ):
        with pytest.raises(DayError) as caught:
            check_day(day, DAY)
        assert caught.value.problem is problem


def test_a_streak_lasts_while_todays_puzzle_is_open() -> None:
    before = {DAY - timedelta(days=days) for days in (1, 2, 3, 5)}
    assert streak(before, DAY) == 3
    assert streak({*before, DAY}, DAY) == 4
    assert streak(before, DAY, is_open=False) == 0
    assert streak({*before, DAY}, DAY, is_open=False) == 4
    assert streak(before, DAY + timedelta(days=1)) == 0
    assert streak((), DAY) == 0


def test_the_line_to_share() -> None:
    assert share_line(DAY, 3, solved=True) == "p4tui 2026-11-28 3/3"
    assert share_line(DAY, 3, solved=False) == "p4tui 2026-11-28 X/3"
