"""How the plain-text game shows a position: the exercises' drawings, and a spoken description."""

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
"""The style that describes a position in words."""
STYLES = (*DRAWING_STYLES, SPOKEN)
"""The names of all styles."""
DEFAULT_STYLE = "exercise-a"
"""The default style."""
COUNTED_FROM_0 = "exercise-b"
"""The style whose columns are counted from 0."""

WHITE_BEGINS = "exercise-d"
"""The style whose white discs are always those of the player who began."""

_MARKS = {"exercise-a": "XO", "exercise-b": "XO", "exercise-e": "*o", "debug": "12", MATRIX: "12"}

_NUMBERS = (
    *(N_("one"), N_("two"), N_("three"), N_("four"), N_("five")),
    *(N_("six"), N_("seven"), N_("eight"), N_("nine"), N_("ten")),
)


def first_column(style: str) -> int:
    """Return the number of the first column in a style."""
    return 0 if style == COUNTED_FROM_0 else 1


def mark(style: str, colour: Colour, starter: Colour) -> str:
    """Return the character of a player's discs in a game that `starter` began; empty for the spoken style."""
    if style == WHITE_BEGINS:
        return disc_letters()[colour.side(starter)]
    marks = _MARKS.get(style)
    return marks[colour - 1] if marks else ""


def disc_letters() -> str:
    """Return exercise D's letters of white and black, in the current language."""
    return "BN" if i18n.language() == "fr" else "WB"


def board(match: Match, style: str) -> str:
    """Return the board of a match in a style, lines without a newline at the end."""
    if style == SPOKEN:
        return "\n".join(spoken_lines(match))
    return draw(match.position, style, match.starter, disc_letters())


def fitting_size(style: str, width: int, height: int) -> tuple[int, int]:
    """Return the most columns and rows whose drawing fits a space in characters, at least 4.

    The spoken style and the matrix have no drawing: the default style stands for them.
    """
    drawing = DEFAULT_STYLE if style in {SPOKEN, MATRIX} else style
    columns = rows = MIN_SIZE
    for size in range(MIN_SIZE, MAX_SIZE + 1):
        if _drawn_size(drawing, size, MIN_SIZE)[0] <= width:
            columns = size
        if _drawn_size(drawing, MIN_SIZE, size)[1] <= height:
            rows = size
    # The columns were measured beside one-digit row numbers; more rows make these wider.
    while columns > MIN_SIZE and _drawn_size(drawing, columns, rows)[0] > width:
        columns -= 1
    return columns, rows


def _drawn_size(style: str, columns: int, rows: int) -> tuple[int, int]:
    """Return the width and height of a drawing."""
    lines = draw(Position(Geometry(columns, rows, 3)), style).split("\n")
    return max(map(len, lines)), len(lines)


def spoken_lines(match: Match) -> list[str]:
    """Describe a position: the discs of each column from the bottom up, the last move, whose turn it is."""
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
    """Return a number: a word up to ten, then digits."""
    return _(_NUMBERS[number - 1]) if number <= len(_NUMBERS) else str(number)


def _run(colour: Colour, length: int) -> str:
    """Return a run of discs of one player in a column: `two red`."""
    if colour is Colour.RED:
        text = ngettext("{number} red", "{number} red", length)
    else:
        text = ngettext("{number} yellow", "{number} yellow", length)
    return text.format(number=number_word(length))


def _empty_columns(empty: list[int], columns: int) -> list[str]:
    """Return a line on the empty columns, neighbours joined to a range; no line if there are none."""
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
    """Return a line on the last move and the longest line through it; no line before the first move."""
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
    """Return the column, counted from 0, that a number or letter names in a style; None for any other text.

    `A` and `10` are the same column, as in move strings. The column may be off the board.
    """
    column = column_of(text)
    if column is not None:
        return column + 1 - first_column(style)
    number = _number(text)
    return None if number is None else number - first_column(style)


def read_row(text: str) -> int | None:
    """Return the row, counted from 0, that a number names; None for any other text. It may be off the board."""
    number = _number(text)
    return None if number is None else number - 1


def _number(text: str) -> int | None:
    """Return a whole number, or None; only nine digits count, more than any board needs."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        return None
    number = int((digits.lstrip("0") or "0")[:9])
    return number if digits == text else -number
