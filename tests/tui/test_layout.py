"""The arrangement of board and panel: pure functions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p4tui.core.geometry import MAX_SIZE, MIN_SIZE
from p4tui.tui.look.art import Art
from p4tui.tui.look.cells import CellSize, Frame, scores_fit
from p4tui.tui.look.layout import (
    MAX_PANEL_WIDTH,
    MIN_PANEL_WIDTH,
    MIN_WINDOW,
    SCREEN_LINES,
    arrange,
    fit_board,
)

SIZES = st.integers(MIN_SIZE, MAX_SIZE)
WIDTHS = st.integers(MIN_WINDOW[0], 300)
HEIGHTS = st.integers(MIN_WINDOW[1], 120)
PLAIN = Frame()


@pytest.mark.parametrize(("width", "height"), [(80, 24), (40, 12), (30, 12)])
def test_a_whole_7x6_board_fits_into_small_windows(width: int, height: int) -> None:
    plan = arrange(7, 6, width, height - SCREEN_LINES, Art())
    needs = plan.frame.size(7, 6)
    assert needs[0] <= plan.board[0]
    assert needs[1] <= plan.board[1]


def test_discs_are_large_in_a_large_window() -> None:
    assert arrange(7, 6, 200, 60 - SCREEN_LINES, Art()).frame.cell.pixels >= 12


@given(SIZES, SIZES, WIDTHS, HEIGHTS)
def test_board_and_panel_stay_within_the_window_and_apart(
    columns: int, rows: int, width: int, height: int
) -> None:
    plan = arrange(columns, rows, width, height, Art())
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
    alone = PLAIN.size(columns, rows)
    plan = arrange(columns, rows, width, height, Art())
    if alone[0] <= width and alone[1] <= height:
        assert plan.board[0] >= alone[0] and plan.board[1] >= alone[1]


@given(st.integers(1, 400), st.integers(1, 200))
def test_the_board_that_fits_is_shown_without_scrolling(width: int, height: int) -> None:
    columns, rows = fit_board(width, height)
    assert MIN_SIZE <= columns <= MAX_SIZE
    assert MIN_SIZE <= rows <= MAX_SIZE
    needs = PLAIN.size(columns, rows)
    assert needs[0] <= width or columns == MIN_SIZE
    assert needs[1] + SCREEN_LINES <= height or rows == MIN_SIZE


@given(SIZES, SIZES, WIDTHS, HEIGHTS)
def test_scores_hide_no_row_of_a_board_that_is_whole_without_them(
    columns: int, rows: int, width: int, height: int
) -> None:
    plan = arrange(columns, rows, width, height, Art())
    scored = arrange(columns, rows, width, height, Art(), scores=True)
    assert scored.frame.cell == plan.frame.cell
    if plan.frame.size(columns, rows)[1] <= plan.board[1]:
        assert scored.frame.size(columns, rows)[1] <= scored.board[1]
        assert not scored.frame.cell.is_plain or (
            bool(scored.frame.score_lines) == scores_fit(columns, rows, width, height, Art())
        )


def test_the_smallest_cells_have_two_lines_of_scores() -> None:
    plan = arrange(20, 8, 44, 20, Art(), scores=True)
    assert plan.frame == Frame(CellSize(2), score_lines=2)
