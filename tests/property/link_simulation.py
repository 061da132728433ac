"""A host and a guest that play by chance over a line which is cut anywhere, while both programs are killed at any moment.

Only the two state machines take part: bytes, time and disks are variables here, so that thousands of games cost seconds.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

from p4tui.core.colour import Colour
from p4tui.link.frames import LineBuffer, decode
from p4tui.link.meeting import HOST, JOIN, Meeting
from p4tui.link.opening import unsent_move
from p4tui.link.orders import Close, Played, Send
from p4tui.link.shared import Shared
from p4tui.link.table import Table
from p4tui.link.visit import Arrived, Visit
from p4tui.play.match import Match
from p4tui.play.seats import Person, Remote
from p4tui.play.setup import Setup

RED, YELLOW = Colour
GUEST = "uid:1"


def new_match() -> Match:
    """Return the match at the host before the first move."""
    meeting = Meeting(HOST, "w", "g1")
    return Setup(Person("Alice"), Remote(meeting.text, "Bob")).new_match(random.Random(1))


@dataclass
class Line:
    """A stream between both: bytes that are on their way, at most one stream at a time."""

    number: int
    to_host: bytes = b""
    to_guest: bytes = b""
    at_host: LineBuffer = field(default_factory=LineBuffer)
    at_guest: LineBuffer = field(default_factory=LineBuffer)


class Simulation:
    """One game.

    Attributes:
        host_saved, guest_saved: what the disks of both hold.
        guest_meant: the column that the guest has chosen after each sequence of moves.
    """

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.now = 0.0
        self.line: Line | None = None
        self.lines = 0
        self.host_saved = new_match()
        self.guest_saved: Match | None = None
        self.guest_meant: dict[tuple[int, ...], int] = {}
        self.cuts = self.kills = 0
        self.start_host()
        self.start_guest()

    def start_host(self) -> None:
        """Start the host's program from its disk."""
        shared = Shared("g1", ("Alice", "Bob"))
        self.table = Table("w", RED, self.host_saved, shared, "1", GUEST, "Bob")

    def start_guest(self) -> None:
        """Start the guest's program."""
        self.visit = Visit("Bob", True, Meeting(JOIN, "w", "-"), "1")
        self.guest: Match | None = None

    def kill_host(self) -> None:
        """End the host's program without a word; the guest notices when its stream ends."""
        self.cut()
        self.kills += 1
        self.start_host()

    def kill_guest(self) -> None:
        """End the guest's program without a word."""
        self.cut()
        self.kills += 1
        self.start_guest()

    def cut(self) -> None:
        """Cut the stream: what is on its way is lost."""
        if self.line is not None:
            self.cuts += 1
            self.table.disconnect(self.line.number)
            self.line = None
            self.carry()

    def connect(self) -> None:
        """Let the guest join; the host may still believe in the stream before."""
        self.lines += 1
        self.line = Line(self.lines)
        self.visit.connect(self.now)
        self.table.connect(self.lines, GUEST, None, self.now)
        self.carry()

    def carry(self) -> None:
        """Carry out what both want."""
        for event in self.table.take_events():
            if isinstance(event, Played) and self.host_saved.game.cursor == event.ply:
                self.host_plays(event.column)
        for order in self.table.take_orders():
            if self.line is None or order.visitor != self.line.number:
                continue
            if isinstance(order, Send):
                self.line.to_guest += order.line
            elif isinstance(order, Close):
                self.line = None
        for arrived in self.visit.take_events():
            assert isinstance(arrived, Arrived)
            match = arrived.match
            if self.guest is None and self.guest_saved is not None:
                column = unsent_move(self.guest_saved, arrived)
                if column is not None:
                    self.visit.play(match.game.played, column)
                    match = match.play(column)
            self.guest = self.guest_saved = match
        lines = self.visit.take_lines()
        if self.line is not None:
            self.line.to_host += lines

    def host_plays(self, column: int) -> None:
        """Make a move at the host: it is saved, then sent, and a kill may come between."""
        self.host_saved = self.host_saved.play(column)
        if self.rng.random() < 0.03:
            self.kill_host()
            return
        self.table.publish(self.host_saved, "g1", clock_runs=False, own_name="Alice")
        self.carry()

    def guest_plays(self) -> None:
        """Make a move at the guest, if it is its turn as far as it knows."""
        match = self.guest
        if match is None or match.outcome is not None or match.to_move is not YELLOW:
            return
        column = self.rng.choice(match.position.legal_columns())
        self.guest_meant[match.game.played] = column
        self.guest = self.guest_saved = match.play(column)
        if self.rng.random() < 0.03:
            self.kill_guest()
            return
        self.visit.play(match.game.played, column)
        self.carry()

    def deliver(self) -> None:
        """Bring some bytes to either side."""
        line = self.line
        if line is None:
            return
        count = self.rng.randint(1, 3000)
        if self.rng.random() < 0.5:
            data, line.to_host = line.to_host[:count], line.to_host[count:]
            for text in line.at_host.feed(data):
                self.table.receive(line.number, decode(text), self.now)
        else:
            data, line.to_guest = line.to_guest[:count], line.to_guest[count:]
            for text in line.at_guest.feed(data):
                self.visit.receive(decode(text), self.now)
        self.carry()

    def step(self) -> None:
        """Let one thing happen, by chance."""
        self.now += self.rng.random()
        chance = self.rng.random()
        if self.line is None:
            if chance < 0.5:
                self.connect()
            elif chance < 0.6:
                self.host_turn()
            elif chance < 0.7:
                self.guest_plays()
        elif chance < 0.02:
            self.cut()
        elif chance < 0.03:
            self.kill_host()
        elif chance < 0.04:
            self.kill_guest()
        elif chance < 0.16:
            self.host_turn()
        elif chance < 0.28:
            self.guest_plays()
        else:
            self.deliver()

    def host_turn(self) -> None:
        """Make a move at the host, if it is its turn."""
        match = self.host_saved
        if match.outcome is None and match.to_move is RED:
            self.host_plays(self.rng.choice(match.position.legal_columns()))

    @property
    def is_over(self) -> bool:
        """Whether both disks hold the whole game."""
        return self.host_saved.outcome is not None and self.moves_at_guest == self.moves_at_host

    @property
    def moves_at_host(self) -> tuple[int, ...]:
        """The moves on the host's disk."""
        return self.host_saved.game.played

    @property
    def moves_at_guest(self) -> tuple[int, ...]:
        """The moves on the guest's disk."""
        return () if self.guest_saved is None else self.guest_saved.game.played


def play(seed: int, most_steps: int = 100_000) -> Simulation:
    """Play a game to its end; it fails if it does not end."""
    simulation = Simulation(random.Random(seed))
    for _ in range(most_steps):
        if simulation.is_over:
            return simulation
        simulation.step()
    raise AssertionError(f"the game of seed {seed} does not end")


def check(simulation: Simulation) -> None:
    """Fail unless every move that the guest chose stands where it chose it, once."""
    moves = simulation.moves_at_host
    for ply in range(1, len(moves), 2):
        assert simulation.guest_meant[moves[:ply]] == moves[ply]
    assert replace(simulation.host_saved, red=Person(), yellow=Person()).game == (
        simulation.guest_saved and simulation.guest_saved.game
    )
