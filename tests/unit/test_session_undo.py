"""A session's undo and redo, and resignation."""

from __future__ import annotations

import pytest

from p4tui.core.errors import (
    GameOverError,
    NothingToRedoError,
    NothingToUndoError,
    NotYourTurnError,
)
from p4tui.play.match import Change
from tests.unit.sessions import (
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
    resign,
    session_of,
    turn_of,
)

# Undo and redo


def test_people_undo_and_redo_one_move_at_a_time() -> None:
    session = session_of(moves="445")
    session.undo()
    assert (moves(session), session.match.to_move) == ("44", RED)
    session.undo()
    session.redo()
    session.redo()
    assert moves(session) == "445"
    with pytest.raises(NothingToRedoError):
        session.redo()


def test_a_new_move_discards_the_moves_taken_back() -> None:
    session = session_of(moves="445")
    session.undo()
    play(session, 0)
    with pytest.raises(NothingToRedoError):
        session.redo()
    assert moves(session) == "441"


def test_against_a_computer_undo_goes_back_to_the_persons_own_turn() -> None:
    session = session_of(yellow=COMPUTER)
    play(session, 3)
    answer(session, 4)
    play(session, 4)
    session.undo()  # while it thinks: one move
    assert moves(session) == "44"
    session.undo()  # on the person's turn: two
    assert moves(session) == ""
    with pytest.raises(NothingToUndoError):
        session.undo()
    assert session.match.person_to_move


def test_against_a_computer_redo_makes_as_many_moves_as_undo_took_back() -> None:
    session = session_of(yellow=COMPUTER)
    play(session, 3)
    answer(session, 4)
    session.undo()
    session.redo()
    assert moves(session) == "44"
    assert session.match.person_to_move


def test_a_move_redone_without_an_answer_has_the_computer_think_again() -> None:
    session = session_of(yellow=COMPUTER)
    play(session, 3)
    session.undo()
    session.redo()
    assert moves(session) == "4"
    assert turn_of(session).colour is YELLOW


def test_the_computers_first_move_cannot_be_taken_back() -> None:
    session = session_of(COMPUTER, PERSON)
    answer(session, 4)
    before = session.match
    with pytest.raises(NothingToUndoError):
        session.undo()
    assert session.match is before
    play(session, 3)
    answer(session, 4)
    session.undo()
    assert moves(session) == "4"


def test_a_computers_winning_move_is_taken_back_with_the_move_before_it() -> None:
    session = session_of(yellow=COMPUTER, moves="717263")
    play(session, 6)
    answer(session, 4)  # 1-2-3-4 in the bottom row
    assert session.match.winner is YELLOW
    session.undo()
    assert moves(session) == "717263"
    session.redo()
    assert session.match.winner is YELLOW


def test_undo_between_computers_takes_one_move_and_pauses() -> None:
    session = computers("44")
    session.undo()
    assert moves(session) == "4"
    assert session.paused
    assert session.turn is None
    session.redo()
    assert moves(session) == "44"
    assert session.paused


def test_the_score_follows_undo_and_redo_after_the_end() -> None:
    session = session_of(moves=FIRST_WINS)
    assert session.match.wins(RED) == 1
    session.undo()
    assert session.match.wins(RED) == 0
    session.redo()
    assert session.match.wins(RED) == 1
    session.new_game()
    assert session.match.wins(RED) == 1


# Resignation


def test_the_person_to_move_resigns() -> None:
    session = session_of(moves="4")
    resign(session)
    assert session.match.winner is RED
    assert session.match.wins(RED) == 1
    with pytest.raises(GameOverError):
        resign(session)


@pytest.mark.parametrize("moves_before", ["", "4"], ids=["own turn", "while it thinks"])
def test_against_a_computer_the_person_resigns_at_any_moment(moves_before: str) -> None:
    session = session_of(yellow=COMPUTER, moves=moves_before)
    resign(session)
    assert session.match.winner is YELLOW
    assert session.turn is None


def test_a_resignation_is_taken_back_alone() -> None:
    session = session_of(yellow=COMPUTER, moves="44")
    heard = changes_of(session)
    resign(session)
    session.undo()
    assert moves(session) == "44"
    assert session.match.outcome is None
    assert session.match.person_to_move
    assert heard == [Change.RESIGNATION, Change.UNDO]


def test_a_resignation_taken_back_while_the_computer_thought_has_it_think_again() -> None:
    session = session_of(yellow=COMPUTER, moves="4")
    resign(session)
    session.undo()
    assert turn_of(session).colour is YELLOW


def test_a_person_may_resign_out_of_turn() -> None:
    session = session_of(moves="4")
    session.resign(RED)
    assert session.match.winner is YELLOW
    assert session.match.outcome is not None
    with pytest.raises(GameOverError):
        session.resign(YELLOW)


def test_nobody_resigns_for_a_computer() -> None:
    for moves_before in ("", "4"):
        session = session_of(yellow=COMPUTER, moves=moves_before)
        with pytest.raises(NotYourTurnError):
            session.resign(YELLOW)
        assert session.match.outcome is None
        assert session.match.resigning_colour is RED


def test_nobody_resigns_between_computers() -> None:
    with pytest.raises(NotYourTurnError):
        resign(computers())
