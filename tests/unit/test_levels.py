"""The levels."""

from __future__ import annotations

from random import Random

import pytest

from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.engine.limit import StopFlag
from p4tui.players.levels import LEVELS, Level, UnknownLevelError, level, level_number


def test_the_levels_are_one_ladder_from_the_weakest_to_the_strongest() -> None:
    simple = ["random", "winner", "aligner", "tactician", "careful"]
    human_like = ["casual", "regular", "keen", "skilled", "seasoned", "strong"]
    ladder = [*simple, *human_like, "club", "expert", "perfect"]
    assert [each.id for each in LEVELS] == ladder
    assert [level_number(name) for name in ladder] == list(range(1, 15))
    with pytest.raises(UnknownLevelError):
        level_number("grandmaster")


@pytest.mark.parametrize("each", LEVELS, ids=lambda each: each.id)
def test_a_level_is_found_by_its_id(each: Level) -> None:
    assert level(each.id) is each


@pytest.mark.parametrize("name", ["", "Club", "grandmaster"])
def test_an_unknown_level_is_named(name: str) -> None:
    with pytest.raises(UnknownLevelError, match="random, winner") as caught:
        level(name)
    assert caught.value.name == name
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("each", LEVELS, ids=lambda each: each.id)
@pytest.mark.parametrize(
    "geometry", [Geometry(), Geometry(4, 5, 5), Geometry(5, 4, 3), Geometry(32, 32, 6)]
)
def test_every_stopped_level_plays_a_legal_column_on_every_board(
    each: Level, geometry: Geometry
) -> None:
    stop = StopFlag()
    stop.set()
    rng = Random(7)
    position = Position(geometry)
    player = each.make(rng)
    while position.outcome is None and position.ply < 40:
        column = player.choose_column(position, each.limit, stop)
        assert column in position.legal_columns()
        position = position.play(column)


@pytest.mark.parametrize("each", LEVELS, ids=lambda each: each.id)
def test_a_level_plays_the_same_game_from_the_same_seed(each: Level) -> None:
    stop = StopFlag()
    stop.set()

    def game() -> list[int]:
        player, position, columns = each.make(Random(3)), Position(), []
        while position.outcome is None:
            columns.append(player.choose_column(position, each.limit, stop))
            position = position.play(columns[-1])
        return columns

    assert game() == game()


@pytest.mark.parametrize("each", LEVELS, ids=lambda each: each.id)
def test_no_level_moves_in_a_finished_game(each: Level) -> None:
    position = Position()
    for column in (0, 1, 0, 1, 0, 1, 0):
        position = position.play(column)
    with pytest.raises(ValueError, match="finished"):
        each.make(Random(1)).choose_column(position, each.limit, StopFlag())


@pytest.mark.parametrize(("name", "most"), [("club", 1), ("expert", 1), ("perfect", 10)])
def test_a_searching_level_has_a_limit_of_time(name: str, most: int) -> None:
    seconds = level(name).limit.seconds
    assert seconds is not None and seconds <= most
