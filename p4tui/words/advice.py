"""Scores of columns and advice in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p4tui.core.position import Position
from p4tui.engine.score import DRAW, format_score, moves_to_end
from p4tui.i18n import N_, _, ngettext
from p4tui.words.match import column_name, column_sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from p4tui.play.analysis import Advice, ColumnScore

# By name: importing `Reason` would load the search before the menu.
_REASONS = {
    "STOPS": N_("blocks a line"),
    "LAST_COLUMN": N_("the only free column"),
    "ONLY": N_("the only safe column"),
    "DRAWS": N_("holds the draw"),
    "OTHERS_LOSE": N_("all others lose"),
    "JUDGEMENT": N_("looks best, not proven"),
    "CHANCE": N_("picked at random"),
}

_ADVICE_KINDS = {
    "exact": N_("best column"),
    "longest": N_("longest line"),
    "random": N_("at random"),
}


def column_score(found: ColumnScore) -> str:
    """Return a column's score in two to four characters: `+3`, `-11`, `0`; its sign alone if not proven: `+?`, `0?`."""
    text = format_score(found.score)
    return text if found.proven else text[0] + "?"


def score_words(position: Position, found: ColumnScore | None) -> str:
    """Return a column's score in words: `wins in 5 moves`, counted as `engine.score.moves_to_end` does.

    Args:
        position: the position before the move.
        found: the score of a column; None if it is not known.
    """
    if found is None:
        return _("not known yet")
    if not found.proven:
        if found.score == DRAW:
            return _("not decided yet")
        return _("seems to win") if found.score > DRAW else _("seems to lose")
    if found.score == DRAW:
        return _("draw")
    moves = moves_to_end(position, found.score)
    if found.score > DRAW:
        return _wins(moves)
    if moves == 1:
        return _("loses at once")
    return ngettext("loses in {moves} move", "loses in {moves} moves", moves).format(moves=moves)


def _wins(moves: int) -> str:
    """Return when a column wins."""
    if moves == 1:
        return _("wins at once")
    return ngettext("wins in {moves} move", "wins in {moves} moves", moves).format(moves=moves)


def effect_phrase(position: Position, column: int, score: int, first_column: int = 1) -> str:
    """Return what a column leads to, from its exact score: `column 4 wins in 3 moves`."""
    from p4tui.play.analysis import ColumnScore

    words = _("draws") if score == DRAW else score_words(position, ColumnScore(score, True))
    return _("column {column} {words}").format(
        column=column_name(column, first_column), words=words
    )


def choice_hint(columns: Sequence[int], first_column: int = 1) -> str:
    """Return a hint: `One of the columns 3 and 4 is right.` It is the same in puzzles, lessons and mistakes.

    Args:
        columns: the right column and a wrong one, from the left; the right one alone if no other is left.
        first_column: the number of the first column.
    """
    names = [column_name(column, first_column) for column in columns]
    if len(names) == 1:
        return _("Only column {column} is left.").format(column=names[0])
    return _("One of the columns {one} and {other} is right.").format(one=names[0], other=names[1])


def score_legend() -> str:
    """Return what the columns' scores mean, as `engine.score` counts them."""
    return _("+ you win (+1 on your last disc, +2 one sooner), 0 draw, - you lose")


def score_legend_forms() -> tuple[str, ...]:
    """Return what scores mean, for lines of 80, 40 and 30 cells."""
    heading = _("Scores: {scores}")
    return (
        heading.format(scores=score_legend()),
        heading.format(scores=_("+ win, 0 draw, - loss")),
        _("+ wins, 0 draws, - loses"),
    )


def advice_words(advice: Advice) -> str:
    """Return why a column is advised: `wins in 5 moves`, `makes a line of 3`, `picked at random`."""
    if advice.reason.name == "WINS":
        return _wins(advice.moves)
    if advice.reason.name == "LOSES":
        return ngettext(
            "loses only after {moves} move", "loses only after {moves} moves", advice.moves
        ).format(moves=advice.moves)
    if advice.reason.name == "LONGEST_LINE":
        line = _("makes a line of {length}") if advice.length > 1 else _("makes no line yet")
        return line.format(length=advice.length)
    return _(_REASONS[advice.reason.name])


def advice_sentence(advice: Advice, first_column: int = 1) -> str:
    """Return the advised column and why: `Column 4: wins in 5 moves`."""
    return column_sentence(advice.column, advice_words(advice), first_column)


def advice_kind_name(kind: str) -> str:
    """Return the name of a kind of advice: `longest line`."""
    return _(_ADVICE_KINDS[kind])


def unproven_phrase() -> str:
    """Return the note in brackets after an unproven move of a player that promises proven ones."""
    return _("not proven")
