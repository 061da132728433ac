"""A session whose match has a clock, with a time that only the tests move."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import pytest

from p4tui.core.colour import Colour
from p4tui.core.errors import GameOverError
from p4tui.core.notation import parse_game
from p4tui.core.position import Position, Termination
from p4tui.engine.limit import Limit, StopFlag
from p4tui.play.clock import Clock, TimeControl
from p4tui.play.match import Change, Match
from p4tui.play.participants import Answer, Failure
from p4tui.play.seats import LevelSeat, Person, Seat
from p4tui.play.session import Session
from p4tui.play.session_clock import NOTICE_MS
from p4tui.play.setup import Setup
from p4tui.players.levels import level
from tests.unit.sessions import (
    COMPUTER,
    PERSON,
    RED,
    YELLOW,
    changes_of,
    deliver,
    moves,
    play,
    resign,
    session_with,
    turn_of,
)

BOB = Person("Bob")
MINUTE = TimeControl(60_000, 2000)


@dataclass
class Now:
    """The time."""

    seconds: float = 1000.0

    def __call__(self) -> float:
        return self.seconds

    def wait(self, seconds: float) -> None:
        self.seconds += seconds


@pytest.fixture
def now() -> Now:
    return Now()


def timed(
    now: Now,
    red: Seat = PERSON,
    yellow: Seat = BOB,
    *,
    control: TimeControl = MINUTE,
    moves: str = "",
    starter: Colour = RED,
) -> Session:
    """A game with a clock, moves played already; the clock is as after moves that took no time."""
    game = parse_game(moves)
    clock = Clock(control, ((control.base, control.base),) * len(game.positions))
    return session_with(Match(red, yellow, game, starter, clock=clock), now=now)


def left(session: Session) -> tuple[int | None, int | None]:
    """What red and yellow have, in milliseconds."""
    return session.time_left(RED), session.time_left(YELLOW)


def flag(session: Session) -> tuple[Termination, Colour | None] | None:
    """How the game ended, and who won."""
    outcome = session.match.outcome
    return None if outcome is None else (outcome.termination, session.match.winner)


# Without a clock


def test_without_a_clock_nothing_is_counted(now: Now) -> None:
    session = session_with(Match(PERSON, BOB, parse_game("44")), now=now)
    heard = changes_of(session)
    now.wait(1e6)
    assert not session.clock_runs
    assert not session.check_clock()
    session.suspend()
    session.resume()
    play(session, 3)
    assert left(session) == (None, None)
    assert heard == [Change.MOVE]


# Whose time runs


def test_nobodys_time_runs_before_the_first_disc(now: Now) -> None:
    session = timed(now)
    now.wait(100)
    assert not session.clock_runs
    play(session, 3)
    assert left(session) == (60_000, 60_000)
    assert session.clock_runs


def test_a_game_from_played_moves_waits_for_its_first_disc_too(now: Now) -> None:
    setup = Setup(PERSON, BOB, game=parse_game("44"), control=MINUTE)
    session = session_with(setup.new_match(random.Random(1)), now=now)
    now.wait(100)
    play(session, 3)
    assert left(session) == (60_000, 60_000)
    session.undo()
    session.undo()
    now.wait(100)
    assert not session.clock_runs
    assert left(session) == (60_000, 60_000)


def test_the_time_of_the_side_to_move_runs_and_a_move_adds_the_increment(now: Now) -> None:
    session = timed(now, moves="4")
    now.wait(5)
    assert left(session) == (60_000, 55_000)
    play(session, 3)
    assert left(session) == (60_000, 57_000)
    now.wait(0.5)
    assert left(session) == (59_500, 57_000)


def test_the_times_belong_to_the_colours_whoever_started(now: Now) -> None:
    session = timed(now, moves="4", starter=YELLOW)
    now.wait(5)
    assert left(session) == (55_000, 60_000)


def test_checking_the_clock_often_costs_no_more_than_checking_once(now: Now) -> None:
    session = timed(now, moves="4")
    for _ in range(3000):
        now.wait(0.0004)
        session.check_clock()
    assert left(session) == (60_000, 58_800)


def test_a_clock_that_goes_backwards_adds_no_time(now: Now) -> None:
    session = timed(now, moves="4")
    now.wait(-5)
    assert left(session) == (60_000, 60_000)


def test_no_time_runs_after_the_end(now: Now) -> None:
    session = timed(now, moves="121212")
    now.wait(1)
    play(session, 0)
    assert not session.clock_runs
    now.wait(100)
    assert left(session) == (61_000, 60_000)


# The flag


def test_a_fallen_flag_ends_the_game(now: Now) -> None:
    session = timed(now, moves="4")
    heard = changes_of(session)
    now.wait(59.999)
    assert not session.check_clock()
    now.wait(0.001)
    assert session.check_clock()
    assert flag(session) == (Termination.TIME, RED)
    assert left(session) == (60_000, 0)
    assert session.match.wins(RED) == 1
    assert not session.clock_runs
    assert not session.check_clock()
    assert heard == [Change.CLOCK, Change.FLAG]


def test_a_move_after_the_flag_is_refused(now: Now) -> None:
    session = timed(now, moves="4")
    now.wait(61)
    with pytest.raises(GameOverError):
        play(session, 3)
    assert flag(session) == (Termination.TIME, RED)
    assert moves(session) == "4"


def test_a_resignation_after_the_flag_loses_on_time(now: Now) -> None:
    session = timed(now, moves="44")
    now.wait(61)
    with pytest.raises(GameOverError):
        resign(session)
    assert flag(session) == (Termination.TIME, YELLOW)


def test_a_resignation_costs_the_time_until_then(now: Now) -> None:
    session = timed(now, moves="4")
    now.wait(10)
    resign(session)
    assert flag(session) == (Termination.RESIGNATION, RED)
    assert left(session) == (60_000, 50_000)
    session.undo()
    assert left(session) == (60_000, 60_000)
    assert session.clock_runs


def test_a_computers_answer_after_the_flag_is_dropped(now: Now) -> None:
    session = timed(now, yellow=COMPUTER, moves="4")
    heard = changes_of(session)
    turn = turn_of(session)
    session.start_turn()
    now.wait(60)
    assert not deliver(session, turn, 3)
    assert turn.stop.is_set()
    assert session.turn is None
    assert (flag(session), moves(session)) == ((Termination.TIME, RED), "4")
    assert heard == [Change.FLAG]


def test_a_dropped_answer_does_not_check_the_clock(now: Now) -> None:
    session = timed(now, yellow=COMPUTER, moves="4")
    late = turn_of(session)
    session.set_seat(YELLOW, PERSON)
    now.wait(100)
    before = session.match
    assert not deliver(session, late, 3)
    assert session.match is before


def test_a_new_game_after_a_flag_begins_with_full_clocks(now: Now) -> None:
    session = timed(now, moves="4")
    now.wait(60)
    session.check_clock()
    session.new_game()
    assert session.match.results == (RED,)
    assert left(session) == (60_000, 60_000)
    assert not session.clock_runs


# Taking back


def test_undo_gives_both_their_time_back(now: Now) -> None:
    session = timed(now)
    for seconds in (0, 3, 4, 5):
        now.wait(seconds)
        play(session, 3)
    assert left(session) == (58_000, 56_000)
    now.wait(7)
    session.undo()
    assert left(session) == (58_000, 59_000)
    session.undo()
    assert left(session) == (60_000, 59_000)
    session.redo()
    assert left(session) == (58_000, 59_000)
    session.redo()
    assert left(session) == (58_000, 56_000)


def test_undo_to_the_persons_turn_gives_the_computer_its_time_back(now: Now) -> None:
    session = timed(now, yellow=COMPUTER, moves="44")
    now.wait(3)
    play(session, 3)
    session.start_turn()
    now.wait(4)
    session.undo()
    assert moves(session) == "44"
    assert left(session) == (60_000, 60_000)


def test_undo_after_the_flag_takes_the_flag_back_alone_and_gives_the_turn_back(now: Now) -> None:
    session = timed(now, moves="4")
    now.wait(60)
    session.check_clock()
    session.undo()
    assert (flag(session), moves(session)) == (None, "4")
    assert left(session) == (60_000, 60_000)
    assert session.clock_runs
    play(session, 3)
    assert moves(session) == "44"


def test_undo_to_the_start_stops_the_clock(now: Now) -> None:
    session = timed(now)
    play(session, 3)
    session.undo()
    now.wait(100)
    assert not session.clock_runs
    play(session, 3)
    assert left(session) == (60_000, 60_000)


# Standing still


def test_a_suspended_clock_does_not_run(now: Now) -> None:
    session = timed(now, moves="4")
    heard = changes_of(session)
    now.wait(1)
    session.suspend()
    session.suspend()
    now.wait(1000)
    assert left(session) == (60_000, 59_000)
    assert not session.clock_runs
    assert not session.check_clock()
    session.resume()
    session.resume()
    now.wait(2)
    assert left(session) == (60_000, 57_000)
    assert heard == [Change.CLOCK]


def test_a_move_while_suspended_costs_what_was_used_before(now: Now) -> None:
    session = timed(now, moves="4")
    now.wait(1)
    session.suspend()
    now.wait(1000)
    play(session, 3)
    assert not session.clock_runs
    assert left(session) == (60_000, 61_000)


def test_a_flag_that_fell_unseen_ends_the_game_after_resume(now: Now) -> None:
    session = timed(now, moves="4")
    heard = changes_of(session)
    now.wait(70)
    session.suspend()
    assert flag(session) is None
    assert left(session) == (60_000, 0)
    session.resume()
    assert session.check_clock()
    assert flag(session) == (Termination.TIME, RED)
    assert heard == [Change.CLOCK, Change.FLAG]


def test_closing_counts_the_time_and_ends_no_game(now: Now) -> None:
    session = timed(now, moves="4")
    heard = changes_of(session)
    now.wait(70)
    session.close()
    session.close()
    assert session.match.outcome is None
    assert session.match.time_left(YELLOW) == 0
    assert heard == [Change.CLOCK]


def test_listeners_hear_of_time_at_the_first_check_and_then_every_ten_seconds(now: Now) -> None:
    session = timed(now, moves="4")
    heard: list[int | None] = []
    session.subscribe(lambda change, match: heard.append(match.time_left(YELLOW)))
    for _ in range(25):
        now.wait(1)
        session.check_clock()
    first = 59_000
    assert heard == [first, first - NOTICE_MS, first - 2 * NOTICE_MS]


# Computers


def test_a_computers_time_runs_from_the_begin_of_its_search_to_its_answer(now: Now) -> None:
    session = timed(now, COMPUTER, COMPUTER, moves="4")
    turn = turn_of(session)
    now.wait(4)
    assert not session.clock_runs
    session.start_turn()
    session.start_turn()
    now.wait(1)
    assert left(session) == (60_000, 59_000)
    reply = Answer(turn, 3)
    assert session.receive(reply)
    assert not session.receive(reply)
    now.wait(9)
    assert not session.check_clock()
    assert session.deliver(reply)
    assert left(session) == (60_000, 61_000)
    assert not session.clock_runs


def test_an_answer_in_time_counts_however_long_it_waits_for_its_delivery(now: Now) -> None:
    session = timed(now, yellow=COMPUTER, moves="4")
    session.start_turn()
    now.wait(59)
    reply = Answer(turn_of(session), 3)
    assert session.receive(reply)
    now.wait(59)
    assert session.deliver(reply)
    assert left(session) == (60_000, 3000)


def test_a_search_that_was_stopped_is_not_counted(now: Now) -> None:
    session = timed(now, yellow=COMPUTER, moves="4")
    session.start_turn()
    now.wait(1000)
    session.discard_elapsed()
    assert deliver(session, turn_of(session), 3)
    assert left(session) == (60_000, 62_000)


def test_replies_to_a_cancelled_search_are_dropped(now: Now) -> None:
    session = timed(now, yellow=COMPUTER, moves="4")
    late = turn_of(session)
    session.undo()
    play(session, 0)
    assert not session.receive(Answer(late, 3))
    assert not session.receive(Failure(late, TimeoutError()))
    assert session.failure is None
    assert not session.clock_runs


def test_another_level_in_the_middle_of_a_search_keeps_what_the_turn_has_used(now: Now) -> None:
    session = timed(now, yellow=COMPUTER, moves="4")
    session.start_turn()
    now.wait(5)
    session.set_seat(YELLOW, LevelSeat("club"))
    now.wait(5)
    assert left(session) == (60_000, 55_000)
    session.start_turn()
    now.wait(5)
    assert left(session) == (60_000, 50_000)


def test_a_person_who_takes_a_seat_gets_its_time_at_once(now: Now) -> None:
    session = timed(now, yellow=COMPUTER, moves="4")
    session.set_seat(YELLOW, PERSON)
    now.wait(5)
    assert left(session) == (60_000, 55_000)


def test_swapped_sides_have_the_time_of_their_discs(now: Now) -> None:
    session = timed(now, moves="4")
    now.wait(5)
    session.swap_sides()
    assert (session.match.red, session.match.yellow) == (BOB, PERSON)
    assert left(session) == (60_000, 55_000)
    now.wait(1)
    assert left(session) == (60_000, 54_000)


def test_a_pause_stops_the_computers_clock(now: Now) -> None:
    session = timed(now, COMPUTER, COMPUTER, moves="4")
    session.start_turn()
    now.wait(5)
    session.pause(True)
    now.wait(100)
    assert left(session) == (60_000, 55_000)
    session.pause(False)
    session.start_turn()
    now.wait(1)
    assert left(session) == (60_000, 54_000)


def test_a_step_runs_the_clock_for_one_move(now: Now) -> None:
    session = timed(now, COMPUTER, COMPUTER, moves="4")
    session.pause(True)
    session.step()
    turn = turn_of(session)
    session.start_turn()
    now.wait(3)
    assert deliver(session, turn, 3)
    assert (session.paused, session.clock_runs) == (True, False)
    assert left(session) == (60_000, 59_000)


def test_a_computer_gets_a_share_of_its_time(now: Now, monkeypatch: pytest.MonkeyPatch) -> None:
    control = TimeControl(12_000)
    session = timed(now, LevelSeat("club"), LevelSeat("club"), moves="4", control=control)
    turn = turn_of(session)
    assert (turn.time_left, turn.increment) == (12_000, 0)
    found: list[Limit] = []

    class Hurried:
        unproven = False

        def choose_column(self, _position: Position, limit: Limit, _stop: StopFlag) -> int:
            found.append(limit)
            return 0

    club = replace(level("club"), make=lambda _rng: Hurried())
    monkeypatch.setattr("p4tui.play.participants.level", lambda _id: club)
    for asked in (session, timed(now, LevelSeat("club"), BOB, moves="44")):
        asked.start_turn()
    assert found[0].seconds == pytest.approx(0.48)
    assert found[1] == level("club").limit


def test_a_question_for_advice_leaves_the_clock_running(now: Now) -> None:
    session = timed(now, moves="4")
    session.question()
    now.wait(2)
    assert left(session) == (60_000, 58_000)
