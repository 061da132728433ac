"""A session's moves: a person's and a computer's."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from p4tui.core.errors import (
    ColumnFullError,
    GameOverError,
    NoSuchColumnError,
    NothingToUndoError,
    NotYourTurnError,
)
from p4tui.play.match import Change
from p4tui.play.seats import LevelSeat
from p4tui.play.session import Session
from tests.unit.sessions import (
    BEFORE_WIN,
    COMPUTER,
    FIRST_WINS,
    PERSON,
    RED,
    YELLOW,
    answer,
    changes_of,
    chosen,
    computers,
    deliver,
    moves,
    play,
    resign,
    session_of,
    turn_of,
)

# A person's move


def test_people_play_in_turn() -> None:
    session = session_of()
    for column in (3, 3, 4):
        assert session.match.person_to_move
        play(session, column)
    assert moves(session) == "445"
    assert session.match.to_move is YELLOW


def test_a_full_column_and_a_wrong_one_are_refused_and_nothing_changes() -> None:
    session = session_of(moves="444444")
    before = session.match
    with pytest.raises(ColumnFullError):
        play(session, 3)
    with pytest.raises(NoSuchColumnError):
        play(session, 7)
    with pytest.raises(NoSuchColumnError):
        play(session, -1)
    assert session.match is before


def test_no_move_after_the_end_whatever_the_column() -> None:
    session = session_of(moves=FIRST_WINS)
    for column in (3, 99):
        with pytest.raises(GameOverError):
            play(session, column)
    assert not session.match.person_to_move


def test_a_persons_move_is_refused_while_the_computer_thinks() -> None:
    session = session_of(yellow=COMPUTER)
    play(session, 3)
    turn = turn_of(session)
    for column in (3, 99):
        with pytest.raises(NotYourTurnError):
            play(session, column)
    assert session.turn is turn
    assert not turn.stop.is_set()


def test_nobody_moves_out_of_turn() -> None:
    session = session_of()
    before = session.match
    with pytest.raises(NotYourTurnError):
        session.move(YELLOW, 3)
    assert session.match is before


def test_a_persons_move_is_refused_between_computers_also_when_paused() -> None:
    session = computers()
    session.pause(True)
    with pytest.raises(NotYourTurnError):
        play(session, 3)


def test_listeners_get_every_change_in_order_with_the_new_match() -> None:
    session = session_of()
    heard: list[tuple[str, Change, int]] = []
    session.subscribe(lambda change, match: heard.append(("first", change, match.position.ply)))
    session.subscribe(lambda change, match: heard.append(("second", change, match.position.ply)))
    play(session, 3)
    session.undo()
    assert heard == [
        ("first", Change.MOVE, 1),
        ("second", Change.MOVE, 1),
        ("first", Change.UNDO, 0),
        ("second", Change.UNDO, 0),
    ]


def test_a_refused_move_notifies_nobody() -> None:
    session = session_of()
    heard = changes_of(session)
    with pytest.raises(NothingToUndoError):
        session.undo()
    with pytest.raises(NoSuchColumnError):
        play(session, 9)
    assert heard == []


# A computer's move


def test_a_turn_has_the_game_the_colour_and_the_time() -> None:
    session = session_of(yellow=LevelSeat("club"))
    assert session.turn is None
    play(session, 3)
    turn = turn_of(session)
    assert (turn.game, turn.colour) == (session.match.game, YELLOW)
    assert (turn.time_left, turn.increment) == (None, 0)
    assert not turn.stop.is_set()


def test_a_computer_that_starts_has_its_turn_at_once() -> None:
    session = session_of(COMPUTER, PERSON)
    assert deliver(session, turn_of(session), chosen(session))
    assert session.turn is None
    assert session.match.person_to_move


def test_unproven_is_kept_until_the_next_change() -> None:
    session = session_of(yellow=COMPUTER)
    found: list[bool] = []
    session.subscribe(lambda change, match: found.append(session.unproven))
    play(session, 3)
    answer(session, 4)
    play(session, 3)
    assert deliver(session, turn_of(session), 3, unproven=True)
    play(session, 3)
    assert found == [False, False, False, True, False]


def test_an_answer_is_accepted_once() -> None:
    session = session_of(yellow=COMPUTER)
    play(session, 3)
    turn = answer(session, 4)
    assert not deliver(session, turn, 4)
    assert moves(session) == "44"


def test_the_same_seed_plays_the_same_game() -> None:
    games = []
    for seed in (7, 7, 8):
        session = session_of(COMPUTER, COMPUTER, seed=seed)
        while session.match.outcome is None:
            deliver(session, turn_of(session), chosen(session))
        games.append(moves(session))
    assert games[0] == games[1] != games[2]


def test_no_turn_after_the_end() -> None:
    session = session_of(PERSON, COMPUTER, BEFORE_WIN)
    play(session, 0)
    assert session.match.winner is RED
    assert session.turn is None


@pytest.mark.parametrize(
    "change",
    [
        lambda session: session.undo(),
        lambda session: session.new_game(),
        lambda session: session.swap_sides(),
        lambda session: resign(session),
        lambda session: session.set_seat(YELLOW, LevelSeat("winner")),
        lambda session: session.set_seat(YELLOW, PERSON),
        lambda session: session.close(),
    ],
    ids=["undo", "new game", "swap", "resign", "level", "person", "close"],
)
def test_a_change_stops_the_search_and_its_late_answer_is_dropped(
    change: Callable[[Session], None],
) -> None:
    session = session_of(yellow=COMPUTER)
    play(session, 3)
    turn = turn_of(session)
    change(session)
    assert turn.stop.is_set()
    assert session.turn is not turn
    before = session.match
    assert not deliver(session, turn, 4)
    assert session.match is before


def test_move_now_asks_for_the_answer_which_still_counts() -> None:
    session = session_of(yellow=COMPUTER)
    assert not session.move_now()
    play(session, 3)
    turn = turn_of(session)
    assert session.move_now()
    assert turn.stop.is_set()
    assert session.turn is turn
    assert deliver(session, turn, chosen(session))
