"""Which games a tournament has, in which order, and what they begin from."""

from __future__ import annotations

import itertools
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p4tui.arena.openings import (
    EMPTY_BOARD,
    OpeningLineError,
    TooFewOpeningsError,
    is_open,
    random_openings,
    read_openings,
)
from p4tui.arena.schedule import ScheduledGame, gauntlet, round_robin, schedule, unfinished
from p4tui.core.errors import ColumnFullError, NoSuchColumnError
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.notation import format_moves
from p4tui.core.position import Position


def position_of(moves: tuple[int, ...], geometry: Geometry = Geometry()) -> Position:
    game = Game.new(Position(geometry))
    for column in moves:
        game = game.play(column)
    return game.position


def test_each_opening_is_played_twice_with_sides_swapped() -> None:
    games = schedule(round_robin("ABC"), [(3,), (2, 2)], 4)
    assert games[:6] == [
        ScheduledGame("A", "B", 1, "4"),
        ScheduledGame("B", "A", 1, "4"),
        ScheduledGame("A", "C", 1, "4"),
        ScheduledGame("C", "A", 1, "4"),
        ScheduledGame("B", "C", 1, "4"),
        ScheduledGame("C", "B", 1, "4"),
    ]
    assert [game.opening for game in games[6:]] == ["33"] * 6


def test_a_gauntlet_is_the_first_player_against_all_others() -> None:
    assert gauntlet("ABCD") == [("A", "B"), ("A", "C"), ("A", "D")]
    assert gauntlet("A") == round_robin("A") == []


def test_openings_are_taken_again_if_there_are_too_few() -> None:
    games = schedule([("A", "B")], [(0,), (1,)], 6)
    assert [game.opening for game in games] == ["1", "1", "2", "2", "1", "1"]
    assert len(set(games)) == 6


@pytest.mark.parametrize(("openings", "games"), [([], 2), ([()], 3), ([()], -2)])
def test_a_schedule_needs_openings_and_an_even_number(
    openings: list[tuple[int, ...]], games: int
) -> None:
    with pytest.raises(ValueError):
        schedule([("A", "B")], openings, games)


@given(players=st.integers(2, 7), rounds=st.integers(1, 4), data=st.data())
def test_every_pairing_plays_equally_often_and_any_rest_completes_it(
    players: int, rounds: int, data: st.DataObject
) -> None:
    names = "ABCDEFG"[:players]
    games = schedule(round_robin(names), [EMPTY_BOARD], 2 * rounds)
    counts = Counter((game.first, game.second) for game in games)
    assert counts == dict.fromkeys(itertools.permutations(names, 2), rounds)
    assert len(set(games)) == len(games)
    finished = data.draw(st.sets(st.sampled_from(games)))
    rest = list(unfinished(games, finished))
    assert [game for game in games if game in finished or game in rest] == games
    assert not finished & set(rest)


@settings(max_examples=30, deadline=None)
@given(plies=st.integers(0, 12), count=st.integers(1, 8), seed=st.integers(0, 5))
def test_random_openings_are_undecided_and_differ(plies: int, count: int, seed: int) -> None:
    count = min(count, (1, 4)[plies]) if plies < 2 else count
    found = random_openings(count, plies, Random(seed))
    assert found == random_openings(count, plies, Random(seed))
    images: set[Position] = set()
    for moves in found:
        position = position_of(moves)
        assert len(moves) == plies
        assert position.outcome is None
        assert not any(position.wins_at(column) for column in range(7))
        mirrored = position_of(tuple(6 - column for column in moves))
        assert not images & {position, mirrored}
        images |= {position, mirrored}


@pytest.mark.parametrize(("plies", "count"), [(0, 1), (1, 4), (2, 25)])
def test_there_are_so_many_short_openings(plies: int, count: int) -> None:
    assert len(random_openings(count, plies, Random(1))) == count
    with pytest.raises(TooFewOpeningsError) as error:
        random_openings(count + 1, plies, Random(1))
    assert error.value.found == count


def test_a_board_too_small_for_the_plies_has_no_opening() -> None:
    with pytest.raises(TooFewOpeningsError):
        random_openings(1, 17, Random(1), Geometry(4, 4, 3))


def test_openings_are_read_from_lines() -> None:
    lines = ["# a comment\n", "\n", "4453\n", "  44 33 \r\n", "1"]
    assert [format_moves(moves) for moves in read_openings(lines)] == ["4453", "4433", "1"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("4444444", ColumnFullError),
        ("48", NoSuchColumnError),
        ("44x", type(None)),
        ("\x1b[2J", type(None)),
    ],
)
def test_a_line_that_is_no_opening_is_named(text: str, reason: type) -> None:
    with pytest.raises(OpeningLineError) as error:
        read_openings(["4", text])
    assert error.value.line == 2
    assert error.value.cause is not None
    assert isinstance(error.value.cause.reason, reason)


@pytest.mark.parametrize("text", ["1212121", "121212"])
def test_a_line_whose_game_is_decided_is_named(text: str) -> None:
    """Won, or won with the next move."""
    with pytest.raises(OpeningLineError) as error:
        read_openings([text])
    assert (error.value.line, error.value.cause) == (1, None)


def test_the_empty_board_is_open() -> None:
    assert is_open(Position())
