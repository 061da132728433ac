"""The sizes of cells, and which fit a window: pure arithmetic."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p4tui.core.geometry import MAX_SIZE, MIN_SIZE, Geometry
from p4tui.tui.look.art import Art
from p4tui.tui.look.cells import (
    EVEN_PIXELS,
    PLAIN_PIXELS,
    SMALL_PIXELS,
    CellSize,
    Frame,
    fit_frame,
    scores_fit,
)
from p4tui.tui.look.viewport import Viewport

SIZES = st.integers(MIN_SIZE, MAX_SIZE)
WIDTHS = st.integers(28, 300)
HEIGHTS = st.integers(7, 120)
CELLS = [CellSize(pixels) for pixels in (*EVEN_PIXELS, *SMALL_PIXELS, PLAIN_PIXELS)]
ARTS = [Art(glyphs=glyphs) for glyphs in ("blocks", "neutral", "ascii")]


@pytest.mark.parametrize(
    ("width", "height", "frame"),
    [
        # The lines that are left beside header, message and keys; the scores have one as well.
        (44, 22, Frame(CellSize(6), 1)),
        (72, 37, Frame(CellSize(10), 5)),
        (100, 57, Frame(CellSize(14), 7)),
        (200, 97, Frame(CellSize(24), 12)),
        (37, 18, Frame(CellSize(5), 1)),
        (25, 10, Frame(CellSize(3), 0, numbers_above=True)),
        (23, 11, Frame(CellSize(3), 1)),
        (30, 9, Frame(CellSize(2), 1)),
    ],
)
def test_a_7x6_board_has_the_cells_of_the_design(width: int, height: int, frame: Frame) -> None:
    assert fit_frame(7, 6, width, height, Art()) == frame


@given(SIZES, SIZES, WIDTHS, HEIGHTS, st.sampled_from(ARTS))
def test_the_largest_cells_that_fit_are_taken(
    columns: int, rows: int, width: int, height: int, art: Art
) -> None:
    frame = fit_frame(columns, rows, width, height, art)
    needs = frame.size(columns, rows)
    if frame.cell.is_plain:
        smallest = Frame(CellSize(3), 0, numbers_above=True).size(columns, rows)
        assert art.glyphs != "blocks" or smallest[0] > width or smallest[1] > height
    else:
        assert needs[0] <= width
        assert needs[1] <= height
    larger = [cell for cell in CELLS if cell.pixels > frame.cell.pixels]
    for cell in larger:
        needs = Frame(cell, cell.low_lane).size(columns, rows)
        drawn = art.glyphs == "blocks" or cell.pixels % 2 == 0
        assert needs[0] > width or needs[1] > height or not drawn


@given(SIZES, SIZES, WIDTHS, HEIGHTS)
def test_half_lines_are_drawn_with_half_blocks_alone(
    columns: int, rows: int, width: int, height: int
) -> None:
    for art in ARTS[1:]:
        assert fit_frame(columns, rows, width, height, art).cell.pixels % 2 == 0


def test_a_cell_grows_with_the_window() -> None:
    pixels = [fit_frame(7, 6, 8 * lines, lines, Art()).cell.pixels for lines in range(8, 120)]
    assert pixels == sorted(pixels)
    assert set(pixels) == {2, 3, 4, 5, *range(6, 25, 2)}


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: str(cell.pixels))
def test_every_line_belongs_to_the_row_with_most_of_its_pixels(cell: CellSize) -> None:
    for line in range(cell.lines(9)):
        place = cell.place_at(line)
        assert cell.first_line(place) <= line < cell.first_line(place + 1)
        pixels = [pixel // cell.pixels for pixel in (2 * line, 2 * line + 1)]
        assert place in pixels
    assert cell.lines(9) == -(-9 * cell.pixels // 2)


@pytest.mark.parametrize(
    ("width", "height", "fits"),
    [(44, 20, True), (25, 10, True), (20, 10, True), (20, 9, False), (20, 8, False)],
)
def test_scores_fit_under_a_7x6_board_of_discs_and_never_hide_a_row(
    width: int, height: int, *, fits: bool
) -> None:
    assert scores_fit(7, 6, width, height, Art()) is fits


def test_a_board_that_scrolls_keeps_some_rows_over_its_scores() -> None:
    assert scores_fit(32, 32, 40, 8, Art())
    assert not scores_fit(32, 32, 40, 7, Art())


# The viewport


def test_the_whole_board_is_seen_where_it_fits() -> None:
    assert Viewport().fit(Geometry(7, 6), CellSize(4), 30, 12) == Viewport(0, 0, 7, 6, 7, 6)


@given(SIZES, SIZES, st.integers(1, 80), st.integers(1, 40), st.data(), st.sampled_from(CELLS[-4:]))
def test_a_cell_asked_for_is_always_in_sight(
    columns: int, rows: int, width: int, lines: int, data: st.DataObject, cell: CellSize
) -> None:
    view = Viewport()
    for _ in range(3):
        column = data.draw(st.integers(0, columns - 1))
        row = data.draw(st.integers(0, rows - 1))
        view = view.fit(Geometry(columns, rows, 3), cell, width, lines).scroll_to(column, row)
        assert view.column <= column < view.column + view.columns <= columns
        assert view.row <= row < view.row + view.rows <= rows
        assert view.columns == 1 or cell.width(view.columns) <= width
        assert view.rows == 1 or cell.lines(view.rows) <= lines


def test_a_view_moves_no_further_than_needed() -> None:
    view = Viewport(0, 0, 5, 4, 20, 20)
    assert view.scroll_to(4, 3) == view
    assert view.scroll_to(5, 4) == Viewport(1, 1, 5, 4, 20, 20)
    assert view.scroll_to(10, 10).scroll_to(8, 8) == Viewport(6, 7, 5, 4, 20, 20)
    assert view.scroll_to(10, 10).scroll_to(2, 2) == Viewport(2, 2, 5, 4, 20, 20)
