"""How the plain-text game shows a position: the exercises' drawings, and a description to be read aloud."""

from __future__ import annotations

from itertools import groupby

from p4tui import i18n
from p4tui.core.colour import Colour
from p4tui.core.drawings import DRAWING_STYLES, MATRIX, draw, to_matrix
from p4tui.core.geometry import MAX_SIZE, MIN_SIZE, Geometry
from p4tui.core.lines import longest_line
from p4tui.core.notation import column_of
from p4tui.core.position import Position
from p4tui.i18n import N_, _, ngettext
from p4tui.play.match import Match

SPOKEN = "spoken"
"""The style that says a position in words."""
STYLES = (*DRAWING_STYLES, SPOKEN)
"""The names of all styles."""
DEFAULT_STYLE = "exercise-a"
"""The style where none is asked for."""
COUNTED_FROM_0 = "exercise-b"
"""The one style whose columns are counted from 0, wherever they are shown or read."""

WHITE_BEGINS = "exercise-d"
"""The one style whose discs are of the side that began and of the other, whoever that was."""

_MARKS = {"exercise-a": "XO", "exercise-b": "XO", "exercise-e": "*o", "debug": "12", MATRIX: "12"}

_NUMBERS = (
    *(N_("one"), N_("two"), N_("three"), N_("four"), N_("five")),
    *(N_("six"), N_("seven"), N_("eight"), N_("nine"), N_("ten")),
)


def first_column(style: str) -> int:
    """The number that a style gives the first column."""
    return 0 if style == COUNTED_FROM_0 else 1


def mark(style: str, colour: Colour, starter: Colour) -> str:
    """Return the character of a player's discs in a game that `starter` began; empty for the spoken style."""
    if style == WHITE_BEGINS:
        return disc_letters()[colour.side(starter)]
    marks = _MARKS.get(style)
    return marks[colour - 1] if marks else ""


def disc_letters() -> str:
    """Return exercise D's letters of white, who began, and of black, in the language spoken now."""
    return "BN" if i18n.language() == "fr" else "WB"


def board(match: Match, style: str) -> str:
    """A match's position in one of `STYLES`, several lines without a newline at the end."""
    if style == SPOKEN:
        return "\n".join(spoken_lines(match))
    return draw(match.position, style, match.starter, disc_letters())


def fitting_size(style: str, width: int, height: int) -> tuple[int, int]:
    """The most columns and rows of a board whose drawing fits a space in characters; 4 where even those do not.

    For the spoken style and the matrix it is what fits the default one: what is no picture has no size on the screen.
    """
    drawing = DEFAULT_STYLE if style in {SPOKEN, MATRIX} else style
    columns = rows = MIN_SIZE
    for size in range(MIN_SIZE, MAX_SIZE + 1):
        if _drawn_size(drawing, size, MIN_SIZE)[0] <= width:
            columns = size
        if _drawn_size(drawing, MIN_SIZE, size)[1] <= height:
            rows = size
    # Two-digit row numbers take a place that columns counted beside one-digit ones did not know of.
    while columns > MIN_SIZE and _drawn_size(drawing, columns, rows)[0] > width:
        columns -= 1
    return columns, rows


def _drawn_size(style: str, columns: int, rows: int) -> tuple[int, int]:
    """Width and height of a drawing."""
    lines = draw(Position(Geometry(columns, rows, 3)), style).split("\n")
    return max(map(len, lines)), len(lines)


def spoken_lines(match: Match) -> list[str]:
    """A position in words: each column's discs from the bottom up, the empty columns, the last move, whose turn."""
    position = match.position
    lines = []
    empty = []
    for number, column in enumerate(zip(*to_matrix(position, match.starter), strict=True), 1):
        discs = [Colour(value) for value in column if value]
        if not discs:
            empty.append(number)
            continue
        runs = ", ".join(_run(colour, len(list(run))) for colour, run in groupby(discs))
        full = len(discs) == position.geometry.rows
        text = _("column {column}, full: {discs}") if full else _("column {column}: {discs}")
        lines.append(text.format(column=number, discs=runs))
    lines += _empty_columns(empty, position.geometry.columns)
    lines += _last_move(match)
    if match.outcome is None:
        turn = _("red's turn") if match.to_move is Colour.RED else _("yellow's turn")
        lines.append(turn)
    return lines


def number_word(number: int) -> str:
    """A number from 1 on: a word up to ten, then digits."""
    return _(_NUMBERS[number - 1]) if number <= len(_NUMBERS) else str(number)


def _run(colour: Colour, length: int) -> str:
    """Discs of one player above each other: `two red`."""
    if colour is Colour.RED:
        text = ngettext("{number} red", "{number} red", length)
    else:
        text = ngettext("{number} yellow", "{number} yellow", length)
    return text.format(number=number_word(length))


def _empty_columns(empty: list[int], columns: int) -> list[str]:
    """One line on the columns without discs, neighbours taken together; none where there are no such columns."""
    if not empty:
        return []
    if len(empty) == columns:
        return [_("the board is empty")]
    spans: list[list[int]] = []
    for number in empty:
        if spans and spans[-1][-1] == number - 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    names = [
        _("{first} to {last}").format(first=span[0], last=span[-1])
        if len(span) > 2
        else ", ".join(map(str, span))
        for span in spans
    ]
    text = ngettext("empty column: {columns}", "empty columns: {columns}", len(empty))
    return [text.format(columns=", ".join(names))]


def _last_move(match: Match) -> list[str]:
    """One line on the last move and the longest line that runs through its disc; none before the first move."""
    column = match.game.last_move
    if column is None:
        return []
    row = match.position.height(column) - 1
    return [
        _("last move: column {column}, row {row}; longest line through it: {length}").format(
            column=column + 1, row=row + 1, length=longest_line(match.position, column, row)
        )
    ]


def read_column(text: str, style: str) -> int | None:
    """The column, counted from 0, that a number or letter names in a style; None where it is neither.

    Letters go on after 9 as in move strings: `A` and `10` are the same column. The answer may lie off every board.
    """
    column = column_of(text)
    if column is not None:
        return column + 1 - first_column(style)
    number = _number(text)
    return None if number is None else number - first_column(style)


def read_row(text: str) -> int | None:
    """The row, counted from 0, that a number from 1 names, be it on the board or not; None for anything else."""
    number = _number(text)
    return None if number is None else number - 1


def _number(text: str) -> int | None:
    """A whole number; one of very many digits loses most of them: no board has a column of more than two."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        return None
    number = int((digits.lstrip("0") or "0")[:9])
    return number if digits == text else -number
