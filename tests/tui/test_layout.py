"""The layout grid and the viewport: pure functions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p4tui.core.geometry import MAX_SIZE, MIN_SIZE, Geometry
from p4tui.tui.look.layout import (
    BOARD_EXTRA_LINES,
    MAX_CELL_HEIGHT,
    MAX_PANEL_WIDTH,
    MIN_PANEL_WIDTH,
    MIN_WINDOW,
    SCREEN_LINES,
    CellSize,
    arrange,
    cell_size,
    fit_board,
    scores_fit,
)
from p4tui.tui.look.viewport import Viewport

SIZES = st.integers(MIN_SIZE, MAX_SIZE)
WIDTHS = st.integers(MIN_WINDOW[0], 300)
HEIGHTS = st.integers(MIN_WINDOW[1], 120)


@pytest.mark.parametrize(("width", "height"), [(80, 24), (40, 12), (30, 12)])
def test_a_whole_7x6_board_fits_into_small_windows(width: int, height: int) -> None:
    plan = arrange(7, 6, width, height - SCREEN_LINES)
    cell = cell_size(7, 6, *plan.board)
    needs = cell.board(7, 6)
    assert needs[0] <= plan.board[0]
    assert needs[1] <= plan.board[1]


def test_discs_are_large_in_a_large_window() -> None:
    plan = arrange(7, 6, 200, 60 - SCREEN_LINES)
    cell = cell_size(7, 6, *plan.board)
    assert cell.width >= 12
    assert cell.height >= 6


def test_a_cell_grows_with_the_window_up_to_a_limit() -> None:
    heights = [cell_size(7, 6, 2 * lines * 4, lines).height for lines in range(8, 200)]
    assert heights == sorted(heights)
    assert heights[0] == 1
    assert heights[-1] == MAX_CELL_HEIGHT


@given(SIZES, SIZES, WIDTHS, HEIGHTS)
def test_cells_are_about_twice_as_wide_as_high_and_fit_where_any_does(
    columns: int, rows: int, width: int, height: int
) -> None:
    cell = cell_size(columns, rows, width, height)
    assert 2 * cell.height - 1 <= cell.width <= 2 * cell.height
    needs = cell.board(columns, rows)
    smallest = CellSize(2, 1).board(columns, rows)
    if smallest[0] <= width and smallest[1] <= height:
        assert needs[0] <= width and needs[1] <= height
    else:
        assert cell == CellSize(2, 1)


@given(SIZES, SIZES, WIDTHS, HEIGHTS)
def test_board_and_panel_stay_within_the_window_and_apart(
    columns: int, rows: int, width: int, height: int
) -> None:
    plan = arrange(columns, rows, width, height)
    assert 0 < plan.board[0] <= width
    assert 0 < plan.board[1] <= height
    if plan.beside:
        assert MIN_PANEL_WIDTH <= plan.panel[0] <= MAX_PANEL_WIDTH
        assert plan.board[0] + 1 + plan.panel[0] <= width
        assert plan.panel[1] <= height
    else:
        assert plan.board[1] + plan.panel[1] <= height
        assert plan.panel[0] <= width


@given(SIZES, SIZES, WIDTHS, HEIGHTS)
def test_the_board_comes_before_the_panel(columns: int, rows: int, width: int, height: int) -> None:
    alone = CellSize(2, 1).board(columns, rows)
    plan = arrange(columns, rows, width, height)
    if alone[0] <= width and alone[1] <= height:
        assert plan.board[0] >= alone[0] and plan.board[1] >= alone[1]


@given(st.integers(1, 400), st.integers(1, 200))
def test_the_board_that_fits_is_shown_without_scrolling(width: int, height: int) -> None:
    columns, rows = fit_board(width, height)
    assert MIN_SIZE <= columns <= MAX_SIZE
    assert MIN_SIZE <= rows <= MAX_SIZE
    needs = CellSize(2, 1).board(columns, rows)
    assert needs[0] <= width or columns == MIN_SIZE
    assert needs[1] + SCREEN_LINES <= height or rows == MIN_SIZE


# The columns' scores


@pytest.mark.parametrize(("width", "height"), [(80, 24), (40, 12), (30, 12), (200, 60)])
def test_scores_fit_under_a_whole_7x6_board(width: int, height: int) -> None:
    plan = arrange(7, 6, width, height - SCREEN_LINES, scores=True)
    assert scores_fit(7, 6, *plan.board)
    cell = cell_size(7, 6, *plan.board, scores=True)
    assert cell.board(7, 6, scores=True)[1] <= plan.board[1]


@given(SIZES, SIZES, WIDTHS, HEIGHTS)
def test_scores_hide_no_row_of_a_board_that_is_whole_without_them(
    columns: int, rows: int, width: int, height: int
) -> None:
    whole = CellSize(2, 1).board(columns, rows)[1] <= height
    plan = arrange(columns, rows, width, height, scores=True)
    assert 0 < plan.board[0] <= width
    assert 0 < plan.board[1] <= height
    if whole:
        lines = plan.board[1] - BOARD_EXTRA_LINES
        if scores_fit(columns, rows, *plan.board):
            cell = cell_size(columns, rows, *plan.board, scores=True)
            lines -= cell.score_lines
        else:
            cell = cell_size(columns, rows, *plan.board)
        assert rows * cell.height <= lines


@given(SIZES, SIZES, WIDTHS, HEIGHTS)
def test_the_board_and_the_window_agree_on_whether_scores_fit(
    columns: int, rows: int, width: int, height: int
) -> None:
    """The board decides by the size that the arrangement gave it."""
    plan = arrange(columns, rows, width, height, scores=True)
    assert scores_fit(columns, rows, *plan.board) == scores_fit(columns, rows, width, height)


def test_a_board_that_scrolls_keeps_some_rows_over_its_scores() -> None:
    assert scores_fit(32, 32, 40, 8)
    assert not scores_fit(32, 32, 40, 7)
    assert not scores_fit(7, 6, 40, 8)
    assert scores_fit(7, 6, 40, 10)


# The viewport


def test_the_whole_board_is_seen_where_it_fits() -> None:
    view = Viewport().fit(Geometry(7, 6), CellSize(4, 2), (28, 14))
    assert view == Viewport(0, 0, 7, 6, 7, 6)


@given(
    SIZES,
    SIZES,
    st.integers(1, 80),
    st.integers(1, 40),
    st.data(),
    st.sampled_from([CellSize(2, 1), CellSize(4, 2)]),
)
def test_a_cell_asked_for_is_always_in_sight(
    columns: int, rows: int, width: int, height: int, data: st.DataObject, cell: CellSize
) -> None:
    view = Viewport()
    for _ in range(3):
        column = data.draw(st.integers(0, columns - 1))
        row = data.draw(st.integers(0, rows - 1))
        view = view.fit(Geometry(columns, rows, 3), cell, (width, height)).scroll_to(column, row)
        assert view.column <= column < view.column + view.columns <= columns
        assert view.row <= row < view.row + view.rows <= rows
        assert view.columns == 1 or view.columns * cell.width + cell.margin <= width
        assert view.rows == 1 or view.rows * cell.height + BOARD_EXTRA_LINES <= height


def test_a_view_moves_no_further_than_needed() -> None:
    view = Viewport(0, 0, 5, 4, 20, 20)
    assert view.scroll_to(4, 3) == view
    assert view.scroll_to(5, 4) == Viewport(1, 1, 5, 4, 20, 20)
    assert view.scroll_to(10, 10).scroll_to(8, 8) == Viewport(6, 7, 5, 4, 20, 20)
    assert view.scroll_to(10, 10).scroll_to(2, 2) == Viewport(2, 2, 5, 4, 20, 20)


@pytest.mark.parametrize(("width", "height"), [(30, 12), (40, 16), (80, 24), (120, 40), (200, 60)])
@pytest.mark.parametrize("scores", [False, True])
def test_the_board_in_its_place_has_the_cells_that_the_arrangement_says(
    width: int, height: int, *, scores: bool
) -> None:
    for columns, rows in ((7, 6), (12, 9), (20, 15), (32, 32), (32, 4), (4, 32)):
        plan = arrange(columns, rows, width, height - SCREEN_LINES, scores=scores)
        seen = scores and scores_fit(columns, rows, *plan.board)
        assert cell_size(columns, rows, *plan.board, scores=seen) == plan.cell
