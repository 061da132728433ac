"""A session with participants that answer late, never, twice, illegally, out of turn, that raise, or go away."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from p4tui import i18n
from p4tui.core.errors import ColumnFullError, NotYourTurnError
from p4tui.core.notation import parse_game
from p4tui.play.match import Change, Match
from p4tui.play.participants import (
    Answer,
    CannotPlayError,
    Factory,
    Failure,
    IllegalAnswerError,
    Participant,
    Turn,
)
from p4tui.play.seats import LevelSeat, Person, Seat, UnknownSeat
from p4tui.play.session import Session
from p4tui.words.match import failure_sentence
from tests.unit.sessions import (
    BOB,
    COMPUTER,
    FIRST_WINS,
    PERSON,
    RED,
    YELLOW,
    Awkward,
    Replies,
    changes_of,
    factory_of,
    fail,
    gives,
    moves,
    play,
    raises,
    session_of,
    session_with,
    turn_of,
)


def against(
    participant: Participant,
    moves_before: str = "4",
    red: Seat = PERSON,
    yellow: Seat = COMPUTER,
) -> tuple[Session, Replies]:
    """A game in which a participant has every seat but the people's, and the mailbox of its replies."""
    replies = Replies()
    match = Match(red, yellow, parse_game(moves_before))
    return session_with(match, factory=factory_of(participant), on_reply=replies.append), replies


# Illegal answers

COLUMNS = {
    "off the board": 7,
    "below zero": -1,
    "full": 3,
    "a string": "1",
    "None": None,
    "a huge number": 10**5000,
    "a fraction": 2.0,
    "a truth": True,
    "what cannot be compared": [],
}


@pytest.mark.parametrize("column", COLUMNS.values(), ids=COLUMNS)
def test_a_column_that_cannot_be_played_becomes_a_failure_and_the_game_waits(
    column: object,
) -> None:
    session, replies = against(Awkward(gives(column)), "4444443")
    before = session.match
    heard = changes_of(session)
    session.start_turn()
    assert replies.deliver(session) == [False]
    assert session.failure is not None
    assert isinstance(session.failure.error, IllegalAnswerError)
    assert session.failure.error.column == column
    assert (session.match, session.turn) == (before, None)
    assert heard == [Change.FAILURE]
    assert (
        failure_sentence(session.match, session.failure)
        == "Random chose a column that cannot be played."
    )


def test_move_now_asks_again_after_a_failure() -> None:
    columns = iter([99, 3])
    participant = Awkward(lambda turn, on_reply: gives(next(columns))(turn, on_reply))
    session, replies = against(participant)
    session.start_turn()
    replies.deliver(session)
    assert session.move_now()
    assert session.failure is None
    session.start_turn()
    assert replies.deliver(session) == [True]
    assert moves(session) == "44"
    first, second = participant.turns
    assert (first.game, first.colour) == (second.game, second.colour)


@pytest.mark.parametrize("reply", [None, "4", 3, []], ids=repr)
def test_an_invalid_reply_is_ignored(reply: object) -> None:
    session, replies = against(Awkward(gives(3)))
    session.start_turn()
    assert not session.receive(reply)  # type: ignore[arg-type]  # whatever a participant reports
    assert replies.deliver(session) == [True]
    assert moves(session) == "44"


# Late, never, twice


def test_an_answer_that_comes_after_the_turn_is_dropped() -> None:
    participant = Awkward()
    session, _replies = against(participant)
    session.start_turn()
    late = turn_of(session)
    session.undo()
    play(session, 0)
    assert not session.receive(Answer(late, 3))
    session.start_turn()
    assert not session.receive(Answer(late, 3))
    assert moves(session) == "1"
    assert session.failure is None
    assert participant.cancelled == 1


def test_a_failure_that_comes_after_the_turn_is_dropped() -> None:
    session, _replies = against(Awkward())
    session.start_turn()
    late = turn_of(session)
    session.undo()
    play(session, 0)
    session.start_turn()
    assert not session.receive(Failure(late, TimeoutError()))
    assert session.failure is None
    assert session.turn is not None


@pytest.mark.parametrize(
    ("change", "played"),
    [
        (Session.undo, ""),
        (lambda session: session.resign(RED), "4"),
        (Session.new_game, ""),
        (lambda session: session.set_seat(YELLOW, Person("Bob")), "4"),
        (Session.swap_sides, "4"),
        (Session.close, "4"),
    ],
    ids=["undo", "resign", "new game", "a person takes the seat", "swap", "close"],
)
def test_nothing_waits_for_a_participant_that_never_answers(
    change: Callable[[Session], None], played: str
) -> None:
    session, _replies = against(Awkward())
    session.start_turn()
    turn = turn_of(session)
    change(session)
    assert moves(session) == played
    assert turn.stop.is_set()
    assert session.turn is not turn


def test_the_second_of_two_answers_is_dropped() -> None:
    session, replies = against(Awkward(gives(3, 4)))
    session.start_turn()
    assert replies.deliver(session) == [True, False]
    assert moves(session) == "44"


def test_a_good_answer_after_an_illegal_one_is_dropped() -> None:
    session, replies = against(Awkward(gives(99, 4)))
    session.start_turn()
    assert replies.deliver(session) == [False, False]
    assert moves(session) == "4"
    assert session.failure is not None


def test_an_answer_and_an_error_after_it_are_a_move() -> None:
    def start(turn: Turn, on_reply: Callable[[Answer], None]) -> None:
        on_reply(Answer(turn, 3))
        raise ConnectionError

    session, replies = against(Awkward(start))
    session.start_turn()
    assert replies.deliver(session) == [True, False]
    assert moves(session) == "44"


# Out of turn


def test_an_answer_out_of_turn_is_dropped() -> None:
    participant = Awkward(gives(3))
    session, replies = against(participant)
    session.start_turn()
    replies.deliver(session)
    assert session.match.person_to_move
    participant.on_reply(Answer(participant.turns[0], 0))
    game = parse_game("4")
    participant.on_reply(Answer(Turn(game, YELLOW, 0), 0))
    assert replies.deliver(session) == [False, False]
    assert moves(session) == "44"


def test_an_answer_before_the_turn_has_started_is_dropped() -> None:
    session, _replies = against(Awkward())
    assert not session.receive(Answer(turn_of(session), 0))
    session.start_turn()
    assert session.receive(Answer(turn_of(session), 0))


# Errors

ERROR = ConnectionResetError("the other end\nis \x1b[31mgone")


@pytest.mark.parametrize("where", ["factory", "start"])
def test_an_error_at_the_begin_of_a_turn_becomes_a_failure(where: str) -> None:
    replies = Replies()
    factory: Factory = factory_of(Awkward(raises(ERROR)))
    if where == "factory":
        factory = raises(ERROR)  # type: ignore[assignment]
    match = Match(PERSON, COMPUTER, parse_game("4"))
    session = session_with(match, factory=factory, on_reply=replies.append)
    session.start_turn()
    replies.deliver(session)
    assert session.failure is not None
    assert session.failure.error is ERROR
    sentence = failure_sentence(session.match, session.failure)
    assert sentence == "Random made no move: ConnectionResetError: the other end�is �[31mgone."
    session.undo()
    play(session, 0)
    assert moves(session) == "1"


def test_an_error_that_cannot_be_printed_has_a_sentence() -> None:
    session = session_of(yellow=COMPUTER, moves="4")
    fail(session, ValueError(10**5000))
    assert session.failure is not None
    sentence = failure_sentence(session.match, session.failure)
    assert sentence.startswith("Random made no move: ValueError: ")


def test_errors_of_cancel_and_close_are_ignored() -> None:
    participant = Awkward(on_cancel=raises(ERROR), on_close=raises(ERROR))
    session, _replies = against(participant)
    session.start_turn()
    session.undo()
    play(session, 0)
    session.start_turn()
    session.close()
    session.close()
    assert (participant.cancelled, participant.closed) == (2, 1)
    assert moves(session) == "1"


def test_a_seat_of_a_kind_that_nobody_knows_cannot_play() -> None:
    replies = Replies()
    match = Match(PERSON, UnknownSeat("program", "stockfour"), parse_game("4"))
    session = session_with(match, on_reply=replies.append)
    session.start_turn()
    replies.deliver(session)
    assert session.failure is not None
    assert isinstance(session.failure.error, CannotPlayError)
    for language in ("en", "fr"):
        i18n.activate(language)
        assert "stockfour" in failure_sentence(match, session.failure)
    session.set_seat(YELLOW, LevelSeat("random"))
    session.start_turn()
    assert replies.deliver(session) == [True]


def test_a_level_that_raises_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        unproven = False
        choose_column = staticmethod(raises(MemoryError()))

    replies = Replies()
    monkeypatch.setattr(
        "p4tui.players.levels.Level.make", lambda _level, _rng: Broken(), raising=False
    )
    match = Match(PERSON, COMPUTER, parse_game("4"))
    session = session_with(match, on_reply=replies.append)
    session.start_turn()
    assert replies.deliver(session) == [False]
    assert session.failure is not None
    assert isinstance(session.failure.error, MemoryError)


# While nothing moves


def test_after_a_failure_the_person_can_do_everything_but_move() -> None:
    session, replies = against(Awkward(gives(99)))
    session.start_turn()
    replies.deliver(session)
    with pytest.raises(NotYourTurnError):
        play(session, 0)
    session.undo()
    assert session.failure is None
    session.redo()
    assert session.failure is None
    assert session.turn is not None
    session.resign(RED)
    assert session.match.winner is YELLOW


def test_a_step_between_computers_asks_again_after_a_failure() -> None:
    columns = iter([99, 3])
    participant = Awkward(lambda turn, on_reply: gives(next(columns))(turn, on_reply))
    session, replies = against(participant, "4", COMPUTER, COMPUTER)
    session.start_turn()
    replies.deliver(session)
    session.step()
    session.start_turn()
    assert replies.deliver(session) == [True]
    assert session.paused
    assert moves(session) == "44"


def test_move_now_has_nobody_to_ask_on_a_persons_turn_and_after_the_end() -> None:
    assert not session_of().move_now()
    assert not session_of(yellow=COMPUTER, moves=FIRST_WINS).move_now()


# How long a participant lives


def test_a_participant_outlives_its_turns_and_is_closed_with_the_session() -> None:
    participant = Awkward(gives(3))
    session, replies = against(participant)
    made: list[Seat] = []
    for _ in range(2):
        session.start_turn()
        replies.deliver(session)
        play(session, 0)
        made.append(session.match.yellow)
    session.start_turn()
    assert len(participant.turns) == 3
    assert (participant.cancelled, participant.closed) == (0, 0)
    session.close()
    assert participant.closed == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda session: session.set_seat(YELLOW, BOB),
        lambda session: session.set_seat(YELLOW, LevelSeat("winner")),
        lambda session: session.swap_sides(),
    ],
    ids=["a person", "another level", "swap"],
)
def test_a_participant_is_closed_when_it_loses_its_seat(
    change: Callable[[Session], None],
) -> None:
    participant = Awkward()
    session, _replies = against(participant)
    session.start_turn()
    change(session)
    assert (participant.cancelled, participant.closed) == (1, 1)


def test_each_seat_has_a_participant_of_its_own() -> None:
    made: list[Seat] = []
    replies = Replies()

    def factory(seat: Seat) -> Participant:
        made.append(seat)
        return Awkward(gives(3))

    match = Match(COMPUTER, LevelSeat("winner"), parse_game("4"))
    session = session_with(match, random.Random(1), factory=factory, on_reply=replies.append)
    for _ in range(4):
        session.start_turn()
        assert replies.deliver(session) == [True]
    assert made == [LevelSeat("winner"), COMPUTER]


def test_a_persons_illegal_move_is_refused_and_no_failure() -> None:
    session, _replies = against(Awkward(), "444444")
    with pytest.raises(ColumnFullError):
        session.move(RED, 3)
    assert session.failure is None
