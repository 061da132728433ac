"""The score convention, by the examples that it is stated with."""

from __future__ import annotations

import pytest

from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position, Side
from p4tui.engine.score import (
    best_score,
    final_score,
    format_score,
    moves_to_end,
    winning_score,
)

NINE_BY_FIVE = Geometry(9, 5)


@pytest.mark.parametrize(
    ("geometry", "ply", "score"),
    [
        (Geometry(), 42, 1),
        (Geometry(), 41, 1),
        (Geometry(), 7, 18),
        (Geometry(), 8, 18),
        (NINE_BY_FIVE, 45, 1),
        (NINE_BY_FIVE, 44, 1),
        (NINE_BY_FIVE, 43, 2),
    ],
)
def test_a_win_counts_the_winners_discs_from_the_last(
    geometry: Geometry, ply: int, score: int
) -> None:
    assert winning_score(geometry, ply) == score


@pytest.mark.parametrize("geometry", [Geometry(), NINE_BY_FIVE, Geometry(5, 5, 3)])
def test_a_win_is_the_supply_less_the_discs_played_plus_one(geometry: Geometry) -> None:
    for ply in range(1, geometry.cells + 1):
        side = Side((ply + 1) % 2)
        played = (ply + 1) // 2
        assert winning_score(geometry, ply) == Position(geometry).discs_left(side) - played + 1


@pytest.mark.parametrize("ply", [0, 43, -1])
def test_no_disc_beyond_the_board_wins(ply: int) -> None:
    with pytest.raises(ValueError, match="42 cells"):
        winning_score(Geometry(), ply)


def test_the_best_score_is_a_win_with_the_first_line_there_can_be() -> None:
    assert best_score(Geometry()) == 18
    assert best_score(NINE_BY_FIVE) == winning_score(NINE_BY_FIVE, 7) == 20


def test_a_finished_game_is_lost_for_the_side_to_move() -> None:
    assert final_score(parse_game("1212121").position) == -18
    assert final_score(parse_game("12121732").position) is None
    assert final_score(Position()) is None


def test_a_full_board_is_a_draw() -> None:
    position = parse_game("1212212133443434", Position(Geometry(4, 4))).position
    assert position.outcome is not None and position.outcome.winner is None
    assert final_score(position) == 0


def test_a_line_of_the_side_to_move_counts_for_it() -> None:
    # Such a position can only be set up: the first side has its line, and the second has moved once more.
    geometry = Geometry()
    line = sum(geometry.bit(column, 0) for column in range(4))
    others = sum(geometry.bit(*cell) for cell in ((0, 1), (1, 1), (2, 1), (4, 0)))
    assert final_score(Position(geometry, line, others)) == 18


@pytest.mark.parametrize(
    ("moves", "score", "count"),
    [
        ("121212", 18, 1),
        ("1212124", 18, 1),
        ("12121", -18, 1),
        ("", 1, 21),
        ("4", -1, 20),
        ("44", 2, 19),
    ],
    ids=[
        "wins at once",
        "so does the second",
        "loses at once",
        "the empty board",
        "after the best move",
        "a win",
    ],
)
def test_moves_to_the_end_are_counted_for_the_side_to_move(
    moves: str, score: int, count: int
) -> None:
    assert moves_to_end(parse_game(moves).position, score) == count


def test_on_9x5_the_first_side_has_one_disc_more() -> None:
    assert moves_to_end(Position(NINE_BY_FIVE), 1) == 23
    assert moves_to_end(Position(NINE_BY_FIVE), -1) == 22


@pytest.mark.parametrize(("score", "text"), [(3, "+3"), (-2, "-2"), (0, "0")])
def test_scores_are_shown_with_their_sign(score: int, text: str) -> None:
    assert format_score(score) == text
