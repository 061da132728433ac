"""What the exercises ask of lines: from a cell in a direction, by direction over the board, the longest through a cell.

The one test that decides a win is `Geometry.has_line`; these functions look at single cells, for every board size and
line length, and are checked against it.
"""

from __future__ import annotations

from enum import Enum

from p4tui.core.position import Position, Side


class Direction(Enum):
    """A direction of lines: its value is the step in columns and rows."""

    HORIZONTAL = (1, 0)
    VERTICAL = (0, 1)
    RISING = (1, 1)
    FALLING = (1, -1)


def line_starts_at(position: Position, column: int, row: int, direction: Direction) -> bool:
    """Whether `connect` discs of one side follow each other from a cell to the right (vertical: upwards).

    The cell is counted from 0. An empty cell or one off the board starts no line; nothing off the board is looked at.
    """
    side = position.at(column, row)
    if side is None:
        return False
    across, up = direction.value
    length = position.geometry.connect
    return all(
        position.at(column + step * across, row + step * up) is side for step in range(length)
    )


def has_line(position: Position, side: Side, direction: Direction) -> bool:
    """Whether a side has a line of `connect` discs in one direction, anywhere on the board."""
    geometry = position.geometry
    return any(
        position.at(column, row) is side and line_starts_at(position, column, row, direction)
        for column in range(geometry.columns)
        for row in range(geometry.rows)
    )


def run_beside(position: Position, column: int, row: int, step: tuple[int, int], side: Side) -> int:
    """How many discs of a side follow a cell one after the other, the cell itself not counted.

    `step` is the way to go, in columns and rows: the value of a `Direction`, or its opposite.
    """
    length = 0
    column, row = column + step[0], row + step[1]
    while position.at(column, row) is side:
        length += 1
        column, row = column + step[0], row + step[1]
    return length


def line_length(
    position: Position, column: int, row: int, direction: Direction, side: Side | None = None
) -> int:
    """The length of the line through a cell in one direction, 0 for an empty cell.

    With a side given the cell counts as holding its disc: what a disc dropped there would make.
    """
    owner = position.at(column, row) if side is None else side
    if owner is None:
        return 0
    across, up = direction.value
    before = run_beside(position, column, row, (-across, -up), owner)
    return before + 1 + run_beside(position, column, row, (across, up), owner)


def longest_line(position: Position, column: int, row: int, side: Side | None = None) -> int:
    """The length of the longest line through a cell in any direction, 0 for an empty cell (see `line_length`)."""
    return max(line_length(position, column, row, direction, side) for direction in Direction)
