"""How long a move takes to the other terminal: alone, before a crowd of spectators, and over a bad line.

    python -m tests.benchmarks.link_speed --rounds 40

A guest in a process of its own answers each move of the host, through a Unix socket; the time of a move is that until it is in
the other session, both ways. The crowd is in another process: 150 spectators read, 50 read nothing at all.
Two games, one alone and one before the crowd, are measured in one run, turn and turn about. The bad line is a proxy that delays by 300 ms and loses 5 % of the
packets, which TCP sends again later.
"""

from __future__ import annotations

import argparse
import os
import random
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from p4tui.core.colour import Colour
from p4tui.link import places
from p4tui.link.frames import encode
from p4tui.link.meeting import HOST, JOIN, Meeting
from p4tui.link.visit import Arrived
from tests.benchmarks.link_fuzz import megabytes
from tests.unit.bad_proxy import BadProxy, Weather
from tests.unit.link_sides import GuestSide, HostSide, Side

SPECTATORS, SILENT = 200, 50
BAD_LINE = Weather(delay=0.3, loss=0.05, resend=0.9)
"""The line between continents: a round trip of 0.6 s, after half as much again a lost packet is sent again."""
COLUMNS = [column for row in range(6) for column in (0, 2, 4, 6, 1, 3, 5)]
"""Moves that fill the board; nobody has a line before the 24th."""
MOVES = 22
THOUGHT = 0.03
"""Seconds from a move that has come to the next one: nobody is faster, and all spectators have the one before."""
PATIENCE = 60.0


def play(host: HostSide, told: IO[str], rounds: int) -> list[float]:
    """Make moves that the guest answers; return the seconds that each move of both took to the other side."""
    seconds: list[float] = []
    for _ in range(rounds):
        if len(host.moves) > MOVES - 2:
            host.session.new_game()
        step_until(lambda: host.session.match.to_move is Colour.RED, host)
        pause(host)
        ply, began = len(host.moves), time.monotonic()
        host.session.move(Colour.RED, COLUMNS[ply])
        step_until(lambda ply=ply: len(host.moves) > ply + 1, host)  # type: ignore[misc]
        ended, arrived, moved = time.monotonic(), *map(float, told.readline().split())
        seconds += [arrived - began, ended - moved]
    return seconds


def answer(word: str) -> None:
    """Join a game, and answer every move; say when it came, and when the answer was made."""
    guest = GuestSide("Bob", Meeting(JOIN, word, ""))
    while True:
        guest.step(0.1)
        match, arrived = guest.session.match, time.monotonic()
        if match.to_move is Colour.YELLOW and guest.link.is_connected:
            pause(guest)
            moved = time.monotonic()
            guest.session.move(Colour.YELLOW, COLUMNS[len(guest.moves)])
            if match.game.cursor:
                print(arrived, moved, flush=True)


def pause(side: Side) -> None:
    """Think for a moment, and take what comes meanwhile."""
    until = time.monotonic() + THOUGHT
    while (left := until - time.monotonic()) > 0:
        side.step(left)


def step_until(arrived: Callable[[], bool], side: Side, *others: Side) -> None:
    """Let the sides take their events until something has arrived at the first."""
    deadline = time.perf_counter() + PATIENCE
    while not arrived():
        if time.perf_counter() > deadline:
            raise TimeoutError("a move never came")
        for other in others:
            while other.step(0):
                pass
        side.step(0.002)


@contextmanager
def others(role: str, word: str, readers: int = 0, silent: int = 0) -> Iterator[IO[str]]:
    """Let a guest or spectators join a game, in a process of their own."""
    words = [
        *("-m", "tests.benchmarks.link_speed", "--folder", str(places.BASE), "--role", role),
        *("--word", word, "--readers", str(readers), "--silent", str(silent)),
    ]
    with subprocess.Popen(
        [sys.executable, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield process.stdout
        finally:
            process.stdin.close()
            process.kill()


def watch(path: Path, readers: int, silent: int) -> None:
    """Be so many spectators until the input ends."""
    chosen = selectors.DefaultSelector()
    streams = []
    for number in range(readers + silent):
        stream = socket.socket(socket.AF_UNIX)
        stream.connect(str(path))
        stream.sendall(encode({"p4tui": 1, "as": f"Watcher {number}", "role": "watch"}))
        streams.append(stream)
        if number < readers:
            chosen.register(stream, selectors.EVENT_READ)
    chosen.register(sys.stdin.fileno(), selectors.EVENT_READ)
    quiet = time.monotonic()
    while True:
        for key, _events in chosen.select(5.0):
            if isinstance(key.fileobj, int):
                return
            if isinstance(key.fileobj, socket.socket) and not key.fileobj.recv(65_536):
                chosen.unregister(key.fileobj)
        if time.monotonic() - quiet > 5.0:
            quiet = time.monotonic()
            for stream in streams:
                stream.sendall(b"\n")


def before_a_crowd(rounds: int, readers: int, silent: int) -> dict[str, float]:
    """Play alone and before a crowd, turn and turn about; return milliseconds of a move, and memory in MB."""
    found: dict[str, list[float]] = {"alone": [], "crowd": []}
    hosts = {word: HostSide(Meeting(HOST, word, "g1")) for word in found}
    try:
        with others("guest", "alone") as alone, others("guest", "crowd") as crowded:
            told = {"alone": alone, "crowd": crowded}
            for word, host in hosts.items():
                step_until(lambda host=host: all(host.link.shared.here), host)  # type: ignore[misc]
                play(host, told[word], MOVES)
            before, watched = megabytes(), hosts["crowd"]
            with others("crowd", "crowd", readers, silent):
                step_until(lambda: watched.link.shared.watchers == readers + silent, watched)
                for _ in range(rounds):
                    for word, host in hosts.items():
                        found[word] += play(host, told[word], 10)
                return {
                    **{f"ms {word}": 1000 * statistics.median(found[word]) for word in found},
                    **{f"ms {word}, slowest of twenty": slow(found[word]) for word in found},
                    "moves each": len(found["alone"]),
                    "spectators": watched.link.shared.watchers,
                    "MB more with the crowd": megabytes() - before,
                    "kB that wait for spectators": waiting(watched) / 1024,
                }
    finally:
        for host in hosts.values():
            host.link.close()


def slow(seconds: list[float]) -> float:
    """Return the milliseconds that one of twenty takes or more."""
    return 1000 * statistics.quantiles(seconds, n=20)[-1]


def waiting(host: HostSide) -> int:
    """Return how many bytes wait for visitors who do not read."""
    return sum(
        outlet._writer.transport.get_write_buffer_size()
        + len(outlet._state or b"")
        + sum(map(len, outlet._lines))
        for outlet in host.link._server._outlets.values()
    )


def play_both(host: Side, guest: Side, columns: list[int]) -> list[float]:
    """Make moves at both sides, each as soon as the one before has arrived; return the seconds that each took."""
    seconds = []
    for column in columns:
        colour = host.session.match.to_move
        one, other = (host, guest) if colour is Colour.RED else (guest, host)
        ply, began = len(one.moves), time.perf_counter()
        one.session.move(colour, column)
        step_until(lambda side=other, ply=ply: len(side.moves) > ply, other, one)  # type: ignore[misc]
        seconds.append(time.perf_counter() - began)
    return seconds


def over_a_bad_line(weather: Weather, moves: int) -> dict[str, float]:
    """Play over a line; return what was measured, and how often a state or a move was shown twice."""
    own = places.own_folder()
    there, here = own / "far.game", own / "line.game"
    proxy = BadProxy(here, there, weather, random.Random(1))
    try:
        host = HostSide(Meeting(HOST, "far", "g1"))
        guest = GuestSide("Bob", Meeting(JOIN, "line", ""))
        step_until(lambda: host.session.match.yellow.name == "Bob", host, guest)
        step_until(lambda: all(host.link.shared.here), host, guest)
        changes: dict[str, Counter[int]] = {}
        for name, side in (("host", host), ("guest", guest)):
            counter = changes[name] = Counter()

            def count(_change: object, match: object, counter: Counter[int] = counter) -> None:
                counter[match.game.cursor] += 1  # type: ignore[attr-defined]  # a match

            side.session.subscribe(count)
        guest.seen.clear()
        seconds = play_both(host, guest, COLUMNS[:moves])
        states = sum(isinstance(event, Arrived) for event in guest.seen)
        twice = sum(count > 1 for counter in changes.values() for count in counter.values())
        connected = guest.link.is_connected
        guest.link.close()
        host.link.close()
    finally:
        proxy.close()
    return {
        "median ms": 1000 * statistics.median(seconds),
        "slowest ms": 1000 * max(seconds),
        "moves": len(seconds),
        "states per move": states / len(seconds),
        "moves shown twice": twice,
        "streams": proxy.lines,
        "connected at the end": connected,
    }


def main() -> int:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(description="Measure how long moves take.")
    parser.add_argument("--rounds", type=int, default=40, help="of ten moves and answers")
    parser.add_argument("--readers", type=int, default=SPECTATORS - SILENT)
    parser.add_argument("--silent", type=int, default=SILENT)
    for name in ("--role", "--word", "--folder"):
        parser.add_argument(name, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.role is not None:
        places.BASE = Path(arguments.folder)
        if arguments.role == "guest":
            answer(arguments.word)
        else:
            watch(places.find_game(arguments.word), arguments.readers, arguments.silent)
        return 0
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        places.BASE = Path(folder)
        found = before_a_crowd(arguments.rounds, arguments.readers, arguments.silent)
        print_all("a move to the other side, alone and before a crowd", found)
        print(f"{found['ms crowd'] / found['ms alone']:12.2f} times as long before the crowd")
        bad = over_a_bad_line(BAD_LINE, MOVES)
        print_all("over a line of 300 ms that loses 5 %", bad)
    return 0


def print_all(title: str, found: dict[str, float]) -> None:
    """Print what was measured."""
    print(f"{title}:")
    for name, value in found.items():
        print(f"{value:12.2f} {name}")


if __name__ == "__main__":
    sys.exit(main())
