from __future__ import annotations

import random

import pytest

from p4tui.core.colour import Colour
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position, Side, Termination
from p4tui.play.match import Match
from p4tui.play.seats import LevelSeat, Person, Seat, UnknownSeat
from p4tui.play.setup import Setup

RED, YELLOW = Colour.RED, Colour.YELLOW
FIRST_WINS = "1212121"
DRAWN = "442761225377252342545563474175371666631311"


def match_of(moves: str = "", starter: Colour = RED, geometry: Geometry | None = None) -> Match:
    game = parse_game(moves, Position(geometry or Geometry()))
    return Match(Person("Alice"), Person("Bob"), game, starter)


def test_only_a_person_seat_is_a_person() -> None:
    seats = Person("Alice"), LevelSeat("club"), UnknownSeat("program", "stockfour")
    found = [Match(seat, Person(), Game.new()).is_person(RED) for seat in seats]
    assert found == [True, False, False]


def test_the_starter_moves_first_whatever_the_colour() -> None:
    assert match_of().to_move is RED
    assert match_of(starter=YELLOW).to_move is YELLOW
    assert match_of("4", starter=YELLOW).to_move is RED


def test_the_winner_is_a_colour_not_a_side() -> None:
    assert match_of(FIRST_WINS).winner is RED
    assert match_of(FIRST_WINS, starter=YELLOW).winner is YELLOW
    assert match_of("12").winner is None
    drawn = match_of(DRAWN)
    assert drawn.winner is None
    assert drawn.outcome is not None and drawn.outcome.termination is Termination.FULL_BOARD


def test_seats_are_found_by_colour() -> None:
    match = match_of()
    assert (match.seat(RED).name, match.seat(YELLOW).name) == ("Alice", "Bob")


@pytest.mark.parametrize("other", [LevelSeat("club"), UnknownSeat("program", "stockfour")])
def test_computers_only_needs_two_seats_without_a_person(other: Seat) -> None:
    match = match_of()
    assert not match.computers_only
    one = match.with_seat(RED, LevelSeat("random"))
    assert not one.computers_only
    assert one.with_seat(YELLOW, other).computers_only


def test_another_seat_keeps_the_game() -> None:
    match = match_of("44")
    changed = match.with_seat(YELLOW, LevelSeat("careful"))
    assert (changed.red, changed.yellow) == (match.red, LevelSeat("careful"))
    assert changed.game is match.game


def test_each_player_has_twenty_one_discs() -> None:
    match = match_of("44531")
    assert (match.discs_left(RED), match.discs_left(YELLOW)) == (18, 19)
    other = match_of("44531", starter=YELLOW)
    assert (other.discs_left(RED), other.discs_left(YELLOW)) == (19, 18)


def test_with_an_odd_number_of_cells_the_starter_has_one_disc_more() -> None:
    match = match_of(starter=YELLOW, geometry=Geometry(5, 5))
    assert (match.discs_left(RED), match.discs_left(YELLOW)) == (12, 13)


def test_the_other_player_starts_the_next_game_and_so_on() -> None:
    match = match_of(FIRST_WINS)
    starters = []
    for _ in range(4):
        starters.append(match.starter)
        match = match.with_game(parse_game(FIRST_WINS)).next_game()
    assert starters == [RED, YELLOW, RED, YELLOW]


def test_the_score_counts_finished_games_and_draws() -> None:
    match = match_of(FIRST_WINS)
    assert (match.wins(RED), match.wins(YELLOW), match.draws) == (1, 0, 0)
    match = match.next_game().with_game(parse_game(DRAWN))
    assert (match.wins(RED), match.wins(YELLOW), match.draws) == (1, 0, 1)
    match = match.next_game()
    assert match.results == (RED, None)
    assert match.all_results == (RED, None)


def test_an_abandoned_game_is_not_counted_but_the_starter_changes() -> None:
    match = match_of("44").next_game()
    assert (match.results, match.starter) == ((), YELLOW)
    assert match.position == Position()


def test_a_game_without_a_move_does_not_count_as_begun() -> None:
    assert match_of().next_game().starter is RED
    undone = match_of("4").with_game(parse_game("4").undo())
    assert undone.next_game().starter is RED


def test_a_game_resigned_before_the_first_move_counts() -> None:
    match = match_of().with_game(Game.new().resign(Side.FIRST))
    assert match.winner is YELLOW
    after = match.next_game()
    assert (after.results, after.starter) == ((YELLOW,), YELLOW)


def test_the_next_game_has_the_same_board_size() -> None:
    geometry = Geometry(9, 5, 4)
    assert match_of("1", geometry=geometry).next_game().geometry == geometry


def test_swapped_seats_keep_the_games_that_each_has_won() -> None:
    match = match_of(FIRST_WINS).next_game().with_game(parse_game("44"))
    swapped = match.swapped()
    assert (swapped.red.name, swapped.yellow.name) == ("Bob", "Alice")
    assert (swapped.wins(RED), swapped.wins(YELLOW)) == (0, 1)
    assert swapped.game == match.game
    assert swapped.to_move is match.to_move
    assert swapped.swapped() == match


def test_each_move_keeps_the_seats_that_made_it() -> None:
    match = match_of("44").swapped().play(2).swapped().play(2)
    names = [match.seated_at(ply).red.name for ply in range(1, 5)]
    assert (match.swaps, names) == ((2, 3), ["Alice", "Alice", "Bob", "Alice"])
    assert match.seated_at(3).seated_at(3) == match.seated_at(3)


def test_seats_exchanged_twice_at_one_place_or_before_the_first_move_never_were() -> None:
    match = match_of("44")
    assert match.swapped().swaps == (2,)
    assert match.swapped().swapped() == match
    assert match_of("").swapped().swaps == ()
    undone = match.swapped().with_game(match.game.undo())
    assert (undone.swaps, undone.red.name) == ((1,), "Bob")
    assert match.swapped().next_game().swaps == ()


def test_a_draw_stays_a_draw_when_sides_are_swapped() -> None:
    assert match_of(DRAWN).next_game().swapped().draws == 1


@pytest.mark.parametrize(("first", "starter"), [("red", RED), ("yellow", YELLOW)])
def test_a_setup_says_who_starts(first: str, starter: Colour) -> None:
    match = Setup(first=first).new_match(random.Random(1))
    assert (match.starter, match.position) == (starter, Position())


def test_a_random_starter_comes_from_the_generator() -> None:
    starters = [Setup(first="random").new_match(random.Random(seed)).starter for seed in range(20)]
    again = [Setup(first="random").new_match(random.Random(seed)).starter for seed in range(20)]
    assert set(starters) == {RED, YELLOW}
    assert starters == again


def test_a_setup_may_hold_a_game_already_begun() -> None:
    game = parse_game("4453")
    match = Setup(red=Person("Alice"), game=game, first="yellow").new_match(random.Random(1))
    assert match.game == game
    assert match.to_move is YELLOW
