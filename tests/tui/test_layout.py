"""The places of everything on a screen with a board, and the viewport: pure functions."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p4tui.core.geometry import MAX_SIZE, MIN_SIZE, Geometry
from p4tui.tui.look.board_window import PIXELS, Place
from p4tui.tui.look.cells import PLAIN_PIXELS, CellSize
from p4tui.tui.look.game_layout import game_layout
from p4tui.tui.look.layout import HEADER_WINDOW, MIN_WINDOW, SCREEN_LINES, fit_board
from p4tui.tui.look.places import GameLayout, ListSize
from p4tui.tui.look.viewport import Viewport

SIZES = st.integers(MIN_SIZE, MAX_SIZE)
WIDTHS = st.integers(MIN_WINDOW[0], 300)
HEIGHTS = st.integers(MIN_WINDOW[1], 100)
CHOICES = st.sampled_from([None, ListSize(14, 6), ListSize(16, 6), ListSize(24, 4)])


def shown(layout: GameLayout) -> dict[str, Place]:
    """Return the places of what is shown."""
    return {name: place for name, place in layout.places.items() if place is not None}


def overlap(one: Place, other: Place) -> bool:
    """Return whether two places have a cell in common."""
    return max(one.x, other.x) < min(one.right, other.right) and max(one.y, other.y) < min(
        one.bottom, other.bottom
    )


# The pictures of the design


def test_the_places_at_80x24() -> None:
    assert shown(game_layout(7, 6, 80, 24)) == {
        "header": Place(0, 0, 80, 1),
        "board": Place(18, 1, 44, 21),
        "banner": Place(18, 1, 44, 1),
        "red": Place(1, 2, 16, 7),
        "yellow": Place(63, 2, 16, 7),
        "match": Place(1, 10, 16, 5),
        "exact": Place(1, 16, 16, 4),
        "moves": Place(63, 10, 16, 11),
        "bar": Place(17, 2, 1, 18),
        "evaluation": Place(15, 20, 3, 1),
        "status": Place(0, 22, 80, 1),
        "keys": Place(0, 23, 80, 1),
    }


def test_the_places_at_120x40() -> None:
    places = shown(game_layout(7, 6, 120, 40))
    assert places["board"] == Place(24, 1, 72, 37)
    assert places["red"] == Place(1, 2, 20, 9)
    assert places["yellow"] == Place(99, 2, 20, 9)
    assert places["match"] == Place(1, 12, 20, 5)
    assert places["exact"] == Place(1, 18, 20, 5)
    assert places["moves"] == Place(99, 12, 20, 25)
    assert places["bar"] == Place(22, 6, 1, 30)


def test_the_places_at_200x60() -> None:
    layout = game_layout(7, 6, 200, 60)
    places = shown(layout)
    assert (layout.pixels, layout.disc) == (14, 10)
    assert places["board"] == Place(50, 3, 100, 51)
    assert places["red"] == Place(16, 4, 30, 12)
    assert places["yellow"] == Place(154, 4, 30, 12)
    assert places["match"] == Place(16, 17, 30, 7)
    assert places["exact"] == Place(16, 25, 30, 5)
    assert places["moves"] == Place(154, 17, 30, 36)
    assert places["bar"] == Place(48, 10, 1, 42)


def test_the_places_at_60x20() -> None:
    layout = game_layout(7, 6, 60, 20)
    places = shown(layout)
    assert layout.pixels == 5
    assert layout.has_one_column
    assert places["board"] == Place(1, 1, 37, 17)
    assert places["red"] == Place(40, 2, 19, 3)
    assert places["yellow"] == Place(40, 6, 19, 3)
    assert places["moves"] == Place(40, 10, 19, 8)


@pytest.mark.parametrize("width", [40, 30])
def test_the_places_in_small_windows(width: int) -> None:
    layout = game_layout(7, 6, width, 12)
    assert (layout.pixels, layout.window.lane) == (3, 0)
    assert set(shown(layout)) == {"board", "panel", "banner", "status", "keys"}
    assert layout.board == Place(0, 0, 23, 10)
    assert layout.panel == Place(23, 0, width - 23, 10)


# Every window and every board


@given(SIZES, SIZES, WIDTHS, HEIGHTS, CHOICES)
def test_nothing_overlaps_or_leaves_the_window(
    columns: int, rows: int, width: int, height: int, choices: ListSize | None
) -> None:
    places = shown(game_layout(columns, rows, width, height, choices=choices))
    for name, place in places.items():
        assert place.x >= 0 and place.right <= width, name
        assert place.y >= 0 and place.bottom <= height, name
        assert place.width > 0 and place.height > 0, name
    banner, board = places.pop("banner"), places["board"]
    assert (board.x, board.right) == (banner.x, banner.right)
    assert board.y <= banner.y < banner.bottom <= board.bottom
    for one, other in combinations(places, 2):
        assert not overlap(places[one], places[other]), (one, other)
    assert (places["status"].y, places["keys"].y) == (height - SCREEN_LINES, height - 1)


@given(SIZES, SIZES, WIDTHS, HEIGHTS, st.booleans())
def test_a_board_is_whole_where_any_cells_fit(
    columns: int, rows: int, width: int, height: int, halves: bool
) -> None:
    layout = game_layout(columns, rows, width, height, halves=halves)
    cell = layout.window.frame.cell
    assert cell.pixels in PIXELS
    assert halves or cell.pixels % 2 == 0
    fits = CellSize(PLAIN_PIXELS).width(columns) <= width and rows <= height - SCREEN_LINES - 1
    frame = layout.window.frame
    assert (frame.size(columns, rows) == layout.board[2:]) == fits
    assert fits or cell.is_plain


@given(SIZES, SIZES, WIDTHS, HEIGHTS)
def test_a_larger_window_has_no_smaller_cells_but_for_the_cards(
    columns: int, rows: int, width: int, height: int
) -> None:
    """Cards and text are worth cells of 4 and 3 pixels, cards at both sides those of 6; the rest of the width is the board's."""
    layout = game_layout(columns, rows, width, height)
    taller = game_layout(columns, rows, width, height + 1)
    assert taller.pixels >= min(layout.pixels, 6)
    largest = max(
        pixels
        for pixels in PIXELS
        if pixels == PLAIN_PIXELS
        or (
            CellSize(pixels).width(columns) <= width
            and CellSize(pixels).lines(rows) + 3 <= height
            and pixels < 6
        )
    )
    if layout.red is None:
        assert layout.pixels >= min(largest, 3)
    else:
        assert layout.pixels >= min(largest, 4)


@given(SIZES, SIZES, WIDTHS, HEIGHTS)
def test_what_goes_first_is_dropped_first(columns: int, rows: int, width: int, height: int) -> None:
    layout = game_layout(columns, rows, width, height)
    assert (layout.red is None) == (layout.yellow is None)
    assert layout.red is not None or layout.match is None
    assert layout.match is not None or layout.exact is None
    assert layout.panel is None or layout.red is None
    assert (
        layout.header is not None
        or not layout.window.score_line
        or layout.window.row_lines < layout.window.whole_lines
        or height < HEADER_WINDOW
    )
    assert layout.window.lane or layout.header is None


@given(SIZES, SIZES, WIDTHS, HEIGHTS, CHOICES)
def test_choices_have_the_room_that_they_need(
    columns: int, rows: int, width: int, height: int, choices: ListSize | None
) -> None:
    place = game_layout(columns, rows, width, height, choices=choices).choices
    if choices is None:
        assert place is None
    else:
        assert place is not None
        assert place.height >= choices.rows
        assert place.width >= min(choices.width, 16)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60), (60, 20), (40, 12)], ids=str)
def test_the_board_does_not_move_when_the_results_come(size: tuple[int, int]) -> None:
    game, results = (game_layout(7, 6, *size, choices=each) for each in (None, ListSize(16, 6)))
    assert game.board == results.board
    assert game.window == results.window
    assert (game.red, game.match) == (results.red, results.match)


@pytest.mark.parametrize(("size", "rows"), [((120, 40), 6), ((80, 24), 4)])
def test_a_large_window_has_choices_and_moves(size: tuple[int, int], rows: int) -> None:
    layout = game_layout(7, 6, *size, choices=ListSize(16, rows))
    assert layout.moves is not None
    assert layout.choices is not None
    assert layout.choices.bottom < layout.moves.y
    assert layout.choices.height > rows
    assert layout.moves.height >= 4


# The largest board without scrolling


@given(st.integers(10, 100), st.integers(7, 60))
def test_the_largest_board_that_fits_is_whole(width: int, height: int) -> None:
    columns, rows = fit_board(width, height)
    assert MIN_SIZE <= columns <= MAX_SIZE and MIN_SIZE <= rows <= MAX_SIZE
    layout = game_layout(columns, rows, width, height)
    assert layout.board.width == layout.window.board_width
    assert layout.window.row_lines == layout.window.whole_lines


# The viewport


def test_the_whole_board_is_seen_where_it_fits() -> None:
    view = Viewport().fit(Geometry(7, 6), CellSize(4), 30, 12)
    assert view == Viewport(0, 0, 7, 6, 7, 6)


@given(
    SIZES,
    SIZES,
    st.integers(1, 80),
    st.integers(1, 40),
    st.data(),
    st.sampled_from([CellSize(2), CellSize(3), CellSize(4)]),
)
def test_a_cell_asked_for_is_always_in_sight(
    columns: int, rows: int, width: int, height: int, data: st.DataObject, cell: CellSize
) -> None:
    view = Viewport()
    for _ in range(3):
        column = data.draw(st.integers(0, columns - 1))
        row = data.draw(st.integers(0, rows - 1))
        view = view.fit(Geometry(columns, rows, 3), cell, width, height).scroll_to(column, row)
        assert view.column <= column < view.column + view.columns <= columns
        assert view.row <= row < view.row + view.rows <= rows
        assert view.columns == 1 or cell.width(view.columns) <= width
        assert view.rows == 1 or cell.lines(view.rows) <= height


def test_a_view_moves_no_further_than_needed() -> None:
    view = Viewport(0, 0, 5, 4, 20, 20)
    assert view.scroll_to(4, 3) == view
    assert view.scroll_to(5, 4) == Viewport(1, 1, 5, 4, 20, 20)
    assert view.scroll_to(10, 10).scroll_to(8, 8) == Viewport(6, 7, 5, 4, 20, 20)
    assert view.scroll_to(10, 10).scroll_to(2, 2) == Viewport(2, 2, 5, 4, 20, 20)
