"""The players that play like people: legal and repeatable moves, and what they notice."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.engine.evaluation import evaluation
from p4tui.engine.limit import Limit, StopFlag
from p4tui.players.human_like import (
    SKILLS,
    HumanLikePlayer,
    Skill,
    busy_cells,
    completing_cells,
    random_cells,
)
from p4tui.players.levels import level

SIZES = [(7, 6, 4), (4, 4, 3), (4, 5, 5), (9, 7, 5), (12, 9, 4), (6, 20, 6)]
WAKEFUL = Skill(depth=4, sight=1, reach=1, vagueness=0)
BLIND = Skill(depth=4, sight=0, reach=0, vagueness=0)


def random_position(size: tuple[int, int, int], seed: int, plies: int) -> Position:
    """A position in which the game goes on, of at most so many plies."""
    rng, position = Random(seed), Position(Geometry(*size))
    for _ in range(plies):
        after = position.play(rng.choice(position.legal_columns()))
        if after.outcome is not None:
            break
        position = after
    return position


positions = st.builds(
    random_position, st.sampled_from(SIZES), st.integers(0, 9999), st.integers(0, 50)
)


def after(moves: str) -> Position:
    return parse_game(moves).position


def choices(skill: Skill, position: Position, seeds: int = 20) -> set[int]:
    """The columns, counted from 1, that a player chooses over several seeds."""
    return {
        HumanLikePlayer(skill, Random(seed)).choose_column(position, Limit(), StopFlag()) + 1
        for seed in range(seeds)
    }


@pytest.mark.parametrize("name", SKILLS)
@given(position=positions, seed=st.integers(0, 9999), nodes=st.sampled_from([0, 1, 40]))
def test_every_move_is_legal_and_the_seed_decides_it(
    name: str, position: Position, seed: int, nodes: int
) -> None:
    def chosen() -> int:
        player = HumanLikePlayer(SKILLS[name][0], Random(seed))
        return player.choose_column(position, Limit(nodes=nodes), StopFlag())

    assert chosen() in position.legal_columns()
    assert chosen() == chosen()


@given(position=positions)
def test_winning_cells_by_direction_are_those_of_the_heuristic(position: Position) -> None:
    geometry = position.geometry
    for discs in (position.first, position.second):
        cells = 0
        for found in completing_cells(geometry, discs):
            assert not found & ~geometry.board
            cells |= found
        empty = geometry.board & ~position.occupied
        assert cells & empty == evaluation(geometry).winning_cells(discs) & empty


@given(position=positions)
def test_busy_cells_have_many_taken_neighbours(position: Position) -> None:
    geometry = position.geometry
    busy = busy_cells(geometry, position.occupied)
    for column in range(geometry.columns):
        for row in range(geometry.rows):
            around = [
                (column + x, row + y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)
            ]
            taken = sum(position.at(*cell) is not None for cell in around)
            assert bool(busy & geometry.bit(column, row)) is (taken >= 5)


def test_random_cells_are_as_many_as_their_chance() -> None:
    geometry, rng = Geometry(32, 32, 4), Random(1)
    assert random_cells(geometry, 1, rng) == geometry.board
    assert random_cells(geometry, 0, rng) == 0
    for chance in (0.1, 0.5, 0.86, 0.97):
        cells = random_cells(geometry, chance, rng)
        assert not cells & ~geometry.board
        assert cells.bit_count() / geometry.cells == pytest.approx(chance, abs=0.05)


def test_whoever_notices_everything_wins_blocks_and_sets_traps() -> None:
    assert choices(WAKEFUL, after("112233")) == {4}
    assert choices(WAKEFUL, after("12131")) == {1}
    assert choices(WAKEFUL, after("4455")) <= {3, 6}


def test_whoever_notices_nothing_overlooks_a_win_and_a_line_of_the_other_side() -> None:
    assert choices(BLIND, after("716151")) != {4}
    assert choices(BLIND, after("5161")) != {4}


def test_a_direction_in_which_a_line_was_stopped_is_noticed_from_then_on() -> None:
    # Three upwards were stopped in column 1; now three of the other side stand in column 7.
    assert choices(BLIND, after("121211373757")) == {7}
    # Without the first, it is overlooked.
    assert choices(BLIND, after("373757")) != {7}


def test_a_position_without_a_choice_needs_no_look_ahead() -> None:
    stop = StopFlag()
    stop.set()
    for moves, column in (("112233", 4), ("12131", 1)):
        player = HumanLikePlayer(WAKEFUL, Random(1))
        assert player.choose_column(after(moves), Limit(nodes=0), stop) + 1 == column


@pytest.mark.parametrize(("stronger", "weaker"), [("keen", "careful"), ("skilled", "casual")])
def test_a_level_two_places_up_wins_most_games(stronger: str, weaker: str) -> None:
    points = sum(points_of(stronger, weaker, seed) for seed in range(30))
    assert 18 <= points < 30


def points_of(name: str, other: str, seed: int) -> float:
    """The result of a game for the first of two levels; it begins every other game."""
    levels = [level(each) for each in (name, other)]
    players = [each.make(Random(f"{seed} {each.id}")) for each in levels]
    position, first = Position(), seed % 2
    while position.outcome is None:
        turn = position.to_move ^ first
        column = players[turn].choose_column(position, levels[turn].limit, StopFlag())
        position = position.play(column)
    winner = position.outcome.winner
    return 0.5 if winner is None else float(winner ^ first == 0)
