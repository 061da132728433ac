"""Matrices and drawings read back: text or numbers in, a checked position and its starter out."""

from __future__ import annotations

import contextlib
import re
import string
from collections import Counter
from collections.abc import Sequence

from p4tui.core.board_rows import (
    CLOSING,
    Mark,
    Row,
    column_numbers,
    read_brackets,
    read_drawing,
)
from p4tui.core.colour import Colour
from p4tui.core.errors import BoardError, BoardErrorKind
from p4tui.core.geometry import MAX_SIZE, MIN_SIZE, Geometry
from p4tui.core.position import Position

Matrix = tuple[tuple[int, ...], ...]
"""Rows from the bottom up, cells from the left: 0 empty, 1 player 1 (red), 2 player 2 (yellow)."""

MAX_TEXT = 65_536
"""The longest text that is read, in characters; the largest board, one number a line, indented, takes a third of it."""
REMARK = "#"
"""What a line begins with that is no part of a drawing."""

_BYTE_ORDER_MARK = "\ufeff"
_REMARK_LINE = re.compile(rf"^[ \t]*{REMARK}.*", re.MULTILINE)
_UNFINISHED = {BoardErrorKind.UNREADABLE, BoardErrorKind.RAGGED, BoardErrorKind.SIZE}


def from_matrix(
    matrix: Sequence[Sequence[int]], connect: int = 4, starter: Colour | None = None
) -> tuple[Position, Colour]:
    """The position of a matrix, rows from the bottom up, and the player who started.

    The starter is the player with one disc more; where both have as many, the one given, else player 1.

    Raises:
        BoardError: it is no board (RAGGED, SIZE, UNREADABLE: a value other than 0, 1, 2) or no position that a game can
            reach (FLOATING, COUNTS, LINES), or the starter given contradicts the counts (STARTER).
        GeometryError: lines of `connect` do not fit the board.
    """
    return _position(matrix, connect, starter, None)


def parse_board(
    text: str, connect: int = 4, starter: Colour | None = None
) -> tuple[Position, Colour]:
    """Return the position of a drawing in any of the styles or of a matrix in brackets, and the player who started.

    The style is recognised. Trailing blanks, empty lines, a byte order mark, the lines of column numbers and the row
    numbers of exercise-d may be there or not. A line that begins with # is a remark. A tab is a blank; in exercise-e,
    where that does not fit, it leads to the next stop of eight.

    The starter follows from the counts as in `from_matrix`. In exercise-d white began, or black if it has one disc more;
    which player that was the drawing does not say: the starter given, else player 1.

    Args:
        text: at most `MAX_TEXT` characters. A matrix has its bottom row first, as in exercise B; every drawing, debug's
            digits too, its top row.
        connect: discs in line that win.
        starter: the player who started; needed only where the drawing leaves it open and it was player 2.

    Raises:
        BoardError: as `from_matrix`, with the offset in the text; UNREADABLE also where a character has no meaning.
        GeometryError: lines of `connect` do not fit the board.
    """
    if len(text) > MAX_TEXT:
        raise BoardError(BoardErrorKind.SIZE)
    text = _without_remarks(text)
    try:
        return _parse(text, connect, starter)
    except BoardError:
        if "\t" in text:
            with contextlib.suppress(BoardError):
                return _parse(text.expandtabs(), connect, starter, under_numbers=True)
        raise


def drawing_ends(text: str) -> bool:
    """Return whether an empty line behind a text that still comes in ends its drawing or matrix.

    It does behind a whole board. Where the rows are set apart by empty lines, it does behind the column numbers below
    them. A second empty line ends any.

    Args:
        text: whole lines, without remarks.
    """
    written = text.strip(_BYTE_ORDER_MARK + string.whitespace)
    *before, last = text.removesuffix("\n").rsplit("\n", 2)[-2:]
    if not written or not last.strip():
        return bool(written)
    if written.startswith(tuple(CLOSING)):
        return all(written.count(opening) == written.count(CLOSING[opening]) for opening in CLOSING)
    lines = sum(1 for line in written.splitlines() if line.strip())
    if lines > MAX_SIZE + 2:  # no drawing has as many
        return True
    try:
        parse_board(text)
    except BoardError as error:
        if error.kind in _UNFINISHED:
            return False
    set_apart = bool(before) and not before[0].strip()
    return not set_apart or column_numbers(last) > 0


def _without_remarks(text: str) -> str:
    """Return a text with blanks for its remarks: nothing else changes its place."""
    return _REMARK_LINE.sub(lambda match: " " * len(match[0]), text)


def _parse(
    text: str, connect: int, starter: Colour | None, *, under_numbers: bool = False
) -> tuple[Position, Colour]:
    """As `parse_board`, with every tab a blank; `under_numbers`: see `read_drawing`."""
    start = len(_BYTE_ORDER_MARK) if text.startswith(_BYTE_ORDER_MARK) else 0
    if text[start:].lstrip().startswith(tuple(CLOSING)):
        rows, numbers, values, by_side = read_brackets(text, start)
    else:
        rows, numbers, values, by_side = read_drawing(text, start, under_numbers=under_numbers)
    _check_shape([len(row.marks) for row in rows], [row.offset for row in rows])
    for line in numbers:
        if column_numbers(line.text) != len(rows[0].marks):
            raise BoardError(BoardErrorKind.RAGGED, line.offset)
    matrix = [
        [_value(mark, values, column, row) for column, mark in enumerate(marks)]
        for row, (_, marks) in enumerate(rows)
    ]
    if by_side:
        position, _ = _position(matrix, connect, None, rows)
        return position, starter or Colour.RED
    return _position(matrix, connect, starter, rows)


def _position(
    matrix: Sequence[Sequence[int]], connect: int, starter: Colour | None, rows: list[Row] | None
) -> tuple[Position, Colour]:
    """The checked position of a matrix and its starter; `rows`: where its cells stand in a text."""
    _check_shape([len(row) for row in matrix], [0] * len(matrix))
    geometry = Geometry(len(matrix[0]), len(matrix), connect)
    discs = {Colour.RED: 0, Colour.YELLOW: 0}
    for row, values in enumerate(matrix):
        for column, value in enumerate(values):
            if value not in (0, 1, 2):
                raise BoardError(BoardErrorKind.UNREADABLE, 0, column, row)
            if value:
                discs[Colour(value)] |= geometry.bit(column, row)
    red_more = discs[Colour.RED].bit_count() - discs[Colour.YELLOW].bit_count()
    implied = Colour.YELLOW if red_more < 0 else Colour.RED
    began = implied if starter is None else starter
    position = Position(geometry, discs[began], discs[began.other])
    for cell in geometry.cells_of(position.floating()):
        offset = rows[cell.row].marks[cell.column].offset if rows else 0
        raise BoardError(BoardErrorKind.FLOATING, offset, *cell)
    if abs(red_more) > 1:
        raise BoardError(BoardErrorKind.COUNTS)
    if not position.counts_fit():
        raise BoardError(BoardErrorKind.STARTER)
    if not position.lines_fit():
        raise BoardError(BoardErrorKind.LINES)
    return position, began


def _check_shape(lengths: list[int], offsets: list[int]) -> None:
    """Refuse a row unlike the most, then too few or too many rows or columns."""
    usual = Counter(lengths).most_common(1)
    for row, (length, offset) in enumerate(zip(lengths, offsets, strict=True)):
        if length != usual[0][0]:
            raise BoardError(BoardErrorKind.RAGGED, offset, None, row)
    if not MIN_SIZE <= len(lengths) <= MAX_SIZE or not MIN_SIZE <= lengths[0] <= MAX_SIZE:
        raise BoardError(BoardErrorKind.SIZE)


def _value(mark: Mark, values: dict[str, int], column: int, row: int) -> int:
    """What a mark stands for: 0, 1 or 2."""
    value = values.get(mark.text)
    if value is None:
        raise BoardError(BoardErrorKind.UNREADABLE, mark.offset, column, row)
    return value
