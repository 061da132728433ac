"""p4tui beside BitBully, an exact solver on PyPI: `python -m tests.benchmarks.compare`.

Wants the extra `benchmark`. Both solve the same positions in one run on one processor core, in turn by blocks of a few
positions. Timed is one call from Python for a position that is already parsed; the tables are emptied before each, which
is not. Prints mean times, their ratio with what p4tui must reach and aims at, and the nodes a second of both as a
Markdown table. A wrong score is told, and the status is then 1.
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple, Protocol

from p4tui import __version__
from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.engine.solver import BOOKS, Solver

BOARD = Geometry()
DATA = Path(__file__).parent / "data" / "positions_7x6.txt"


class Target(NamedTuple):
    """What the time of p4tui has to be for a set, in times that of BitBully: at most, and at best."""

    must: float
    aim: float


TARGETS = {
    "L3_R1": Target(0.20, 0.10),
    "L2_R1": Target(0.10, 0.06),
    "L2_R2": Target(0.29, 0.135),
    "L1_R1": Target(0.020, 0.012),
    "L1_R2": Target(0.34, 0.20),
    "L1_R3": Target(0.21, 0.10),
}
"""The sets in the order of the table: L3 end of game, L2 middle, L1 beginning; R1 to R3: few to many moves to the end."""
BLOCK_SECONDS = 0.02
"""How long a block of positions keeps a solver busy at least: short calls are timed with warm caches on both sides."""
LARGEST_BLOCK = 50


class Case(NamedTuple):
    """A position: the columns played from the empty board, and its score."""

    moves: str
    score: int


class Peer(Protocol):
    """A solver as it is timed."""

    name: str

    def prepare(self, moves: str) -> Callable[[], int]:
        """A call that gives the score after these moves, everything parsed."""
        ...

    def clear(self) -> None:
        """Empty the table, and count nodes from 0."""
        ...

    def nodes(self) -> int:
        """Positions searched since."""
        ...


class Ours:
    """p4tui."""

    name = f"p4tui {__version__}"

    def __init__(self, *, book: bool) -> None:
        self.solver = Solver(threads=1, books=BOOKS if book else None)

    def prepare(self, moves: str) -> Callable[[], int]:
        """A call that gives the score after these moves."""
        position, score = parse_game(moves, Position(BOARD)).position, self.solver.score
        return lambda: score(position).score

    def clear(self) -> None:
        """Empty the table."""
        self.solver.clear()

    def nodes(self) -> int:
        """Positions searched by the last call."""
        return self.solver.nodes


class BitBully:
    """BitBully, by its core: without what its Python classes cost."""

    def __init__(self, *, book: bool) -> None:
        from bitbully import bitbully_core

        self.name = f"BitBully {version('bitbully')}"
        self._board = bitbully_core.BoardCore
        if book:
            from bitbully_databases import BitBullyDatabases

            path = BitBullyDatabases.get_database_path("12-ply-dist")
            self._core = bitbully_core.BitBullyCore(path)
        else:
            self._core = bitbully_core.BitBullyCore()

    def prepare(self, moves: str) -> Callable[[], int]:
        """A call that gives the score after these moves."""
        board, score = self._board(), self._core.mtdf
        if not board.play([int(column) - 1 for column in moves]):
            raise ValueError(f"BitBully does not play {moves}")
        return lambda: int(score(board, 0))

    def clear(self) -> None:
        """Empty the table, and count from 0."""
        self._core.resetTranspositionTable()
        self._core.resetNodeCounter()

    def nodes(self) -> int:
        """Positions searched since."""
        return int(self._core.getNodeCounter())


@dataclass
class Tally:
    """What a solver took for a set.

    Attributes:
        seconds: for each position, the shortest time of all rounds.
        nodes: of one round.
        wrong: the moves of positions with a wrong score.
    """

    seconds: dict[str, float] = field(default_factory=dict)
    nodes: dict[str, int] = field(default_factory=dict)
    wrong: set[str] = field(default_factory=set)

    @property
    def mean(self) -> float:
        """Seconds a position."""
        return sum(self.seconds.values()) / len(self.seconds)

    @property
    def speed(self) -> float:
        """Nodes a second."""
        return sum(self.nodes.values()) / sum(self.seconds.values())


def read_cases(path: Path) -> dict[str, list[Case]]:
    """The positions of a file, by set."""
    found: dict[str, list[Case]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, moves, score = line.split()
            found.setdefault(name, []).append(Case(moves, int(score)))
    return found


def run_block(peer: Peer, block: list[Case], tally: Tally) -> float:
    """Solve some positions one after the other; the seconds it took."""
    sum_of_times = 0.0
    calls = [peer.prepare(case.moves) for case in block]
    for case, call in zip(block, calls, strict=True):
        peer.clear()
        began = time.perf_counter()
        score = call()
        took = time.perf_counter() - began
        sum_of_times += took
        tally.seconds[case.moves] = min(took, tally.seconds.get(case.moves, took))
        tally.nodes[case.moves] = peer.nodes()
        if score != case.score:
            tally.wrong.add(case.moves)
    return sum_of_times


def blocks(cases: list[Case], size: int) -> Iterator[list[Case]]:
    """The cases in pieces."""
    for begin in range(0, len(cases), size):
        yield cases[begin : begin + size]


def compare(cases: list[Case], peers: list[Peer], rounds: int) -> list[Tally]:
    """Let each of the solvers solve all positions, as often as there are rounds; a tally for each solver."""
    tallies = [Tally() for _ in peers]
    warming = Tally()
    slowest = max(run_block(peer, cases[:2], warming) for peer in peers) / 2
    size = max(1, min(LARGEST_BLOCK, int(BLOCK_SECONDS / slowest)))
    for _ in range(rounds):
        for number, block in enumerate(blocks(cases, size)):
            pairs = list(zip(peers, tallies, strict=True))
            for peer, tally in pairs if number % 2 == 0 else reversed(pairs):
                run_block(peer, block, tally)
    return tallies


def shown_time(seconds: float) -> str:
    """A time with three digits and its unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} us"


def row(name: str, theirs: Tally, ours: Tally) -> str:
    """A line of the table."""
    ratio, target = ours.mean / theirs.mean, TARGETS[name]
    cells = [
        name,
        f"{len(ours.seconds)}",
        shown_time(theirs.mean),
        shown_time(ours.mean),
        f"{ratio:.3f}",
        f"{target.must:g}",
        f"{target.aim:g}",
        f"{theirs.speed / 1e6:.1f} M",
        f"{ours.speed / 1e6:.1f} M",
        f"{sum(ours.nodes.values()) / len(ours.nodes):.0f}",
    ]
    return f"| {' | '.join(cells)} |"


def stay_on_one_core() -> None:
    """Keep this process on one of the processor cores that it may use, where the system offers it."""
    if sys.platform == "linux":
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def main() -> int:
    """Compare, and print the table; 1 if a score was wrong."""
    parser = argparse.ArgumentParser(description="p4tui beside BitBully on solved positions.")
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"of {', '.join(TARGETS)}; all")
    parser.add_argument("--data", type=Path, default=DATA, help="lines of: set, moves, score")
    parser.add_argument("--rounds", type=int, default=2, help="of which the fastest time counts")
    parser.add_argument("--books", action="store_true", help="with the books that they have")
    arguments = parser.parse_args()
    for name in arguments.sets:
        if name not in TARGETS:
            parser.error(f"there is no set {name}")
    try:
        theirs = BitBully(book=arguments.books)
    except ImportError:
        parser.error("BitBully is missing: pip install 'p4tui[benchmark]'")
    stay_on_one_core()
    ours = Ours(book=arguments.books)
    books = "with books" if arguments.books else "without books"
    print(
        f"{ours.name} ({ours.solver.kernel_for(BOARD)}), {theirs.name}, {books}; Python"
        f" {platform.python_version()}, {platform.machine()}, {dt.datetime.now(dt.UTC).date()}\n"
    )
    print("| set | positions | BitBully | p4tui | ratio | must | aim | nodes/s | p4tui | nodes |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    peers: list[Peer] = [theirs, ours]
    wrong: list[str] = []
    cases = read_cases(arguments.data)
    for name in arguments.sets or TARGETS:
        tallies = compare(cases[name], peers, arguments.rounds)
        print(row(name, *tallies), flush=True)
        for peer, tally in zip(peers, tallies, strict=True):
            wrong += [f"{peer.name}: {moves} is wrong" for moves in sorted(tally.wrong)]
    print("\n".join(["", *wrong]) if wrong else "\nAll scores are right.")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
