"""The reference kernel against brute force, and the laws that its answers keep on every board."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from p4tui.core.geometry import Geometry
from p4tui.core.lines import Direction, line_starts_at
from p4tui.core.position import Position
from p4tui.engine.evaluation import CLAIM, THREAT, evaluation
from p4tui.engine.kernel import reference
from p4tui.engine.kernel.contract import WON, SearchResult
from p4tui.engine.kernel.reference import Searcher, search
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.score import final_score
from tests.property.oracle import Board, board_of, position_after
from tests.tools.positions import mirrored

BOARDS = st.sampled_from(
    [
        Geometry(*numbers)
        for numbers in (
            (7, 6),
            (4, 4),
            (4, 4, 3),
            (5, 4),
            (5, 6, 5),
            (6, 5, 3),
            (8, 7, 7),
            (9, 7, 6),
            (20, 15),
            (32, 32, 11),
        )
    ]
)
CHOICES = st.lists(st.integers(0, 31), max_size=60)
SMALL = st.sampled_from(
    [
        Geometry(*numbers)
        for numbers in ((4, 4), (4, 4, 3), (5, 4), (4, 5, 5), (5, 5), (6, 5, 5), (7, 6))
    ]
)


def running(position: Position) -> Position:
    """The position, given up by hypothesis where it is finished."""
    assume(position.outcome is None)
    return position


def run(position: Position, limit: Limit, stop: StopFlag | None = None) -> SearchResult:
    """Search a position without pauses."""
    own, other = position.own_and_other()
    return search(position.geometry, own, other, limit, stop or StopFlag(), sleep=None)


@cache
def exact(position: Position) -> int:
    """The score of a position for the side to move, by playing out every game."""
    score = final_score(position)
    if score is not None:
        return score
    return max(-exact(position.play(column)) for column in position.legal_columns())


def late(geometry: Geometry, seed: int, empty: int) -> Position:
    """A running position with few empty cells, from random moves that avoid lines where they can."""
    rng, position = Random(seed), Position(geometry)
    while geometry.cells - position.ply > empty:
        after = [position.play(column) for column in position.legal_columns()]
        position = rng.choice([each for each in after if each.outcome is None] or after)
        assume(position.outcome is None)
    return position


@st.composite
def small_positions(draw: st.DrawFn) -> Position:
    """A position on 4x4, or near the end on another board: few enough games are left to play them all out."""
    geometry = draw(SMALL)
    return late(geometry, draw(st.integers(0, 10_000)), draw(st.integers(1, 10)))


@given(small_positions())
def test_the_value_at_full_depth_is_the_score(position: Position) -> None:
    searcher = Searcher(position.geometry, lambda: None)
    node = searcher.node(*position.own_and_other())
    score = exact(position)
    moves, settled = searcher.candidates(node)
    value = searcher.value(node, node[4], -2 * WON, 2 * WON) if settled is None else settled
    assert moves
    assert value == (score + WON if score > 0 else score - WON if score < 0 else 0)


@given(small_positions())
def test_the_best_columns_keep_what_the_position_is_worth(position: Position) -> None:
    result = run(position, Limit())
    score = exact(position)
    for column in result.columns:
        reached = -exact(position.play(column))
        assert (reached > 0) - (reached < 0) == (score > 0) - (score < 0)
    if result.score is not None:
        # The first proof ends the search: the win or the loss may come sooner than it says.
        assert result.score * score > 0
        assert abs(result.score) <= abs(score)
    elif result.depth == position.geometry.cells - position.ply:
        assert result.value == score == 0
    else:
        # The only column worth playing is played without looking on.
        assert len(result.columns) == result.depth == 1


def test_four_by_four_is_a_draw() -> None:
    result = run(Position(Geometry(4, 4)), Limit())
    assert (result.value, result.score, result.depth) == (0, None, 16)


def test_with_three_in_line_the_first_side_wins() -> None:
    result = run(Position(Geometry(4, 4, 3)), Limit())
    assert result.score is not None and result.score > 0
    assert all(-exact(Position(Geometry(4, 4, 3)).play(column)) > 0 for column in result.columns)


@given(BOARDS, CHOICES, st.integers(0, 40))
def test_stopped_at_any_node_it_answers_with_a_legal_column(
    geometry: Geometry, choices: list[int], nodes: int
) -> None:
    position = running(position_after(geometry, choices))
    stop, left = StopFlag(), [nodes]

    def clock() -> float:
        left[0] -= 1
        if left[0] < 0:
            stop.set()
        return 0.0

    own, other = position.own_and_other()
    result = search(geometry, own, other, Limit(), stop, clock=clock, sleep=None)
    assert result.columns
    assert set(result.columns) <= set(position.legal_columns())
    assert result.nodes <= nodes


@given(BOARDS, CHOICES, st.integers(1, 4))
@settings(max_examples=60)
def test_mirrored_positions_have_mirrored_answers(
    geometry: Geometry, choices: list[int], depth: int
) -> None:
    position = running(position_after(geometry, choices))
    limit = Limit(depth=min(depth, 2) if geometry.columns > 9 else depth)
    result, image = run(position, limit), run(mirrored(position), limit)
    assert image.value == result.value
    assert image.columns == tuple(
        sorted(geometry.columns - 1 - column for column in result.columns)
    )


@pytest.mark.parametrize("moves", [(), (3, 3, 2), (3, 3, 3, 3)])
def test_a_table_that_overflows_changes_no_answer(
    monkeypatch: pytest.MonkeyPatch, moves: tuple[int, ...]
) -> None:
    position = Position()
    for column in moves:
        position = position.play(column)
    roomy = run(position, Limit(depth=6))
    monkeypatch.setattr(reference, "TABLE_ENTRIES", 20)
    small = run(position, Limit(depth=6))
    assert (small.columns, small.value) == (roomy.columns, roomy.value)
    assert small.nodes > roomy.nodes


@given(BOARDS, CHOICES, st.integers(0, 120))
def test_with_a_limit_of_nodes_the_clock_changes_nothing(
    geometry: Geometry, choices: list[int], nodes: int
) -> None:
    position = running(position_after(geometry, choices))
    own, other = position.own_and_other()
    slept: list[float] = []
    ticks = iter(range(1_000_000))
    slow = search(
        geometry,
        own,
        other,
        Limit(nodes=nodes),
        StopFlag(),
        clock=lambda: float(next(ticks)),
        sleep=slept.append,
    )
    fast = search(
        geometry, own, other, Limit(nodes=nodes), StopFlag(), clock=lambda: 0.0, sleep=slept.append
    )
    assert slow == fast
    assert len(slept) == slow.nodes <= nodes


@given(BOARDS, CHOICES)
def test_wins_and_replies_that_stop_one_are_seen_without_a_node(
    geometry: Geometry, choices: list[int]
) -> None:
    position = running(position_after(geometry, choices))
    legal = position.legal_columns()
    wins = {column for column in legal if position.wins_at(column)}
    stops = {column for column in legal if position.wins_at(column, position.to_move.other)}
    safe = {
        c
        for c in legal
        if not any(position.play(c).wins_at(reply) for reply in position.play(c).legal_columns())
    }
    columns = set(run(position, Limit(nodes=0)).columns)
    assert columns <= (wins or stops or safe or set(legal))
    if wins:
        assert columns == wins


def wins_by_scan(board: Board, column: int, row: int, side: int) -> bool:
    """Whether a disc of a side in an empty cell would complete a line, by the naive oracle."""
    board.grid[row][column] = side
    found = board.longest(column, row) >= board.connect
    board.grid[row][column] = 0
    return found


@given(BOARDS, CHOICES)
@settings(max_examples=40)
def test_the_winning_cells_are_those_where_a_disc_makes_a_line(
    geometry: Geometry, choices: list[int]
) -> None:
    assume(geometry.cells <= 64)
    position = running(position_after(geometry, choices))
    board = board_of(position)
    empty = geometry.board & ~position.occupied
    for side, discs in ((1, position.first), (2, position.second)):
        found = evaluation(geometry).winning_cells(discs) & empty
        assert set(geometry.cells_of(found)) == {
            cell for cell in geometry.cells_of(empty) if wins_by_scan(board, *cell, side)
        }


@given(BOARDS, CHOICES)
def test_each_child_has_the_winning_cells_that_it_has_alone(
    geometry: Geometry, choices: list[int]
) -> None:
    position = running(position_after(geometry, choices))
    own, other = position.own_and_other()
    searcher = Searcher(geometry, lambda: None)
    node = searcher.node(own, other)
    moves = ((own | other) + geometry.bottom) & geometry.board
    children = {
        move: searcher.child(node, move, wins) for move, wins in searcher.children(node, moves)
    }
    assert set(children) == {
        geometry.bit(*geometry.cell(1 << n)) for n in range(moves.bit_length()) if moves >> n & 1
    }
    for move, child in children.items():
        assert child == searcher.node(other, own | move)


@pytest.mark.parametrize("numbers", [(7, 6, 4), (5, 4, 3), (4, 9, 6), (6, 6, 6)])
def test_a_cell_counts_as_much_as_windows_run_through_it(numbers: tuple[int, int, int]) -> None:
    geometry = Geometry(*numbers)
    values = evaluation(geometry).cell_values
    full = Position(geometry, geometry.board)
    counts = dict.fromkeys(values, 0)
    for column, row in geometry.cells_of(geometry.board):
        for direction in Direction:
            if line_starts_at(full, column, row, direction):
                across, up = direction.value
                for step in range(geometry.connect):
                    counts[geometry.bit(column + step * across, row + step * up)] += 1
    assert values == counts


@pytest.mark.parametrize(
    ("columns", "rows", "first_has_odd"), [(7, 6, True), (8, 6, True), (7, 7, True), (8, 7, False)]
)
def test_who_gets_a_cell_when_all_else_is_full(
    columns: int, rows: int, *, first_has_odd: bool
) -> None:
    claims = evaluation(Geometry(columns, rows)).claims
    geometry = Geometry(columns, rows)
    assert bool(claims[0] & geometry.bit(0, 0)) is first_has_odd
    assert bool(claims[1] & geometry.bit(3, 1)) is first_has_odd
    assert claims[0] ^ claims[1] == geometry.board


def test_a_threat_above_one_of_the_other_side_claims_nothing() -> None:
    geometry = Geometry()
    value = evaluation(geometry).value
    second, third = geometry.bit(0, 1), geometry.bit(0, 2)
    assert value(third, 0, 0, 0) == value(0, 0, 0, 0) + THREAT + CLAIM
    assert value(third, second, 0, 0) == value(0, second, 0, 0) + THREAT
    assert value(0, third, 1, 0) == value(0, 0, 1, 0) - THREAT - CLAIM


def test_a_claim_on_the_bottom_row_stands_beside_empty_columns() -> None:
    geometry = Geometry()
    value = evaluation(geometry).value
    assert value(geometry.bit(3, 0), 0, 0, 0) == value(0, 0, 0, 0) + THREAT + CLAIM
