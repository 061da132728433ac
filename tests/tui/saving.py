"""Saved games for the tests of the screens that show them."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from itertools import count
from pathlib import Path

from textual.pilot import Pilot

from p4tui.core.colour import Colour
from p4tui.core.game import Game
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.options import Options
from p4tui.play.match import Match
from p4tui.play.seats import Person, Seat, seat_of_text
from p4tui.play.setup import Setup
from p4tui.settings import Settings
from p4tui.storage.archive import Archive
from p4tui.storage.games import GameRepository
from p4tui.storage.ownership import Ownership
from tests.tui.driving import PEOPLE, STILL, running

BEGUN = 1_790_000_000.0
"""A date: 21 September 2026, 14:13:20 UTC."""
HOUR = 3600.0


@asynccontextmanager
async def running_on(
    path: Path,
    setup: Setup | None = None,
    *,
    size: tuple[int, int] = (80, 24),
    options: Options = STILL,
    settings: Settings = PEOPLE,
) -> AsyncIterator[Pilot[None]]:
    """Run the app with the saved games in a file."""
    archive = Archive(lambda: GameRepository(path))
    app = running(setup, size=size, options=options, settings=settings, archive=archive)
    try:
        async with app as pilot:
            yield pilot
    finally:
        archive.close(60)


@contextmanager
def repository(path: Path) -> Iterator[GameRepository]:
    """Return the games in a file; each change is an hour after the previous one, from `BEGUN` on."""
    hours = count()
    games = GameRepository(path, lambda: BEGUN + HOUR * next(hours))
    try:
        yield games
    finally:
        games.close()


def match(
    moves: str,
    red: Seat | str = "Alice",
    yellow: Seat | str = "Bob",
    *,
    starter: Colour = Colour.RED,
    game: Game | None = None,
) -> Match:
    """Return a match with a game."""
    red, yellow = (Person(seat) if isinstance(seat, str) else seat for seat in (red, yellow))
    return Match(red, yellow, game or parse_game(moves), starter)


def save(path: Path, matches: Sequence[Match]) -> list[int]:
    """Save games as if played here; return their numbers."""
    with repository(path) as games:
        return [games.save(each, Ownership()) for each in matches]


def add_many(path: Path, number: int, seed: int = 1) -> None:
    """Add random games of a few players, some unfinished."""
    rng = random.Random(seed)
    names = ["Alice", "Bob", "Chloé", "", "李雷"]
    texts = ["human", "human", "club", "perfect"]
    matches = []
    for _ in range(number):
        game = Game.new(Position())
        max_moves = rng.choice([42, 42, 42, 9])
        while game.outcome is None and game.cursor < max_moves:
            game = game.play(rng.choice(game.position.legal_columns()))
        seats = [seat_of_text(name=rng.choice(names), text=rng.choice(texts)) for _ in range(2)]
        matches.append((Match(seats[0], seats[1], game), None))
    with repository(path) as games:
        games.add(matches)


def spoil(path: Path, number: int, **values: object) -> None:
    """Write invalid values into the row of a game."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for name, value in values.items():
            statement = f"UPDATE games SET {name} = ? WHERE id = ?"  # noqa: S608  the tests' own names
            connection.execute(statement, (value, number))


def numbers_in(path: Path) -> list[int]:
    """Return the numbers of all games, the last changed first."""
    with repository(path) as games:
        return [each.number for each in games.summaries()]
