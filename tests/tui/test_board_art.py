"""The pictures of a cell at every size: pure functions."""

from __future__ import annotations

import unicodedata
from itertools import pairwise, product

import pytest

from p4tui.core.colour import Colour
from p4tui.core.geometry import Cell
from p4tui.core.notation import parse_game
from p4tui.tui.look.board_art import ASCII, UNICODE, Look, cell_line, column_label
from p4tui.tui.look.discs import disc_centre, disc_lines, disc_size
from p4tui.tui.look.fall import MAX_FRAMES, Fall
from p4tui.tui.look.layout import CellSize

RED, YELLOW = Colour.RED, Colour.YELLOW
SIZES = [
    CellSize(2, 1),
    CellSize(4, 2),
    *(CellSize(2 * h - odd, h) for h in range(3, 13) for odd in (0, 1)),
]
LOOKS = [
    Look(disc, last, won, ghost, chosen)
    for disc, last, won, ghost, chosen in product(
        (None, RED, YELLOW), (False, True), (False, True), (None, RED, YELLOW), (False, True)
    )
]


def text(look: Look, cell: CellSize, *, ascii_only: bool = False) -> list[str]:
    """Return the characters of a cell, a string a line."""
    lines = [cell_line(look, cell, line, ascii_only=ascii_only) for line in range(cell.height)]
    return ["".join(span.text for span in line) for line in lines]


def kinds(look: Look, cell: CellSize, *, ascii_only: bool = False) -> set[str]:
    """Return the component classes of a cell."""
    lines = [cell_line(look, cell, line, ascii_only=ascii_only) for line in range(cell.height)]
    return {span.component for line in lines for span in line}


def shape(look: Look, cell: CellSize, *, ascii_only: bool = False) -> list[str]:
    """Return the characters of a cell, with `#` for the board around the disc and in the middle of a ring."""
    lines = [cell_line(look, cell, line, ascii_only=ascii_only) for line in range(cell.height)]
    return [
        "".join("#" * len(text) if kind == "grid--board" else text for text, kind in line)
        for line in lines
    ]


def ids(cell: CellSize) -> str:
    return f"{cell.width}x{cell.height}"


@pytest.mark.parametrize("cell", SIZES, ids=ids)
@pytest.mark.parametrize("ascii_only", [False, True])
def test_every_look_fills_its_cell_with_narrow_characters(cell: CellSize, ascii_only: bool) -> None:
    for look in LOOKS:
        lines = text(look, cell, ascii_only=ascii_only)
        assert [len(line) for line in lines] == [cell.width] * cell.height
        for char in "".join(lines):
            assert unicodedata.east_asian_width(char) in {"N", "Na", "H"}, char
            assert char.isascii() or not ascii_only


def test_the_signs_around_the_board_are_narrow_too() -> None:
    for glyphs in (UNICODE, ASCII):
        for char in (glyphs.pointer, glyphs.hint, *glyphs.more):
            assert len(char) == 1
            assert unicodedata.east_asian_width(char) in {"N", "Na", "H"}
    assert all(char.isascii() for char in (ASCII.pointer, ASCII.hint, *ASCII.more))


@pytest.mark.parametrize("cell", SIZES, ids=ids)
@pytest.mark.parametrize("ascii_only", [False, True])
def test_the_players_discs_differ_by_shape_in_every_state(cell: CellSize, ascii_only: bool) -> None:
    for last, won in product((False, True), repeat=2):
        red, yellow = (
            shape(Look(colour, last, won), cell, ascii_only=ascii_only) for colour in Colour
        )
        assert red != yellow
    assert shape(Look(ghost=RED), cell) != shape(Look(ghost=YELLOW), cell)


@pytest.mark.parametrize("cell", SIZES, ids=ids)
@pytest.mark.parametrize("ascii_only", [False, True])
def test_the_last_move_and_the_winning_line_are_told_by_more_than_colour(
    cell: CellSize, ascii_only: bool
) -> None:
    for colour in Colour:
        plain, last, won = (
            (text(look, cell, ascii_only=ascii_only), kinds(look, cell, ascii_only=ascii_only))
            for look in (Look(colour), Look(colour, last=True), Look(colour, won=True))
        )
        if cell.height <= 2:
            # One or two characters: the style sheet underlines the last move, and draws the line in another style.
            assert len({tuple(sorted(kind)) for _, kind in (plain, last, won)}) == 3
        else:
            assert plain[0] != last[0]
            assert won[0] not in (plain[0], last[0])


@pytest.mark.parametrize("cell", SIZES, ids=ids)
def test_the_cell_cursor_is_seen_on_every_cell(cell: CellSize) -> None:
    for disc in (None, RED, YELLOW):
        look, chosen = Look(disc), Look(disc, chosen=True)
        assert "grid--chosen" in kinds(chosen, cell)
        assert cell.height <= 2 or text(look, cell) != text(chosen, cell)


@pytest.mark.parametrize("cell", SIZES, ids=ids)
def test_a_disc_is_as_high_as_it_is_wide(cell: CellSize) -> None:
    width, height = disc_size(cell.width, cell.height)
    assert width <= cell.width
    assert height <= cell.height
    assert cell.height == 1 or 0 <= 2 * height - width <= 1


@pytest.mark.parametrize("cell", SIZES, ids=ids)
def test_discs_are_symmetric_to_both_sides(cell: CellSize) -> None:
    mirror = str.maketrans("▘▝▖▗▛▜▙▟▚▞", "▝▘▗▖▜▛▟▙▞▚")
    flip = str.maketrans("▘▝▖▗▛▜▙▟▚▞", "▖▗▘▝▙▟▛▜▞▚")
    lines = [line for line in disc_lines(cell.width, cell.height) if line.outside]
    for line in lines:
        assert line.before + len(line.outside) + line.after == cell.width
        assert len(line.ring) == len(line.outside)
        for outline in (line.outside, line.ring):
            assert outline[::-1].translate(mirror) == outline
    if cell.height > 1:
        for outlines in ([line.outside for line in lines], [line.ring for line in lines]):
            assert [outline.translate(flip) for outline in reversed(outlines)] == outlines


@pytest.mark.parametrize("cell", SIZES, ids=ids)
def test_the_ring_is_open_in_the_middle_and_the_solid_disc_is_not(cell: CellSize) -> None:
    x, y = disc_centre(cell.width, cell.height)
    line = disc_lines(cell.width, cell.height)[y]
    place = x - line.before
    assert line.outside[place] == " "
    assert (line.ring[place] != " ") is (cell.height > 2)


def test_larger_discs_look_round() -> None:
    widths = [len(line.outside) for line in disc_lines(24, 12) if line.outside]
    half = widths[: len(widths) // 2 + 1]
    assert half == sorted(half)
    assert half[0] < half[-1]


def test_column_numbers_stand_under_their_discs() -> None:
    assert column_label(0, 7, CellSize(2, 1)) == "1 "
    assert column_label(6, 7, CellSize(6, 3)) == "  7   "
    assert [column_label(9, 12, CellSize(width, 2)) for width in (2, 4)] == ["A ", " 10 "]
    for cell in SIZES:
        for columns in (7, 12, 32):
            labels = [column_label(column, columns, cell) for column in range(columns)]
            assert {len(label) for label in labels} == {cell.width}
            assert len({label.strip() for label in labels}) == columns


# Falling discs


@pytest.mark.parametrize("row", range(6))
def test_a_disc_falls_from_the_top_row_to_its_cell_in_few_pictures(row: int) -> None:
    fall: Fall | None = Fall.drop(Cell(3, row), RED, 6)
    places = []
    while fall is not None:
        shown = fall.apply_to(
            {Cell(3, row): Look(RED, last=True), Cell(0, 0): Look(YELLOW, won=True)}
        )
        assert shown.pop(Cell(0, 0)) == Look(YELLOW)
        ((place, look),) = shown.items()
        assert look == Look(RED)
        places.append(place.row)
        fall = fall.next_frame()
    assert places[0] == 5
    assert all(high > low for high, low in pairwise(places))
    assert 1 <= len(places) <= MAX_FRAMES + 1


@pytest.mark.parametrize("rows", [4, 6, 32])
def test_no_fall_has_more_pictures_on_a_higher_board(rows: int) -> None:
    assert len(Fall.drop(Cell(0, 0), RED, rows).heights) <= MAX_FRAMES + 1


def test_an_emptied_board_falls_out_at_the_bottom() -> None:
    position = parse_game("44545").position
    fall: Fall | None = Fall.emptying(position, YELLOW)
    assert fall is not None
    counts = []
    while fall is not None:
        shown = fall.apply_to({})
        counts.append(len(shown))
        assert all(cell.row >= 0 for cell in shown)
        fall = fall.next_frame()
    assert counts[0] < position.ply
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] == 0
    first = Fall.emptying(position, YELLOW).apply_to({})
    assert first == {Cell(3, 0): Look(RED), Cell(3, 1): Look(RED), Cell(4, 0): Look(YELLOW)}
