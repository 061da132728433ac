"""The exercises' functions on lines: from a cell, in a direction, and the longest through a cell.

`Geometry.has_line` decides wins. These functions look at single cells instead; tests check them against it.
"""

from __future__ import annotations

from enum import Enum

from p4tui.core.position import Position, Side


class Direction(Enum):
    """A direction of lines; its value is the step in columns and rows."""

    HORIZONTAL = (1, 0)
    VERTICAL = (0, 1)
    RISING = (1, 1)
    FALLING = (1, -1)


def line_starts_at(position: Position, column: int, row: int, direction: Direction) -> bool:
    """Return whether a line of `connect` discs of one side starts at a cell and runs right (vertical: up).

    The cell is counted from 0. No line starts at an empty cell or off the board.
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
    """Return whether a side has a line of `connect` discs in one direction, anywhere on the board."""
    geometry = position.geometry
    return any(
        position.at(column, row) is side and line_starts_at(position, column, row, direction)
        for column in range(geometry.columns)
        for row in range(geometry.rows)
    )


def run_beside(position: Position, column: int, row: int, step: tuple[int, int], side: Side) -> int:
    """Count the adjacent discs of a side from a cell in one direction.

    `step` goes from cell to cell, in columns and rows: the value of a `Direction`, or its opposite.
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
    """Return the length of the line through a cell in one direction, 0 for an empty cell.

    If `side` is given, the cell counts as holding its disc.
    """
    owner = position.at(column, row) if side is None else side
    if owner is None:
        return 0
    across, up = direction.value
    before = run_beside(position, column, row, (-across, -up), owner)
    return before + 1 + run_beside(position, column, row, (across, up), owner)


def longest_line(position: Position, column: int, row: int, side: Side | None = None) -> int:
    """Return the length of the longest line through a cell in any direction (see `line_length`)."""
    return max(line_length(position, column, row, direction, side) for direction in Direction)
