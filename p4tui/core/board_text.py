"""Reading matrices and drawings: a checked position and its starter from numbers or text."""

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
"""The most characters of a text. The largest board, with one indented number a line, takes a third."""
REMARK = "#"
"""The first character of a remark line."""

_BYTE_ORDER_MARK = "\ufeff"
_REMARK_LINE = re.compile(rf"^[ \t]*{REMARK}.*", re.MULTILINE)
_UNFINISHED = {BoardErrorKind.UNREADABLE, BoardErrorKind.RAGGED, BoardErrorKind.SIZE}


def from_matrix(
    matrix: Sequence[Sequence[int]], connect: int = 4, starter: Colour | None = None
) -> tuple[Position, Colour]:
    """Return the position of a matrix, rows from the bottom up, and the player who started.

    The player with one disc more started. With equal counts it is `starter`, or player 1 by default.

    Raises:
        BoardError: the matrix is not a board (RAGGED, SIZE, UNREADABLE: a value other than 0, 1, 2), no game can reach
            the position (FLOATING, COUNTS, LINES), or `starter` contradicts the counts (STARTER).
        GeometryError: lines of `connect` do not fit the board.
    """
    return _position(matrix, connect, starter, None)


def parse_board(
    text: str, connect: int = 4, starter: Colour | None = None
) -> tuple[Position, Colour]:
    """Return the position of a drawing in any style or of a matrix in brackets, and the player who started.

    Trailing blanks, empty lines, a byte order mark, lines of column numbers and the row numbers of exercise-d are
    optional. A line that begins with # is a remark. A tab counts as one blank; in exercise-e, if that does not fit, it
    advances to the next multiple of eight.

    The counts decide who started, as in `from_matrix`. Exercise-d shows sides: white began, or black if it has one disc
    more; the player who began is `starter`, or player 1 by default.

    Args:
        text: at most `MAX_TEXT` characters. The bottom row of a matrix comes first, as in exercise B; the top row of any
            drawing, debug's digits too.
        connect: discs in line that win.
        starter: the player who started; needed only if the drawing leaves it open and it was player 2.

    Raises:
        BoardError: as `from_matrix`, with the offset in the text; UNREADABLE also for a character without a meaning.
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
    """Return whether an empty line ends the drawing or matrix that has been entered so far.

    It ends a complete board. If empty lines separate the rows, it ends the drawing only after the column numbers below
    them. A second empty line ends any drawing.

    Args:
        text: the lines so far, without remarks.
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
    """Replace the remarks of a text by blanks, so that all offsets stay the same."""
    return _REMARK_LINE.sub(lambda match: " " * len(match[0]), text)


def _parse(
    text: str, connect: int, starter: Colour | None, *, under_numbers: bool = False
) -> tuple[Position, Colour]:
    """Parse like `parse_board`, with a tab as one blank; for `under_numbers` see `read_drawing`."""
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
    """Return the checked position of a matrix and its starter; `rows` holds the offsets of its cells in a text."""
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
    """Check that all rows have the same length, then the number of rows and columns."""
    usual = Counter(lengths).most_common(1)
    for row, (length, offset) in enumerate(zip(lengths, offsets, strict=True)):
        if length != usual[0][0]:
            raise BoardError(BoardErrorKind.RAGGED, offset, None, row)
    if not MIN_SIZE <= len(lengths) <= MAX_SIZE or not MIN_SIZE <= lengths[0] <= MAX_SIZE:
        raise BoardError(BoardErrorKind.SIZE)


def _value(mark: Mark, values: dict[str, int], column: int, row: int) -> int:
    """Return the value of a mark: 0, 1 or 2."""
    value = values.get(mark.text)
    if value is None:
        raise BoardError(BoardErrorKind.UNREADABLE, mark.offset, column, row)
    return value
