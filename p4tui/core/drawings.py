"""Writing matrices and the exercises' drawings; `p4tui.core.board_text` reads them.

Drawings and matrices show players: player 1 is red, player 2 yellow, whoever started. Only exercise-d shows sides: white
began. With ten columns or more, every cell is as wide as the largest column number. Exercise-a (columns as in move
strings) and debug (no numbers) keep one character a cell.
"""

from __future__ import annotations

from p4tui.core.board_text import Matrix
from p4tui.core.colour import Colour
from p4tui.core.notation import SYMBOLS
from p4tui.core.position import Position

MATRIX = "matrix"
"""The style of exercise B's matrix: one line, the bottom row first."""
DRAWING_STYLES = ("exercise-a", "exercise-b", "exercise-d", "exercise-e", "debug", MATRIX)
"""The styles that `draw` knows."""


def to_matrix(position: Position, starter: Colour = Colour.RED) -> Matrix:
    """Return the matrix of a position in a game that `starter` began."""
    geometry = position.geometry
    red = position.discs(Colour.RED.side(starter))
    yellow = position.discs(Colour.YELLOW.side(starter))

    def value(bit: int) -> int:
        if red & bit:
            return Colour.RED.value
        return Colour.YELLOW.value if yellow & bit else 0

    columns, rows = range(geometry.columns), range(geometry.rows)
    return tuple(tuple(value(geometry.bit(column, row)) for column in columns) for row in rows)


def format_matrix(position: Position, starter: Colour = Colour.RED) -> str:
    """Return exercise B's matrix in one line, bottom row first: `[[0,0,0,1,2,0,0],[0,0,0,1,0,0,0],...]`."""
    rows = (",".join(map(str, row)) for row in to_matrix(position, starter))
    return "[" + ",".join(f"[{row}]" for row in rows) + "]"


def draw(position: Position, style: str, starter: Colour = Colour.RED, letters: str = "WB") -> str:
    """Return the drawing of a position, top row first, without a newline at its end.

    Args:
        position: the position to draw.
        style: one of `DRAWING_STYLES`.
        starter: the player who began.
        letters: exercise-d's letters for the side that began and the other: "WB" for white and black, in French "BN".

    Raises:
        ValueError: the style is unknown, or `letters` are not two different letters.
    """
    matrix = to_matrix(position, starter)[::-1]
    if style == "exercise-a":
        return _draw_a(matrix)
    if style == "exercise-b":
        return _draw_b(matrix)
    if style == "exercise-d":
        # With red as the starter, 1 is the side that began.
        return _draw_d(to_matrix(position)[::-1], letters)
    if style == "exercise-e":
        return _draw_e(matrix)
    if style == MATRIX:
        return format_matrix(position, starter)
    if style == "debug":
        return "\n".join(" ".join(map(str, row)) for row in matrix)
    raise ValueError(f"no drawing style {style!r}")


def _numbers(matrix: Matrix, first: int) -> list[str]:
    """Return the column numbers from `first` on, padded to the width of a cell: that of the largest number."""
    columns = len(matrix[0])
    width = len(str(first + columns - 1))
    return [str(first + column).rjust(width) for column in range(columns)]


def _labels(matrix: Matrix, width: int) -> list[str]:
    """Return the row numbers from the top, padded to the largest one, at least to `width`."""
    rows = len(matrix)
    width = max(width, len(str(rows)))
    return [str(rows - index).rjust(width) for index in range(rows)]


def _cells(row: tuple[int, ...], marks: str, width: int) -> list[str]:
    """Return the cells of a row; `marks` are the characters for 0, 1 and 2."""
    return [marks[value].rjust(width) for value in row]


def _draw_a(matrix: Matrix) -> str:
    """Draw exercise A: `_`, `X` and `O` under a line of column symbols."""
    grid = ["".join(_cells(row, "_XO", 1)) for row in matrix]
    return "\n".join([SYMBOLS[: len(matrix[0])], *grid])


def _draw_b(matrix: Matrix) -> str:
    """Draw exercise B: `X` and `O` between bars over the column numbers from 0."""
    numbers = _numbers(matrix, 0)
    grid = ["|" + "|".join(_cells(row, " XO", len(numbers[0]))) + "|" for row in matrix]
    return "\n".join([*grid, " " + " ".join(numbers)])


def _draw_d(matrix: Matrix, letters: str) -> str:
    """Draw exercise D: white and black discs between bars, row numbers to the left, column numbers below."""
    if len(letters) != 2 or letters[0] == letters[1] or not letters.isalpha():
        raise ValueError(f"{letters!r} are not two letters")
    numbers = _numbers(matrix, 1)
    labels = _labels(matrix, len(numbers[0]))
    grid = [
        label + "|" + "|".join(_cells(row, " " + letters, len(numbers[0]))) + "|"
        for label, row in zip(labels, matrix, strict=True)
    ]
    return "\n".join([*grid, " " * len(labels[0]) + " " + " ".join(numbers)])


def _draw_e(matrix: Matrix) -> str:
    """Draw exercise E: `*` and `o` between row numbers on both sides and column numbers above and below."""
    numbers = _numbers(matrix, 1)
    labels = _labels(matrix, len(numbers[0]))
    grid = [
        f"  {label} " + " ".join(_cells(row, " *o", len(numbers[0]))) + f"  {label}"
        for label, row in zip(labels, matrix, strict=True)
    ]
    header = "  " + " " * len(labels[0]) + " " + " ".join(numbers)
    return "\n".join([header, *grid, header])
