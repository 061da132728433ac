"""Matrices and drawings read back: text or numbers in, a checked position and its starter out.

Every reader turns the text into rows of marks that remember where they stand, so that an error can point at the place.
All of them go through the text once, without recursion and without turning its digits into numbers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from p4tui.core.colour import Colour
from p4tui.core.errors import BoardError, BoardErrorKind
from p4tui.core.geometry import MAX_SIZE, MIN_SIZE, Geometry
from p4tui.core.notation import SYMBOLS
from p4tui.core.position import Position

Matrix = tuple[tuple[int, ...], ...]
"""Rows from the bottom up, cells from the left: 0 empty, 1 player 1 (red), 2 player 2 (yellow)."""

MAX_TEXT = 65_536
"""The longest text that is read, in characters; the largest board, one number a line, indented, takes a third of it."""

_BYTE_ORDER_MARK = "\ufeff"
_DIGITS = {"0": 0, "1": 1, "2": 2}
_CLOSING = {"[": "]", "(": ")"}
_LABELLED_ROW = re.compile(r"\s*([0-9]+)(\s.*\s)([0-9]+)")
_LETTER_PAIRS = ("XO", "BW", "NB")


class _Mark(NamedTuple):
    """One cell as it stands in the text: its offset and what is written there, '' for nothing."""

    offset: int
    text: str


class _Row(NamedTuple):
    """A row of marks and the offset where it begins."""

    offset: int
    marks: list[_Mark]


class _Line(NamedTuple):
    """A line of the text without its trailing blanks, and the offset where it begins."""

    offset: int
    text: str


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
    text: str, connect: int = 4, starter: Colour | None = None, letters: str | None = None
) -> tuple[Position, Colour]:
    """The position of a drawing in any of the styles or of a matrix in brackets, and the player who started.

    The style is recognised. Trailing blanks, blank lines around it, a byte order mark, the lines of column numbers and
    the row numbers of exercise-d may be there or not. The starter follows from the counts as in `from_matrix`.

    Args:
        text: at most `MAX_TEXT` characters. A matrix has its bottom row first, as in exercise B; every drawing, debug's
            digits too, its top row.
        connect: discs in line that win.
        starter: the player who started; needed only where both have as many discs and it was player 2.
        letters: player 1's and player 2's letter in exercise-d's picture, two characters. Without it they follow from
            the letters that occur: B and W, or N and B; a B alone is player 1's (black).

    Raises:
        BoardError: as `from_matrix`, with the offset in the text; UNREADABLE also where a character has no meaning.
        GeometryError: lines of `connect` do not fit the board.
    """
    if len(text) > MAX_TEXT:
        raise BoardError(BoardErrorKind.SIZE)
    start = len(_BYTE_ORDER_MARK) if text.startswith(_BYTE_ORDER_MARK) else 0
    numbers: list[_Line] = []
    if text[start:].lstrip().startswith(tuple(_CLOSING)):
        rows, values = _read_brackets(text, start), _DIGITS
    else:
        rows, numbers, values = _read_drawing(_lines(text, start), letters)
    _check_shape([len(row.marks) for row in rows], [row.offset for row in rows])
    for line in numbers:
        if _column_numbers(line.text) != len(rows[0].marks):
            raise BoardError(BoardErrorKind.RAGGED, line.offset)
    matrix = [
        [_value(mark, values, column, row) for column, mark in enumerate(marks)]
        for row, (_, marks) in enumerate(rows)
    ]
    return _position(matrix, connect, starter, rows)


def _position(
    matrix: Sequence[Sequence[int]], connect: int, starter: Colour | None, rows: list[_Row] | None
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


def _value(mark: _Mark, values: dict[str, int], column: int, row: int) -> int:
    """What a mark stands for: 0, 1 or 2."""
    value = values.get(mark.text)
    if value is None:
        raise BoardError(BoardErrorKind.UNREADABLE, mark.offset, column, row)
    return value


def _lines(text: str, start: int) -> list[_Line]:
    """The lines of a text from an offset on, without the blank ones around them."""
    lines, offset = [], start
    for line in text[start:].splitlines(keepends=True):
        lines.append(_Line(offset, line.rstrip()))
        offset += len(line)
    written = [index for index, line in enumerate(lines) if line.text]
    if not written:
        raise BoardError(BoardErrorKind.UNREADABLE)
    return lines[written[0] : written[-1] + 1]


def _read_brackets(text: str, start: int) -> list[_Row]:
    """The rows of a matrix in brackets, bottom row first."""
    rows: list[_Row] = []
    closing: list[str] = []
    item_ended = False
    for match in re.compile(r"\S").finditer(text, start):
        offset, symbol = match.start(), match.group()
        if item_ended and symbol == "," and closing:
            item_ended = False
        elif closing and symbol == closing[-1]:
            closing.pop()
            item_ended = True
        elif not item_ended and symbol in _CLOSING and len(closing) < 2:
            closing.append(_CLOSING[symbol])
            if len(closing) == 2:
                rows.append(_Row(offset, []))
        elif not item_ended and symbol in "012" and len(closing) == 2:
            rows[-1].marks.append(_Mark(offset, symbol))
            item_ended = True
        else:
            raise BoardError(BoardErrorKind.UNREADABLE, offset)
    if closing:
        raise BoardError(BoardErrorKind.UNREADABLE, len(text))
    return rows


def _read_drawing(
    lines: list[_Line], letters: str | None
) -> tuple[list[_Row], list[_Line], dict[str, int]]:
    """The rows of a drawing, bottom row first, its lines of column numbers, and what its marks stand for."""
    if any("|" in line.text for line in lines):
        grid, numbers = _split_numbers(lines)
        rows = [_read_barred(line, len(grid) - index) for index, line in enumerate(grid)]
        values = _letter_values({mark.text for row in rows for mark in row.marks}, letters)
    elif all(set(line.text) <= set("012 \t") for line in lines):
        rows, numbers, values = [_read_digits(line) for line in lines], [], _DIGITS
    elif any(line.text and set(line.text.strip()) <= set("_XO") for line in lines):
        grid, numbers = _split_numbers(lines)
        rows, values = [_read_packed(line) for line in grid], {"_": 0, "X": 1, "O": 2}
    else:
        grid, numbers = _split_numbers(lines)
        rows = [_read_labelled(line, index, len(grid)) for index, line in enumerate(grid)]
        values = {"": 0, "*": 1, "o": 2}
    return rows[::-1], numbers, values


def _column_numbers(line: str) -> int:
    """How many columns a line of column numbers names; 0 for any other line."""
    packed = line.strip()
    if len(packed) > 1 and SYMBOLS.startswith(packed):
        return len(packed)
    numbers = line.split()
    for first in (0, 1):
        if len(numbers) > 1 and numbers == [str(first + index) for index in range(len(numbers))]:
            return len(numbers)
    return 0


def _split_numbers(lines: list[_Line]) -> tuple[list[_Line], list[_Line]]:
    """The lines of the grid, and the lines of column numbers above and below it."""
    first = 1 if _column_numbers(lines[0].text) else 0
    last = len(lines) - 1 if len(lines) > first and _column_numbers(lines[-1].text) else len(lines)
    return lines[first:last], lines[:first] + lines[last:]


def _marks(texts: Sequence[str], offset: int, gap: int) -> list[_Mark]:
    """The marks of cells that follow each other from an offset, `gap` characters apart."""
    marks = []
    for text in texts:
        mark = text.strip()
        marks.append(_Mark(offset + (text.index(mark) if mark else 0), mark))
        offset += len(text) + gap
    return marks


def _read_barred(line: _Line, number: int) -> _Row:
    """A row between bars, with its number before it (exercise-d) or without (exercise-b)."""
    label, *cells = line.text.split("|")
    if label.strip() not in ("", str(number)) or not cells or cells[-1]:
        raise BoardError(BoardErrorKind.UNREADABLE, line.offset)
    return _Row(line.offset, _marks(cells[:-1], line.offset + len(label) + 1, 1))


def _letter_values(found: set[str], letters: str | None) -> dict[str, int]:
    """What the letters between bars stand for: the pair of which most occur, the earlier one where two fit."""
    pairs = _LETTER_PAIRS if letters is None else (letters, _LETTER_PAIRS[0])
    pair = max(pairs, key=lambda letters: len(found & set(letters)))
    return {"": 0, pair[0]: 1, pair[1]: 2}


def _read_digits(line: _Line) -> _Row:
    """A row of debug's digits, apart or all together."""
    marks = [
        _Mark(line.offset + match.start(), match.group())
        for match in re.finditer(r"\S+", line.text)
    ]
    if len(marks) == 1:
        marks = _marks(marks[0].text, marks[0].offset, 0)
    return _Row(line.offset, marks)


def _read_packed(line: _Line) -> _Row:
    """A row of exercise-a: one character a cell."""
    packed = line.text.lstrip()
    return _Row(line.offset, _marks(packed, line.offset + len(line.text) - len(packed), 0))


def _read_labelled(line: _Line, index: int, rows: int) -> _Row:
    """A row of exercise-e, the index-th from the top: its number, the cells by their places, its number again."""
    match = _LABELLED_ROW.fullmatch(line.text)
    label = str(rows - index)
    if match is None or match[1] != label or match[3] != label:
        raise BoardError(BoardErrorKind.UNREADABLE, line.offset)
    for width in (1, 2, 3):
        padding = max(width, len(str(rows))) - len(label)
        # One blank before the cells and two behind them; the cells themselves are one blank apart.
        columns, rest = divmod(len(match[2]) - 2 - padding, width + 1)
        if not rest and len(str(columns)) == width:
            break
    else:
        raise BoardError(BoardErrorKind.RAGGED, line.offset, None, rows - 1 - index)
    start = match.start(2) + 1
    places = range(start, start + columns * (width + 1), width + 1)
    ends = [place + width for place in places]
    gaps = match[2][0] + "".join(line.text[end] for end in ends) + match[2][-2 - padding :]
    if gaps.strip():
        raise BoardError(BoardErrorKind.UNREADABLE, line.offset)
    cells = [line.text[place : place + width] for place in places]
    return _Row(line.offset, _marks(cells, line.offset + start, 1))
