"""How long a move takes to the other terminal: alone, before a crowd of spectators, and over a bad line.

    python -m tests.benchmarks.link_speed --games 10

Host and guest are sessions of this process and of another one, joined by a Unix socket; the time is that from a move at the
host until the guest's session has it, and back. The crowd is in a process of its own: 150 spectators read, 50 read nothing
at all. Both are measured in one run, turn and turn about. The bad line is a proxy that delays by 300 ms and loses 5 % of the
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
PATIENCE = 60.0


def play(host: Side, guest: Side, columns: list[int]) -> list[float]:
    """Make some moves, each as soon as the one before has arrived; return the seconds that each took to the other side."""
    seconds = []
    for column in columns:
        colour = host.session.match.to_move
        one, other = (host, guest) if colour is Colour.RED else (guest, host)
        ply, began = len(one.moves), time.perf_counter()
        one.session.move(colour, column)
        step_until(lambda side=other, ply=ply: len(side.moves) > ply, other, one)  # type: ignore[misc]
        seconds.append(time.perf_counter() - began)
        step_until(lambda: len(host.moves) == len(guest.moves), one, other)
    return seconds


def step_until(arrived: Callable[[], bool], side: Side, other: Side) -> None:
    """Let both sides take their events until something has arrived at the first."""
    deadline = time.perf_counter() + PATIENCE
    while not arrived():
        if time.perf_counter() > deadline:
            raise TimeoutError("a move never came")
        while other.step(0):
            pass
        side.step(0.002)


def new_game(host: HostSide, guest: GuestSide) -> None:
    """Begin the next game, in which the host begins again."""
    for _ in range(2):
        host.session.new_game()
        step_until(lambda: guest.moves == () == host.moves, guest, host)


@contextmanager
def crowd(word: str, readers: int, silent: int) -> Iterator[None]:
    """Let spectators watch a game, from a process of their own."""
    path = places.find_game(word)
    words = [
        *("-m", "tests.benchmarks.link_speed", "--crowd", str(path)),
        *("--readers", str(readers), "--silent", str(silent)),
    ]
    with subprocess.Popen(
        [sys.executable, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield
        finally:
            process.stdin.close()
            process.wait()


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
    print("all are there", flush=True)
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


def before_a_crowd(games: int, readers: int, silent: int) -> dict[str, float]:
    """Play games alone and before a crowd, turn and turn about; return medians in milliseconds, and memory in MB."""
    found: dict[str, list[float]] = {"alone": [], "crowd": []}
    with a_pair("alone") as alone, a_pair("crowd") as watched:
        before = megabytes()
        with crowd("crowd", readers, silent):
            step_until(
                lambda: watched[0].link.shared.watchers == readers + silent, watched[0], watched[1]
            )
            for _ in range(games):
                for name, (host, guest) in (("alone", alone), ("crowd", watched)):
                    found[name] += play(host, guest, COLUMNS[:MOVES])
                    new_game(host, guest)
            outlets = watched[0].link._server._outlets.values()
            waiting = sum(
                outlet._writer.transport.get_write_buffer_size()
                + len(outlet._state or b"")
                + sum(map(len, outlet._lines))
                for outlet in outlets
            )
            return {
                "alone ms": 1000 * statistics.median(found["alone"]),
                "before the crowd ms": 1000 * statistics.median(found["crowd"]),
                "alone, slowest of twenty ms": 1000
                * statistics.quantiles(found["alone"], n=20)[-1],
                "before the crowd, slowest of twenty ms": 1000
                * statistics.quantiles(found["crowd"], n=20)[-1],
                "moves each": len(found["alone"]),
                "spectators": watched[0].link.shared.watchers,
                "MB more with the crowd": megabytes() - before,
                "kB that wait for spectators": waiting / 1024,
            }


@contextmanager
def a_pair(word: str, where: str = "") -> Iterator[tuple[HostSide, GuestSide]]:
    """Open a game, and let a guest join it there, perhaps by another way."""
    host = HostSide(Meeting(HOST, word, "g1"))
    try:
        guest = GuestSide("Bob", Meeting(JOIN, where or word, ""))
        step_until(lambda: host.session.match.yellow.name == "Bob", host, guest)
        try:
            yield host, guest
        finally:
            guest.link.close()
    finally:
        host.link.close()


def over_a_bad_line(folder: Path, weather: Weather, moves: int) -> dict[str, float]:
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
        seconds = play(host, guest, COLUMNS[:moves])
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
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--crowd", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--readers", type=int, default=SPECTATORS - SILENT)
    parser.add_argument("--silent", type=int, default=SILENT)
    arguments = parser.parse_args()
    if arguments.crowd is not None:
        watch(arguments.crowd, arguments.readers, arguments.silent)
        return 0
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        places.BASE = Path(folder)
        found = before_a_crowd(arguments.games, arguments.readers, arguments.silent)
        print_all("two terminals, and the same before a crowd", found)
        print(
            f"{found['before the crowd ms'] / found['alone ms']:12.2f} times as long before the crowd"
        )
        print_all(
            "over a line of 300 ms that loses 5 %", over_a_bad_line(Path(folder), BAD_LINE, MOVES)
        )
    return 0


def print_all(title: str, found: dict[str, float]) -> None:
    """Print what was measured."""
    print(f"{title}:")
    for name, value in found.items():
        print(f"{value:12.2f} {name}")


if __name__ == "__main__":
    sys.exit(main())
