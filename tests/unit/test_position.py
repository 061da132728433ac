from __future__ import annotations

import dataclasses
import pickle

import pytest

from p4tui.core.errors import ColumnFullError, GameOverError, IllegalMoveError, NoSuchColumnError
from p4tui.core.geometry import Geometry
from p4tui.core.position import Outcome, Position, Side, Termination
from tests.tools.positions import after

DRAWN = "442761225377252342545563474175371666631311"
WON_BY_THE_LAST_DISC = "473725347123341712511124675567466466235235"
TWO_LINES_AT_ONCE = "5412423661231544257472143"


def test_the_start_is_empty_and_the_first_side_moves() -> None:
    start = Position()
    assert (start.ply, start.to_move, start.outcome) == (0, Side.FIRST, None)
    assert start.legal_columns() == (0, 1, 2, 3, 4, 5, 6)
    assert all(start.at(column, row) is None for column in range(7) for row in range(6))


def test_discs_pile_up_and_turns_alternate() -> None:
    position = after("4453")
    assert position.at(3, 0) is Side.FIRST
    assert position.at(3, 1) is Side.SECOND
    assert position.at(4, 0) is Side.FIRST
    assert position.at(2, 0) is Side.SECOND
    assert [position.height(column) for column in range(7)] == [0, 0, 1, 2, 1, 0, 0]
    assert (position.ply, position.to_move) == (4, Side.FIRST)


def test_at_looks_at_nothing_off_the_board() -> None:
    position = after("4444")
    assert [position.at(*cell) for cell in [(-1, 0), (7, 0), (3, -1), (3, 6), (3, 99)]] == [
        None
    ] * 5


@pytest.mark.parametrize(
    ("moves", "cells"),
    [
        ("1212121", [(0, 0), (0, 1), (0, 2), (0, 3)]),
        ("4142434", [(3, 0), (3, 1), (3, 2), (3, 3)]),
        ("1122334", [(0, 0), (1, 0), (2, 0), (3, 0)]),
        ("12233434414", [(0, 0), (1, 1), (2, 2), (3, 3)]),
        ("76655454474", [(3, 3), (4, 2), (5, 1), (6, 0)]),
    ],
)
def test_four_in_line_wins_in_every_direction(moves: str, cells: list[tuple[int, int]]) -> None:
    position = after(moves)
    assert position.outcome == Outcome(Termination.LINE, Side.FIRST)
    assert list(position.winning_cells()) == cells
    assert position.legal_columns() == ()
    assert not position.is_playable(6)
    assert after(moves[:-1]).outcome is None
    assert after(moves[:-1]).wins_at(int(moves[-1]) - 1)


def test_the_second_side_wins_too() -> None:
    position = after("17172737")
    assert position.outcome == Outcome(Termination.LINE, Side.SECOND)
    assert position.winning_cells() == ((6, 0), (6, 1), (6, 2), (6, 3))


def test_a_line_longer_than_four_wins_with_all_its_cells() -> None:
    position = after("1122445566" + "3")
    assert position.outcome == Outcome(Termination.LINE, Side.FIRST)
    assert [cell.column for cell in position.winning_cells()] == [0, 1, 2, 3, 4, 5]


def test_several_lines_made_at_once_are_all_shown() -> None:
    position = after(TWO_LINES_AT_ONCE)
    assert position.winning_cells() == ((0, 2), (1, 2), (1, 3), (2, 2), (3, 1), (3, 2), (4, 0))
    assert position.lines_fit()


def test_a_full_board_without_a_line_is_a_draw() -> None:
    position = after(DRAWN)
    assert position.ply == 42
    assert position.outcome == Outcome(Termination.FULL_BOARD, None)
    assert position.winning_cells() == ()
    assert position.legal_columns() == ()
    assert position.discs_left(Side.FIRST) == position.discs_left(Side.SECOND) == 0


def test_the_last_disc_may_win() -> None:
    assert after(WON_BY_THE_LAST_DISC[:-1]).outcome is None
    position = after(WON_BY_THE_LAST_DISC)
    assert position.ply == 42
    assert position.outcome == Outcome(Termination.LINE, Side.SECOND)


def test_row_E_a_disc_lands_on_the_lowest_free_cell_of_a_playable_column() -> None:
    position = after("444444" + "12")
    for column, row in {0: 1, 1: 1, 2: 0, 6: 0}.items():
        assert position.is_playable(column)
        assert position.landing_cell(column) == (column, row)
        assert position.play(column).at(column, row) is position.to_move
    for column in (3, -1, 7):
        assert not position.is_playable(column)
        assert position.landing_cell(column) is None


def test_a_full_column_takes_no_more() -> None:
    position = after("444444")
    assert position.legal_columns() == (0, 1, 2, 4, 5, 6)
    assert position.landing_cell(3) is None
    assert not position.is_playable(3)
    assert not position.wins_at(3)
    with pytest.raises(ColumnFullError) as caught:
        position.play(3)
    assert caught.value.column == 3


@pytest.mark.parametrize("column", [-1, 7, 99, -(10**20), 10**20])
def test_a_number_that_is_no_column_is_told_from_a_full_one(column: int) -> None:
    position = after("444444")
    assert position.landing_cell(column) is None
    assert not position.is_playable(column)
    assert not position.wins_at(column)
    with pytest.raises(NoSuchColumnError) as caught:
        position.play(column)
    assert (caught.value.column, caught.value.columns) == (column, 7)


@pytest.mark.parametrize("moves", ["1212121", DRAWN])
def test_nothing_is_played_in_a_finished_game(moves: str) -> None:
    position = after(moves)
    for column in range(7):
        with pytest.raises(GameOverError):
            position.play(column)
    with pytest.raises(NoSuchColumnError):
        position.play(7)


def test_refusals_are_illegal_moves_and_value_errors() -> None:
    for error in (ColumnFullError, NoSuchColumnError, GameOverError):
        assert issubclass(error, IllegalMoveError)
        assert issubclass(error, ValueError)


def test_wins_at_asks_for_either_side() -> None:
    position = after("112233")
    assert position.wins_at(3)
    assert position.wins_at(3, Side.FIRST)
    assert not position.wins_at(3, Side.SECOND)
    assert position.play(3).outcome is not None
    assert after("1122337").wins_at(3, Side.FIRST)
    assert not after("1122337").wins_at(3)


@pytest.mark.parametrize(
    ("size", "supplies"), [((7, 6), (21, 21)), ((5, 5), (13, 12)), ((4, 4), (8, 8))]
)
def test_each_side_has_half_of_the_discs(size: tuple[int, int], supplies: tuple[int, int]) -> None:
    position = Position(Geometry(*size))
    assert (position.discs_left(Side.FIRST), position.discs_left(Side.SECOND)) == supplies
    position = position.play(0)
    assert (position.discs_left(Side.FIRST), position.discs_left(Side.SECOND)) == (
        supplies[0] - 1,
        supplies[1],
    )


def test_playing_leaves_the_position_alone() -> None:
    position = after("44")
    before = (position.first, position.second)
    position.play(3)
    assert (position.first, position.second) == before
    for field in ("first", "second", "geometry"):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(position, field, 0)
    with pytest.raises(dataclasses.FrozenInstanceError):
        del position.first


def test_positions_are_values_however_they_were_reached() -> None:
    position = after("1234")
    assert position == after("3412")
    assert hash(position) == hash(after("3412"))
    assert position != after("1243")
    assert position != Position(Geometry(7, 6, 5), position.first, position.second)
    assert position.outcome is None  # kept after it was asked for once; equality must not see that
    assert position == after("3412")
    assert pickle.loads(pickle.dumps(position)) == position  # noqa: S301 - our own value


def test_sides_are_each_others_opponents() -> None:
    assert Side.FIRST.other is Side.SECOND
    assert Side.SECOND.other is Side.FIRST
    assert after("4").discs(Side.FIRST) == after("4").first != 0
    assert after("4").discs(Side.SECOND) == 0


def test_discs_in_the_air_are_found() -> None:
    geometry = Geometry()
    assert after("4453").floating() == 0
    hanging = Position(geometry, geometry.bit(2, 1) | geometry.bit(0, 0), geometry.bit(2, 2))
    assert hanging.floating() == geometry.bit(2, 1)
    assert Position(geometry, geometry.bit(6, 5)).floating() == geometry.bit(6, 5)


def test_counts_fit_where_the_first_side_is_level_or_one_ahead() -> None:
    geometry = Geometry()
    discs = [geometry.bit(column, 0) for column in range(7)]
    assert Position(geometry, discs[0], discs[1]).counts_fit()
    assert Position(geometry, discs[0], 0).counts_fit()
    assert not Position(geometry, 0, discs[0]).counts_fit()
    assert not Position(geometry, discs[0] | discs[1], 0).counts_fit()


def test_lines_fit_only_where_one_disc_on_top_made_them_all() -> None:
    geometry = Geometry()

    def row(first: int, last: int, height: int) -> int:
        return sum(geometry.bit(column, height) for column in range(first, last + 1))

    assert Position(geometry, row(0, 2, 0), row(3, 5, 0)).lines_fit()
    assert Position(geometry, row(0, 3, 0)).lines_fit()
    assert Position(geometry, row(0, 6, 0)).lines_fit(), "seven in line: the fourth came last"
    assert not Position(geometry, row(0, 3, 0), row(0, 3, 1)).lines_fit(), "both sides have a line"
    assert not Position(geometry, row(0, 3, 0) | row(0, 3, 1)).lines_fit(), (
        "two lines without a common disc"
    )
    lid = row(0, 3, 1) - geometry.bit(2, 1)
    assert not Position(geometry, row(0, 3, 0) | geometry.bit(2, 1), lid).lines_fit(), (
        "the line lies under other discs"
    )
    wide = Geometry(9, 6, 4)
    eight = sum(wide.bit(column, 0) for column in range(8))
    assert not Position(wide, eight).lines_fit(), "eight in line hold two lines of four"
