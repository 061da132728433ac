"""The frames of the animations: pure functions."""

from __future__ import annotations

from itertools import pairwise

import pytest

from p4tui.core.colour import Colour
from p4tui.core.geometry import Cell
from p4tui.core.notation import parse_game
from p4tui.tui.look.fall import MAX_FRAMES, Fall
from p4tui.tui.look.looks import Look

RED, YELLOW = Colour.RED, Colour.YELLOW


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


def test_a_winning_line_flashes_at_most_three_times() -> None:
    fall: Fall | None = Fall.drop(Cell(3, 0), RED, 6)
    while fall and not fall.lands:
        fall = fall.next_frame()
    assert fall is not None
    fall = fall.flashing()
    looks = {Cell(3, 0): Look(RED, won=True), Cell(0, 0): Look(YELLOW, dimmed=True)}
    seen = []
    while fall is not None:
        shown = fall.apply_to(looks)
        assert shown[Cell(0, 0)] == Look(YELLOW)
        seen.append(shown[Cell(3, 0)].won)
        fall = fall.next_frame()
    assert seen[0] and seen[-1]
    assert sum(one != other for one, other in pairwise(seen)) <= 2
