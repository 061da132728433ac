"""The table of a tournament, and the exact mistakes in it."""

from __future__ import annotations

import pytest

from p4tui.arena.exact_mistakes import count_mistakes
from p4tui.arena.records import GameRecord
from p4tui.arena.schedule import ScheduledGame
from p4tui.arena.standings import Row, Standings
from p4tui.core.game import Game
from p4tui.core.notation import parse_game, parse_moves
from p4tui.core.position import Side
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.solver import Solver

FIRST, SECOND = Side.FIRST, Side.SECOND


def record(
    first: str,
    second: str,
    winner: Side | None,
    reason: str = "line",
    number: int = 1,
    seconds: tuple[float, ...] = (),
    mistakes: tuple[int, int] | None = None,
    moves: str = "44",
    opening: str = "",
) -> GameRecord:
    """A finished game; which moves it has does not matter."""
    game = ScheduledGame(first, second, number, opening)
    return GameRecord(game, parse_moves(moves), winner, reason, seconds=seconds, mistakes=mistakes)


def standings(players: str, *records: GameRecord) -> Standings:
    found = Standings(players)
    for each in records:
        found.add(each)
    return found


def rows(players: str, *records: GameRecord) -> dict[str, Row]:
    return {row.player: row for row in standings(players, *records).rows()}


def test_games_and_points_are_counted() -> None:
    found = rows(
        "AB", record("A", "B", FIRST), record("B", "A", None), record("A", "B", SECOND, number=2)
    )
    assert found["A"][1:6] == (3, 1, 1, 1, 1.5)
    assert found["B"][1:6] == (3, 1, 1, 1, 1.5)
    assert found["A"].elo == pytest.approx(0, abs=0.1)


@pytest.mark.parametrize(
    ("reason", "counts"),
    [
        ("illegal", (1, 0, 0)),
        ("unreadable", (1, 0, 0)),
        ("unsupported", (1, 0, 0)),
        ("late", (0, 1, 0)),
        ("crashed", (0, 0, 1)),
        ("missing", (0, 0, 1)),
        ("out", (0, 0, 0)),
        ("line", (0, 0, 0)),
    ],
)
def test_failures_are_counted_for_the_loser(reason: str, counts: tuple[int, ...]) -> None:
    found = rows("AB", record("B", "A", SECOND, reason))
    assert found["B"][9:12] == counts
    assert found["A"][9:12] == (0, 0, 0)


def test_means_are_taken_over_what_is_known() -> None:
    found = rows(
        "AB",
        record("A", "B", FIRST, seconds=(0.5, 0.1, 0.7), mistakes=(1, 4)),
        record("B", "A", FIRST, seconds=(0.3,)),
    )
    assert found["A"].mistakes_per_game == 1
    assert found["B"].mistakes_per_game == 4
    assert found["A"].seconds_per_move == pytest.approx(0.6)
    assert found["B"].seconds_per_move == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("opening", "moves", "first", "second"),
    [
        ("", "", None, None),
        ("", "4", 0, None),
        ("", "44", 0, 0),
        ("4", "4", None, None),
        ("4", "44", None, 0),
        ("444", "44433", 0, 0),
    ],
)
def test_who_has_not_moved_has_not_played_without_a_mistake(
    opening: str, moves: str, first: float | None, second: float | None
) -> None:
    game = record("A", "B", None, mistakes=(0, 0), moves=moves, opening=opening)
    found = rows("AB", game)
    assert [found[name].mistakes_per_game for name in "AB"] == [first, second]


def test_the_strongest_is_first_and_who_has_not_played_is_last_without_a_rating() -> None:
    found = standings("CAB", record("A", "B", SECOND), record("B", "A", FIRST)).rows()
    assert [row.player for row in found] == ["B", "A", "C"]
    assert found[0].elo is not None
    assert found[2] == Row("C", 0, 0, 0, 0, 0, None, None, None, 0, 0, 0, None, None)


def test_the_same_games_in_another_order_give_the_same_table() -> None:
    games = [
        record("A", "B", FIRST),
        record("B", "A", None),
        record("A", "C", SECOND),
        record("C", "A", SECOND),
        record("B", "C", None),
    ]
    assert standings("ABC", *games).rows() == standings("ABC", *reversed(games)).rows()


def test_the_points_of_finished_pairs_are_a_players_own() -> None:
    found = standings(
        "ABC",
        record("A", "B", FIRST),
        record("B", "A", FIRST),
        record("C", "A", SECOND),
        record("A", "C", None),
        record("A", "B", FIRST, number=2),
    )
    assert found.pair_points("A") == [1, 1.5]
    assert found.pair_points("C") == [0.5]


def test_the_fields_of_json_are_those_of_the_specification() -> None:
    names = (
        "player, games, wins, draws, losses, points, elo, elo_low, elo_high, illegal, timeouts, crashes, "
        "mistakes_per_game, seconds_per_move"
    )
    assert ", ".join(Row._fields) == names


def mistakes(game: Game, opening: int = 0, limit: Limit = Limit()) -> tuple[int, int] | None:
    return count_mistakes(game, opening, Solver(threads=1), StopFlag(), limit)


@pytest.mark.parametrize(
    ("moves", "counts"),
    [("4", (0, 0)), ("41", (0, 0)), ("3", (1, 0)), ("1", (1, 0)), ("4141411", (0, 0))],
)
def test_mistakes_are_moves_that_throw_a_result_away(moves: str, counts: tuple[int, int]) -> None:
    """Only the middle column wins; a third one draws, an edge loses. A lost side has nothing to throw away."""
    assert mistakes(parse_game(moves)) == counts


def test_the_moves_of_the_opening_are_nobodys_mistakes() -> None:
    """To begin at the edge loses."""
    game = Game.new()
    for column in parse_moves("1444"):
        game = game.play(column)
    assert mistakes(game) is not None
    first, _second = mistakes(game) or (0, 0)
    assert first >= 1
    assert (mistakes(game, opening=1) or (0, 0))[0] == first - 1


def test_without_proof_no_mistakes_are_told() -> None:
    solver = Solver(threads=1, books=None)
    assert count_mistakes(parse_game("44"), 0, solver, StopFlag(), Limit(nodes=0)) is None


def test_a_stopped_count_tells_nothing() -> None:
    stop = StopFlag()
    stop.set()
    assert count_mistakes(parse_game("44"), 0, Solver(threads=1), stop) is None
