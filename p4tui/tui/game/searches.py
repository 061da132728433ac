"""Starts the turns that a session asks for, and brings the replies to it when the board is ready for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.screen import Screen
from textual.timer import Timer

from p4tui.engine.resources import give_way
from p4tui.play.participants import Answer, Reply, Turn
from p4tui.play.session import Session


def run_in_thread(screen: Screen[Any], job: Callable[[], None]) -> None:
    """Do a job that touches no widget in a thread worker of a screen."""

    def work() -> None:
        give_way()
        job()

    screen.run_worker(work, thread=True, group="search", name="search")


class Searches:
    """The turns of one game screen that are not a person's.

    Attributes:
        delay: what waits before the next turn between two computers, None where nothing waits.
        answer: a move that came while a disc was falling, None where there is none.
    """

    def __init__(
        self,
        screen: Screen[Any],
        session: Session,
        seconds: Callable[[], float],
        begins: Callable[[], None],
    ) -> None:
        """Follow a session.

        Args:
            screen: whose timer waits.
            session: who asks for moves.
            seconds: how long to wait before a turn between two computers.
            begins: called when a turn has started.
        """
        self.delay: Timer | None = None
        self.answer: Answer | None = None
        self._screen = screen
        self._session = session
        self._seconds = seconds
        self._begins = begins
        self._turn: Turn | None = None

    @property
    def searching(self) -> bool:
        """Whether a computer is at its move: thinking, or with an answer that waits."""
        return self._turn is not None and self.delay is None

    def follow(self) -> None:
        """Start the turn that the session wants now; nothing happens if it runs already."""
        turn = self._session.turn
        if turn is self._turn:
            return
        self._turn = turn
        self.answer = None
        if self.delay is not None:
            self.delay.stop()
            self.delay = None
        if turn is None:
            return
        seconds = self._seconds() if self._session.match.computers_only else 0.0
        if seconds:
            self.delay = self._screen.set_timer(seconds, self.hurry)
        else:
            self._start()

    def hurry(self) -> None:
        """Wait no longer before the next turn."""
        if self.delay is not None and self._turn is not None:
            self.delay.stop()
            self.delay = None
            self._start()

    def receive(self, reply: Reply, *, ready: bool) -> None:
        """Bring a reply to the session; while the board is not ready, a move is kept until `deliver_kept`."""
        if self._session.receive(reply) and isinstance(reply, Answer):
            if ready:
                self._session.deliver(reply)
            else:
                self.answer = reply

    def deliver_kept(self) -> bool:
        """Bring the move that was kept, if any; return whether there was one."""
        answer, self.answer = self.answer, None
        if answer is not None:
            self._session.deliver(answer)
        return answer is not None

    def _start(self) -> None:
        self._session.start_turn()
        self._begins()
