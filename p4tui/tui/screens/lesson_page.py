"""The words of a moment of a lesson, for the text beside the board and for the status line."""

from __future__ import annotations

from p4tui.i18n import _
from p4tui.review.lessons.moment import Moment, Stage
from p4tui.tui.widgets.lesson_text import LessonPage
from p4tui.words.lessons import (
    place_phrase,
    question,
    side_name,
    statement_text,
    wrong_sentences,
)

TEXT, STRONG = "card--text", "card--strong"


def lesson_page(moment: Moment, *, solved: bool) -> LessonPage:
    """Return the text beside the board."""
    if moment.stage is Stage.TEXT:
        texts = [(TEXT, statement_text(each)) for each in moment.lesson.paragraphs]
        return LessonPage(_(moment.lesson.title), "", texts)
    aside = _("solved") if solved else ""
    return LessonPage(place_phrase(moment.place, moment.lesson), aside, _paragraphs(moment))


def _paragraphs(moment: Moment) -> list[tuple[str, str]]:
    """Return the paragraphs about a position."""
    exercise, tried = moment.exercise, moment.tried
    if tried is None:
        # The question comes first: a small window shows no more.
        return [(STRONG, question(exercise)), (TEXT, statement_text(exercise.scene))]
    if moment.stage is Stage.RIGHT:
        return [(TEXT, statement_text(exercise.answer))]
    first, *rest = wrong_sentences(exercise, tried)
    return [(STRONG, first), *((TEXT, sentence) for sentence in rest)]


def status_forms(moment: Moment) -> tuple[str, ...]:
    """Return the message, the longest form first."""
    exercise = moment.exercise
    match moment.stage:
        case Stage.TEXT:
            return _("Enter: go to the positions"), _("Enter: the positions")
        case Stage.ASKED:
            side = side_name(exercise.position.to_move)
            return (
                _("{name}: choose a column").format(name=side),
                _("{name} to move").format(name=side),
            )
        case Stage.RIGHT if moment.can_go_on:
            return _("Right. Enter: the next position"), _("Right. Enter: next")
        case Stage.RIGHT:
            return _("Right. Enter: back to the lessons"), _("Right. Enter: lessons")
        case Stage.WRONG:
            return _("Not that one. Enter: try again"), _("Enter: try again")
