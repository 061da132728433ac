"""The automatic seat: its level is chosen before each game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from p4tui.core.colour import Colour
from p4tui.core.notation import parse_game
from p4tui.play.auto_level import LevelChooser
from p4tui.play.match import Match
from p4tui.play.participants import participant_factory
from p4tui.play.seats import AUTO, LevelSeat, Person, Seat, seat_of_text, text_of
from p4tui.play.session import Session
from p4tui.players.levels import level_number
from p4tui.players.rating import Result
from p4tui.words.players import player_name

RED, YELLOW = Colour.RED, Colour.YELLOW
ALICE, AUTOMATIC = Person("Alice"), LevelSeat("careful", auto=True)


class Results:
    """The saved results of people; notes for whom they were asked."""

    def __init__(self, **results: Sequence[Result]) -> None:
        self.results = results
        self.asked: list[str] = []

    def __call__(self, name: str) -> Sequence[Result]:
        self.asked.append(name)
        return self.results.get(name, ())


def match_of(red: Seat, yellow: Seat, moves: str = "") -> Match:
    return Match(red, yellow, parse_game(moves))


def session_of(match: Match, chooser: LevelChooser) -> Session:
    return Session(
        chooser.choose(match),
        Random(1),
        participant_factory(lambda _job: None),
        lambda _reply: None,
        choose_levels=chooser.choose,
    )


def test_the_text_of_an_automatic_seat() -> None:
    seat = seat_of_text(AUTO, "Hal")
    assert isinstance(seat, LevelSeat)
    assert (seat.auto, seat.name) == (True, "Hal")
    assert text_of(seat) == AUTO


def test_a_match_without_an_automatic_seat_stays_and_nobody_is_looked_up() -> None:
    results = Results()
    for yellow in (Person("Bob"), LevelSeat("club")):
        match = match_of(ALICE, yellow)
        assert LevelChooser(results, Random(1)).choose(match) is match
    assert not results.asked


def test_the_level_follows_the_persons_results() -> None:
    results = Results(Alice=[Result("club", 1.0)] * 20, Bob=[Result("winner", 0.0)] * 20)
    chosen = {}
    for name in ("Alice", "Bob", "Carol"):
        match = LevelChooser(results, Random(1)).choose(match_of(AUTOMATIC, Person(name)))
        assert isinstance(match.red, LevelSeat)
        assert match.red.auto
        chosen[name] = level_number(match.red.id)
    assert chosen["Bob"] < chosen["Carol"] < chosen["Alice"]
    assert results.asked == ["Alice", "Bob", "Carol"]


@pytest.mark.parametrize("level_id", ["random", "club"])
def test_against_a_level_it_plays_at_the_same(level_id: str) -> None:
    match = LevelChooser(Results(), Random(1)).choose(match_of(AUTOMATIC, LevelSeat(level_id)))
    assert match.red == LevelSeat(level_id, auto=True)
    assert player_name(match, RED) != player_name(match, YELLOW)


def test_a_rematch_chooses_anew_from_the_games_of_the_match() -> None:
    results = Results()
    session = session_of(match_of(ALICE, AUTOMATIC), LevelChooser(results, Random(1)))
    numbers = []
    for _ in range(6):
        assert isinstance(session.match.yellow, LevelSeat)
        numbers.append(level_number(session.match.yellow.id))
        session.resign(RED)
        session.new_game()
    assert numbers[0] > numbers[-1] == 1
    assert sorted(numbers, reverse=True) == numbers
    assert results.asked == ["Alice"]


def test_a_rematch_with_swapped_sides_chooses_anew() -> None:
    session = session_of(match_of(ALICE, AUTOMATIC), LevelChooser(Results(), Random(1)))
    before = session.match.yellow
    session.resign(RED)
    session.swap_sides()
    assert isinstance(session.match.red, LevelSeat)
    assert isinstance(before, LevelSeat)
    assert session.match.red.auto
    assert level_number(session.match.red.id) < level_number(before.id)


def test_a_level_chosen_by_hand_stays() -> None:
    session = session_of(match_of(ALICE, AUTOMATIC), LevelChooser(Results(), Random(1)))
    session.set_seat(YELLOW, LevelSeat("expert"))
    session.resign(RED)
    session.new_game()
    assert session.match.yellow == LevelSeat("expert")


def test_a_seat_made_automatic_during_a_match_counts_its_finished_games_once() -> None:
    # The saved results include the game that has just ended.
    chooser = LevelChooser(Results(Alice=[Result("club", 0.0)]), Random(1))
    session = session_of(match_of(ALICE, LevelSeat("club")), chooser)
    session.resign(RED)
    session.set_seat(YELLOW, AUTOMATIC)
    session.new_game()
    assert chooser._results["Alice"] == [Result("club", 0.0)]
    assert isinstance(session.match.yellow, LevelSeat)
    played = session.match.yellow.id
    session.resign(RED)
    session.new_game()
    assert chooser._results["Alice"] == [Result("club", 0.0), Result(played, 0.0)]


def test_an_abandoned_game_counts_nothing() -> None:
    chooser = LevelChooser(Results(), Random(1))
    session = session_of(match_of(ALICE, AUTOMATIC), chooser)
    session.move(RED, 3)
    session.new_game()
    assert chooser._results["Alice"] == []


def test_the_same_seed_chooses_the_same_level() -> None:
    results = Results(Alice=[Result("keen", 1.0), Result("skilled", 0.0)] * 10)
    chosen = [
        LevelChooser(results, Random(seed)).choose(match_of(ALICE, AUTOMATIC)).yellow
        for seed in (1, 1, 2, 3, 4, 5)
    ]
    assert chosen[0] == chosen[1]
    assert len(set(chosen)) == 2


def test_renaming_the_person_keeps_the_level_of_the_game() -> None:
    mixed = [Result("keen", 1.0), Result("skilled", 0.0)] * 6
    chooser = LevelChooser(Results(Alice=mixed), Random(1))
    session = session_of(match_of(ALICE, AUTOMATIC), chooser)
    before = session.match.seat(YELLOW)
    for number in range(20):
        session.set_seat(RED, Person(f"Alice {number}"))
        assert session.match.seat(YELLOW) == before
