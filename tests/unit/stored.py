"""Databases of saved games to try in tests, and other programs that use them: `python -m tests.unit.stored DATABASE`."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Self

import p4tui
from p4tui.core.game import Game
from p4tui.core.notation import parse_game
from p4tui.play.match import Match
from p4tui.play.seats import Person, seat_of
from p4tui.play.session import Session
from p4tui.storage.claims import Claims
from p4tui.storage.database import Database
from p4tui.storage.errors import GameInUseError, NoSuchGameError, StorageError
from p4tui.storage.games import LOCK_SUFFIX, GameRepository
from p4tui.storage.keeper import Keeper

ROOT = Path(p4tui.__file__).parents[1]


def match_of(
    moves: str = "4453", red: str = "Alice", yellow: str = "Bob", level: str | None = None
) -> Match:
    return Match(Person(red), seat_of(level, yellow), parse_game(moves))


def claims_of(path: Path) -> Claims:
    return Claims(path.with_name(path.name + LOCK_SUFFIX))


@contextlib.contextmanager
def database_of(
    path: Path, migrations: tuple[tuple[str, ...], ...] | None = None, seconds: float = 0.0
) -> Iterator[Database]:
    """A database in which the date is `seconds` when a file is moved."""
    claims = claims_of(path)
    if migrations is None:
        database = Database(path, claims, clock=lambda: seconds)
    else:  # tables without a game
        database = Database(
            path, claims, migrations, lambda: seconds, salvage=lambda _connection, _path: 0
        )
    try:
        yield database
    finally:
        database.close()
        claims.close()


@contextlib.contextmanager
def repository_of(
    path: Path | None, now: Callable[[], float] | None = None
) -> Iterator[GameRepository]:
    """Games in a file, the first of them at second 1000 after 1970, each change a second later, unless told otherwise."""
    seconds = iter(range(1000, 1_000_000))
    with closing(GameRepository(path, now or (lambda: float(next(seconds))))) as repository:
        yield repository


def session_in(repository: GameRepository, match: Match | None = None) -> tuple[Session, Keeper]:
    """A session whose changes are kept."""
    session = Session(match or Match(Person("Alice"), Person("Bob"), Game.new()), random.Random(1))
    keeper = Keeper(repository)
    session.subscribe(keeper.keep)
    return session, keeper


def change_rows(path: Path, statement: str, *values: object) -> None:
    """Change a database behind everybody's back."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)


def ask(path: Path, statement: str) -> list[tuple[object, ...]]:
    """What a database answers."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(statement).fetchall()


class Peer:
    """Another program with the same database. It does one thing after the other and says what came of it."""

    def __init__(self, path: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.unit.stored", str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )

    def __call__(self, *words: object) -> str:
        """The answer to a command."""
        self.begin(*words)
        return self.answer()

    def begin(self, *words: object) -> None:
        """Give a command."""
        assert self.process.stdin is not None
        print(*words, file=self.process.stdin, flush=True)

    def answer(self) -> str:
        """The answer to the command given last."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        with self.process:
            self.process.kill()


class _Program:
    """What the other program can do."""

    def __init__(self, path: Path) -> None:
        self.repository = GameRepository(path)
        self.claims = claims_of(path)
        self.match = match_of("")
        self.number: int | None = None
        self.held = contextlib.ExitStack()

    def do(self, command: str, argument: str) -> object:
        if command == "claim":
            return self.claims.claim(int(argument))
        if command == "open":
            return self.repository.open(int(argument)).number
        if command == "latest":
            game = self.repository.open_latest()
            return game and game.number
        if command == "play":
            for column in argument:
                self.match = self.match.with_game(self.match.game.play(int(column) - 1))
            self.number = self.repository.save(self.match, self.number)
            return self.number
        if command == "delete":
            self.repository.delete(int(argument))
            return "deleted"
        if command == "whole":
            return self.held.enter_context(self.claims.whole())
        if command == "close":
            self.repository.close()
            return "closed"
        if command == "migrate":
            steps = tuple((f"CREATE TABLE {name} (x)",) for name in argument.split(","))
            path = self.repository.path
            assert path is not None
            with database_of(path, steps) as database, database.writing() as connection:
                return connection.execute("PRAGMA user_version").fetchone()[0]
        return _fork(self.repository, self.claims)


def _fork(repository: GameRepository, claims: Claims) -> str:
    """What a child of a fork may do: nothing that its parent does, and nothing that takes anything from the parent."""
    number = repository.save(match_of("1"))
    other = repository.save(match_of("2"))
    claims.claim(other + 1)
    read, write = os.pipe()
    if not os.fork():
        try:
            answers = [str(claims.claim(other + 1)), str(repository.count())]
            try:
                answers.append(str(repository.open(number).number))
            except GameInUseError:
                answers.append("in use")
            repository.close()
            claims.close()
            os.write(write, " ".join(answers).encode())
        finally:
            os._exit(0)
    os.wait()
    said = os.read(read, 1000).decode()
    saved = repository.save(match_of("12"), number)
    return f"{said}, then {saved == number} {repository.count()}"


def main() -> None:
    """Do what the input says, a line each."""
    program = _Program(Path(sys.argv[1]))
    print_ = sys.stdout
    for line in sys.stdin:
        command, _, argument = line.strip().partition(" ")
        try:
            answer = program.do(command, argument)
        except (NoSuchGameError, GameInUseError) as error:
            answer = type(error).__name__
        except StorageError as error:
            answer = error.problem.name
        print(answer, file=print_, flush=True)


if __name__ == "__main__":
    if hasattr(signal, "SIGHUP"):  # whoever starts the tests may have them ignore it
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    main()
