"""A person's way through a lesson: answers, punishments, marks."""

from __future__ import annotations

import pytest

from p4tui.core.errors import ColumnFullError, NoSuchColumnError
from p4tui.core.geometry import Cell
from p4tui.core.notation import format_moves
from p4tui.core.position import Side
from p4tui.review.lessons import cell_above, lines, two_threats
from p4tui.review.lessons.course import LESSONS
from p4tui.review.lessons.lesson import Exercise, Lesson
from p4tui.review.lessons.moment import TEXT, Moment, Stage

FIRST = Moment(cell_above.LESSON, 0)
"""Red must leave column 3 alone."""
FORCED = Moment(cell_above.LESSON, 1)
"""Column 1 makes Red play below Yellow's winning cell in column 2."""


def test_a_lesson_begins_with_its_text_beside_its_first_position() -> None:
    moment = Moment(lines.LESSON)
    assert moment.stage is Stage.TEXT
    assert moment.statements == lines.LESSON.paragraphs
    assert moment.game.position == lines.LESSON.exercises[0].position
    assert not moment.marks


def test_steps_end_at_the_text_and_at_the_last_position() -> None:
    moment = Moment(lines.LESSON)
    assert moment.go(-1) == moment
    last = moment.go(99)
    assert last.place == len(lines.LESSON.exercises) - 1
    assert not last.can_go_on
    assert last.go(1) == last
    assert last.go(-99).place == TEXT


def test_a_wrong_column_is_punished_move_by_move_and_asked_again() -> None:
    wrong = FIRST.answer(2)
    assert wrong.stage is Stage.WRONG
    assert format_moves(wrong.punishment) == "3"
    assert wrong.game.outcome is not None
    assert not wrong.can_step
    assert wrong.step() == wrong
    assert wrong.statements == (FIRST.exercise.notes[3],)
    assert wrong.again() == FIRST


def test_a_longer_punishment_waits_for_the_next_step() -> None:
    wrong = FORCED.answer(4)
    assert wrong.shown == 1
    assert wrong.can_step
    assert wrong.step().game.position.ply == wrong.game.position.ply + 1
    assert wrong.step().step().can_step is False


def test_a_right_column_is_explained() -> None:
    right = FORCED.answer(0)
    assert right.stage is Stage.RIGHT
    assert right.statements == (FORCED.exercise.answer,)
    assert right.game.last_cell == Cell(0, 0)
    assert right.marks == {(Cell(1, 0), Side.SECOND), (Cell(1, 1), Side.SECOND)}


def test_a_column_that_takes_no_disc_is_no_answer() -> None:
    with pytest.raises(NoSuchColumnError):
        FIRST.answer(7)
    full = next(
        Moment(lesson, place)
        for lesson in LESSONS
        for place, exercise in enumerate(lesson.exercises)
        if exercise.position.landing_cell(3) is None
    )
    with pytest.raises(ColumnFullError):
        full.answer(3)


def test_the_question_marks_only_cells_that_it_names() -> None:
    named = Moment(cell_above.LESSON, 3)
    assert named.marks == {(Cell(4, 1), Side.FIRST), (Cell(4, 1), Side.SECOND)}
    # Its claim is about column 6, which would be the answer.
    assert Moment(two_threats.LESSON, 4).marks == set()


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_every_answer_of_every_lesson_can_be_shown(lesson: Lesson) -> None:
    for place, exercise in enumerate(lesson.exercises):
        for column in exercise.position.legal_columns():
            moment = Moment(lesson, place).answer(column)
            assert all(moment.game.position.at(*cell) is None for cell, _side in moment.marks)
            while moment.can_step:
                moment = moment.step()
                assert isinstance(moment.exercise, Exercise)
