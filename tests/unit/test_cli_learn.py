"""`p4tui learn`: the list, the dialogue, the progress, and the same from a game."""

from __future__ import annotations

import pytest

from p4tui import paths
from p4tui.cli.learn import LAST_LESSON
from p4tui.review.lessons.course import LESSONS
from p4tui.storage.games import GameRepository
from tests.plain.driving import harmless, p4tui, play

SOLVED = "4\n4\n5\n5\n4\n"
"""The right columns of the first lesson."""


def solved() -> dict[str, frozenset[str]]:
    """Return the saved progress."""
    games = GameRepository(paths.games_file())
    try:
        return games.training.solved_lessons()
    finally:
        games.close()


def test_without_a_number_the_lessons_are_listed_with_the_progress() -> None:
    answer = p4tui("learn")
    assert answer.status == 0
    assert len(answer.lines) == len(LESSONS) == LAST_LESSON
    assert answer.lines[0] == "1. The lines: 0 of 5 solved"
    assert answer.lines[9] == "10. How the computer thinks: 0 of 4 solved"


def test_a_lesson_asks_again_until_it_is_right_and_says_why() -> None:
    answer = p4tui("learn", "4", typed="3\n9\n4\n")
    assert answer.status == 0
    assert answer.lines[0] == "Lesson 4: The cell above"
    assert (
        "Not that one. Column 3 loses at once. Yellow plays on top of it and completes a diagonal."
        " Best play: Yellow 3." in answer.lines
    )
    assert "There is no such column: choose 1 to 7" in answer.lines
    assert any(line.startswith("Right. Column 3 was the one") for line in answer.lines)
    assert answer.lines[-1] == "Lesson 4: 1 of 5 solved"
    assert solved() == {"cell-above": frozenset({"32452422"})}


def test_a_finished_lesson_can_be_taken_again() -> None:
    assert p4tui("learn", "1", typed=SOLVED).lines[-1] == "Lesson 1: all 5 solved"
    assert p4tui("learn").lines[0] == "1. The lines: all 5 solved"
    again = p4tui("learn", "1", typed="quit\n").lines
    assert any(line.startswith("Position 1 of 5.") for line in again)


def test_positions_that_are_not_solved_come_first() -> None:
    p4tui("learn", "1", typed="4\nquit\n")
    lines = p4tui("learn", "1", typed="").lines
    assert not any(line.startswith("Position 1 of 5.") for line in lines)
    assert any(line.startswith("Position 2 of 5.") for line in lines)


@pytest.mark.parametrize("typed", ["", "quit\n", "quitter\n"])
def test_the_end_of_the_input_ends_a_lesson_quietly(typed: str) -> None:
    answer = p4tui("learn", "2", typed=typed)
    assert (answer.status, answer.err) == (0, "")
    assert answer.lines[-1] == "Lesson 2: 0 of 4 solved"


def test_hint_skip_and_back_in_both_languages() -> None:
    lines = p4tui("learn", "1", typed="conseil\npasser\nretour\nhint\nskip\n").lines
    assert lines.count("One of the columns 3 and 4 is right.") == 2
    solution = "Column 4 is right. The fourth disc in column 4 completes the line."
    assert lines.count(solution) == 2
    assert lines[-1] == "Lesson 1: 0 of 5 solved"


def test_a_style_that_counts_from_0_does_so_in_the_texts() -> None:
    lines = p4tui("learn", "1", "--style", "exercise-b", typed="2\n3\n").lines
    assert any("three discs in column 3, one above" in line for line in lines)
    assert "Not that one. Column 2 completes no line." in lines
    assert "Right. The fourth disc in column 3 completes the line." in lines


def test_the_spoken_style_describes_the_board() -> None:
    lines = p4tui("learn", "1", "--style", "spoken", typed="").lines
    assert "column 4: three red" in lines


@pytest.mark.parametrize("number", ["0", "11", "x"])
def test_another_number_is_refused_in_a_sentence(number: str) -> None:
    answer = p4tui("learn", number)
    assert answer.status == 2
    assert harmless(answer.err)
    assert not answer.out


def test_without_a_place_for_data_lessons_still_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "games_file", lambda: None)
    answer = p4tui("learn", "1", typed=SOLVED)
    assert (answer.status, answer.err) == (0, "")
    assert answer.lines[-1] == "Lesson 1: all 5 solved"


def test_a_damaged_place_is_reported_once_and_the_lesson_goes_on() -> None:
    file = paths.games_file()
    assert file is not None
    file.mkdir(parents=True)
    answer = p4tui("learn", "1", typed=SOLVED)
    assert answer.status == 1
    assert len(answer.err.splitlines()) == 1
    assert answer.lines[-1] == "Lesson 1: all 5 solved"


def test_a_lesson_from_a_game_returns_to_it() -> None:
    answer = play("Alice", "Bob", typed="4\nleçons\nlearn 1\n4\nquit\nlearn 11\nquit\n")
    assert answer.lines.count("Bob: choose a column") == 4
    assert "1. The lines: 0 of 5 solved" in answer.lines
    assert "Lesson 1: 1 of 5 solved" in answer.lines
    assert "Type learn, or learn and a number from 1 to 10." in answer.lines
    assert solved() == {"lines": frozenset({"434643"})}
