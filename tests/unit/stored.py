"""Databases of saved games for tests, and another program that uses them: `python -m tests.unit.stored DATABASE`."""

from __future__ import annotations

import contextlib
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import p4tui
from p4tui.core.game import Game
from p4tui.core.notation import parse_game
from p4tui.play.match import Match
from p4tui.play.participants import participant_factory
from p4tui.play.seats import LevelSeat, Person, Program, Remote, Seat, UnknownSeat, seat_of_text
from p4tui.play.session import Session
from p4tui.storage.backup import Restoration
from p4tui.storage.database import Database
from p4tui.storage.errors import (
    GameDeletedError,
    GameLostError,
    GameTakenError,
    NoSuchGameError,
    StorageError,
)
from p4tui.storage.games import GameRepository
from p4tui.storage.ownership import Ownership
from p4tui.storage.records import SavedGame
from p4tui.storage.schema import MIGRATIONS, Migrations, migrate

ROOT = Path(p4tui.__file__).parents[1]
SEATS: dict[type[Seat], Seat] = {
    Person: Person("Alice"),
    LevelSeat: LevelSeat("club"),
    Program: Program("ugi:./my-bot --fast"),
    Remote: Remote("join:alice?game=1"),
    UnknownSeat: UnknownSeat("robot", "stockfour"),
}
"""An example of every kind of seat."""


def match_of(
    moves: str = "4453", red: str = "Alice", yellow: str = "Bob", level: str = "human"
) -> Match:
    return Match(Person(red), seat_of_text(level, yellow), parse_game(moves))


@contextlib.contextmanager
def database_of(
    path: Path, migrations: Migrations | None = None, seconds: float = 0.0
) -> Iterator[Database]:
    """Yield a database in which the date is `seconds`."""
    with closing(Database(path, migrations or MIGRATIONS, lambda: seconds)) as database:
        yield database


@contextlib.contextmanager
def repository_of(
    path: Path | None, now: Callable[[], float] | None = None
) -> Iterator[GameRepository]:
    """Yield the games of a file; by default the first change is at second 1000 after 1970, each other one a second later."""
    seconds = iter(range(1000, 1_000_000))
    with closing(GameRepository(path, now or (lambda: float(next(seconds))))) as repository:
        yield repository


def saved(games: GameRepository, match: Match | None = None) -> int:
    """Save a new game; return its number."""
    return games.save(match or match_of(), Ownership())


def owned_by(games: GameRepository, match: Match | None = None) -> Ownership:
    """Save a new game; return its ownership."""
    owned = Ownership()
    games.save(match or match_of(), owned)
    return owned


def moves_in(path: Path) -> dict[int, str]:
    """Return the moves of the games that are not deleted, by number."""
    rows = ask(path, "SELECT id, substr(moves, 1, cursor) FROM games WHERE deleted = 0 ORDER BY id")
    return {int(str(number)): str(moves) for number, moves in rows}


def kept(path: Path) -> dict[int, SavedGame]:
    """Return the games of a sound database, by number."""
    with repository_of(path) as games:
        found = list(games.all_games())
    assert not any(isinstance(game, Exception) for game in found)
    return {game.number: game for game in found if isinstance(game, SavedGame)}


def restorations(games: GameRepository) -> list[Restoration]:
    """Return a list that gets every restoration of a damaged file."""
    told: list[Restoration] = []
    games.on_restored(told.append)
    return told


def moved_aside(path: Path) -> list[Path]:
    """Return the damaged files that were moved aside, without their companion files."""
    return sorted(
        file
        for file in path.parent.iterdir()
        if ".damaged-" in file.name and not file.name.endswith(("-wal", "-shm", "-journal"))
    )


def old_database(path: Path, *moves: str) -> None:
    """Create a database of version 1, with games of these moves, changed one after the other."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.row_factory = sqlite3.Row
        migrate(connection, MIGRATIONS[:1], path)
        for second, each in enumerate(moves, 100):
            connection.execute(
                "INSERT INTO games (match, started, changed, imported, board_columns, board_rows, connect, start, starter,"
                " red_name, red_level, yellow_name, yellow_level, moves, cursor, results)"
                " VALUES (1, ?, ?, 0, 7, 6, 4, '', 1, 'Alice', NULL, '', 'club', ?, ?, '')",
                (second, second, each, len(each)),
            )


def session_of_people() -> Session:
    """Return a session between two people."""
    match = Match(Person("Alice"), Person("Bob"), Game.new())
    return Session(
        match, random.Random(1), participant_factory(lambda job: job()), lambda reply: None
    )


def change_rows(path: Path, statement: str, *values: object) -> None:
    """Change a database from outside."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)


def ask(path: Path, statement: str) -> list[tuple[object, ...]]:
    """Return the answer of a database."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(statement).fetchall()


class Peer:
    """Another program with the same database. It runs one command after the other and prints the results."""

    def __init__(self, path: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.unit.stored", str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )

    def __call__(self, *words: object) -> str:
        """Give a command; return its answer."""
        self.begin(*words)
        return self.answer()

    def begin(self, *words: object) -> None:
        """Give a command."""
        assert self.process.stdin is not None
        print(*words, file=self.process.stdin, flush=True)

    def answer(self) -> str:
        """Return the answer to the last command."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        with self.process:
            self.process.kill()


@dataclass
class _Program:
    """The state and the commands of the other program."""

    repository: GameRepository
    match: Match = field(default_factory=lambda: match_of(""))
    owned: Ownership = field(default_factory=Ownership)

    def do(self, command: str, argument: str) -> object:
        if command in {"open", "latest"}:
            opened = (
                self.repository.open(int(argument))
                if command == "open"
                else self.repository.open_latest()
            )
            if opened is None:
                return None
            self.match, self.owned = opened.saved.match, opened.ownership
            return self.owned.number
        if command == "play":
            for column in argument:
                self.match = self.match.with_game(self.match.game.play(int(column) - 1))
            return self.repository.save(self.match, self.owned)
        if command == "delete":
            self.repository.delete(int(argument))
            return "deleted"
        if command == "close":
            self.repository.close()
            return "closed"
        assert command == "migrate"
        steps = tuple((f"CREATE TABLE {name} (x)",) for name in argument.split(","))
        assert self.repository.path is not None
        with database_of(self.repository.path, steps) as database:
            return database.write(lambda found: found.execute("PRAGMA user_version").fetchone()[0])


def main() -> None:
    """Run the commands of the input, one per line."""
    program = _Program(GameRepository(Path(sys.argv[1])))
    for line in sys.stdin:
        command, _, argument = line.strip().partition(" ")
        try:
            answer = program.do(command, argument)
        except GameTakenError as error:
            answer = f"taken {error.copy}"
        except GameDeletedError:
            answer = "deleted elsewhere"
        except (NoSuchGameError, GameLostError) as error:
            answer = type(error).__name__
        except StorageError as error:
            answer = error.problem.name
        print(answer, flush=True)


if __name__ == "__main__":
    main()
