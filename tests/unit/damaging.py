"""Databases for tests of damage: games of every kind in one file."""

from __future__ import annotations

import random
from pathlib import Path

from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.position import Position, Side
from p4tui.play.clock import Clock, TimeControl
from p4tui.play.match import Match
from p4tui.play.seats import seat_of_text
from p4tui.storage.ownership import Ownership
from p4tui.storage.records import SavedGame
from tests.unit.stored import kept, repository_of

PAGE = 4096
NAMES = ("Alice", "", "Zoë", "a\0b", "\udcff", "x" * 300)


def random_match(rng: random.Random) -> Match:
    """Return a random match: some on large boards, with a clock, resigned, or with moves taken back."""
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
    red, yellow = (seat_of_text(rng.choice(["human", "club"]), rng.choice(NAMES)) for _ in range(2))
    return Match(red, yellow, game, clock=clock)


def filled(path: Path, count: int, seed: int = 1) -> dict[int, SavedGame]:
    """Add so many random games to a database; return all its games."""
    rng = random.Random(seed)
    with repository_of(path) as games:
        for _ in range(count):
            games.save(random_match(rng), Ownership())
    return kept(path)
