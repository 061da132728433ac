from __future__ import annotations

import dataclasses

import pytest

from p4tui.core.errors import GeometryError, P4Error
from p4tui.core.geometry import Cell, Geometry

SIZES = [(7, 6, 4), (4, 4, 3), (4, 4, 4), (32, 4, 4), (4, 32, 6), (32, 32, 32), (10, 6, 5)]


def test_the_usual_board_is_seven_by_six_with_four_in_line() -> None:
    geometry = Geometry()
    assert (geometry.columns, geometry.rows, geometry.connect) == (7, 6, 4)
    assert geometry.cells == 42


def test_the_bit_layout_is_the_one_drawn_in_the_docstring() -> None:
    geometry = Geometry()
    assert geometry.bit(0, 0) == 1 << 0
    assert geometry.bit(0, 5) == 1 << 5
    assert geometry.bit(1, 0) == 1 << 7
    assert geometry.bit(6, 5) == 1 << 47
    assert geometry.directions == (1, 7, 8, 6)


@pytest.mark.parametrize("size", SIZES)
def test_masks_agree_with_single_cells(size: tuple[int, int, int]) -> None:
    geometry = Geometry(*size)
    cells = [(column, row) for column in range(geometry.columns) for row in range(geometry.rows)]
    assert geometry.board == sum(geometry.bit(*cell) for cell in cells)
    assert geometry.board.bit_count() == geometry.cells == len(cells)
    assert geometry.bottom == sum(geometry.bit(column, 0) for column in range(geometry.columns))
    assert sum(geometry.column_masks) == geometry.board
    for column in range(geometry.columns):
        assert geometry.cells_of(geometry.column_masks[column]) == tuple(
            (column, row) for row in range(geometry.rows)
        )
        assert geometry.cell(geometry.top_cells[column]) == Cell(column, geometry.rows - 1)
    assert geometry.cells_of(geometry.board) == tuple(cells)
    assert geometry.cells_of(0) == ()


def test_contains_knows_the_four_edges() -> None:
    geometry = Geometry(5, 4, 4)
    assert geometry.contains(0, 0)
    assert geometry.contains(4, 3)
    assert not any(geometry.contains(*cell) for cell in [(-1, 0), (0, -1), (5, 0), (0, 4)])


@pytest.mark.parametrize(
    ("columns", "order"),
    [(7, (3, 2, 4, 1, 5, 0, 6)), (4, (1, 2, 0, 3)), (5, (2, 1, 3, 0, 4)), (6, (2, 3, 1, 4, 0, 5))],
)
def test_columns_are_ordered_from_the_middle(columns: int, order: tuple[int, ...]) -> None:
    assert Geometry(columns).centre_first == order


@pytest.mark.parametrize(
    "size",
    [
        (3, 6, 4),
        (33, 6, 4),
        (7, 3, 4),
        (7, 33, 4),
        (7, 6, 2),
        (7, 6, 8),
        (4, 4, 5),
        (0, 0, 0),
        (-7, 6, 4),
        (10**30, 6, 4),
    ],
)
def test_sizes_out_of_range_are_refused_with_their_numbers(
    size: tuple[int, int, int],
) -> None:
    with pytest.raises(GeometryError) as caught:
        Geometry(*size)
    assert (caught.value.columns, caught.value.rows, caught.value.connect) == size
    assert isinstance(caught.value, P4Error)


def test_a_line_may_be_as_long_as_the_longer_side() -> None:
    assert Geometry(7, 6, 7).connect == 7
    assert Geometry(4, 9, 9).connect == 9


@pytest.mark.parametrize("connect", range(3, 10))
def test_a_line_starts_where_exactly_connect_discs_follow(connect: int) -> None:
    geometry = Geometry(10, 10, connect)
    for index, (across, up) in enumerate([(0, 1), (1, 0), (1, 1), (1, -1)]):
        first_row = 9 if up < 0 else 0
        cells = [geometry.bit(step * across, first_row + step * up) for step in range(connect)]
        assert geometry.line_starts(sum(cells), index) == cells[0]
        assert geometry.has_line(sum(cells))
        assert geometry.line_cells(sum(cells)) == sum(cells)
        for missing in cells:
            assert not geometry.has_line(sum(cells) - missing)
            assert geometry.line_cells(sum(cells) - missing) == 0


def test_no_line_runs_from_the_top_of_a_column_into_the_next() -> None:
    geometry = Geometry()
    vertical = [(0, 4), (0, 5), (1, 0), (1, 1)]
    rising = [(0, 3), (1, 4), (2, 5), (4, 0)]
    falling = [(0, 2), (1, 1), (2, 0), (2, 5)]
    for cells in (vertical, rising, falling):
        assert not geometry.has_line(sum(geometry.bit(*cell) for cell in cells))


def test_all_cells_of_a_longer_line_belong_to_it() -> None:
    geometry = Geometry(9, 4, 4)
    row = sum(geometry.bit(column, 0) for column in range(1, 8))
    assert geometry.line_cells(row | geometry.bit(3, 2)) == row


def test_geometries_are_values() -> None:
    geometry = Geometry(8, 7, 4)
    assert geometry == Geometry(8, 7, 4)
    assert hash(geometry) == hash(Geometry(8, 7, 4))
    assert eval(repr(geometry)) == geometry  # noqa: S307 - the repr of our own value
    with pytest.raises(dataclasses.FrozenInstanceError):
        geometry.columns = 9  # type: ignore[misc]
