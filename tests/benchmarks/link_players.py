"""Automatic players at two terminals, who save their games, are killed at any moment, and come back.

    python -m tests.benchmarks.link_players FOLDER MEETING COLOUR DATABASE SEED

plays one side in a process of its own, and says each move before it makes it; `tests.benchmarks.link_games` starts and kills
them.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import threading
from asyncio import StreamWriter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from p4tui.core.colour import Colour
from p4tui.link import guest, places, server, table, visit
from p4tui.link.errors import LinkError
from p4tui.link.guest import Guest
from p4tui.link.host import Host
from p4tui.link.meeting import JOIN, Meeting, with_meeting
from p4tui.link.opening import LinkedGame, join_game, open_game, resume_game
from p4tui.link.streams import Writer
from p4tui.link.visit import Refused
from p4tui.play.match import Change, Match
from p4tui.play.seats import Person, Remote, Seat
from p4tui.play.setup import Setup
from p4tui.storage.archive import Archive
from p4tui.storage.games import GameRepository
from p4tui.storage.ownership import OpenedGame, Ownership
from p4tui.storage.recorder import Recorder
from tests.unit.link_sides import Side

HASTE = 20
"""How many times faster than people's the programs lose patience with a silent line, and try again."""
DEATH = 0.01
"""How likely a program is killed at each of the moments of a move: before it is saved, before it is sent, afterwards."""
THOUGHT = 0.15
"""The most seconds that a player in a process of its own thinks, so that it lives long enough to be killed."""
CLOSING_SECONDS = 30.0

Tell = Callable[[tuple[int, ...], int], object]
"""Takes the moves that were made, and the one that is to be made next."""


@contextmanager
def in_haste() -> Iterator[None]:
    """Let silence and pauses be short."""
    names = [
        (guest, "ALIVE_SECONDS"),
        (guest, "AWAY_SECONDS"),
        (guest, "TICK_SECONDS"),
        (server, "ALIVE_SECONDS"),
        (table, "AWAY_SECONDS"),
        (table, "CUT_SECONDS"),
        (visit, "CUT_SECONDS"),
    ]
    before = [(module, name, getattr(module, name)) for module, name in names]
    pauses = guest.PAUSES
    setattr(guest, "PAUSES", tuple(each / HASTE for each in pauses[:4]))  # noqa: B010  of another length
    for module, name, seconds in before:
        setattr(module, name, seconds / HASTE)
    try:
        yield
    finally:
        guest.PAUSES = pauses
        for module, name, seconds in before:
            setattr(module, name, seconds)


class Killed(Exception):  # noqa: N818  it is no error
    """The end of a player in this process, at a moment that the player itself has chosen."""


class Games(GameRepository):
    """Saved games of a program that can be killed within this process."""

    def __init__(self, path: Path, killed: threading.Event) -> None:
        super().__init__(path)
        self._killed = killed

    def save(self, match: Match, owned: Ownership, *, by_player: bool = True) -> int:
        """Save a game, unless the program is dead."""
        return 0 if self._killed.is_set() else super().save(match, owned, by_player=by_player)


class Player(Side):
    """One side of a game: its program, its database, and a person who moves by chance.

    Attributes:
        killed: set when the program is killed.
        ended: set when the player is to leave the game.
        tries: how often it has tried to open or to join the game.
        refused: why the host has ended the visit for good, or None.
    """

    def __init__(
        self,
        meeting: Meeting,
        host: Colour,
        database: Path,
        rng: random.Random,
        tell: Tell,
        death: float = DEATH,
        thought: float = 0.0,
    ) -> None:
        """Prepare a program.

        Args:
            meeting: its game.
            host: the colour of the host in a new game.
            database: holds its games.
            rng: makes its choices.
            tell: is told of its moves.
            death: see `DEATH`.
            thought: the most seconds that it thinks before a move.
        """
        super().__init__()
        self.refused: Refused | None = None
        self._host, self._thought = host, thought
        self.killed = threading.Event()
        self.ended = threading.Event()
        self.tries = 0
        self._meeting, self._rng, self._tell, self._death = meeting, rng, tell, death
        self._archive = Archive(lambda: Games(database, self.killed))

    def run(self) -> None:
        """Play until the program is ended or killed."""
        linked = self._linked()
        if linked is None:
            self._close_archive()
            return
        try:
            self._begin(linked)
            while not self.ended.is_set() and not self.killed.is_set():
                self.step(0.02)
                self._move()
                if isinstance(self.link, Guest) and self.link.ended is not None:
                    self.refused = self.link.ended
                    break
        except Killed:
            self.killed.set()
        if self.killed.is_set():
            _halt(self.link)
        else:
            self._archive.settle(CLOSING_SECONDS)
            self.link.close()
        self._close_archive()

    def _close_archive(self) -> None:
        self._archive.close(CLOSING_SECONDS)
        if self._archive.failure is not None:
            raise self._archive.failure

    def _linked(self) -> LinkedGame | None:
        """Open, join or resume the game, again and again."""
        while not self.ended.is_set() and not self.killed.is_set():
            self.tries += 1
            try:
                return self._open()
            except LinkError:
                self.ended.wait(self._rng.random() / HASTE)
        return None

    def _find(self, game: str) -> OpenedGame | None:
        def find(games: GameRepository) -> OpenedGame | None:
            number = games.find_linked(game, self._meeting.role)
            return None if number is None else games.open(number)

        return self._archive.request(find).result()

    def _open(self) -> LinkedGame:
        saved = self._find(self._meeting.game)
        if saved is not None:
            return resume_game(saved, self._find)
        if self._meeting.role == JOIN:
            return join_game("Bob", self._meeting, self._find, plays=True)
        red: Seat = Person("Alice")
        yellow: Seat = Remote(self._meeting.text)
        if self._host is Colour.YELLOW:
            red, yellow = yellow, red
        match = Setup(red, yellow).new_match(self._rng)
        return open_game(with_meeting(match, self._meeting), self._meeting)

    def _begin(self, linked: LinkedGame) -> None:
        """Begin the session, as a front end does."""
        self.link = link = linked.link
        prepare = link.prepare if isinstance(link, Host) else lambda match: match
        self.play_on(linked.match, is_referee=link.is_host, prepare=prepare)
        opened = linked.opened
        recorder = Recorder(self._archive, None if opened is None else opened.ownership)
        self.session.subscribe(self._die_by_chance)
        self.session.subscribe(recorder.record)
        self.session.subscribe(self._die_by_chance)
        if opened is None or opened.saved.match != linked.match:
            recorder.record(Change.SEATS, linked.match)
        if isinstance(link, Host):
            link.attach(self.session, self.queue.put, self._after_save)
        else:
            link.attach(self.session, self.queue.put)
        self.session.subscribe(self._die_by_chance)

    def _die_by_chance(self, change: Change, _match: Match) -> None:
        """End the program in the middle of a change, before what was to be saved is saved or after it."""
        if change is Change.MOVE and self._rng.random() < self._death:
            if self._rng.random() < 0.5:
                self._archive.settle(CLOSING_SECONDS)
            raise Killed

    def _after_save(self, act: Callable[[], None]) -> None:
        self._archive.submit(lambda _games: self._send(act))

    def _send(self, act: Callable[[], None]) -> None:
        """Send what is saved, unless the program is killed at that very moment."""
        if self._rng.random() < self._death:
            self.killed.set()
        if not self.killed.is_set():
            act()

    def _move(self) -> None:
        """Make a move, if it is this side's turn."""
        match, colour = self.session.match, self.link.own_colour
        if match.outcome is None and colour is not None and match.to_move is colour:
            self.ended.wait(self._thought * self._rng.random())
            column = self._rng.choice(match.position.legal_columns())
            self._tell(match.game.played, column)
            self.session.move(colour, column)


def _halt(link: Host | Guest) -> None:
    """End the streams and the thread of a link without a word, as the system does with those of a killed program."""
    done = threading.Event()

    def halt() -> None:
        if isinstance(link, Host):
            for each in link._server._servers:
                each.close()
            writers: list[Writer | None] = [
                outlet._writer for outlet in link._server._outlets.values()
            ]
        else:
            link._over = True
            writers = [link._writer]
        for writer in writers:
            if isinstance(writer, StreamWriter):
                writer.transport.abort()
        done.set()

    thread = link._thread
    thread.call(halt)
    done.wait(CLOSING_SECONDS)
    thread._closed = True
    assert thread._loop is not None
    thread._loop.call_soon_threadsafe(thread._loop.stop)
    assert thread._thread is not None
    thread._thread.join(CLOSING_SECONDS)


def main() -> int:
    """Play one side until the input ends."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("meeting")
    parser.add_argument("colour", type=int)
    parser.add_argument("database", type=Path)
    parser.add_argument("seed", type=int)
    arguments = parser.parse_args()
    places.BASE = arguments.folder
    meeting = Meeting.parse(arguments.meeting)
    assert meeting is not None

    def tell(played: tuple[int, ...], column: int) -> None:
        print(json.dumps([played, column]), flush=True)

    with in_haste():
        rng = random.Random(arguments.seed)
        colour = Colour(arguments.colour)
        player = Player(meeting, colour, arguments.database, rng, tell, 0.0, THOUGHT)

        def wait_for_end() -> None:
            sys.stdin.read()
            player.ended.set()

        threading.Thread(target=wait_for_end, daemon=True).start()
        player.run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
