"""The finished games by position: transpositions and mirror images count, and odd rows harm nobody."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from p4tui.core.colour import Colour
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.engine.limit import StopFlag
from p4tui.play.match import Match
from p4tui.play.seats import Person
from p4tui.storage.games import GameRepository
from p4tui.storage.played import PlayedGames, Reached, Results
from tests.tools.positions import after, mirrored
from tests.unit.stored import change_rows, match_of, repository_of, saved

WON, LOST = "1212121", "71213141"
"""Won by the first side in column 1; by the second side in column 1."""
NONE = Results()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
def games(path: Path) -> Iterator[GameRepository]:
    with repository_of(path) as repository:
        yield repository


def played(games: GameRepository, geometry: Geometry | None = None) -> PlayedGames:
    return games.played_games(geometry or Geometry(), StopFlag())


def reached(games: GameRepository, moves: str) -> Reached:
    return played(games).reached(after(moves))


def test_a_game_counts_for_every_position_that_it_went_through(games: GameRepository) -> None:
    saved(games, match_of(WON))
    assert reached(games, "12").total == Results(wins=1)
    assert reached(games, "12").columns == (Results(wins=1), *[NONE] * 6)
    # The other side is to move.
    assert reached(games, "121").columns == (NONE, Results(losses=1), *[NONE] * 5)
    assert reached(games, "13").total == NONE


def test_the_last_position_has_a_total_and_no_column(games: GameRepository) -> None:
    saved(games, match_of(WON))
    found = reached(games, WON)
    assert found == Reached(Results(losses=1), (NONE,) * 7)


def test_other_orders_and_mirror_images_lead_to_the_same_position(games: GameRepository) -> None:
    saved(games, match_of("123" + "4567"[::-1]).resign(Colour.RED))
    assert reached(games, "321").total == Results(wins=1)  # yellow is to move, and red resigned
    assert reached(games, "321").columns == (*[NONE] * 6, Results(wins=1))
    assert reached(games, "567").columns == (Results(wins=1), *[NONE] * 6)
    assert reached(games, "132").total == NONE


def test_where_both_sides_are_alike_a_game_counts_for_both_columns(games: GameRepository) -> None:
    saved(games, match_of(WON))
    saved(games, match_of("4" + LOST))
    found = reached(games, "")
    assert found.total.games == 2
    assert [each.games for each in found.columns] == [1, 0, 0, 1, 0, 0, 1]


def test_games_that_go_on_and_those_on_other_boards_do_not_count(games: GameRepository) -> None:
    saved(games, match_of("4453"))
    other = parse_game("4444", Position(Geometry(8, 7))).resign()
    saved(games, Match(Person("A"), Person("B"), other))
    assert reached(games, "").total == NONE
    assert played(games, Geometry(8, 7)).reached(Position(Geometry(8, 7))).total.games == 1
    assert played(games, Geometry(8, 7, 5)).reached(Position(Geometry(8, 7, 5))).total == NONE


def test_moves_that_were_taken_back_do_not_count(games: GameRepository) -> None:
    game = parse_game("4455").undo().undo().resign()
    saved(games, Match(Person("A"), Person("B"), game))
    assert reached(games, "44").total.games == 1
    assert reached(games, "44").columns == (NONE,) * 7
    assert reached(games, "445").total == NONE


def test_results_are_those_of_the_side_whoever_of_the_players_began(games: GameRepository) -> None:
    saved(games, Match(Person("A"), Person("B"), parse_game(WON), Colour.YELLOW))
    assert reached(games, "").total == Results(wins=1)


def test_games_from_a_drawing_count_from_there_on(games: GameRepository) -> None:
    start = after("4435")
    game = Game.new(start).play(0).resign()
    saved(games, Match(Person("A"), Person("B"), game))
    assert reached(games, "44351").total.games == 1
    assert reached(games, "53441").total == NONE
    assert reached(games, "4436").total == NONE
    assert reached(games, "3544").total == reached(games, "4435").total
    assert reached(games, "44").total == NONE


def test_invalid_rows_are_left_out(games: GameRepository, path: Path) -> None:
    for statement in (
        "UPDATE games SET moves = x'31'",
        "UPDATE games SET cursor = 'x'",
        "UPDATE games SET winner = 9",
        "UPDATE games SET starter = 0",
        "UPDATE games SET start = '9/9'",
    ):
        saved(games, match_of(WON))
        change_rows(path, statement)
    saved(games, match_of(WON))
    change_rows(path, "UPDATE games SET moves = '12\u00e91', cursor = 4 WHERE id = 6")
    assert reached(games, "12") == Reached(Results(wins=1), (NONE,) * 7)


def test_a_stopped_reading_ends_at_once(games: GameRepository) -> None:
    saved(games, match_of(WON))
    stop = StopFlag()
    stop.set()
    assert games.played_games(Geometry(), stop).reached(Position()).total == NONE


def test_counts_agree_with_walking_every_game() -> None:
    rng, found = Random(4), PlayedGames(Geometry(5, 4, 3))
    positions: dict[Position, list[int]] = {}
    for _game in range(40):
        position, moves, seen = Position(Geometry(5, 4, 3)), "", []
        while position.outcome is None:
            seen.append(position)
            column = rng.choice(position.legal_columns())
            position, moves = position.play(column), moves + str(column + 1)
        winner = position.outcome.winner
        row = {"start": "", "starter": 1, "moves": moves, "cursor": len(moves)}
        found.add(row | {"winner": None if winner is None else winner + 1})
        for each in seen:
            for image in {each, mirrored(each)}:
                place = 1 if winner is None else 0 if winner is each.to_move else 2
                positions.setdefault(image, [0, 0, 0])[place] += 1
    assert {each: list(found.reached(each).total) for each in positions} == positions
    for position in positions:
        reached_there = found.reached(position)
        for column in position.legal_columns():
            # Every game that went on so is one of those that reached the next position.
            assert (
                reached_there.columns[column].games
                <= found.reached(position.play(column)).total.games
            )
