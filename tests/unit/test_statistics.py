"""Who has won how often: `GameRepository.statistics`."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from p4tui.core.colour import Colour
from p4tui.core.notation import parse_game
from p4tui.play.match import Match
from p4tui.play.seats import LevelSeat, Person, Seat, UnknownSeat, seat_of_text
from p4tui.players.rating import MOST_RESULTS, Result
from p4tui.storage.games import GameRepository
from p4tui.storage.statistics import PEOPLE, PlayerStatistics, Tally, count_games
from tests.unit.stored import owned_by, saved

ALICE, BOB, CLUB = Person("Alice"), Person("Bob"), LevelSeat("club")
RED, YELLOW = Colour.RED, Colour.YELLOW


@pytest.fixture
def games(tmp_path: Path) -> Iterator[GameRepository]:
    dates = itertools.count(1000.0)
    repository = GameRepository(tmp_path / "games.sqlite3", lambda: next(dates))
    yield repository
    repository.close()


def ended(red: Seat, yellow: Seat, winner: Colour | None) -> Match:
    """A game that somebody won by resignation, or a full board without a line."""
    if winner is None:
        drawn = "111111222222333333544444455555666666777777"
        return Match(red, yellow, parse_game(drawn))
    game = parse_game("44").resign(winner.other.side(RED))
    return Match(red, yellow, game)


def of(games: GameRepository, name: str) -> PlayerStatistics:
    (found,) = (each for each in games.statistics() if (each.name, each.kind) == (name, PEOPLE))
    return found


def test_without_a_game_there_is_no_player(games: GameRepository) -> None:
    assert games.statistics() == []


def test_results_of_both_players_and_against_whom(games: GameRepository) -> None:
    saved(games, ended(ALICE, CLUB, RED))
    saved(games, ended(CLUB, ALICE, RED))
    saved(games, ended(ALICE, BOB, None))
    saved(games, ended(BOB, ALICE, YELLOW))
    assert games.statistics() == [
        PlayerStatistics(
            "Alice",
            PEOPLE,
            Tally(4, 2, 1, 1, streak=1, best=1),
            ((PEOPLE, Tally(2, 1, 1, 0, 1, 1)), (("level", "club"), Tally(2, 1, 0, 1, -1, 1))),
            results=(Result("club", 1.0), Result("club", 0.0)),
        ),
        PlayerStatistics(
            "Bob", PEOPLE, Tally(2, 0, 1, 1, -1, 0), ((PEOPLE, Tally(2, 0, 1, 1, -1, 0)),)
        ),
        PlayerStatistics(
            "", ("level", "club"), Tally(2, 1, 0, 1, 1, 1), ((PEOPLE, Tally(2, 1, 0, 1, 1, 1)),)
        ),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("results", "streak", "best"),
    [("w", 1, 1), ("ww", 2, 2), ("wwl", -1, 2), ("wwwldll", -2, 3), ("wwd", 0, 2), ("llw", 1, 1)],
)
def test_wins_and_losses_in_a_row(
    games: GameRepository, results: str, streak: int, best: int
) -> None:
    winners = {"w": RED, "l": YELLOW, "d": None}
    for result in results:
        saved(games, ended(ALICE, CLUB, winners[result]))
    total = of(games, "Alice").total
    assert (total.streak, total.best) == (streak, best)


def test_the_game_that_ended_last_is_the_last_whenever_it_began(games: GameRepository) -> None:
    begun_first = owned_by(games, Match(ALICE, CLUB, parse_game("44")))
    saved(games, ended(ALICE, CLUB, YELLOW))
    games.save(ended(ALICE, CLUB, RED), begun_first)
    assert of(games, "Alice").total == Tally(2, 1, 0, 1, streak=1, best=1)


def test_a_person_is_one_player_however_the_name_is_written(games: GameRepository) -> None:
    decomposed = "Zoe\N{COMBINING DIAERESIS}"
    for name in ("zoë", " ZOË ", decomposed):
        saved(games, ended(Person(name), CLUB, RED))
    zoe, _club = games.statistics()
    assert (zoe.name, zoe.total.games) == (decomposed, 3)


def test_nameless_people_are_one_player_and_computers_count_by_level(
    games: GameRepository,
) -> None:
    saved(games, ended(Person(), LevelSeat("club", "Hal"), YELLOW))
    saved(games, ended(Person("  "), CLUB, YELLOW))
    nobody, club = games.statistics()
    assert (nobody.name, nobody.kind, nobody.total.losses) == ("", PEOPLE, 2)
    assert (club.name, club.kind, club.total.wins) == ("", ("level", "club"), 2)


@pytest.mark.parametrize("seat", [Person(), CLUB, ALICE])
def test_games_against_oneself_have_no_winner(games: GameRepository, seat: Seat) -> None:
    saved(games, ended(seat, seat, RED))
    (player,) = games.statistics()
    assert (player.total, player.against, player.against_itself) == (Tally(), (), 1)


def test_unfinished_and_deleted_games_do_not_count(games: GameRepository) -> None:
    saved(games, Match(ALICE, CLUB, parse_game("44")))
    number = saved(games, ended(ALICE, CLUB, RED))
    games.delete(number)
    assert games.statistics() == []
    games.undelete()
    assert of(games, "Alice").total.wins == 1


def test_imported_games_count_if_they_name_a_player_and_at_their_own_date(
    games: GameRepository,
) -> None:
    saved(games, ended(ALICE, CLUB, RED))
    games.add([(ended(ALICE, CLUB, YELLOW), 10.0), (ended(Person(), Person(), RED), 20.0)])
    assert len(games.statistics()) == 2
    assert of(games, "Alice").total == Tally(2, 1, 0, 1, streak=1, best=1)


def test_most_games_first_then_the_levels_from_the_weakest(games: GameRepository) -> None:
    for red, yellow in (("Bob", "perfect"), ("Alice", "random"), ("Bob", "club"), ("Eve", "club")):
        saved(games, ended(Person(red), seat_of_text(yellow), RED))
    found = [each.kind[1] or each.name for each in games.statistics()]
    assert found == ["Bob", "Alice", "Eve", "random", "club", "perfect"]
    assert [kind[1] for kind, _tally in of(games, "Bob").against] == ["club", "perfect"]


def test_levels_and_programs_of_one_id_are_two_and_the_unknown_come_last(
    games: GameRepository,
) -> None:
    for seat in (UnknownSeat("program", "club"), UnknownSeat("level", "emperor"), CLUB, BOB):
        saved(games, ended(ALICE, seat, RED))
    kinds = [("level", "club"), ("level", "emperor"), ("program", "club")]
    assert [each.kind for each in games.statistics()] == [PEOPLE, PEOPLE, *kinds]
    assert [kind for kind, _tally in of(games, "Alice").against] == [PEOPLE, *kinds]


@pytest.mark.parametrize(
    "change",
    [
        "red_kind = x'00ff'",
        "red_name = x'00ff'",
        "winner = 3",
        "winner = 'red'",
        "termination = 'sunset'",
    ],
)
def test_invalid_rows_are_not_counted(games: GameRepository, tmp_path: Path, change: str) -> None:
    saved(games, ended(ALICE, CLUB, RED))
    games.close()
    with sqlite3.connect(tmp_path / "games.sqlite3") as connection:
        connection.execute(f"UPDATE games SET {change}")  # noqa: S608  a case of this test
    connection.close()
    assert games.statistics() == []


@pytest.mark.parametrize("name", ["Alice", "Ali\0ce", "Bob\ud800"])
def test_results_of_a_person_against_one_opponent(games: GameRepository, name: str) -> None:
    person, other = Person(name), Person("Eve")
    saved(games, ended(person, CLUB, RED))
    saved(games, ended(CLUB, person, RED))
    saved(games, ended(person, CLUB, None))
    saved(games, ended(person, LevelSeat("expert"), YELLOW))
    saved(games, ended(person, other, RED))
    saved(games, ended(Person("Zoé"), CLUB, RED))
    saved(games, Match(person, CLUB, parse_game("44")))
    assert games.results(person, CLUB) == Tally(3, 1, 1, 1, streak=0, best=1)
    assert games.results(person, other) == Tally(1, 1, 0, 0, streak=1, best=1)
    assert games.results(other, person) == Tally(1, 0, 0, 1, streak=-1, best=0)
    assert games.results(Person("Nobody"), CLUB) == Tally()


def test_the_results_of_a_person_against_levels_in_the_order_of_their_ends(
    games: GameRepository,
) -> None:
    saved(games, ended(ALICE, CLUB, RED))
    saved(games, ended(LevelSeat("careful"), Person(" alice "), None))
    saved(games, ended(ALICE, BOB, RED))
    saved(games, ended(BOB, CLUB, YELLOW))
    saved(games, ended(LevelSeat("random", "Hal", auto=True), ALICE, RED))
    saved(games, ended(ALICE, UnknownSeat("level", "emperor"), RED))
    saved(games, Match(ALICE, CLUB, parse_game("44")))
    expected = (Result("club", 1.0), Result("careful", 0.5), Result("random", 0.0))
    assert games.level_results("ALICE") == expected == of(games, "Alice").results
    assert games.level_results("Bob") == (Result("club", 0.0),)
    assert games.level_results("Carol") == ()


def test_nameless_people_have_results_as_one_person(games: GameRepository) -> None:
    saved(games, ended(Person(), CLUB, RED))
    saved(games, ended(CLUB, Person(" "), RED))
    assert games.level_results("") == (Result("club", 1.0), Result("club", 0.0))


def test_only_the_latest_results_are_kept(games: GameRepository) -> None:
    rows = [(0, "Alice", "person", None, "", "level", "club", "line", 2)]
    rows += [(0, "Alice", "person", None, "", "level", "club", "line", 1)] * MOST_RESULTS
    (alice, _club) = count_games(rows)
    assert alice.results == (Result("club", 1.0),) * MOST_RESULTS
