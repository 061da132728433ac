"""The screens of puzzles: the choice, the board that answers, one's own mistakes."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from pathlib import Path

import pytest
from textual.pilot import Pilot

from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.engine.limit import StopFlag
from p4tui.review.puzzles import file
from p4tui.review.puzzles.daily import number_of
from p4tui.review.puzzles.file import PuzzleFileError, shipped
from p4tui.review.puzzles.puzzle import Puzzle
from p4tui.storage.training_records import DailyResult
from p4tui.training.mistakes import Scan
from p4tui.tui.app import P4App
from p4tui.tui.screens import best_lines
from p4tui.tui.screens import puzzles as puzzles_screen
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.screens.own_mistakes import ScanProgress
from p4tui.tui.screens.puzzle import PuzzleScreen
from p4tui.tui.screens.puzzles import PuzzlesScreen
from tests.tui.driving import (
    alert,
    app_of,
    choices_of,
    dialog_text,
    grid_of,
    press,
    resized,
    running,
    screen_lines,
    screen_text,
    settled,
    shown,
    status,
)
from tests.tui.saving import match, repository, running_on, save
from tests.unit.stored import change_rows

NOON = datetime(2026, 11, 28, 12).timestamp()  # noqa: DTZ001  people's own day
DAY = date(2026, 11, 28)


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Set the date; a test may change it."""
    now = [NOON]
    monkeypatch.setattr(P4App, "today", lambda _app: now[0])
    return now


def todays() -> Puzzle:
    return shipped().puzzle(number_of(DAY, len(shipped())))


def right_key(puzzle: Puzzle) -> str:
    (answer,) = puzzle.answers
    return str(answer + 1)


def wrong_keys(puzzle: Puzzle) -> list[str]:
    legal = puzzle.position.legal_columns()
    return [str(column + 1) for column in legal if column not in puzzle.answers]


def puzzle_of(pilot: Pilot[None]) -> PuzzleScreen:
    assert isinstance(pilot.app.screen, PuzzleScreen)
    return pilot.app.screen


def key_labels(pilot: Pilot[None]) -> list[str]:
    return [hint.label for hint in puzzle_of(pilot).hints()]


def saved_results(path: Path) -> list[DailyResult]:
    with repository(path) as games:
        return games.training.daily_results()


async def open_daily(pilot: Pilot[None]) -> None:
    await press(pilot, "z")
    await settled(pilot)
    await press(pilot, ["enter"])
    await settled(pilot)


# -- the choice ------------------------------------------------------------------------------------------------------


async def test_puzzles_are_chosen_from_the_menu(tmp_path: Path) -> None:
    async with running_on(tmp_path / "games.sqlite3") as pilot:
        await press(pilot, "z")
        assert shown(pilot) is PuzzlesScreen
        assert [row.id for row in choices_of(pilot).rows] == [
            "daily",
            *(f"level{number}" for number in range(1, 6)),
            "mine",
        ]
        await press(pilot, "q")
        assert shown(pilot) is MenuScreen


async def test_a_difficulty_is_chosen_from_the_list(tmp_path: Path) -> None:
    async with running_on(tmp_path / "games.sqlite3") as pilot:
        await press(pilot, ["z", "down", "down", "down", "enter"])
        await settled(pilot)
        attempt = puzzle_of(pilot).attempt
        assert attempt is not None and isinstance(attempt.problem, Puzzle)
        assert attempt.problem.difficulty == 3
        assert "(3/5)" in screen_lines(pilot)[0]
        before = attempt.problem.number
        await press(pilot, "n")
        attempt = puzzle_of(pilot).attempt
        assert attempt is not None and isinstance(attempt.problem, Puzzle)
        assert attempt.problem.number != before


async def test_a_damaged_file_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise PuzzleFileError(file.SHIPPED)

    monkeypatch.setattr(puzzles_screen, "shipped", refuse)
    async with running_on(tmp_path / "games.sqlite3") as pilot:
        for keys in (["z", "enter"], ["escape", "down", "enter"]):
            await press(pilot, keys)
            await settled(pilot)
            assert "The puzzles cannot be read" in dialog_text(pilot)


# -- the puzzle of the day -------------------------------------------------------------------------------------------


async def test_todays_puzzle_is_solved_and_saved(tmp_path: Path) -> None:
    path, puzzle = tmp_path / "games.sqlite3", todays()
    async with running_on(path) as pilot:
        await open_daily(pilot)
        assert grid_of(pilot).position == puzzle.position
        assert "(3 tries left)" in status(pilot)
        assert "2026-11-28" in screen_lines(pilot)[0]
        await press(pilot, right_key(puzzle))
        await settled(pilot)
        assert status(pilot).startswith("Right: column")
        assert "p4tui 2026-11-28 1/3" in status(pilot)
        await press(pilot, "c")
        assert app_of(pilot).clipboard == "p4tui 2026-11-28 1/3"
        await press(pilot, "n")
        assert alert(pilot) and "tomorrow" in status(pilot)
        await press(pilot, "q")
        await settled(pilot)
        assert choices_of(pilot).rows[0].value == "p4tui 2026-11-28 1/3"
        assert "Solved 1 day in a row." in screen_lines(pilot)[0]
    assert saved_results(path) == [DailyResult(DAY, 1, 1, solved=True)]


async def test_a_wrong_answer_is_refuted_on_the_board(tmp_path: Path) -> None:
    puzzle = todays()
    wrong = wrong_keys(puzzle)[0]
    async with running_on(tmp_path / "games.sqlite3") as pilot:
        await open_daily(pilot)
        await press(pilot, wrong)
        await settled(pilot)
        screen, grid = puzzle_of(pilot), grid_of(pilot)
        assert status(pilot).startswith(f"Wrong: column {wrong}")
        assert status(pilot).endswith("2 tries left.")
        assert key_labels(pilot) == ["Again", "See why", "Help", "Back"]
        assert grid.position.ply == puzzle.position.ply + 1
        assert grid.position.at(int(wrong) - 1, puzzle.position.height(int(wrong) - 1)) is not None
        before = screen.shown
        await press(pilot, "f")
        assert (before, screen.shown) == (1, 2)
        await press(pilot, ["space"])
        assert grid.position == puzzle.position
        assert grid.live
        assert "(2 tries left)" in status(pilot)
        assert key_labels(pilot) == ["Answer", "Hint", "Help", "Back"]


async def test_a_column_after_a_wrong_answer_is_the_next_try(tmp_path: Path) -> None:
    puzzle = todays()
    first, second, *_rest = wrong_keys(puzzle)
    async with running_on(tmp_path / "games.sqlite3") as pilot:
        await open_daily(pilot)
        await press(pilot, first)
        await settled(pilot)
        await press(pilot, first)  # the same again returns to the puzzle
        assert grid_of(pilot).position == puzzle.position
        await press(pilot, second)
        await settled(pilot)
        assert status(pilot).startswith(f"Wrong: column {second}")
        await press(pilot, right_key(puzzle))
        await settled(pilot)
        assert "p4tui 2026-11-28 3/3" in status(pilot)
        assert key_labels(pilot) == ["See why", "Copy", "Help", "Back"]


async def test_an_arrow_after_a_wrong_answer_shows_the_puzzle_with_the_column_that_it_chooses(
    tmp_path: Path,
) -> None:
    puzzle = todays()
    async with running_on(tmp_path / "games.sqlite3") as pilot:
        await open_daily(pilot)
        await press(pilot, wrong_keys(puzzle)[0])
        await press(pilot, ["right"])
        assert grid_of(pilot).position == puzzle.position
        assert grid_of(pilot).cursor == int(wrong_keys(puzzle)[0])
        assert grid_of(pilot).live


async def test_space_after_the_answer_goes_on_and_a_typed_column_does_not(tmp_path: Path) -> None:
    async with running_on(tmp_path / "games.sqlite3") as pilot:
        await press(pilot, ["z", "down", "enter"])
        await settled(pilot)
        first = puzzle_of(pilot).attempt
        assert first is not None
        await press(pilot, [str(first.best + 1)] * 2)
        assert puzzle_of(pilot).attempt is first
        assert key_labels(pilot) == ["Next", "See why", "Help", "Back"]
        await press(pilot, ["space"])
        assert puzzle_of(pilot).attempt is not first


async def test_three_wrong_answers_end_the_day(tmp_path: Path) -> None:
    path, puzzle = tmp_path / "games.sqlite3", todays()
    async with running_on(path) as pilot:
        await open_daily(pilot)
        await press(pilot, "g")
        assert alert(pilot) and "three tries" in status(pilot)
        for key in wrong_keys(puzzle)[:3]:
            await press(pilot, key)
            await settled(pilot)
        assert status(pilot).startswith(f"The answer: column {right_key(puzzle)}")
        await press(pilot, right_key(puzzle))
        assert status(pilot).startswith(f"The answer: column {right_key(puzzle)}")
    assert saved_results(path) == [DailyResult(DAY, 1, 3, solved=False)]


async def test_todays_puzzle_is_practice_once_it_is_done(tmp_path: Path) -> None:
    path, puzzle = tmp_path / "games.sqlite3", todays()
    with repository(path) as games:
        games.training.save_daily(DailyResult(DAY, 1, 2, solved=True))
    async with running_on(path) as pilot:
        await open_daily(pilot)
        assert status(pilot) == (
            "Today's puzzle is done: p4tui 2026-11-28 2/3. Here it is for practice."
        )
        await press(pilot, wrong_keys(puzzle)[0])
        await settled(pilot)
        assert "/3" not in status(pilot)
    assert saved_results(path) == [DailyResult(DAY, 1, 2, solved=True)]


async def test_a_result_that_cannot_be_saved_is_told_wherever_one_is(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with repository(path) as games:
        games.training.save_daily(DailyResult(DAY - timedelta(days=9), 1, 1, solved=True))
    async with running_on(path) as pilot:
        await open_daily(pilot)
        change_rows(path, "ALTER TABLE daily_puzzles RENAME TO gone")
        await press(pilot, right_key(todays()))
        await settled(pilot)
        assert "are not saved" in dialog_text(pilot)


async def test_practice_in_a_small_window_still_says_what_to_find(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with repository(path) as games:
        games.training.save_daily(DailyResult(DAY, 1, 2, solved=True))
    async with running_on(path, size=(30, 12)) as pilot:
        await open_daily(pilot)
        assert "Today's puzzle is done" in " ".join(dialog_text(pilot).split())
        await press(pilot, ["escape"])
        assert "win" in status(pilot) or "hold" in status(pilot)


async def test_a_clock_set_back_is_told_in_a_sentence(tmp_path: Path, today: list[float]) -> None:
    path = tmp_path / "games.sqlite3"
    later = DailyResult(DAY + timedelta(days=3), 1, 1, solved=True)
    with repository(path) as games:
        games.training.save_daily(later)
    async with running_on(path) as pilot:
        await open_daily(pilot)
        assert "This machine says that it is 2026-11-28" in dialog_text(pilot)
        await press(pilot, ["escape", right_key(todays())])
        await settled(pilot)
        assert status(pilot).startswith("Right")
        await press(pilot, "q")
        today[0] = datetime(1999, 1, 1).timestamp()  # noqa: DTZ001
        await press(pilot, ["enter"])
        await settled(pilot)
        assert "There is no puzzle of 1999-01-01" in dialog_text(pilot)
    assert saved_results(path) == [DailyResult(DAY, 1, 1, solved=True), later]


async def test_without_saved_games_the_day_cannot_be_kept_and_says_so() -> None:
    async with running() as pilot:
        await open_daily(pilot)
        assert "no folder for data" in dialog_text(pilot)


# -- keys ------------------------------------------------------------------------------------------------------------


async def test_another_answer_stops_the_search_for_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stops: list[StopFlag] = []

    def slow(_problem: object, column: int, _solver: object, stop: StopFlag) -> tuple[int, ...]:
        """Search for long, and find the line of the second answer."""
        stops.append(stop)
        any(stop.is_set() for _ in range(len(stops) % 2 * 10_000_000))
        return (column,)

    monkeypatch.setattr(best_lines, "best_line", slow)
    async with running_on(tmp_path / "games.sqlite3") as pilot:
        await open_daily(pilot)
        first, second, *_rest = wrong_keys(todays())
        await pilot.press(first)
        await press(pilot, second)
        await settled(pilot)
        assert [stop.is_set() for stop in stops] == [True, False]
        last = grid_of(pilot).last
        assert last is not None and last[0] == int(second) - 1


async def test_a_hint_leaves_two_columns(tmp_path: Path) -> None:
    async with running_on(tmp_path / "games.sqlite3") as pilot:
        await open_daily(pilot)
        await press(pilot, "h")
        assert status(pilot).startswith("One of the columns")
        assert right_key(todays()) in status(pilot)


async def test_giving_up_shows_the_answer_on_the_board(tmp_path: Path) -> None:
    async with running_on(tmp_path / "games.sqlite3") as pilot:
        await press(pilot, ["z", "down", "enter"])
        await settled(pilot)
        attempt = puzzle_of(pilot).attempt
        assert attempt is not None
        await press(pilot, "g")
        await settled(pilot)
        assert status(pilot).startswith(f"The answer: column {attempt.best + 1}")
        assert grid_of(pilot).position.ply == attempt.problem.position.ply + 1
        for key in "gh":
            await press(pilot, key)
            assert alert(pilot)
        await press(pilot, "c")
        assert alert(pilot)


async def test_a_full_column_is_no_answer(tmp_path: Path) -> None:
    puzzles = shipped()
    number = next(each.number for each in puzzles if None in each.scores and each.difficulty == 1)
    full = puzzles.puzzle(number).scores.index(None) + 1
    async with running_on(tmp_path / "games.sqlite3") as pilot:
        await press(pilot, ["z", "down", "enter"])
        screen = puzzle_of(pilot)
        screen._course._left = [number]  # type: ignore[attr-defined]
        await press(pilot, ["n", str(full)])
        assert status(pilot) == f"Column {full} is full"
        assert screen.attempt is not None and screen.attempt.tries == 0


@pytest.mark.parametrize("size", [(40, 12), (30, 12)])
async def test_every_window_shows_board_question_and_way_back(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with running_on(tmp_path / "games.sqlite3", size=size) as pilot:
        await press(pilot, ["home"])
        app_of(pilot).navigation.open("puzzles")
        await settled(pilot)
        await press(pilot, ["enter"])
        await settled(pilot)
        lines = screen_lines(pilot)
        text = " ".join(lines)
        assert "in " in text or "draw" in text
        assert "Back" in lines[-1]
        assert grid_of(pilot).region.height >= 7


async def test_a_window_that_is_too_small_says_so_and_loses_nothing(tmp_path: Path) -> None:
    async with running_on(tmp_path / "games.sqlite3") as pilot:
        await open_daily(pilot)
        await resized(pilot, 20, 8)
        assert "Window too small" in screen_text(pilot)
        await resized(pilot, 80, 24)
        await press(pilot, right_key(todays()))
        await settled(pilot)
        assert status(pilot).startswith("Right")


async def test_a_puzzle_speaks_the_language_that_is_chosen(tmp_path: Path) -> None:
    async with running_on(tmp_path / "games.sqlite3") as pilot:
        await open_daily(pilot)
        app_of(pilot).change_language("fr")
        puzzle_of(pilot).retranslate()
        assert "Jaune" in screen_text(pilot)
        app_of(pilot).change_language("en")


# -- one's own mistakes ----------------------------------------------------------------------------------------------


def blundered() -> list[str]:
    return ["412341", "313541"]


def save_blunders(path: Path) -> None:
    start, moves = blundered()
    game = parse_game(moves, parse_game(start, Position(Geometry(5, 4))).position)
    save(path, [match("", game=game)])


async def open_mine(pilot: Pilot[None]) -> None:
    await press(pilot, ["z", *["down"] * 6, "enter"])
    await settled(pilot)


async def test_without_games_there_are_no_mistakes(tmp_path: Path) -> None:
    async with running_on(tmp_path / "games.sqlite3") as pilot:
        await open_mine(pilot)
        assert status(pilot).startswith("There are no mistakes of yours to repeat.")
        for key in "4hgfn":
            await press(pilot, key)
            await settled(pilot)
        assert shown(pilot) is PuzzleScreen


async def test_ones_own_mistakes_are_found_asked_and_rescheduled(
    tmp_path: Path, today: list[float]
) -> None:
    path = tmp_path / "games.sqlite3"
    save_blunders(path)
    async with running_on(path) as pilot:
        await open_mine(pilot)
        assert "Game 1, move 5: column 4 loses" in screen_text(pilot)
        asked = 0
        while (attempt := puzzle_of(pilot).attempt) is not None and not attempt.is_over:
            asked += 1
            await press(pilot, str(attempt.best + 1))
            await settled(pilot)
            assert status(pilot).startswith("Right")
            await press(pilot, "n")
            await settled(pilot)
        assert asked == 5
        assert status(pilot).startswith("No mistake is due now. The next one comes at")
        assert puzzle_of(pilot).attempt is None
        assert key_labels(pilot) == ["Next", "Help", "Back"]
        await press(pilot, "f")
        assert status(pilot).startswith("No mistake is due now.")
        await press(pilot, "h")
        assert status(pilot) == "Nothing is asked"
        await press(pilot, "q")
        await settled(pilot)
        assert choices_of(pilot).rows[6].value == ""
        today[0] += 600
        await press(pilot, ["enter"])
        await settled(pilot)
        assert puzzle_of(pilot).attempt is not None
    with repository(path) as games:
        assert games.training.count_mistakes() == 5
        assert games.training.due_mistakes(NOON) == []


async def test_a_mistake_found_after_the_last_known_one_is_shown(
    tmp_path: Path, today: list[float]
) -> None:
    path = tmp_path / "games.sqlite3"
    save_blunders(path)
    async with running_on(path) as pilot:
        await open_mine(pilot)
        for key in "gn" * 5:
            await press(pilot, key)
            await settled(pilot)
        screen = puzzle_of(pilot)
        assert screen.attempt is None
        today[0] += 60
        screen.post_message(ScanProgress(Scan(2, 3, 6)))
        await settled(pilot)
        assert screen.attempt is not None
