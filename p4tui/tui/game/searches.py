"""The computers' turns: started when the session asks, delivered when the board is ready."""

from __future__ import annotations

from collections.abc import Callable

from textual.timer import Timer

from p4tui.engine.resources import lower_priority
from p4tui.play.participants import Answer, Reply, Turn
from p4tui.play.seats import Remote
from p4tui.play.session import Session
from p4tui.tui.screens.base import P4Screen


def run_in_thread(screen: P4Screen[None], job: Callable[[], None]) -> None:
    """Do a job that touches no widget in a thread worker of a screen."""

    def work() -> None:
        lower_priority()
        job()

    screen.run_worker(work, thread=True, group="search", name="search")


class Searches:
    """The computers' turns of one game.

    Attributes:
        delay: the timer before the next turn of two computers, or None.
        answer: a move that came while a disc was falling, or None.
        seconds: the seconds that the computer has been thinking.
    """

    def __init__(
        self,
        screen: P4Screen[None],
        session: Session,
        on_start: Callable[[], None],
        tick: Callable[[], None],
    ) -> None:
        """Run the turns of a session; `on_start` is called when one has started, `tick` after every second of it."""
        self.delay: Timer | None = None
        self.answer: Answer | None = None
        self.seconds = 0
        self._screen = screen
        self._session = session
        self._on_start = on_start
        self._tick = tick
        self._turn: Turn | None = None
        self._pulse: Timer | None = None

    @property
    def searching(self) -> bool:
        """Whether a computer is at its move: it is thinking, or its answer waits."""
        return self._turn is not None and self.delay is None and not self._is_remote

    @property
    def _is_remote(self) -> bool:
        """Whether a person at another terminal is to move, who cannot be seen thinking."""
        match = self._session.match
        return isinstance(match.seat(match.to_move), Remote)

    def follow(self) -> None:
        """Start the turn that the session wants now, unless it runs already."""
        turn = self._session.turn
        if turn is self._turn:
            return
        self.stop()
        self._turn = turn
        self.answer = None
        seconds = (
            self._screen.services.preferences.settings.speed
            if self._session.match.computers_only
            else 0.0
        )
        if turn is not None and seconds:
            self.delay = self._screen.set_timer(seconds, self.skip_delay)
        elif turn is not None:
            self._start()

    def skip_delay(self) -> None:
        """Start the next turn at once."""
        if self.delay is not None and self._turn is not None:
            self.stop()
            self._start()

    def receive(self, reply: Reply, *, ready: bool) -> None:
        """Give a reply to the session; if the board is not ready, a move waits for `deliver_waiting_move`."""
        if self._session.receive(reply) and isinstance(reply, Answer):
            if ready:
                self._session.deliver(reply)
            else:
                self.answer = reply

    def deliver_waiting_move(self) -> bool:
        """Deliver the move that waits, if any; return whether there was one."""
        answer, self.answer = self.answer, None
        if answer is not None:
            self._session.deliver(answer)
        return answer is not None

    def stop(self) -> None:
        """Stop the timers."""
        self.seconds = 0
        for timer in (self.delay, self._pulse):
            if timer is not None:
                timer.stop()
        self.delay = self._pulse = None

    def _start(self) -> None:
        self._session.start_turn()
        if not self._is_remote:
            self._pulse = self._screen.set_interval(1.0, self._count_second)
        self._on_start()

    def _count_second(self) -> None:
        """Count a second of thinking."""
        self.seconds += 1
        self._tick()
