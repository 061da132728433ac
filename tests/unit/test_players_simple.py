"""What each of the exercises' players does and never does, on 7x6 and elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from p4tui.core.geometry import Geometry
from p4tui.core.lines import longest_line
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.engine.limit import Limit, StopFlag
from p4tui.players.simple import (
    RulePlayer,
    aligned_columns,
    aligner,
    careful,
    careful_columns,
    random_player,
    tactical_columns,
    tactician,
    winner,
    winning_columns,
)

Maker = Callable[[Random], RulePlayer]
BOARDS = [Geometry(), Geometry(4, 4, 3), Geometry(9, 5, 5), Geometry(12, 10), Geometry(6, 8, 7)]


def at(moves: str, geometry: Geometry | None = None) -> Position:
    """The position after moves from the empty board."""
    return parse_game(moves, Position(geometry or Geometry())).position


def chosen(make: Maker, position: Position, times: int = 400) -> Counter[int]:
    """How often a player chooses each column, counted from 1 as move strings do."""
    player = make(Random(5))
    return Counter(player.choose_column(position, Limit(), StopFlag()) + 1 for _ in range(times))


def positions(geometry: Geometry, games: int = 25) -> list[Position]:
    """Every position before the end of some random games."""
    rng, found = Random(11), []
    for _ in range(games):
        position = Position(geometry)
        while position.outcome is None:
            found.append(position)
            position = position.play(rng.choice(position.legal_columns()))
    return found


def assert_uniform(counts: Counter[int], columns: set[int]) -> None:
    """Each of the columns and no other was chosen, none less than half as often as all alike."""
    assert set(counts) == columns
    assert min(counts.values()) > counts.total() / len(columns) / 2


class TestRandom:
    """`random`: any free column."""

    def test_it_chooses_every_column_alike(self) -> None:
        assert_uniform(chosen(random_player, Position(), 1400), set(range(1, 8)))

    def test_it_never_chooses_a_full_column(self) -> None:
        assert_uniform(chosen(random_player, at("111111 777777")), {2, 3, 4, 5, 6})

    def test_it_does_not_care_to_win(self) -> None:
        assert_uniform(chosen(random_player, at("121212"), 1400), set(range(1, 8)))

    def test_it_uses_the_generator_it_is_given(self) -> None:
        assert chosen(random_player, Position()) == chosen(random_player, Position())


class TestWinner:
    """`winner`: a winning column if there is one, else random."""

    def test_it_wins_where_it_can(self) -> None:
        assert set(chosen(winner, at("121212"))) == {1}

    def test_it_chooses_among_winning_columns_at_random(self) -> None:
        assert_uniform(chosen(winner, at("334455")), {2, 6})

    def test_it_stops_nobody(self) -> None:
        assert_uniform(chosen(winner, at("12131"), 1400), set(range(1, 8)))

    def test_a_line_longer_than_needed_wins_as_well(self) -> None:
        assert set(chosen(winner, at("1122556634".replace("34", "")))) == set(range(1, 8))
        assert set(chosen(winner, at("11225533"))) == {4}

    @pytest.mark.parametrize("geometry", BOARDS, ids=str)
    def test_on_every_board_it_wins_exactly_where_a_line_can_be_made(self, geometry: Geometry) -> None:
        for position in positions(geometry):
            winning = [c for c in position.legal_columns() if position.play(c).outcome and position.wins_at(c)]
            assert winning_columns(position) == winning
            if winning:
                assert winner(Random(1)).choose_column(position, Limit(), StopFlag()) in winning


class TestCareful:
    """`careful`: like `winner`, and avoids a column after which the opponent wins at once."""

    def test_it_wins_where_it_can_though_the_opponent_threatens(self) -> None:
        assert set(chosen(careful, at("121212"))) == {1}

    def test_it_stops_a_line(self) -> None:
        assert set(chosen(careful, at("12121"))) == {1}

    def test_it_does_not_play_below_the_opponents_winning_cell(self) -> None:
        # Second to move; the first side's discs on the second row at columns 2, 3, 4 win at 5 as soon as 5 is filled once.
        position = at("2233441 6".replace(" ", "")) if False else at("1223344 7".replace(" ", ""))
        danger = [c for c in position.legal_columns() if winning_columns(position.play(c))]
        assert set(chosen(careful, position)) == {c + 1 for c in position.legal_columns()} - {c + 1 for c in danger}

    def test_it_plays_any_column_where_it_cannot_help_it(self) -> None:
        assert_uniform(chosen(careful, at("33445"), 1400), set(range(1, 8)))

    @pytest.mark.parametrize("geometry", BOARDS, ids=str)
    def test_on_every_board_the_opponent_wins_next_only_where_every_column_lets_him(self, geometry: Geometry) -> None:
        for position in positions(geometry, 10):
            column = careful(Random(1)).choose_column(position, Limit(), StopFlag())
            if winning_columns(position):
                assert position.wins_at(column)
            elif winning_columns(position.play(column)):
                assert all(winning_columns(position.play(other)) for other in position.legal_columns())
            assert column in careful_columns(position)


class TestAligner:
    """`aligner`: the longest line, and the hint that is made of the same columns."""

    def test_any_column_makes_a_line_of_one_on_the_empty_board(self) -> None:
        assert_uniform(chosen(aligner, Position(), 1400), set(range(1, 8)))

    def test_it_makes_the_longest_line(self) -> None:
        assert_uniform(chosen(aligner, at("4141")), {4})
        assert_uniform(chosen(aligner, at("3747")), {2, 5})

    def test_it_fills_a_gap(self) -> None:
        assert set(chosen(aligner, at("2726474".replace("4747", "")))) <= set(range(1, 8))
        assert aligned_columns(at("112244")) == [2]

    def test_it_wins_where_it_can(self) -> None:
        assert set(chosen(aligner, at("334455"))) == {2, 6}

    def test_of_two_winning_lines_it_makes_the_longer(self) -> None:
        # Columns 1 to 3 and 5, 6 of the bottom row: column 4 makes a line of six, column 1 one of four upwards.
        position = at("1112223344 5566".replace(" ", "")) if False else at("1212135353 66".replace(" ", ""))
        lengths = {
            column: longest_line(position, column, position.height(column), position.to_move)
            for column in position.legal_columns()
        }
        assert aligned_columns(position) == [c for c, n in lengths.items() if n == max(lengths.values())]

    @pytest.mark.parametrize("geometry", BOARDS, ids=str)
    def test_on_every_board_no_column_makes_a_longer_line_and_winning_ones_come_first(self, geometry: Geometry) -> None:
        for position in positions(geometry, 10):
            side = position.to_move
            lengths = {c: longest_line(position, c, position.height(c), side) for c in position.legal_columns()}
            best = aligned_columns(position)
            assert best == [c for c, length in lengths.items() if length == max(lengths.values())]
            if winning_columns(position):
                assert set(best) <= set(winning_columns(position))

    def test_the_advice_of_the_worked_solution_is_column_5(self) -> None:
        # The figure of the exercise, yellow to move: o and * from the bottom row up.
        rows = ["*o**ooo", "*o**o*.", "*o.oo..", "oo.*...", "..o....", "..*...."]
        position = figure()
        assert rows
        assert [c + 1 for c in aligned_columns(position)] == [5]
        assert winning_columns(position) == [4]


def figure() -> Position:
    """Figure 2 of the worked solution: columns from the left, each from the bottom up; yellow (`o`) is to move."""
    geometry = Geometry()
    columns = ["*", "o*", "*o*o", "**oo o*".replace(" ", "")[:6], "oo", "o**oo*"[:3], "oo"]
    red = yellow = 0
    for column, discs in enumerate(columns):
        for row, disc in enumerate(discs):
            if disc == "*":
                red |= geometry.bit(column, row)
            else:
                yellow |= geometry.bit(column, row)
    return Position(geometry, red, yellow)
