"""`RemoteParticipant`: a person at another terminal, in a seat of the session."""

from __future__ import annotations

import threading
from collections.abc import Callable

from p4tui.play.participants import Answer, Participant, ReplyHandler, Turn
from p4tui.play.seats import Remote, Seat


class RemoteParticipant:
    """Answers a turn with the move that has come from the other terminal, before the turn or after."""

    def __init__(self) -> None:
        """Wait for moves."""
        self._lock = threading.Lock()
        self._turn: Turn | None = None
        self._on_reply: ReplyHandler | None = None
        self._move: tuple[int, int] | None = None

    def start(self, turn: Turn, on_reply: ReplyHandler) -> None:
        """Wait for the move of a turn."""
        with self._lock:
            self._turn, self._on_reply = turn, on_reply
        self._answer()

    def play(self, ply: int, column: int) -> None:
        """Make the move that follows so many moves; from any thread."""
        with self._lock:
            self._move = (ply, column)
        self._answer()

    def forget(self) -> None:
        """Forget a move that has come; from any thread. It belongs to a game that has changed."""
        with self._lock:
            self._move = None

    def cancel(self) -> None:
        """Forget the turn."""
        with self._lock:
            self._turn = None

    def close(self) -> None:
        """Forget the turn. The participant goes on: the seat may only have got another name."""
        self.cancel()

    def _answer(self) -> None:
        """Answer the turn, if its move is there."""
        with self._lock:
            turn, move, reply = self._turn, self._move, self._on_reply
            if turn is None or move is None or reply is None or move[0] != turn.game.cursor:
                return
            self._turn = self._move = None
        reply(Answer(turn, move[1]))


class LinkedFactory:
    """Makes the participants of a linked match: the remote one, and whatever another factory makes."""

    def __init__(
        self, remote: RemoteParticipant, others: Callable[[Seat], Participant] | None
    ) -> None:
        """Return `remote` for remote seats."""
        self._remote = remote
        self._others = others

    def __call__(self, seat: Seat) -> Participant:
        """Return a participant for a seat.

        Raises:
            CannotPlayError: this version has none for it.
        """
        if isinstance(seat, Remote) or self._others is None:
            return self._remote
        return self._others(seat)
