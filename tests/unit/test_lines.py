from __future__ import annotations

import pytest

from p4tui.core.geometry import Geometry
from p4tui.core.lines import Direction, has_line, line_length, line_starts_at, longest_line
from p4tui.core.position import Position, Side
from tests.tools.positions import after

LINES = {
    Direction.HORIZONTAL: ("1122334", (0, 0)),
    Direction.VERTICAL: ("1212121", (0, 0)),
    Direction.RISING: ("12233434414", (0, 0)),
    Direction.FALLING: ("76655454474", (3, 3)),
}


@pytest.mark.parametrize("direction", list(Direction))
def test_row_B_a_line_starts_at_its_left_or_lowest_cell_alone(direction: Direction) -> None:
    moves, start = LINES[direction]
    position = after(moves)
    starts = [
        (column, row)
        for column in range(7)
        for row in range(6)
        if line_starts_at(position, column, row, direction)
    ]
    assert starts == [start]
    for other in set(Direction) - {direction}:
        assert not any(
            line_starts_at(position, column, row, other) for column in range(7) for row in range(6)
        )


@pytest.mark.parametrize("direction", list(Direction))
def test_row_C_each_direction_is_checked_apart(direction: Direction) -> None:
    position = after(LINES[direction][0])
    assert [d for d in Direction if has_line(position, Side.FIRST, d)] == [direction]
    assert not any(has_line(position, Side.SECOND, d) for d in Direction)


@pytest.mark.parametrize("direction", list(Direction))
def test_row_B_nothing_off_the_board_starts_a_line(direction: Direction) -> None:
    position = after("1212121")
    for cell in [(-1, 0), (0, -1), (7, 0), (0, 6), (-99, 99)]:
        assert not line_starts_at(position, *cell, direction)
        assert longest_line(position, *cell) == 0


def test_three_discs_before_the_edge_start_no_line() -> None:
    position = after("5566" + "7")
    assert position.at(4, 0) is position.at(5, 0) is position.at(6, 0) is Side.FIRST
    assert not line_starts_at(position, 4, 0, Direction.HORIZONTAL)


def test_row_E_an_empty_cell_has_no_line_unless_a_side_is_given() -> None:
    position = after("112233")
    assert longest_line(position, 3, 0) == 0
    assert longest_line(position, 3, 0, Side.FIRST) == 4
    assert longest_line(position, 3, 0, Side.SECOND) == 2
    assert line_length(position, 3, 0, Direction.HORIZONTAL, Side.FIRST) == 4
    assert line_length(position, 3, 0, Direction.VERTICAL, Side.FIRST) == 1


def test_row_E_the_longest_line_counts_both_ways_from_the_cell() -> None:
    position = after("1122445566" + "3")
    assert [longest_line(position, column, 0) for column in range(7)] == [6, 6, 6, 6, 6, 6, 0]
    assert line_length(position, 2, 0, Direction.HORIZONTAL) == 6
    assert line_length(position, 2, 0, Direction.RISING) == 1


@pytest.mark.parametrize("connect", [3, 5, 6])
def test_a_line_is_as_long_as_the_board_says(connect: int) -> None:
    geometry = Geometry(9, 6, connect)
    bottom = [geometry.bit(column, 0) for column in range(9)]
    line = Position(geometry, sum(bottom[:connect]), sum(bottom[connect : 2 * connect - 1]))
    assert line_starts_at(line, 0, 0, Direction.HORIZONTAL)
    assert has_line(line, Side.FIRST, Direction.HORIZONTAL)
    assert not has_line(line, Side.SECOND, Direction.HORIZONTAL)
    assert not line_starts_at(line, 1, 0, Direction.HORIZONTAL)
