"""Other programs that keep the database to themselves: they are waited for once, and not at every move."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from p4tui.storage import claims, connections
from p4tui.storage.errors import StorageError, StorageProblem
from p4tui.storage.games import GameRepository
from tests.unit.stored import Peer, change_rows, match_of, repository_of, session_in


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
def games(path: Path) -> Iterator[GameRepository]:
    with repository_of(path) as repository:
        yield repository


class Waits:
    """A clock that only waiting moves: what a program waits for another one can be counted."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        for module in (connections, claims):
            monkeypatch.setattr(module, "time", self)

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def waited(self, act: Callable[[], object]) -> float:
        """How many seconds something waits before it gives up."""
        begun = self.now
        with pytest.raises(StorageError) as caught:
            act()
        assert caught.value.problem is StorageProblem.BUSY
        return self.now - begun


def test_who_waited_in_vain_does_not_wait_again_until_it_works(
    path: Path, games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = games.save(match_of("4"))
    waits = Waits(monkeypatch)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert waits.waited(lambda: games.save(match_of("44"), number)) >= connections.BUSY_SECONDS
        for _ in range(3):
            assert waits.waited(lambda: games.save(match_of("445"), number)) < 0.1
        games.be_patient()
        assert waits.waited(lambda: games.save(match_of("445"), number)) >= connections.BUSY_SECONDS
        other.execute("COMMIT")
        assert games.save(match_of("445"), number) == number
        other.execute("BEGIN EXCLUSIVE")
        assert (
            waits.waited(lambda: games.save(match_of("4455"), number)) >= connections.BUSY_SECONDS
        )
    assert games.load(number).match == match_of("445")


def test_who_waited_in_vain_for_the_file_to_be_opened_does_not_wait_again(
    path: Path, games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Peer(path) as peer:
        assert peer("whole") == "True"
        waits = Waits(monkeypatch)
        assert waits.waited(lambda: games.save(match_of("4"))) >= claims.PATIENCE
        for _ in range(3):
            assert waits.waited(lambda: games.save(match_of("4"))) < 0.1


def test_a_file_that_another_program_keeps_to_itself_is_waited_for_once(
    path: Path, games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a rollback journal not even the list of tables can be read."""
    games.release(games.save(match_of("4")))
    games.close()
    change_rows(path, "PRAGMA journal_mode = DELETE")
    monkeypatch.setattr(connections, "BUSY_SECONDS", 0.3)
    waits: list[float | None] = []
    wait_for = connections.wait_for

    def counted(connection: sqlite3.Connection, seconds: float | None = None) -> None:
        waits.append(seconds)
        wait_for(connection, seconds)

    monkeypatch.setattr(connections, "wait_for", counted)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        for _ in range(3):
            with pytest.raises(StorageError) as caught:
                games.count()
            assert caught.value.problem is StorageProblem.BUSY
    assert waits == [None, connections.IMPATIENT_SECONDS, connections.IMPATIENT_SECONDS]
    assert games.count() == 1


def test_at_the_end_it_is_waited_for_once_more(
    path: Path, games: GameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, keeper = session_in(games)
    session.play(3)
    waits = Waits(monkeypatch)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        waits.waited(lambda: session.play(2))
        waits.waited(lambda: session.play(1))
        before = waits.now

        def end_later(seconds: float) -> None:
            waits.now += seconds
            if waits.now > before + connections.BUSY_SECONDS / 2 and other.in_transaction:
                other.execute("COMMIT")

        monkeypatch.setattr(waits, "sleep", end_later)
        keeper.close()
    assert waits.now > before + connections.BUSY_SECONDS / 2
    assert games.load(1).match.game.moves == (3, 2, 1)
