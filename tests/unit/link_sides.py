"""Two sides of a game between terminals in one process, each with a session and a queue of events."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue

from p4tui.core.colour import Colour
from p4tui.link.guest import Guest
from p4tui.link.host import Host
from p4tui.link.meeting import HOST, JOIN, Meeting
from p4tui.link.participant import LinkedFactory
from p4tui.play.linked_session import LinkedSession
from p4tui.play.match import Match
from p4tui.play.participants import Answer, Failure
from p4tui.play.seats import Person, Remote
from p4tui.play.setup import Setup

SECONDS = 10.0
"""How long a test waits for the other side; the wait ends as soon as it comes."""


class Side:
    """One terminal: its link, its session, and what a front end does with them."""

    link: Host | Guest

    def __init__(self) -> None:
        self.queue: SimpleQueue[object] = SimpleQueue()
        self.seen: list[object] = []

    def play_on(self, match: Match, *, is_referee: bool, prepare: Callable[[Match], Match]) -> None:
        """Begin the session."""
        self.session = LinkedSession(
            match,
            random.Random(1),
            LinkedFactory(self.link.participant, None),
            self.queue.put,
            choose_levels=prepare,
            is_referee=is_referee,
        )

    @property
    def moves(self) -> tuple[int, ...]:
        """The moves of the game as this side has them."""
        return self.session.match.game.played

    def step(self, seconds: float) -> bool:
        """Take one event; return whether there was one."""
        self.session.start_turn()
        try:
            event = self.queue.get(timeout=seconds)
        except Empty:
            return False
        self.seen.append(event)
        if isinstance(event, Answer | Failure):
            if self.session.receive(event):
                assert isinstance(event, Answer)
                self.session.deliver(event)
        else:
            self.link.apply(event)  # type: ignore[arg-type]  # each side has its own events
        self.session.start_turn()
        return True


class HostSide(Side):
    """The terminal that opened the game."""

    link: Host

    def __init__(self, meeting: Meeting, match: Match | None = None) -> None:
        """Open a game as red."""
        super().__init__()
        new = Setup(Person("Alice"), Remote(meeting.text)).new_match(random.Random(1))
        self.link = Host(match or new, meeting, "1.0")
        self.link.open()
        self.play_on(match or new, is_referee=True, prepare=self.link.prepare)
        self.link.attach(self.session, self.queue.put, lambda act: act())


class GuestSide(Side):
    """The terminal that joined it."""

    link: Guest

    def __init__(self, name: str, meeting: Meeting, *, plays: bool = True) -> None:
        """Join a game."""
        super().__init__()
        self.link = Guest(name, meeting, "1.0", plays=plays)
        arrived = self.link.join(SECONDS)
        self.play_on(arrived.match, is_referee=False, prepare=lambda match: match)
        self.link.attach(self.session, self.queue.put)


def until(condition: Callable[[], bool], *sides: Side) -> None:
    """Let the sides take their events until a condition holds."""
    for _ in range(int(SECONDS / 0.01)):
        if condition():
            return
        for side in sides:
            while side.step(0):
                pass
        sides[0].step(0.01)
    raise AssertionError("it never came")


@contextmanager
def a_game(word: str) -> Iterator[tuple[HostSide, GuestSide]]:
    """Open a game, and let a guest join it."""
    host = HostSide(Meeting(HOST, word, "g1"))
    try:
        guest = GuestSide("Bob", Meeting(JOIN, word, ""))
        try:
            until(lambda: host.session.match.yellow.name == "Bob", host, guest)
            yield host, guest
        finally:
            guest.link.close()
    finally:
        host.link.close()


RED, YELLOW = Colour
