"""Threats against brute force: every empty cell, filled by either side, and the lines of the core counted."""

from __future__ import annotations

from hypothesis import given

from p4tui.core.geometry import Cell
from p4tui.core.lines import longest_line
from p4tui.core.position import Position, Side
from p4tui.engine.threats import threats
from tests.property.test_rules import positions


def completing(position: Position, cell: Cell) -> tuple[Side, ...]:
    """Return the sides whose disc in an empty cell would be part of a line."""
    return tuple(
        side for side in Side if longest_line(position, *cell, side) >= position.geometry.connect
    )


@given(positions(largest=12))
def test_threats_are_the_empty_cells_that_complete_a_line(position: Position) -> None:
    geometry = position.geometry
    cells = [Cell(c, r) for c in range(geometry.columns) for r in range(geometry.rows)]
    expected = {
        cell: sides
        for cell in cells
        if position.at(*cell) is None and (sides := completing(position, cell))
    }
    assert list(threats(position).items()) == list(expected.items())


def test_rows_are_odd_and_even_as_people_count_them() -> None:
    assert [Cell(0, row).in_even_row for row in range(4)] == [False, True, False, True]
