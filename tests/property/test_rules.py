"""The core against the naive oracle, on boards of 4x4 to 32x32 with lines of 3 to 6."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p4tui.core.board_text import from_matrix
from p4tui.core.colour import Colour
from p4tui.core.drawings import to_matrix
from p4tui.core.errors import ColumnFullError, GameOverError, NoSuchColumnError
from p4tui.core.geometry import Geometry
from p4tui.core.lines import Direction, has_line, line_length, line_starts_at, longest_line
from p4tui.core.position import Outcome, Position, Side, Termination
from tests.property.oracle import STEPS, Board, assert_same, board_of, position_after
from tests.tools.positions import mirrored


@st.composite
def geometries(draw: st.DrawFn, largest: int = 32) -> Geometry:
    """Boards of every size up to the largest side, with lines of 3 to 6."""
    columns, rows = draw(st.integers(4, largest)), draw(st.integers(4, largest))
    return Geometry(columns, rows, draw(st.integers(3, min(6, max(columns, rows)))))


@st.composite
def positions(draw: st.DrawFn, largest: int = 32) -> Position:
    """Positions that are reached by playing, from the empty board to a finished game."""
    geometry = draw(geometries(largest))
    plies = draw(st.integers(0, geometry.cells))
    return position_after(geometry, draw(st.binary(min_size=plies, max_size=plies)))


@st.composite
def scattered(draw: st.DrawFn) -> Position:
    """Discs in any cells, also in the air and in any numbers: nothing but lines can be asked of them."""
    geometry = draw(geometries(12))
    values = draw(st.binary(min_size=geometry.cells, max_size=geometry.cells))
    # The more of the four values that stand for the first side, the longer its lines.
    share = draw(st.integers(1, 3))
    first = second = 0
    for index, value in enumerate(values):
        bit = geometry.bit(index % geometry.columns, index // geometry.columns)
        if value % 4 < share:
            first |= bit
        elif value % 4 == share:
            second |= bit
    return Position(geometry, first, second)


@given(geometries(), st.binary(min_size=1, max_size=200))
def test_every_ply_of_a_game_agrees_with_the_oracle(geometry: Geometry, choices: bytes) -> None:
    position = Position(geometry)
    board = Board(geometry.columns, geometry.rows, geometry.connect)
    for choice in choices:
        legal = position.legal_columns()
        if not legal:
            break
        column = legal[choice % len(legal)]
        assert position.landing_cell(column) == (column, board.free_row(column))
        position = position.play(column)
        board.drop(column)
    assert_same(position, board)
    assert board_of(position).grid == board.grid


@given(positions())
def test_legal_columns_and_landing_cells_are_those_of_the_oracle(position: Position) -> None:
    board = board_of(position)
    assert_same(position, board)
    for column in range(-1, position.geometry.columns + 1):
        row = board.free_row(column)
        assert position.landing_cell(column) == (None if row is None else (column, row))
        assert position.is_playable(column) == (row is not None and not board.lines())


@given(positions(9))
def test_a_column_is_refused_for_the_reason_that_the_oracle_sees(position: Position) -> None:
    board = board_of(position)
    over = bool(board.lines()) or board.full()
    for column in range(-2, position.geometry.columns + 2):
        expected: type[Exception] | None = None
        if not 0 <= column < board.columns:
            expected = NoSuchColumnError
        elif over:
            expected = GameOverError
        elif board.free_row(column) is None:
            expected = ColumnFullError
        if expected is None:
            assert position.play(column).ply == position.ply + 1
        else:
            with pytest.raises(expected):
                position.play(column)


@given(positions(10))
def test_a_column_wins_where_the_oracle_has_a_line_after_it(position: Position) -> None:
    if position.outcome is not None:
        return
    for side in Side:
        for column in position.legal_columns():
            board = board_of(position)
            board.turn = side + 1
            board.drop(column)
            assert position.wins_at(column, side) == bool(board.lines())


@settings(max_examples=50)
@given(
    st.sampled_from([(4, 4, 4), (5, 4, 5), (5, 5, 5), (6, 5, 6), (6, 6, 6)]),
    st.binary(min_size=36, max_size=36),
)
def test_full_small_boards_are_drawn_or_won_as_the_oracle_says(
    size: tuple[int, int, int], choices: bytes
) -> None:
    position = position_after(Geometry(*size), choices)
    board = board_of(position)
    assert board.lines() or board.full()
    assert_same(position, board)


@given(st.integers(4, 32), st.integers(4, 32))
def test_a_board_filled_in_twos_is_a_draw(columns: int, rows: int) -> None:
    geometry = Geometry(columns, rows, 4)
    first = sum(
        geometry.bit(column, row)
        for column in range(columns)
        for row in range(rows)
        if (row + column // 2) % 2 == 0
    )
    position = Position(geometry, first, geometry.board ^ first)
    board = board_of(position)
    assert not board.lines()
    assert position.outcome == Outcome(Termination.FULL_BOARD, None)
    assert position.legal_columns() == ()


@given(scattered())
def test_lines_by_direction_are_those_of_the_oracle(position: Position) -> None:
    geometry, board = position.geometry, board_of(position)
    by_direction = dict.fromkeys(Side, False)
    for direction in Direction:
        for side in Side:
            expected = board.has_line(side + 1, direction.name.lower())
            assert has_line(position, side, direction) == expected
            across, up = direction.value
            index = geometry.directions.index(across * geometry.stride + up)
            assert bool(geometry.line_starts(position.discs(side), index)) == expected
            by_direction[side] |= expected
    for side in Side:
        assert geometry.has_line(position.discs(side)) == by_direction[side]
    assert set(position.winning_cells()) == {cell for _, run in board.lines() for cell in run}


@given(scattered())
def test_lines_start_where_a_long_run_of_the_oracle_still_has_room(position: Position) -> None:
    geometry, board = position.geometry, board_of(position)
    for direction in Direction:
        starts = {
            cell
            for _, run in board.runs(direction.name.lower())
            for cell in run[: max(0, len(run) - geometry.connect + 1)]
        }
        found = {
            (column, row)
            for column in range(-1, geometry.columns + 1)
            for row in range(-1, geometry.rows + 1)
            if line_starts_at(position, column, row, direction)
        }
        assert found == starts


@settings(max_examples=50)
@given(scattered(), st.data())
def test_the_longest_line_through_a_cell_is_the_oracles(
    position: Position, data: st.DataObject
) -> None:
    geometry, board = position.geometry, board_of(position)
    column = data.draw(st.integers(-1, geometry.columns))
    row = data.draw(st.integers(-1, geometry.rows))
    assert longest_line(position, column, row) == board.longest(column, row)
    if geometry.contains(column, row):
        for side in Side:
            board.grid[row][column] = side + 1
            assert longest_line(position, column, row, side) == board.longest(column, row)


@given(scattered())
def test_no_line_by_direction_is_longer_than_the_longest(position: Position) -> None:
    for column in range(position.geometry.columns):
        lengths = [line_length(position, column, 0, direction) for direction in Direction]
        assert longest_line(position, column, 0) == max(lengths)


@given(positions())
def test_mirrored_positions_are_the_oracles_rows_reversed(position: Position) -> None:
    image = mirrored(position)
    assert board_of(image).grid == [row[::-1] for row in board_of(position).grid]
    assert image.outcome == position.outcome
    last = position.geometry.columns - 1
    assert (
        image.legal_columns() == tuple(last - column for column in position.legal_columns())[::-1]
    )


@given(positions())
def test_exchanging_the_colours_exchanges_the_winner_and_nothing_else(position: Position) -> None:
    swapped = Position(position.geometry, position.second, position.first)
    assert board_of(swapped).grid == [
        [(0, 2, 1)[cell] for cell in row] for row in board_of(position).grid
    ]
    assert swapped.winning_cells() == position.winning_cells()
    assert swapped.legal_columns() == position.legal_columns()
    ended, ended_swapped = position.outcome, swapped.outcome
    if ended is None or ended_swapped is None:
        assert ended is ended_swapped
    else:
        assert ended.termination is ended_swapped.termination
        assert ended_swapped.winner == (None if ended.winner is None else ended.winner.other)
    connect, red = position.geometry.connect, Colour.RED
    assert to_matrix(swapped, red.other) == to_matrix(position, red)
    assert from_matrix(to_matrix(position, red.other), connect, red.other) == (position, red.other)


@given(positions())
def test_every_position_that_is_played_passes_the_checks_on_drawings(position: Position) -> None:
    assert not position.floating()
    assert position.counts_fit()
    assert position.lines_fit()


@given(geometries())
def test_the_directions_are_the_steps_of_the_oracle(geometry: Geometry) -> None:
    for direction in Direction:
        assert STEPS[direction.name.lower()] == direction.value
    middle = geometry.bit(1, 1)
    neighbours = {middle << step for step in geometry.directions}
    assert neighbours == {geometry.bit(*cell) for cell in [(1, 2), (2, 1), (2, 2), (2, 0)]}
