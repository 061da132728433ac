"""Games between automatic players over a bad line, whose programs are killed: no move is lost, and none is played twice.

    python -m tests.benchmarks.link_games --games 1000

A host and a guest, each with its database, play through a proxy that delays, splits and ends their streams at any byte, by
Unix sockets and by the network with a code. Both programs are killed at any moment and come back from their databases; every
eighth game is played by real processes, which are ended by SIGKILL. In the end both databases must hold the same moves of
each game, once, and each move is one that its player chose there.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from p4tui.core.colour import Colour
from p4tui.link import places
from p4tui.link.codes import new_code
from p4tui.link.meeting import HOST, JOIN, Meeting, meeting_of
from p4tui.play.match import Match
from p4tui.storage.errors import RecordError
from p4tui.storage.games import GameRepository
from tests.benchmarks.link_players import Player, in_haste
from tests.unit.bad_proxy import BadProxy, Weather

WEATHER = Weather(jitter=0.004, loss=0.02, resend=0.02, piece=700, most_bytes=8_000, half_open=0.1)
"""The line: a state has about 700 bytes, so that most games lose it several times."""
LONGEST_PAUSE = 0.02
"""The most seconds between two looks at a game."""
KILL = 0.01
"""How likely a side is killed at each look, in the games within this process."""
LIFE_SECONDS = 5.0
"""The most seconds that a process lives before it is killed, in the games between processes."""
MOST_KILLS = 12
"""The most processes that are killed in a game: on a busy machine they might never live long enough to move."""
PATIENCE = 120.0
"""Seconds after which a game counts as stuck."""
PROCESSES = 8
"""Every so many games one is played by processes of its own."""

Chosen = defaultdict[tuple[int, ...], set[int]]
"""The columns that a player has chosen after some moves."""


@dataclass
class Report:
    """What came out of a run: numbers by their names, and what went wrong, a line each."""

    counts: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)


class InThread:
    """A player in this process."""

    def __init__(self, game: Game, role: str, seed: int) -> None:
        self._game, self._role = game, role
        tell = game.tell
        self._player = Player(
            game.meetings[role], game.host, game.databases[role], random.Random(seed), tell
        )
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._player.run()
        except Exception as error:  # noqa: BLE001  whatever it is
            self._game.errors.append(f"{self._role}: {error!r}")

    @property
    def is_alive(self) -> bool:
        """Whether it has not died by itself."""
        return self._thread.is_alive()

    def is_due(self, rng: random.Random) -> bool:
        """Return whether it is time to kill it."""
        return rng.random() < KILL

    def kill(self) -> None:
        """End it without a word."""
        self._player.killed.set()
        self._thread.join()

    def end(self) -> None:
        """Let it leave the game."""
        self._player.ended.set()
        self._thread.join()

    def count(self, counts: Counter[str]) -> None:
        """Count what has become of it."""
        counts["kills within this process"] += self._player.killed.is_set()
        if self._player.refused is not None:
            counts[f"refused: {self._player.refused.value}"] += 1


class InProcess:
    """A player in a process of its own."""

    def __init__(self, game: Game, role: str, seed: int) -> None:
        self._game = game
        arguments = (
            game.folder,
            game.meetings[role].text,
            game.host.value,
            game.databases[role],
            seed,
        )
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "tests.benchmarks.link_players",
                *(str(each) for each in arguments),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[2],
        )
        self._until = time.monotonic() + random.Random(seed).uniform(0.3, LIFE_SECONDS)
        self._killed = False
        self._reading = threading.Thread(target=self._read)
        self._reading.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.endswith(b"\n"):
                played, column = json.loads(line)
                self._game.tell(tuple(played), column)

    @property
    def is_alive(self) -> bool:
        """Whether it has not died by itself."""
        return self._process.poll() is None

    def is_due(self, rng: random.Random) -> bool:
        """Return whether it is time to kill it."""
        return time.monotonic() > self._until

    def kill(self) -> None:
        """End it without a word."""
        self._killed = True
        self._process.kill()
        self._finish()

    def end(self) -> None:
        """Let it leave the game."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._finish()
        if self._process.returncode:
            self._game.errors.append(f"a process ended with status {self._process.returncode}")

    def _finish(self) -> None:
        self._process.wait()
        self._reading.join()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()

    def count(self, counts: Counter[str]) -> None:
        """Count what has become of it."""
        counts["processes killed"] += self._killed


class Game:
    """One game, from its first move to its last.

    Attributes:
        chosen: what both players have chosen.
        errors: what went wrong.
    """

    def __init__(self, folder: Path, number: int, seed: int, *, by_processes: bool) -> None:
        """Prepare a game; its databases are those of all games in the folder."""
        self.folder, self.number = folder, number
        self.name = f"{seed:x}-{number:04x}-game"
        self.chosen: Chosen = defaultdict(set)
        self.errors: list[str] = []
        self.databases = {HOST: folder / "host.sqlite3", JOIN: folder / "guest.sqlite3"}
        self._rng = random.Random(f"{seed} {number}")
        self._make = InProcess if by_processes else InThread
        self.host = self._rng.choice(list(Colour))
        self.counts: Counter[str] = Counter()

    def _open_line(self) -> BadProxy:
        """Choose the way of the two sides to each other, and open it."""
        word, by_network = f"g{self.number}", self._rng.random() < 0.5
        own = places.own_folder()
        code, port, near = (new_code(), *free_ports()) if by_network else ("", 0, 0)
        listen = f"127.0.0.1:{port}" if by_network else ""
        where = f"127.0.0.1:{near}" if by_network else f"{word}p"
        self.meetings = {
            HOST: Meeting(HOST, word, self.name, code=code, listen=listen),
            JOIN: Meeting(JOIN, where, self.name, code=code),
        }
        here = ("127.0.0.1", near) if by_network else own / f"{word}p.game"
        there = ("127.0.0.1", port) if by_network else own / f"{word}.game"
        return BadProxy(here, there, WEATHER, random.Random(self._rng.random()))

    def tell(self, played: tuple[int, ...], column: int) -> None:
        """Note that a player chooses a column."""
        self.chosen[played].add(column)

    def play(self) -> Counter[str]:
        """Play the game; return what was counted."""
        proxy = self._open_line()
        deadline, pause = time.monotonic() + PATIENCE, threading.Event()
        sides = {role: self._start(role) for role in (HOST, JOIN)}
        kept: dict[str, tuple[int, ...]] = {HOST: (), JOIN: ()}
        try:
            with both(self.databases) as games:
                while not self._is_over(games):
                    if time.monotonic() > deadline:
                        self.errors.append("the game does not end")
                        break
                    pause.wait(self._rng.random() * LONGEST_PAUSE)
                    for role in (HOST, JOIN):
                        sides[role], kept[role] = self._look(role, sides[role], kept[role], games)
        finally:
            for role in (JOIN, HOST):
                sides[role].end()
                sides[role].count(self.counts)
            proxy.close()
        self.counts.update(games=1, streams=proxy.lines, cuts=proxy.cuts, bytes=proxy.passed)
        self.counts["half-open streams"] += proxy.half_open
        return self.counts

    def _start(self, role: str) -> InThread | InProcess:
        self.counts["programs started"] += 1
        return self._make(self, role, self._rng.getrandbits(32))

    def _look(
        self,
        role: str,
        side: InThread | InProcess,
        kept: tuple[int, ...],
        games: dict[str, GameRepository],
    ) -> tuple[InThread | InProcess, tuple[int, ...]]:
        """Kill a side by chance, and start one that is dead again; what a dead one has saved must stay."""
        due = self.counts["processes killed"] < MOST_KILLS and side.is_due(self._rng)
        if side.is_alive and not due:
            return side, kept
        side.kill()
        side.count(self.counts)
        saved = self._saved(games[role], role)
        now = () if saved is None else saved.game.played
        if now[: len(kept)] != kept:
            # The move of a guest that was killed before it had saved it came after the guest that came back had moved.
            self.counts["moves overtaken by the one before the kill"] += 1
            if role == HOST:
                self.errors.append(f"the host's saved moves {kept} are gone: {now}")
        return self._start(role), now

    def _saved(self, games: GameRepository, role: str) -> Match | None:
        number = games.find_linked(self.name, role)
        return None if number is None else games.load(number).match

    def _is_over(self, games: dict[str, GameRepository]) -> bool:
        """Return whether both databases hold the finished game."""
        host, guest = (self._saved(games[role], role) for role in (HOST, JOIN))
        return (
            host is not None
            and guest is not None
            and host.outcome is not None
            and guest.outcome is not None
        )


@contextmanager
def both(databases: dict[str, Path]) -> Iterator[dict[str, GameRepository]]:
    """Open the databases of both sides."""
    with (
        closing(GameRepository(databases[HOST])) as host,
        closing(GameRepository(databases[JOIN])) as guest,
    ):
        yield {HOST: host, JOIN: guest}


def free_ports() -> tuple[int, int]:
    """Return two ports that nobody listens at."""
    with socket.socket() as one, socket.socket() as other:
        for each in (one, other):
            each.bind(("127.0.0.1", 0))
        return one.getsockname()[1], other.getsockname()[1]


def saved_games(database: Path) -> dict[str, list[Match]]:
    """Return all games of a database, by their ids."""
    found: dict[str, list[Match]] = defaultdict(list)
    with closing(GameRepository(database)) as games:
        for game in games.all_games():
            assert not isinstance(game, RecordError)
            meeting = meeting_of(game.match)
            found["" if meeting is None else meeting.game].append(game.match)
    return found


def differences(host: list[Match], guest: list[Match], chosen: Chosen) -> list[str]:
    """Return what is wrong with a game of which both databases have these copies."""
    if (len(host), len(guest)) != (1, 1):
        return [f"saved {len(host)} times by the host and {len(guest)} times by the guest"]
    (ours,), (theirs,) = host, guest
    if ours.game != theirs.game or ours.winner != theirs.winner:
        return [f"{ours.game.played} at the host and {theirs.game.played} at the guest"]
    moves = ours.game.played
    if ours.outcome is None:
        return ["it is not over"]
    if any(ours.is_person(colour) is theirs.is_person(colour) for colour in Colour):
        return ["both have the same seat"]
    return [
        f"move {ply + 1} of {moves} was never chosen"
        for ply, column in enumerate(moves)
        if column not in chosen[moves[:ply]]
    ]


def run(folder: Path, games: int, seed: int, *, at_once: int = 1, processes: int = 0) -> Report:
    """Play so many games; of each `processes` one is played by processes, none for 0."""
    report = Report()
    base, places.BASE = places.BASE, folder
    try:
        for name in ("host", "guest"):
            with closing(GameRepository(folder / f"{name}.sqlite3")) as opened:
                opened._file.write(lambda _connection: None)  # the file is made now
        with in_haste(), ThreadPoolExecutor(at_once) as pool:
            all_games = [
                Game(
                    folder,
                    number,
                    seed,
                    by_processes=processes > 0 and number % processes == processes - 1,
                )
                for number in range(games)
            ]
            for game, counts in zip(all_games, pool.map(Game.play, all_games), strict=True):
                report.counts += counts
                report.errors += [f"game {game.number}: {error}" for error in game.errors]
    finally:
        places.BASE = base
    if all_games:
        host, guest = (saved_games(all_games[0].databases[role]) for role in (HOST, JOIN))
        for game in all_games:
            found = host.pop(game.name, []), guest.pop(game.name, [])
            report.counts["moves"] += len(found[0][0].game.played) if found[0] else 0
            wrong = differences(*found, game.chosen)
            report.errors += [f"game {game.number}: {error}" for error in wrong]
        report.errors += [f"a game that nobody played: {name}" for name in {*host, *guest}]
    return report


def main() -> int:
    """Read the command line, play, print; 1 if anything went wrong."""
    parser = argparse.ArgumentParser(description="Play games over a bad line.")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=PROCESSES, help=argparse.SUPPRESS)
    parser.add_argument("--at-once", type=int, default=4, help="games at the same time")
    arguments = parser.parse_args()
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        report = run(
            Path(folder),
            arguments.games,
            arguments.seed,
            at_once=arguments.at_once,
            processes=arguments.processes,
        )
    for name, count in sorted(report.counts.items()):
        print(f"{count:9} {name}")
    print(f"{time.perf_counter() - began:9.0f} seconds, {os.cpu_count()} processors")
    print(*report.errors or ["both databases hold the same moves of each game, once"], sep="\n")
    return 1 if report.errors else 0


if __name__ == "__main__":
    sys.exit(main())
