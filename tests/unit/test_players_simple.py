"""What each of the exercises' players does and never does, on 7x6 and elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from random import Random

import pytest

from p4tui.core.geometry import Geometry
from p4tui.core.lines import longest_line
from p4tui.core.position import Position, Side
from p4tui.engine.limit import Limit, StopFlag
from p4tui.players import simple
from tests.property.oracle import board_of
from tests.tools.positions import after

Maker = Callable[[Random], simple.RulePlayer]
BOARDS = [Geometry(), Geometry(4, 4, 3), Geometry(9, 5, 5), Geometry(12, 10), Geometry(6, 8, 7)]
on_every_board = pytest.mark.parametrize("geometry", BOARDS, ids=str)
ALL_SEVEN = set(range(1, 8))


def set_up(own: Iterable[tuple[int, int]], other: Iterable[tuple[int, int]]) -> Position:
    """A 7x6 position with the first side to move, by its cells (column, row) counted from 0."""
    geometry = Geometry()
    return Position(
        geometry, *(sum(geometry.bit(*cell) for cell in cells) for cells in (own, other))
    )


def chosen(make: Maker, position: Position) -> Counter[int]:
    """How often a player chooses each column of a position in 1,400 times, counted from 1 as move strings do."""
    player = make(Random(5))
    return Counter(player.choose_column(position, Limit(), StopFlag()) + 1 for _ in range(1400))


def assert_uniform(counts: Counter[int], columns: set[int]) -> None:
    """Exactly these columns were chosen, and each between three quarters and four thirds of its share."""
    assert set(counts) == columns
    share = counts.total() / len(columns)
    assert share * 3 / 4 < min(counts.values()) <= max(counts.values()) < share * 4 / 3


def positions(geometry: Geometry, games: int = 12) -> list[Position]:
    """Every position before the end of some random games."""
    rng, found = Random(11), []
    for _ in range(games):
        position = Position(geometry)
        while position.outcome is None:
            found.append(position)
            position = position.play(rng.choice(position.legal_columns()))
    return found


def wins(position: Position) -> set[int]:
    """The columns, counted from 0, after which the side to move has won."""
    after = {column: position.play(column).outcome for column in position.legal_columns()}
    return {
        column
        for column, outcome in after.items()
        if outcome is not None and outcome.winner is not None
    }


def made_lines(position: Position, side: Side) -> dict[int, int]:
    """The longest line that a disc of a side makes in each legal column, on the oracle's list of lists."""
    found = {}
    for column in position.legal_columns():
        board = board_of(position)
        row = board.free_row(column)
        assert row is not None
        board.grid[row][column] = side + 1
        found[column] = board.longest(column, row)
    return found


def columns_on_opponent_or_bottom(position: Position) -> list[int]:
    """The legal columns that are empty, or whose top disc is the opponent's."""
    board = board_of(position)
    rows = {column: board.free_row(column) or 0 for column in position.legal_columns()}
    return [c for c, row in rows.items() if not row or board.grid[row - 1][c] == 3 - board.turn]


class TestRandom:
    """`random`: any free column."""

    def test_it_chooses_every_column_alike(self) -> None:
        assert_uniform(chosen(simple.random_player, Position()), ALL_SEVEN)

    def test_it_never_chooses_a_full_column(self) -> None:
        assert_uniform(chosen(simple.random_player, after("111111 777777")), {2, 3, 4, 5, 6})

    def test_it_does_not_care_to_win(self) -> None:
        assert_uniform(chosen(simple.random_player, after("121212")), ALL_SEVEN)


class TestWinner:
    """`winner`: a winning column if there is one, else random."""

    def test_it_wins_where_it_can(self) -> None:
        assert set(chosen(simple.winner, after("121212"))) == {1}

    def test_it_chooses_among_winning_columns_at_random(self) -> None:
        assert_uniform(chosen(simple.winner, after("334455")), {2, 6})

    def test_a_line_longer_than_needed_wins_as_well(self) -> None:
        assert set(chosen(simple.winner, after("11224455"))) == {3}

    def test_it_stops_nobody(self) -> None:
        assert_uniform(chosen(simple.winner, after("12131")), ALL_SEVEN)

    @on_every_board
    def test_it_wins_exactly_where_it_can(self, geometry: Geometry) -> None:
        for position in positions(geometry):
            assert set(simple.winning_columns(position)) == wins(position)
            assert set(simple.winning_or_any_columns(position)) == (
                wins(position) or set(position.legal_columns())
            )


class TestCareful:
    """`careful`: like `winner`, and avoids a column after which the opponent wins at once."""

    def test_it_wins_rather_than_stop_the_opponent(self) -> None:
        assert set(chosen(simple.careful, after("121212"))) == {1}

    def test_it_stops_a_line(self) -> None:
        assert set(chosen(simple.careful, after("12121"))) == {1}

    def test_it_does_not_play_below_the_opponents_winning_cell(self) -> None:
        # The first side has columns 2 to 4 of the second row: it wins beside them once column 1 or 5 is that high.
        assert_uniform(chosen(simple.careful, after("3224473")), {2, 3, 4, 6, 7})

    def test_where_it_cannot_help_it_any_column_is_as_good(self) -> None:
        assert_uniform(chosen(simple.careful, after("33445")), ALL_SEVEN)

    @on_every_board
    def test_it_lets_the_opponent_win_only_where_every_column_does(
        self, geometry: Geometry
    ) -> None:
        for position in positions(geometry, 6):
            safe = {
                column for column in position.legal_columns() if not wins(position.play(column))
            }
            assert set(simple.careful_columns(position)) == (
                wins(position) or safe or set(position.legal_columns())
            )


class TestAligner:
    """`aligner`: the longest line; the hint shows the same columns."""

    def test_any_column_makes_a_line_of_one_on_the_empty_board(self) -> None:
        assert_uniform(chosen(simple.aligner, Position()), ALL_SEVEN)

    def test_it_makes_the_longest_line(self) -> None:
        assert set(chosen(simple.aligner, after("4141"))) == {4}

    def test_it_chooses_among_longest_lines_at_random(self) -> None:
        assert_uniform(chosen(simple.aligner, after("3747")), {2, 5})

    def test_a_gap_that_it_fills_joins_both_parts(self) -> None:
        assert set(chosen(simple.aligner, after("112244"))) == {3}

    def test_it_stops_nobody(self) -> None:
        assert set(chosen(simple.aligner, after("12131"))) == {4}

    def test_of_two_winning_lines_it_makes_the_longer(self) -> None:
        position = set_up(
            [(0, 0), (0, 1), (0, 2), (1, 0), (3, 0), (4, 0)],
            [(1, 1), (3, 1), (4, 1), (5, 0), (6, 0), (6, 1)],
        )
        assert simple.winning_columns(position) == [0, 2]
        assert simple.aligned_columns(position) == [2]

    def test_the_advice_in_the_worked_solutions_figure_is_column_5_and_it_wins(self) -> None:
        # Its columns from the bottom up, `o` to move; one disc of the bottom row as the solution's text has it.
        columns = ["*", "o*", "*o*o", "**ooo*", "**", "ooo*", "o*o"]
        discs = {
            (c, row): disc for c, column in enumerate(columns) for row, disc in enumerate(column)
        }
        position = set_up(
            *([cell for cell, disc in discs.items() if disc == side] for side in "o*")
        )
        assert not position.is_playable(3)
        assert simple.aligned_columns(position) == [4]
        assert simple.winning_columns(position) == [4]

    @on_every_board
    def test_no_other_column_makes_a_longer_line_and_a_winning_one_goes_first(
        self, geometry: Geometry
    ) -> None:
        for position in positions(geometry, 6):
            side = position.to_move
            lengths = {
                c: longest_line(position, c, position.height(c), side)
                for c in position.legal_columns()
            }
            best = set(simple.aligned_columns(position))
            assert best == {
                column for column, length in lengths.items() if length == max(lengths.values())
            }
            assert best <= (wins(position) or best)


class TestTactician:
    """`tactician`: the short-term strategy, rule by rule."""

    def test_it_wins_rather_than_make_a_line_of_three(self) -> None:
        assert set(chosen(simple.tactician, after("112233"))) == {4}

    def test_it_makes_a_line_of_three_rather_than_stop_the_opponents(self) -> None:
        assert_uniform(chosen(simple.tactician, after("374737")), {2, 3, 5})

    def test_it_stops_a_line_of_three_rather_than_make_one_of_two(self) -> None:
        assert set(chosen(simple.tactician, after("12171"))) == {1}

    def test_it_takes_either_end_of_a_line(self) -> None:
        assert_uniform(chosen(simple.tactician, after("33475")), {2, 6})

    def test_an_end_that_cannot_be_played_yet_is_left_alone(self) -> None:
        # Three in the second row, both ends in the air; the gap of the bottom row would make three.
        assert set(chosen(simple.tactician, after("3224473"))) == {3}

    def test_it_stops_two_in_line_before_they_are_three(self) -> None:
        assert_uniform(chosen(simple.tactician, after("415")), {3, 6})

    def test_it_fills_the_gap_where_the_opponent_would_make_a_line_of_three(self) -> None:
        assert set(chosen(simple.tactician, after("315"))) == {4}

    def test_it_stops_the_longest_threat_first(self) -> None:
        # In column 3 the opponent would make four, beside column 4 or on column 1 three at most.
        assert set(chosen(simple.tactician, after("11274"))) == {3}

    def test_it_lets_the_opponent_make_a_line_of_two(self) -> None:
        assert_uniform(chosen(simple.tactician, after("4")), ALL_SEVEN)

    def test_it_makes_a_line_of_two(self) -> None:
        assert_uniform(chosen(simple.tactician, after("47")), {3, 4, 5})

    def test_without_a_disc_it_plays_on_the_bottom_or_on_the_opponent(self) -> None:
        assert_uniform(chosen(simple.tactician, Position()), ALL_SEVEN)
        assert_uniform(chosen(simple.tactician, after("4")), ALL_SEVEN)

    def test_of_five_in_line_a_line_of_three_goes_before_one_of_two(self) -> None:
        assert_uniform(chosen(simple.tactician, after("3747", Geometry(9, 5, 5))), {2, 5})

    def test_of_five_in_line_four_are_stopped_and_three_are_not(self) -> None:
        assert_uniform(chosen(simple.tactician, after("3349596", Geometry(9, 5, 5))), {2, 7})
        assert_uniform(chosen(simple.tactician, after("33495", Geometry(9, 5, 5))), {2, 6})
        assert_uniform(chosen(simple.tactician, after("394", Geometry(9, 5, 5))), {8, 9})

    def test_of_three_in_line_two_are_made_and_stopped(self) -> None:
        board = Geometry(6, 4, 3)
        assert_uniform(chosen(simple.tactician, after("16", board)), {1, 2})
        assert set(chosen(simple.tactician, after("1626", board))) == {3}

    @on_every_board
    def test_its_rules_allow_what_a_count_on_a_list_of_lists_allows(
        self, geometry: Geometry
    ) -> None:
        for position in positions(geometry, 6):
            own = made_lines(position, position.to_move)
            other = made_lines(position, position.to_move.other)
            nearly = geometry.connect - 1
            expected = next(
                {column for column in lines if lines[column] == max(lines.values())}
                for lines in (
                    {c: length for c, length in own.items() if length >= nearly},
                    {c: length for c, length in other.items() if length >= nearly},
                    {c: length for c, length in own.items() if length >= 2},
                    dict.fromkeys(columns_on_opponent_or_bottom(position), 1),
                    dict.fromkeys(position.legal_columns(), 1),
                )
                if lines
            )
            assert set(simple.tactical_columns(position)) == expected

    @on_every_board
    def test_it_misses_no_win_and_falls_back_to_a_legal_column(self, geometry: Geometry) -> None:
        for position in positions(geometry, 6):
            columns = set(simple.tactical_columns(position))
            assert columns
            assert columns <= (wins(position) or set(position.legal_columns()))


@pytest.mark.parametrize(
    "make", [simple.random_player, simple.winner, simple.careful, simple.aligner, simple.tactician]
)
def test_a_player_uses_only_the_generator_that_it_is_given(make: Maker) -> None:
    assert chosen(make, Position()) == chosen(make, Position())
