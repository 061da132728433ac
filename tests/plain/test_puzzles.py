"""Puzzles in plain text, on the command line and in the plain-text game."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from p4tui import paths
from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position, Side
from p4tui.plain import puzzle_courses
from p4tui.plain.puzzle_courses import PuzzleCourses
from p4tui.play.match import Match
from p4tui.play.seats import Person
from p4tui.review.puzzles import file
from p4tui.review.puzzles.daily import number_of
from p4tui.review.puzzles.file import PuzzleFileError, shipped
from p4tui.review.puzzles.puzzle import Puzzle
from p4tui.storage.training import Training
from p4tui.storage.training_records import DailyResult
from p4tui.training import mistakes
from tests.plain.driving import Answer, harmless, p4tui
from tests.unit.stored import change_rows, repository_of, saved

DAY = date(2026, 11, 28)
NOON = datetime(2026, 11, 28, 12).timestamp()  # noqa: DTZ001  people's own day


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Set the date; a test may change it."""
    now = [NOON]
    monkeypatch.setattr(PuzzleCourses.__init__, "__defaults__", (lambda: now[0],))
    return now


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "games.sqlite3"
    monkeypatch.setattr(paths, "games_file", lambda: place)
    return place


def todays(day: date = DAY) -> Puzzle:
    return shipped().puzzle(number_of(day, len(shipped())))


def typed(puzzle: Puzzle, tries: str) -> str:
    """Return answers to a puzzle: `x` is a wrong column, `o` the right one."""
    legal = puzzle.position.legal_columns()
    wrong = iter(column for column in legal if column not in puzzle.answers)
    (right,) = puzzle.answers
    return "".join(f"{(right if each == 'o' else next(wrong)) + 1}\n" for each in tries)


def results(path: Path) -> list[DailyResult]:
    with repository_of(path) as games:
        return games.training.daily_results()


def refused(answer: Answer, sentence: str) -> bool:
    """Return whether a run ends with one sentence, no traceback, and status 1."""
    return answer.status == 1 and sentence in answer.err and len(answer.err.splitlines()) == 1


# -- the puzzle of the day -------------------------------------------------------------------------------------------


def test_todays_puzzle_is_asked_refuted_solved_and_saved(path: Path) -> None:
    puzzle = todays()
    answer = p4tui("puzzle", typed=typed(puzzle, "xo"))
    assert (answer.status, answer.err) == (0, "")
    assert answer.lines[0].startswith("Puzzle of 2026-11-28. Puzzle ")
    assert answer.lines[1] == "1234567"
    assert answer.lines[8].endswith("(3 tries left)")
    assert answer.lines[9].startswith("Wrong: column ")
    assert answer.lines[11].endswith("(2 tries left)")
    assert answer.lines[12].startswith("Right: column ")
    assert answer.lines[14:] == ["p4tui 2026-11-28 2/3", "Solved 1 day in a row."]
    assert results(path) == [DailyResult(DAY, 1, 2, solved=True)]
    again = p4tui("puzzle", "--daily")
    assert again.status == 0
    assert again.lines[0] == (
        "Today's puzzle is done: p4tui 2026-11-28 2/3. Here it is for practice."
    )


def test_after_three_wrong_answers_the_answer_is_told(path: Path) -> None:
    answer = p4tui("puzzle", typed=typed(todays(), "xxx") + "4\n")
    assert "The answer: column " in answer.out
    assert answer.lines[-1] == "p4tui 2026-11-28 X/3"
    assert results(path) == [DailyResult(DAY, 1, 3, solved=False)]


def test_the_end_of_the_input_ends_it_quietly(path: Path) -> None:
    assert p4tui("puzzle").status == 0
    half = p4tui("puzzle", typed=typed(todays(), "x"))
    assert (half.status, half.err) == (0, "")
    assert p4tui("puzzle", typed=typed(todays(), "o")).lines[-2] == "p4tui 2026-11-28 2/3"
    assert results(path) == [DailyResult(DAY, 1, 2, solved=True)]


def test_the_puzzle_of_the_day_cannot_be_skipped(path: Path) -> None:
    answer = p4tui("puzzle", typed="skip\n")
    assert answer.lines[-2] == "The puzzle of a day shows its answer after three tries"
    assert answer.lines[-1].endswith("(3 tries left)")
    assert results(path) == []


def test_an_earlier_day_is_for_practice(path: Path) -> None:
    day = DAY - timedelta(days=8)
    answer = p4tui("puzzle", "--date", "2026-11-20", typed=typed(todays(day), "o"))
    assert answer.status == 0
    assert answer.lines[0].startswith("The puzzle of an earlier day is for practice")
    assert "1/3" not in answer.out
    assert results(path) == []


@pytest.mark.parametrize(
    ("day", "sentence"),
    [
        ("2026-11-29", "The puzzle of 2026-11-29 is not out yet: today is 2026-11-28."),
        ("9999-12-31", "The puzzle of 9999-12-31 is not out yet"),
        ("2025-12-31", "There is no puzzle of 2025-12-31: the first one is of 2026-01-01."),
        ("0001-01-01", "There is no puzzle of 0001-01-01"),
    ],
)
def test_a_day_outside_the_range_gets_one_sentence(path: Path, day: str, sentence: str) -> None:
    assert refused(p4tui("puzzle", "--date", day), sentence)


@pytest.mark.parametrize("text", ["2026-02-30", "28.11.2026", "2026-1-1", "\x1b[31m", "٢٠٢٦-١١-٢٨"])
def test_what_is_no_date_is_refused(text: str) -> None:
    answer = p4tui("puzzle", "--date", text)
    assert answer.status == 2
    assert "is not a date, such as 2026-11-28" in answer.err
    assert harmless(answer.err)


def test_a_clock_set_back_gets_one_sentence_and_loses_nothing(
    path: Path, today: list[float]
) -> None:
    later = DailyResult(DAY + timedelta(days=2), 1, 1, solved=True)
    with repository_of(path) as games:
        games.training.save_daily(later)
    answer = p4tui("puzzle", typed=typed(todays(), "o"))
    assert answer.status == 0
    assert answer.err.startswith(
        "This machine says that it is 2026-11-28, but the puzzle of 2026-11-30 has an answer."
    )
    assert "Right" in answer.out
    today[0] = datetime(1999, 5, 5).timestamp()  # noqa: DTZ001
    assert refused(p4tui("puzzle"), "There is no puzzle of 1999-05-05")
    assert results(path) == [DailyResult(DAY, 1, 1, solved=True), later]


def test_without_a_folder_the_puzzle_is_asked_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(paths, "games_file", lambda: None)
    answer = p4tui("puzzle", typed=typed(todays(), "o"))
    assert (answer.status, answer.err) == (0, "")
    assert answer.lines[-2] == "p4tui 2026-11-28 1/3"
    assert "There are no mistakes of yours" in p4tui("puzzle", "--mine").out


def test_results_that_cannot_be_saved_are_told(path: Path) -> None:
    path.mkdir()
    answer = p4tui("puzzle", typed=typed(todays(), "o"))
    assert answer.status == 1
    assert str(path) in answer.err and "Right" in answer.out
    assert "Traceback" not in answer.err


# -- by difficulty ---------------------------------------------------------------------------------------------------


def test_an_answer_that_cannot_be_saved_ends_with_status_1(path: Path) -> None:
    with repository_of(path) as games:
        games.training.save_daily(DailyResult(DAY - timedelta(days=9), 1, 1, solved=True))
    statement = "BEGIN SELECT RAISE(ABORT, 'no room'); END"
    change_rows(path, f"CREATE TRIGGER full BEFORE INSERT ON daily_puzzles {statement}")
    answer = p4tui("puzzle", typed=typed(todays(), "o"))
    assert (answer.status, len(answer.err.splitlines())) == (1, 1)


@pytest.mark.parametrize("words", [(), ("--mine",)])
def test_saved_games_that_were_damaged_are_told(path: Path, words: tuple[str, ...]) -> None:
    """The next command sees a sound new file."""
    path.write_bytes(bytes(range(256)) * 20)
    answer = p4tui("puzzle", *words)
    assert answer.status == 0
    assert "The saved games were damaged" in answer.err
    assert "games.sqlite3.damaged-" in answer.err


def test_puzzles_of_a_difficulty_come_in_the_order_of_the_seed(path: Path) -> None:
    first, second = (
        p4tui("puzzle", "--level", "4", "--seed", "1", typed="skip\n" * 3) for _ in range(2)
    )
    assert first == second
    assert first.status == 0
    headings = [line for line in first.lines if line.startswith("Puzzle ")]
    assert len(set(headings)) == 4
    assert all(line.endswith("difficulty 4 of 5.") for line in headings)


def test_the_spoken_style_says_everything_in_words(path: Path) -> None:
    answer = p4tui(
        "puzzle", "--level", "1", "--seed", "2", "--style", "spoken", typed="hint\nskip\nquit\n"
    )
    text = answer.out
    assert "Puzzle " in answer.lines[0] and "column 1: " in text
    assert "Win in " in text or "Hold the draw" in text
    assert "One of the columns " in text and "The answer: column " in text
    assert "_" not in text


def test_columns_are_counted_as_the_style_counts_them(path: Path) -> None:
    puzzle = todays()
    (right,) = puzzle.answers
    answer = p4tui("puzzle", "--style", "exercise-b", typed=f"hint\n{right}\n")
    assert f"Right: column {right} " in answer.out
    hint = next(line for line in answer.lines if line.startswith("One of the columns"))
    assert str(right) in hint


def test_a_damaged_file_gets_one_sentence(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise PuzzleFileError(file.SHIPPED)

    monkeypatch.setattr(puzzle_courses, "shipped", refuse)
    for words in (["--daily"], ["--level", "2"]):
        assert refused(p4tui("puzzle", *words), "The puzzles cannot be read")


@pytest.mark.parametrize("level", ["0", "6", "x", "-1"])
def test_an_unknown_difficulty_is_refused(level: str) -> None:
    assert p4tui("puzzle", f"--level={level}").status == 2


def test_any_bytes_are_survived(path: Path) -> None:
    answer = p4tui("puzzle", typed=b"\xff\x00\x1b[31m\n9999999999999\n\n" + b"x" * 9000 + b"\n8\n")
    assert answer.status == 0
    assert harmless(answer.out)
    assert results(path) == []


# -- one's own mistakes ----------------------------------------------------------------------------------------------


def save_blunders(path: Path) -> None:
    start = parse_game("412341", Position(Geometry(5, 4))).position
    with repository_of(path) as games:
        saved(games, Match(Person("Alice"), Person("Bob"), parse_game("313541", start)))


def test_ones_own_mistakes_come_back_when_they_are_due(path: Path, today: list[float]) -> None:
    save_blunders(path)
    first = p4tui("puzzle", "--mine", typed="skip\n" * 9)
    assert first.status == 0
    assert first.lines[0] == "Games reviewed: 1 of 1, mistakes found: 5"
    assert sum("Game 1, move" in line for line in first.lines) == 5
    assert first.lines[-1].startswith("No mistake is due now. The next one comes at 2026-11-28")
    now = p4tui("puzzle", "--mine")
    assert now.lines == [first.lines[-1]]
    today[0] += 61
    later = p4tui("puzzle", "--mine", typed="quit\n")
    assert later.lines[0].startswith("Game 1, move")
    assert "wins in" not in later.lines[0]


def test_a_mistake_asked_again_is_for_practice(path: Path) -> None:
    save_blunders(path)
    first = p4tui("puzzle", "--mine", typed="skip\nback\nskip\n4\nquit\n")
    assert sum("Game 1, move" in line for line in first.lines) == 4
    with repository_of(path) as games:
        assert games.training.count_due(NOON) == 3


def save_two_games(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Save two games with mistakes; the questions begin after the first."""
    monkeypatch.setattr(puzzle_courses, "ENOUGH_DUE", 1)
    save_blunders(path)
    with repository_of(path) as games:
        game = parse_game("224141", Position(Geometry(5, 4)))
        saved(games, Match(Person("Alice"), Person("Bob"), game.resign(Side.FIRST)))


def test_all_mistakes_are_asked_before_none_is_due(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_two_games(path, monkeypatch)
    monkeypatch.setattr(Training.due_mistakes, "__defaults__", (2,))
    answer = p4tui("puzzle", "--mine", typed="skip\n" * 20)
    assert answer.lines[-1].startswith("No mistake is due now. The next one comes at")
    with repository_of(path) as games:
        count = games.training.count_mistakes()
    asked = [line for line in answer.lines if line.startswith(("Game 1, move", "Game 2, move"))]
    assert len(asked) == count > 5


def test_games_that_wait_for_their_review_are_told(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_arguments: object) -> None:
        raise KeyboardInterrupt

    save_two_games(path, monkeypatch)
    monkeypatch.setattr(mistakes, "scan", interrupted)
    answer = p4tui("puzzle", "--mine")
    assert answer.lines[-1] == "No mistake is due now, and 2 games are left to review."


def test_mistakes_that_cannot_be_read_are_told(path: Path) -> None:
    path.mkdir()
    answer = p4tui("puzzle", "--mine")
    assert answer.status == 1
    assert str(path) in answer.err


# -- in a game -------------------------------------------------------------------------------------------------------


def test_puzzles_in_the_middle_of_a_game(path: Path) -> None:
    lines = "4\npuzzle\nquit\nproblème 2\nhint\nquit\npuzzle mine\npuzzle 9\npuzzle a b\n4\nquit\n"
    answer = p4tui("play", "--plain", "Alice", "Bob", typed=lines)
    assert answer.status == 0
    assert "Puzzle of 2026-11-28." in answer.out
    assert "difficulty 2 of 5." in answer.out
    assert "There are no mistakes of yours to repeat." in answer.out
    assert answer.out.count("After puzzle comes daily, a difficulty from 1 to 5, or mine.") == 2
    assert "p4tui resume --plain continues it" in answer.out
