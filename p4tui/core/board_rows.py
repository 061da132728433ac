"""Readers for the rows of a drawing or matrix, one for each style.

A mark keeps its offset in the text, so that an error can point at it. Every reader goes through the text once, without
recursion.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from p4tui.core.errors import BoardError, BoardErrorKind
from p4tui.core.notation import SYMBOLS

CLOSING = {"[": "]", "(": ")"}
"""The brackets of a matrix."""

_DIGITS = {"0": 0, "1": 1, "2": 2}
_PLAYERS = "XO"
_LETTERS = ("WB", "BN")
_LABELLED_ROW = re.compile(r"\s*([0-9]+)(\s.*\s)([0-9]+)")


class Mark(NamedTuple):
    """A cell in the text: its offset and its characters, '' for a blank."""

    offset: int
    text: str


class Row(NamedTuple):
    """A row of marks and its offset."""

    offset: int
    marks: list[Mark]


class Line(NamedTuple):
    """A line of the text without trailing blanks, and its offset."""

    offset: int
    text: str


class Drawing(NamedTuple):
    """The parts of a text.

    Attributes:
        rows: the rows of marks, the bottom row first.
        numbers: the lines of column numbers.
        values: the value of each mark: 0, 1 or 2.
        by_side: whether 1 and 2 are the side that began and the other, instead of players 1 and 2.
    """

    rows: list[Row]
    numbers: list[Line]
    values: dict[str, int]
    by_side: bool = False


def read_brackets(text: str, start: int) -> Drawing:
    """Read a matrix in brackets, whose bottom row comes first."""
    rows: list[Row] = []
    closing: list[str] = []
    item_ended = False
    for match in re.compile(r"\S").finditer(text, start):
        offset, symbol = match.start(), match.group()
        if item_ended and symbol == "," and closing:
            item_ended = False
        elif closing and symbol == closing[-1]:
            closing.pop()
            item_ended = True
        elif not item_ended and symbol in CLOSING and len(closing) < 2:
            closing.append(CLOSING[symbol])
            if len(closing) == 2:
                rows.append(Row(offset, []))
        elif not item_ended and symbol in "012" and len(closing) == 2:
            rows[-1].marks.append(Mark(offset, symbol))
            item_ended = True
        else:
            raise BoardError(BoardErrorKind.UNREADABLE, offset)
    if closing:
        raise BoardError(BoardErrorKind.UNREADABLE, len(text))
    return Drawing(rows, [], _DIGITS)


def read_drawing(text: str, start: int, *, under_numbers: bool = False) -> Drawing:
    """Read a drawing in any style.

    Args:
        text: the whole text.
        start: the offset of the drawing.
        under_numbers: find the cells of exercise-e under the column numbers, if the drawing has any.
    """
    lines = _lines(text, start)
    if any("|" in line.text for line in lines):
        grid, numbers = _split_numbers(lines)
        rows = [_read_barred(line, len(grid) - index) for index, line in enumerate(grid)]
        found = {mark.text for row in rows for mark in row.marks}
        # The pair with most of its letters in the drawing; the first of several.
        pair = max((_PLAYERS, *_LETTERS), key=lambda pair: len(found & set(pair)))
        return Drawing(rows[::-1], numbers, {"": 0, pair[0]: 1, pair[1]: 2}, pair in _LETTERS)
    if all(set(line.text) <= set("012 \t") for line in lines):
        return Drawing([_read_symbols(line) for line in lines][::-1], [], _DIGITS)
    grid, numbers = _split_numbers(lines)
    if any(set("".join(line.text.split())) <= set("_XO") for line in lines):
        rows = [_read_symbols(line) for line in grid]
        return Drawing(rows[::-1], numbers, {"_": 0, "X": 1, "O": 2})
    places = _places(numbers[-1]) if numbers and under_numbers else None
    rows = [
        _read_labelled(line, number, len(grid))
        if places is None
        else _read_under(line, number, places)
        for number, line in zip(range(len(grid), 0, -1), grid, strict=True)
    ]
    return Drawing(rows[::-1], numbers, {"": 0, "*": 1, "o": 2})


def column_numbers(line: str) -> int:
    """Return how many columns a line of column numbers names; 0 for any other line."""
    packed = line.strip()
    if len(packed) > 1 and SYMBOLS.startswith(packed):
        return len(packed)
    numbers = line.split()
    for first in (0, 1):
        if len(numbers) > 1 and numbers == [str(first + index) for index in range(len(numbers))]:
            return len(numbers)
    return 0


def _lines(text: str, start: int) -> list[Line]:
    """Return the lines from an offset on without the blank ones, which may separate rows."""
    lines, offset = [], start
    for line in text[start:].splitlines(keepends=True):
        if written := line.rstrip():
            lines.append(Line(offset, written))
        offset += len(line)
    if not lines:
        raise BoardError(BoardErrorKind.UNREADABLE)
    return lines


def _split_numbers(lines: list[Line]) -> tuple[list[Line], list[Line]]:
    """Return the lines of the grid, and the lines of column numbers above and below it."""
    first = 1 if column_numbers(lines[0].text) else 0
    last = len(lines) - 1 if len(lines) > first and column_numbers(lines[-1].text) else len(lines)
    return lines[first:last], lines[:first] + lines[last:]


def _marks(texts: Sequence[str], offset: int, gap: int) -> list[Mark]:
    """Return the marks of successive cells from an offset on, `gap` characters apart."""
    marks = []
    for text in texts:
        mark = text.strip()
        marks.append(Mark(offset + (text.index(mark) if mark else 0), mark))
        offset += len(text) + gap
    return marks


def _read_barred(line: Line, number: int) -> Row:
    """Read a row between bars, with its number in front (exercise-d) or without (exercise-b)."""
    label, *cells = line.text.split("|")
    if label.strip() not in ("", str(number)) or not cells or cells[-1]:
        raise BoardError(BoardErrorKind.UNREADABLE, line.offset)
    return Row(line.offset, _marks(cells[:-1], line.offset + len(label) + 1, 1))


def _read_symbols(line: Line) -> Row:
    """Read a row of exercise-a or debug: one character a cell, with blanks between them or without."""
    marks = [
        Mark(line.offset + match.start(), match.group()) for match in re.finditer(r"\S+", line.text)
    ]
    if len(marks) == 1:
        marks = _marks(marks[0].text, marks[0].offset, 0)
    return Row(line.offset, marks)


def _labelled(line: Line, number: int) -> re.Match[str]:
    """Return the parts of a row of exercise-e: its number, its cells, its number again."""
    match = _LABELLED_ROW.fullmatch(line.text)
    if match is None or match[1] != str(number) or match[3] != str(number):
        raise BoardError(BoardErrorKind.UNREADABLE, line.offset)
    return match


def _read_labelled(line: Line, number: int, rows: int) -> Row:
    """Read a row of exercise-e by the cells' distance from its number, on a board of `rows` rows."""
    match = _labelled(line, number)
    for width in (1, 2, 3):
        padding = max(width, len(str(rows))) - len(match[1])
        # One blank before the cells, two behind them, one between them.
        columns, rest = divmod(len(match[2]) - 2 - padding, width + 1)
        if not rest and len(str(columns)) == width:
            break
    else:
        raise BoardError(BoardErrorKind.RAGGED, line.offset, None, number - 1)
    start = match.start(2) + 1
    places = [
        slice(start + n * (width + 1), start + (n + 1) * (width + 1) - 1) for n in range(columns)
    ]
    return _read_places(line, match, places)


def _places(numbers: Line) -> list[slice]:
    """Return the place of each number in a line."""
    return [slice(*match.span()) for match in re.finditer(r"\S+", numbers.text)]


def _read_under(line: Line, number: int, places: list[slice]) -> Row:
    """Read a row of exercise-e by the column numbers above its cells."""
    match = _labelled(line, number)
    if match.end(1) > places[0].start or match.start(3) < places[-1].stop:
        raise BoardError(BoardErrorKind.UNREADABLE, line.offset)
    return _read_places(line, match, places)


def _read_places(line: Line, match: re.Match[str], places: list[slice]) -> Row:
    """Read the cells in some places, with only blanks between them."""
    ends = [match.end(1), *(place.stop for place in places)]
    starts = [*(place.start for place in places), match.start(3)]
    if any(line.text[end:start].strip() for end, start in zip(ends, starts, strict=True)):
        raise BoardError(BoardErrorKind.UNREADABLE, line.offset)
    marks = [
        mark
        for place in places
        for mark in _marks([line.text[place]], line.offset + place.start, 0)
    ]
    return Row(line.offset, marks)
