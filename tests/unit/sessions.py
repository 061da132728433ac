"""Sessions for tests, and helpers that play them."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from p4tui.core.colour import Colour
from p4tui.core.notation import format_moves, parse_game
from p4tui.play.match import Change, Match
from p4tui.play.participants import (
    Answer,
    CannotPlayError,
    Factory,
    Failure,
    LevelParticipant,
    Participant,
    Reply,
    ReplyHandler,
    Turn,
    participant_factory,
)
from p4tui.play.seats import LevelSeat, Person, Seat
from p4tui.play.session import Session

RED, YELLOW = Colour.RED, Colour.YELLOW
FIRST_WINS = "1212121"
PERSON, BOB, COMPUTER = Person("Alice"), Person("Bob"), LevelSeat("random")
BEFORE_WIN = "121212"


@dataclass
class Awkward:
    """A participant that does what a test says, and records its turns.

    Attributes:
        on_start, on_cancel, on_close: what it does; by default nothing, so it never answers.
        turns: all turns so far.
        on_reply: takes its replies.
        cancelled, closed: the number of calls.
    """

    on_start: Callable[[Turn, ReplyHandler], object] = lambda _turn, _on_reply: None
    on_cancel: Callable[[], object] = lambda: None
    on_close: Callable[[], object] = lambda: None
    turns: list[Turn] = field(default_factory=list)
    on_reply: ReplyHandler = lambda _reply: None
    cancelled: int = 0
    closed: int = 0

    def start(self, turn: Turn, on_reply: ReplyHandler) -> None:
        self.turns.append(turn)
        self.on_reply = on_reply
        self.on_start(turn, on_reply)

    def cancel(self) -> None:
        self.cancelled += 1
        self.on_cancel()

    def close(self) -> None:
        self.closed += 1
        self.on_close()


def gives(*columns: object) -> Callable[[Turn, ReplyHandler], None]:
    """Return a function that answers with these columns at once, counted from 0, or with any other values."""

    def answer(turn: Turn, on_reply: ReplyHandler) -> None:
        for column in columns:
            on_reply(Answer(turn, column))  # type: ignore[arg-type]

    return answer


def raises(error: Exception) -> Callable[..., object]:
    """Return a function that raises an error."""

    def fail(*_arguments: object) -> None:
        raise error

    return fail


def factory_of(participant: Participant) -> Factory:
    """Return a factory with one participant for every seat but a person's."""

    def make(seat: Seat) -> Participant:
        if isinstance(seat, Person):
            raise CannotPlayError
        return participant

    return make


class Replies(list[Reply]):
    """The mailbox of a front end."""

    def deliver(self, session: Session) -> list[bool]:
        """Pass all replies to a session as front ends do; return for each whether it made a move."""
        made = [
            session.receive(reply) and isinstance(reply, Answer) and session.deliver(reply)
            for reply in self
        ]
        self.clear()
        return made


def session_with(
    match: Match,
    rng: random.Random | None = None,
    now: Callable[[], float] = time.monotonic,
    *,
    factory: Factory | None = None,
    on_reply: ReplyHandler = lambda _reply: None,
) -> Session:
    """Return a session in which levels think at once."""
    factory = factory or participant_factory(lambda job: job())
    return Session(match, rng or random.Random(1), factory, on_reply, now)


def session_of(
    red: Seat = PERSON,
    yellow: Seat = BOB,
    moves: str = "",
    starter: Colour = RED,
    seed: int = 1,
) -> Session:
    return session_with(Match(red, yellow, parse_game(moves), starter), random.Random(seed))


def computers(moves: str = "") -> Session:
    return session_of(COMPUTER, LevelSeat("winner"), moves)


def play(session: Session, column: int) -> None:
    """Play a column for the person to move, counted from 0."""
    session.move(session.match.to_move, column)


def resign(session: Session) -> None:
    """Resign for the player who can."""
    session.resign(session.match.resigning_colour)


def turn_of(session: Session) -> Turn:
    assert session.turn is not None
    return session.turn


def chosen(session: Session) -> int:
    """Return the column, counted from 0, that the level to move chooses."""
    replies = Replies()
    turn = turn_of(session)
    level = session.match.seat(turn.colour)
    assert isinstance(level, LevelSeat)
    LevelParticipant(level.id, lambda job: job()).start(turn, replies.append)
    (reply,) = replies
    assert isinstance(reply, Answer)
    return reply.column


def deliver(session: Session, turn: Turn, column: int, *, unproven: bool = False) -> bool:
    """Pass an answer as front ends do, the column counted from 0; return whether the move was made."""
    session.start_turn()
    reply = Answer(turn, column, unproven)
    return session.receive(reply) and session.deliver(reply)


def answer(session: Session, column: int) -> Turn:
    """Play a column for the computer to move, counted from 1."""
    turn = turn_of(session)
    assert deliver(session, turn, column - 1)
    return turn


def fail(session: Session, error: Exception) -> None:
    """Make the computer to move fail."""
    session.start_turn()
    assert not session.receive(Failure(turn_of(session), error))


def moves(session: Session) -> str:
    return format_moves(session.match.game.played)


def changes_of(session: Session) -> list[Change]:
    found: list[Change] = []
    session.subscribe(lambda change, match: found.append(change))
    return found
