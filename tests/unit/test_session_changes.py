"""A session between moves: new games, sides, levels, computers only, advice, the end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from p4tui.core.errors import (
    GameOverError,
)
from p4tui.core.position import Position
from p4tui.play.analysis import Advice, Reason, instant_advice
from p4tui.play.match import Change
from p4tui.play.seats import LevelSeat, Person
from p4tui.play.session import Session
from p4tui.players.levels import UnknownLevelError
from tests.unit.sessions import (
    BEFORE_WIN,
    COMPUTER,
    FIRST_WINS,
    PERSON,
    RED,
    YELLOW,
    answer,
    changes_of,
    computers,
    moves,
    play,
    session_of,
    turn_of,
)

# New games and sides


def test_the_other_player_starts_a_new_game() -> None:
    session = session_of(moves=FIRST_WINS)
    heard = changes_of(session)
    session.new_game()
    assert (session.match.starter, session.match.position) == (YELLOW, Position())
    play(session, 0)
    session.new_game()
    assert session.match.starter is RED
    assert session.match.results == (RED,)
    assert heard == [Change.NEW_GAME, Change.MOVE, Change.NEW_GAME]


def test_sides_swapped_during_a_game_play_on_with_the_others_discs() -> None:
    session = session_of(yellow=COMPUTER, moves="44")
    heard = changes_of(session)
    session.swap_sides()
    assert moves(session) == "44"
    assert session.match.red == COMPUTER
    assert turn_of(session).colour is RED
    assert heard == [Change.SEATS]


def test_sides_swapped_after_the_end_begin_a_game_that_the_other_starts_and_keep_the_score() -> (
    None
):
    session = session_of(yellow=Person("Bob"), moves=FIRST_WINS)
    heard = changes_of(session)
    session.swap_sides()
    match = session.match
    assert (match.red.name, match.yellow.name) == ("Bob", "Alice")
    assert (match.wins(RED), match.wins(YELLOW)) == (0, 1)
    assert match.position == Position()
    assert match.seat(match.starter).name == match.seat(match.to_move).name == "Bob"
    assert heard == [Change.NEW_GAME]


def test_sides_swapped_after_the_end_of_a_paused_game_play_on() -> None:
    session = computers(BEFORE_WIN)
    session.pause(True)
    session.step()
    answer(session, 1)
    paused = [session.paused]
    session.swap_sides()
    assert [*paused, session.paused] == [True, False]
    assert session.turn is not None


# Levels


def test_a_level_can_be_set_at_any_moment() -> None:
    session = session_of(yellow=COMPUTER)
    heard = changes_of(session)
    session.set_seat(YELLOW, LevelSeat("careful"))
    assert session.turn is None
    session.set_seat(RED, LevelSeat("club"))
    assert turn_of(session).colour is RED
    session.set_seat(RED, PERSON)
    assert session.turn is None
    assert (session.match.red, session.match.yellow) == (PERSON, LevelSeat("careful"))
    assert heard == [Change.SEATS] * 3


def test_a_level_can_be_set_after_the_end() -> None:
    session = session_of(moves=FIRST_WINS)
    session.set_seat(RED, LevelSeat("winner"))
    assert session.turn is None
    assert session.match.winner is RED


def test_an_unknown_level_is_refused() -> None:
    session = session_of()
    with pytest.raises(UnknownLevelError):
        session.set_seat(RED, LevelSeat("grandmaster"))
    assert session.match.red == PERSON


def test_a_person_who_sits_down_at_a_paused_match_ends_the_pause() -> None:
    session = computers()
    session.pause(True)
    session.set_seat(YELLOW, PERSON)
    assert not session.paused
    assert turn_of(session).colour is RED


# Computers only


def test_a_match_between_computers_is_paused_and_continued() -> None:
    session = computers()
    heard = changes_of(session)
    turn = turn_of(session)
    session.pause(True)
    assert session.turn is None
    assert turn.stop.is_set()
    session.pause(True)
    session.pause(False)
    assert turn_of(session) is not turn
    assert heard == [Change.PAUSE, Change.PAUSE]


def test_a_person_cannot_pause_or_step() -> None:
    session = session_of(yellow=COMPUTER, moves="4")
    turn = session.turn
    session.pause(True)
    session.step()
    assert not session.paused
    assert session.turn is turn
    answer(session, 4)
    assert not session.paused


def test_a_step_is_one_move_then_a_pause() -> None:
    session = computers()
    session.pause(True)
    for expected in ("1", "12"):
        session.step()
        answer(session, int(expected[-1]))
        assert moves(session) == expected
        assert session.paused
        assert session.turn is None


def test_a_step_while_the_match_runs_keeps_the_search_and_pauses_after_it() -> None:
    session = computers()
    turn = turn_of(session)
    session.step()
    assert session.turn is turn
    answer(session, 4)
    assert session.paused


def test_a_step_after_the_end_does_nothing() -> None:
    session = computers(FIRST_WINS)
    session.step()
    assert session.turn is None
    assert not session.paused


def test_another_level_in_the_middle_of_a_step_still_leaves_one_move() -> None:
    session = computers()
    session.pause(True)
    session.step()
    session.set_seat(RED, LevelSeat("careful"))
    answer(session, 4)
    assert session.paused


@pytest.mark.parametrize(
    "change",
    [
        lambda session: session.undo(),
        lambda session: session.new_game(),
        lambda session: session.pause(True),
    ],
    ids=["undo", "new game", "pause"],
)
def test_a_step_broken_off_does_not_pause_later(change: Callable[[Session], None]) -> None:
    session = computers("44")
    session.step()
    change(session)
    session.pause(False)
    answer(session, 1)
    assert not session.paused


def test_a_new_game_between_computers_runs() -> None:
    session = computers("44")
    session.pause(True)
    session.new_game()
    assert not session.paused
    assert turn_of(session).colour is YELLOW


# Advice and the end


def test_a_question_for_advice_is_about_the_current_position() -> None:
    session = session_of(moves=BEFORE_WIN)
    question = session.question()
    assert question.position == session.match.position
    assert instant_advice(question) == Advice(0, Reason.WINS, 1)


def test_questions_are_random_but_seeded() -> None:
    numbers = [session_of(seed=seed).question().rng.random() for seed in range(30)]
    assert len(set(numbers)) == 30
    assert numbers == [session_of(seed=seed).question().rng.random() for seed in range(30)]


def test_no_advice_after_the_end() -> None:
    with pytest.raises(GameOverError):
        session_of(moves=FIRST_WINS).question()


def test_closing_twice_stops_the_search() -> None:
    session = session_of(COMPUTER, PERSON)
    turn = turn_of(session)
    session.close()
    session.close()
    assert turn.stop.is_set()
    assert session.turn is None
