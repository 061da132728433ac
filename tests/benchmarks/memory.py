"""How much memory games cost that are over: `python -m tests.benchmarks.memory`.

Two computers play game after game in the app, without a terminal: rematch after rematch on one screen (`rematch`), or each
from the menu on a screen of its own (`menu`). Prints the memory of the process after the first games and after the last,
and how many objects of the kinds that grew most there are then. With `--trace` it says which lines have allocated what was
not given back; everything is slower then, and larger.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import sys
import tempfile
import tracemalloc
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from textual.pilot import Pilot

from p4tui.options import Options
from p4tui.play.seats import LevelSeat
from p4tui.play.setup import Setup
from p4tui.settings import Settings
from p4tui.storage.archive import Archive
from p4tui.storage.games import GameRepository
from p4tui.tui.app import P4App
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.screens.results import ResultsScreen

MAX_MIB = 5.0
"""What the games after the first may cost all together."""
PATIENCE = 60.0
"""Seconds that a game, or a screen, may take."""
SHOWN = 15
"""How many kinds of objects, or lines, are named."""


def resident() -> float:
    """The memory of this process in mebibytes."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


async def play(pilot: Pilot[None], way: str) -> None:
    """Wait for the end of a game, and begin the next one."""
    await until(pilot, lambda: isinstance(pilot.app.screen, ResultsScreen))
    results = pilot.app.screen
    assert isinstance(results, ResultsScreen)
    results.action_choose(way)
    await until(pilot, lambda: pilot.app.screen is not results)
    if way == "menu":
        await until(pilot, lambda: isinstance(pilot.app.screen, MenuScreen))
        menu = pilot.app.screen
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is not menu)


async def until(pilot: Pilot[None], done: Callable[[], bool]) -> None:
    """Let the app run until something holds, and its screen is there."""
    async with asyncio.timeout(PATIENCE):
        while not (done() and pilot.app.screen.is_mounted):
            await pilot.pause()


def objects() -> Counter[str]:
    """How many objects there are of each kind."""
    gc.collect()
    return Counter(
        f"{type(each).__module__}.{type(each).__qualname__}" for each in gc.get_objects()
    )


async def measure(way: str, first: int, games: int, *, trace: bool) -> float:
    """Play, print what was found and return how many mebibytes the games after the first cost."""
    options = Options(animation=False, seed=1)
    settings = Settings(red_level="winner", yellow_level="random", speed=0.0)
    setup = Setup(LevelSeat("winner"), LevelSeat("random"))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite3"
        archive = Archive(lambda: GameRepository(path))
        app = P4App(setup, options, settings, archive=archive)
        async with app.run_test(size=(80, 24)) as pilot:
            for _ in range(first):
                await play(pilot, way)
            before, megabytes = objects(), resident()
            if trace:
                tracemalloc.start()
            print(f"{way}: {megabytes:.1f} MiB after {first} games", end="", flush=True)
            for _ in range(games - first):
                await play(pilot, way)
            after, grown = objects(), resident() - megabytes
            print(f", {grown:+.1f} MiB after {games}")
            if trace:
                for line in tracemalloc.take_snapshot().statistics("lineno")[:SHOWN]:
                    print("   ", line)
                tracemalloc.stop()
            for kind, count in (after - before).most_common(SHOWN):
                print(f"    {count:+6d} {kind}")
        archive.close(PATIENCE)
    return grown


def main() -> int:
    """Play both ways; 1 where the games cost too much."""
    parser = argparse.ArgumentParser(description="How much memory games cost that are over.")
    parser.add_argument("--first", type=int, default=20)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument(
        "--way", choices=["rematch", "menu"], nargs="+", default=["rematch", "menu"]
    )
    parser.add_argument("--trace", action="store_true")
    arguments = parser.parse_args()
    found = [
        asyncio.run(measure(way, arguments.first, arguments.games, trace=arguments.trace))
        for way in arguments.way
    ]
    return int(max(found) > MAX_MIB)


if __name__ == "__main__":
    sys.exit(main())
