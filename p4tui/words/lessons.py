"""The lessons in words: their texts, the questions, and what becomes of a column."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p4tui.core.colour import Colour, colour_of
from p4tui.core.position import Side
from p4tui.i18n import N_, _, ngettext
from p4tui.words.advice import choice_hint, effect_phrase
from p4tui.words.match import column_name
from p4tui.words.players import colour_name

if TYPE_CHECKING:
    from p4tui.review.lessons.lesson import Exercise, Lesson, Statement

# By the names of `Goal`: importing the lessons would slow down the start.
_ONE_COLUMN = {
    "LINE": N_("{side} to move. Which column completes a line?"),
    "BLOCK": N_("{side} to move. Which column keeps {other} from winning at once?"),
    "WIN": N_("{side} to move. Which column wins?"),
    "HOLD": N_("{side} to move. Which column does not lose?"),
}
_SEVERAL_COLUMNS = {
    "LINE": N_("{side} to move. Find a column that completes a line."),
    "BLOCK": N_("{side} to move. Find a column that keeps {other} from winning at once."),
    "WIN": N_("{side} to move. Find a column that wins."),
    "HOLD": N_("{side} to move. Find a column that does not lose."),
}


class _Numbers(dict[str, str]):
    """The numbers of columns (`c4`) and rows (`r3`) in a text, for a board whose columns begin with some number."""

    def __init__(self, first_column: int) -> None:
        super().__init__()
        self._first_column = first_column

    def __missing__(self, key: str) -> str:
        number = int(key[1:])
        return column_name(number - 1, self._first_column) if key[0] == "c" else str(number)


def statement_text(statement: Statement, first_column: int = 1) -> str:
    """Return a statement of a lesson."""
    return _(statement.text).format_map(_Numbers(first_column))


def side_name(side: Side) -> str:
    """Return the name of a side: red moves first in every lesson."""
    return colour_name(colour_of(side, Colour.RED))


def question(exercise: Exercise) -> str:
    """Return what is asked for: `Red to move. Which column wins?`"""
    forms = _ONE_COLUMN if len(exercise.right) == 1 else _SEVERAL_COLUMNS
    side = exercise.position.to_move
    return _(forms[exercise.goal.name]).format(side=side_name(side), other=side_name(side.other))


def right_sentence(exercise: Exercise, first_column: int = 1) -> str:
    """Return why a right column is right."""
    return _("Right. {words}").format(words=statement_text(exercise.answer, first_column))


def wrong_sentence(exercise: Exercise, column: int, first_column: int = 1) -> str:
    """Return why a wrong column is wrong, and how it is punished.

    Args:
        exercise: the exercise.
        column: a playable column, counted from 0.
        first_column: the number of the first column.
    """
    said = wrong_sentences(exercise, column, first_column)
    return _("Not that one. {words}").format(words=" ".join(said))


def wrong_sentences(exercise: Exercise, column: int, first_column: int = 1) -> list[str]:
    """Return what a wrong column leads to, why, and how it is punished; see `wrong_sentence`."""
    said = [result_sentence(exercise, column, first_column)]
    if (note := exercise.notes.get(column + 1)) is not None:
        said.append(statement_text(note, first_column))
    if line := exercise.proof.lines[column]:
        side, moves = exercise.position.to_move, []
        for symbol in line:
            side = side.other
            name = column_name(int(symbol) - 1, first_column)
            moves.append(_("{side} {column}").format(side=side_name(side), column=name))
        said.append(_("Best play: {moves}.").format(moves=", ".join(moves)))
    return said


def result_sentence(exercise: Exercise, column: int, first_column: int = 1) -> str:
    """Return what a wrong column leads to: `Column 3 loses in 2 moves.`"""
    name, score = column_name(column, first_column), exercise.proof.scores[column]
    assert score is not None
    if exercise.goal.name == "LINE" and not exercise.proof.lines[column]:
        return _("Column {column} completes no line.").format(column=name)
    phrase = effect_phrase(exercise.position, column, score, first_column)
    return f"{phrase[0].upper()}{phrase[1:]}."


def hint_sentence(exercise: Exercise, first_column: int = 1) -> str:
    """Return two columns of which one is right: the other is the wrong one that tempts most."""
    scores = exercise.proof.scores
    wrong = [
        c for c, score in enumerate(scores) if score is not None and c + 1 not in exercise.right
    ]
    tempting = max(wrong, key=lambda c: (c + 1 in exercise.notes, scores[c], -abs(c - 3)))
    return choice_hint(sorted((exercise.right[0] - 1, tempting)), first_column)


def solution_sentence(exercise: Exercise, first_column: int = 1) -> str:
    """Return the right columns, and why they are right."""
    columns = ", ".join(column_name(column - 1, first_column) for column in exercise.right)
    text = ngettext(
        "Column {columns} is right.", "Columns {columns} are right.", len(exercise.right)
    )
    return f"{text.format(columns=columns)} {statement_text(exercise.answer, first_column)}"


def progress_phrase(solved: int, lesson: Lesson) -> str:
    """Return how many positions of a lesson are solved: `2 of 5 solved`."""
    count = len(lesson.exercises)
    if solved >= count:
        return _("all {count} solved").format(count=count)
    return _("{solved} of {count} solved").format(solved=solved, count=count)


def lesson_title(number: int, lesson: Lesson) -> str:
    """Return the heading of a lesson: `Lesson 3: Two threats at once`."""
    return _("Lesson {number}: {title}").format(number=number, title=_(lesson.title))


def place_phrase(place: int, lesson: Lesson) -> str:
    """Return which position of a lesson it is, counted from 0: `Position 2 of 5`."""
    return _("Position {number} of {count}").format(number=place + 1, count=len(lesson.exercises))
