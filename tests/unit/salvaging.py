"""Databases for tests of damage: games of every kind in one file, and what can be read of it."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.position import Position, Side
from p4tui.play.clock import Clock, TimeControl
from p4tui.play.match import Match
from p4tui.play.seats import seat_of
from p4tui.storage.records import SavedGame
from p4tui.storage.salvage import Salvage
from tests.unit.stored import repository_of

PAGE = 4096
NAMES = ("Alice", "", "Zoë", "a\0b", "\udcff", "x" * 300)


def random_match(rng: random.Random) -> Match:
    """A match of any kind: some on large boards, some with a clock, some given up, some with moves taken back."""
    large = rng.random() < 0.1
    game = Game.new(Position(Geometry(20, 20, 7) if large else Geometry()))
    for _ in range(rng.randrange(1, 300 if large else 30)):
        if game.outcome is None:
            columns = range(game.position.geometry.columns)
            game = game.play(rng.choice([c for c in columns if game.position.is_playable(c)]))
    if rng.random() < 0.2:
        game = game.undo()
    elif rng.random() < 0.2 and game.outcome is None:
        game = game.resign(Side.FIRST)
    times = tuple((rng.randrange(300_000), rng.randrange(300_000)) for _ in game.positions)
    clock = Clock(TimeControl(300_000, 3000), times, 5, 0) if rng.random() < 0.3 else None
    red, yellow = (seat_of(rng.choice([None, "club"]), rng.choice(NAMES)) for _ in range(2))
    return Match(red, yellow, game, clock=clock)


def filled(path: Path, count: int, rng: random.Random) -> dict[int, SavedGame]:
    """Make a database with so many games; what is kept of each."""
    with repository_of(path) as games:
        for _ in range(count):
            games.release(games.save(random_match(rng)))
    return kept(path)


def kept(path: Path) -> dict[int, SavedGame]:
    """The games of a database that is in order."""
    with repository_of(path) as games:
        found = list(games.all_games())
    assert not any(isinstance(game, Exception) for game in found)
    return {game.number: game for game in found if isinstance(game, SavedGame)}


def salvaged(path: Path) -> dict[int, SavedGame]:
    """The games that can be read of a file of any state."""
    with closing(Salvage(path)) as found:
        return {each.game.number: each.game for each in found.games()}


def changed(data: bytes, change: Callable[[bytearray], object]) -> bytes:
    """Some bytes after a change."""
    new = bytearray(data)
    change(new)
    return bytes(new)
