"""Runs the searches that a session asks for, and brings their answers to it when the board is ready for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.screen import Screen
from textual.timer import Timer

from p4tui.engine.resources import give_way
from p4tui.play.session import Session, Ticket
from p4tui.tui.messages import MoveChosen


class Searches:
    """The searches of one game screen: each in a thread that touches no widget and answers with `MoveChosen`.

    Attributes:
        delay: what waits before the next search between two computers, None where nothing waits.
        answer: an answer that came while a disc was falling, None where there is none.
    """

    def __init__(
        self,
        screen: Screen[Any],
        session: Session,
        seconds: Callable[[], float],
        begins: Callable[[], None],
    ) -> None:
        """Search for a session.

        Args:
            screen: whose workers run the searches and who gets the messages.
            session: who asks for searches.
            seconds: how long to wait before a search between two computers.
            begins: called before each search.
        """
        self.delay: Timer | None = None
        self.answer: MoveChosen | None = None
        self._screen = screen
        self._session = session
        self._seconds = seconds
        self._begins = begins
        self._running: Ticket | None = None

    @property
    def searching(self) -> bool:
        """Whether a computer is at its move: thinking, or with an answer that waits."""
        return self._running is not None and self.delay is None

    def follow(self) -> None:
        """Run the search that the session wants now; nothing happens if it runs already."""
        ticket = self._session.ticket
        if ticket is self._running:
            return
        self._running = ticket
        self.answer = None
        if self.delay is not None:
            self.delay.stop()
            self.delay = None
        if ticket is None:
            return
        seconds = self._seconds() if self._session.match.computers_only else 0.0
        if seconds:
            self.delay = self._screen.set_timer(seconds, self.hurry)
        else:
            self._search(ticket)

    def hurry(self) -> None:
        """Wait no longer before the next search."""
        if self.delay is not None and self._running is not None:
            self.delay.stop()
            self.delay = None
            self._search(self._running)

    def deliver(self, message: MoveChosen, *, ready: bool) -> None:
        """Bring an answer to the session; while the board is not ready it is kept until `deliver_kept`.

        An answer that nobody waits for any more is dropped, and not kept in the place of one that is waited for.
        """
        if message.ticket is not self._session.ticket:
            return
        self._session.search_ends(message.ticket)
        if ready:
            self._session.deliver(message.ticket, message.column)
        else:
            self.answer = message

    def deliver_kept(self) -> bool:
        """Bring the answer that was kept, if any; whether there was one."""
        answer, self.answer = self.answer, None
        if answer is not None:
            self.deliver(answer, ready=True)
        return answer is not None

    def _search(self, ticket: Ticket) -> None:
        """Search in a thread."""
        self._session.search_begins(ticket)
        self._begins()
        screen = self._screen

        def choose() -> None:
            give_way()
            screen.post_message(MoveChosen(ticket, ticket.choose()))

        screen.run_worker(choose, thread=True, group="search", name="search")
