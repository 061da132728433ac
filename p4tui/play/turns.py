"""`Turns`: asks the participants of a session for moves, and checks their replies."""

from __future__ import annotations

import random
from contextlib import suppress

from p4tui.core.colour import Colour
from p4tui.play.match import Match
from p4tui.play.participants import (
    Answer,
    Factory,
    Failure,
    IllegalAnswerError,
    Participant,
    Reply,
    ReplyHandler,
    Turn,
)
from p4tui.play.seats import Seat


class Turns:
    """The current turn and the participants. It catches all exceptions of participants.

    Attributes:
        turn: the current turn, or None.
        failure: why the participant to move has failed, or None.
        thinking: whether the turn was started and its reply is awaited.
    """

    def __init__(self, rng: random.Random, factory: Factory, on_reply: ReplyHandler) -> None:
        """Start without a turn; the arguments are those of `Session`."""
        self.turn: Turn | None = None
        self.failure: Failure | None = None
        self.thinking = False
        self._started = False
        self._rng = rng
        self._factory = factory
        self._on_reply = on_reply
        self._participants: dict[Colour, tuple[Seat, Participant]] = {}

    def renew(self, match: Match, *, paused: bool) -> None:
        """Drop the turn, and create a new one if a participant is to move."""
        self.drop()
        self._close_replaced(match)
        if match.outcome is not None or paused or match.is_person(match.to_move):
            return
        increment = 0 if match.clock is None else match.clock.control.increment
        colour, seed = match.to_move, self._rng.getrandbits(64)
        left, others = match.time_left(colour), match.time_left(colour.other)
        self.turn = Turn(match.game, colour, seed, left, increment, others)

    def begin(self) -> bool:
        """Begin to await a reply. Return False if there is no turn or it has begun already."""
        if self.turn is None or self._started:
            return False
        self._started = self.thinking = True
        return True

    def start(self, match: Match) -> None:
        """Start the participant's turn. It may reply before this returns."""
        turn = self.turn
        assert turn is not None
        try:
            self._participant(turn.colour, match.seat(turn.colour)).start(turn, self._on_reply)
        except Exception as error:  # noqa: BLE001  it becomes this turn's failure
            self._on_reply(Failure(turn, error))

    def awaits(self, reply: object) -> bool:
        """Return whether something is the first reply to the current turn."""
        return self.thinking and isinstance(reply, Answer | Failure) and reply.turn is self.turn

    def receive(self, reply: Reply, match: Match) -> bool:
        """Take the awaited reply; unless it is a legal move, record the failure and return False."""
        self.thinking = False
        if isinstance(reply, Answer):
            column: object = reply.column  # a participant may answer anything
            if type(column) is int and column in match.position.legal_columns():
                return True
            reply = Failure(reply.turn, IllegalAnswerError(reply.column))
        self.drop()
        self.failure = reply
        return False

    def drop(self) -> None:
        """End the turn; a late reply to it is dropped."""
        turn, thinking = self.turn, self.thinking
        self.turn = self.failure = None
        self.thinking = self._started = False
        if turn is None:
            return
        turn.stop.set()
        if thinking and turn.colour in self._participants:
            with suppress(Exception):
                self._participants[turn.colour][1].cancel()

    def close(self) -> None:
        """End the turn and all participants."""
        self.drop()
        for colour in list(self._participants):
            self._close(colour)

    def _participant(self, colour: Colour, seat: Seat) -> Participant:
        """Return the participant of a colour, created for its first turn.

        Raises:
            CannotPlayError: this version has none for the seat.
        """
        if colour not in self._participants:
            self._participants[colour] = (seat, self._factory(seat))
        return self._participants[colour][1]

    def _close_replaced(self, match: Match) -> None:
        """Close the participants whose seats have changed."""
        for colour, (seat, _participant) in list(self._participants.items()):
            if match.seat(colour) != seat:
                self._close(colour)

    def _close(self, colour: Colour) -> None:
        _seat, participant = self._participants.pop(colour)
        with suppress(Exception):
            participant.close()
