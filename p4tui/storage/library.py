"""`Library`: the saved games as they are looked at, counted, deleted, brought in and brought back."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from p4tui.play.match import Match
from p4tui.storage import connections, records, statistics
from p4tui.storage.backup import Restoration
from p4tui.storage.database import Database
from p4tui.storage.errors import NoSuchGameError, RecordError, StorageError, StorageProblem
from p4tui.storage.exchange.deduplication import ImportDeduplicator
from p4tui.storage.records import SavedGame
from p4tui.storage.summaries import (
    ALL_GAMES,
    NOT_DELETED,
    SUMMARY_COLUMNS,
    Filter,
    Summary,
    select,
    summary,
)

BATCH = 500
"""How many games are read at a time."""
_UNFINISHED = "termination IS NULL AND deleted = 0 AND imported = 0"


class Library:
    """All games of a user. Used by one thread at a time; opened when first needed.

    Whatever reads or writes raises `StorageError` where the database cannot be used.
    """

    def __init__(
        self, path: Path | None, now: Callable[[], float] = time.time, *, restores: bool = True
    ) -> None:
        """Use the games in a file.

        Args:
            path: the database; None where this machine has no place for one.
            now: tells the date, in seconds since 1970.
            restores: whether a damaged database is moved aside where it is found; else `StorageError` says so.
        """
        self._now = now
        self._database: Database | None = None
        if path is not None:
            # Where a link leads somewhere else, SQLite's own files are there.
            self._database = Database(Path(os.path.realpath(path)), now=now)
            self._database.restores = restores

    @property
    def path(self) -> Path | None:
        """The database; None where this machine has no place for one."""
        return None if self._database is None else self._database.path

    @property
    def generation(self) -> int:
        """Changes whenever another file has taken the database's place; numbers known from before mean nothing then."""
        return self._file.generation

    def on_restored(self, listener: Callable[[Restoration], object]) -> None:
        """Have somebody told when a backup goes on in a damaged database's place, in the thread in which it happens."""
        if self._database is not None:
            self._database.on_restored = listener

    def empty_log(self) -> None:
        """Bring what SQLite's log holds into the file: who copies the file alone, or another one over it, loses nothing."""
        if self._database is not None:
            self._database.empty_log()

    def back_up(self) -> bool:
        """Make the backup of the day, if it is due; return whether it was made."""
        return self._database is not None and self._database.back_up()

    def check_writing(self) -> None:
        """Write something that changes nothing; a missing file is not made."""
        file = self._file
        if os.path.lexists(file.path):
            file.check_writing()
        else:
            connections.check_folder(file.path)

    def journal(self) -> str:
        """Return how SQLite keeps what is written until it is in the file: `wal` or `delete`, or `memory` without a file."""
        return self._file.read(
            lambda connection: str(connection.execute("PRAGMA journal_mode").fetchone()[0])
        )

    def close(self) -> None:
        """Close the database; the next use opens it again."""
        if self._database is not None:
            self._database.close()

    def load(self, number: int) -> SavedGame:
        """Return a game, to look at.

        Raises:
            NoSuchGameError: there is none of this number.
            RecordError: what is kept of it is no game.
        """
        return self._file.read(lambda connection: find_game(connection, number))

    def count(self, wanted: Filter = ALL_GAMES) -> int:
        """Return how many games there are of those wanted."""
        return self._file.read(
            lambda connection: int(select(connection, "count(*)", wanted).fetchone()[0])
        )

    def summaries(
        self, wanted: Filter = ALL_GAMES, first: int = 0, most: int = 100
    ) -> list[Summary]:
        """Return the games wanted, the one changed last first.

        Args:
            wanted: which; all unless given.
            first: how many are passed over.
            most: how many are returned at most.
        """
        order = "ORDER BY changed DESC, id DESC LIMIT :most OFFSET :first"

        def find(connection: sqlite3.Connection) -> list[Summary]:
            limits = {"most": sqlite_integer(most), "first": sqlite_integer(first)}
            return [
                summary(row) for row in select(connection, SUMMARY_COLUMNS, wanted, order, limits)
            ]

        return self._file.read(find)

    def unfinished(self, most: int = 100) -> list[Summary]:
        """Return the games played here that wait to be finished, the one played on last first."""
        rows = self._file.read(
            lambda connection: connection.execute(
                f"SELECT {SUMMARY_COLUMNS} FROM games INDEXED BY unfinished_games"
                f" WHERE {_UNFINISHED} ORDER BY sequence DESC, changed DESC, id DESC LIMIT ?",
                (sqlite_integer(most),),
            ).fetchall()
        )
        return [summary(row) for row in rows]

    def all_games(self, wanted: Filter = ALL_GAMES) -> Iterator[SavedGame | RecordError]:
        """Yield every game wanted, the oldest first, a few of them in memory at a time; in place of what is no game, why.

        Games that are added meanwhile are not among them: they may be added by whoever gets these. The whole database is
        looked at first: where it is damaged, games could be missing without an error.
        """
        last = 0

        def newest_of(connection: sqlite3.Connection) -> int | None:
            if not connections.passes_quick_check(connection):
                raise StorageError(StorageProblem.DAMAGED, self.path)
            (newest,) = connection.execute("SELECT max(id) FROM games").fetchone()
            return None if newest is None else int(newest)

        newest = self._file.read(newest_of)

        def next_rows(connection: sqlite3.Connection) -> list[sqlite3.Row]:
            limits = {"last": last, "newest": newest, "batch": BATCH}
            rest = "AND id > :last AND id <= :newest ORDER BY id LIMIT :batch"
            found = select(connection, "*", wanted, rest, limits, "games NOT INDEXED")
            return found.fetchall()

        while rows := self._file.read(next_rows):
            last = rows[-1]["id"]
            yield from map(records.game_or_error, rows)

    def numbers(self, first: int, last: int) -> list[int]:
        """Return the numbers of the games that there are from one number to another one."""
        rows = self._file.read(
            lambda connection: connection.execute(
                f"SELECT id FROM games WHERE id BETWEEN ? AND ? AND {NOT_DELETED} ORDER BY id",
                (max(first, 1), sqlite_integer(last)),
            ).fetchall()
        )
        return [int(row["id"]) for row in rows]

    def statistics(self) -> list[statistics.PlayerStatistics]:
        """Return who has won how often, of all finished games; see `statistics.count_games`."""
        return self._file.read(
            lambda connection: statistics.count_games(connection.execute(statistics.QUERY))
        )

    def delete(self, *numbers: int) -> None:
        """Delete games, all of them or none; those that were deleted before are then gone for good.

        Raises:
            NoSuchGameError: some of them are not there; it names them all.
        """

        def delete(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM games WHERE deleted = 1")
            missing = []
            for number in dict.fromkeys(numbers):
                found = connection.execute(
                    f"UPDATE games SET deleted = 1 WHERE id = ? AND {NOT_DELETED}",
                    (number if is_game_number(number) else None,),
                )
                if not found.rowcount:
                    missing.append(number)
            if missing:
                raise NoSuchGameError(*sorted(missing))

        self._file.write(delete)

    def undelete(self) -> list[int]:
        """Take the last deletion back; return the numbers of its games, none where there is none to take back."""

        def bring_back(connection: sqlite3.Connection) -> list[int]:
            rows = connection.execute("SELECT id FROM games WHERE deleted = 1 ORDER BY id")
            numbers = [int(row["id"]) for row in rows]
            if numbers:
                connection.execute("UPDATE games SET deleted = 0 WHERE deleted = 1")
            return numbers

        return self._file.write(bring_back)

    def add(
        self,
        games: Sequence[SavedGame | tuple[Match, float | None]],
        deduplicator: ImportDeduplicator | None = None,
    ) -> list[int]:
        """Save games that were read from somewhere, all or none; return the numbers that they have now.

        A game as it was saved that is here already is passed over, and is not among the numbers: one that was begun at the
        same moment, with the same players, board and start, of which one has the other's moves, or those and more. It is
        left as it is here, also where the other one has more moves. One that was deleted is not here.

        Args:
            games: each with the date on which it was begun, None for today; or as it was saved elsewhere, with its dates.
            deduplicator: knows which games of the same source are here already.
        """
        deduplicator = deduplicator or ImportDeduplicator()
        now = self._date()
        # Made before anybody has to wait.
        rows = [records.imported_row(game, now) for game in games]

        def add(connection: sqlite3.Connection) -> list[int]:
            numbers = []
            deduplicator.begin()
            for game, row in zip(games, rows, strict=True):
                number = game.number if isinstance(game, SavedGame) else 0
                if not (
                    isinstance(game, SavedGame) and deduplicator.is_here(connection, row, number)
                ):
                    numbers.append(insert_row(connection, row))
                    deduplicator.note(number, numbers[-1])
            return numbers

        numbers = self._file.write(add)
        deduplicator.commit()
        return numbers

    def _date(self) -> float:
        return records.nearest_date(self._now())

    @property
    def _file(self) -> Database:
        if self._database is None:
            raise StorageError(StorageProblem.NO_PLACE)
        return self._database


def insert_row(connection: sqlite3.Connection, row: dict[str, object]) -> int:
    """Insert a row; return its number."""
    row = {"imported": 0, **row}
    names, places = ", ".join(row), ", ".join(f":{name}" for name in row)
    number = connection.execute(f"INSERT INTO games ({names}) VALUES ({places})", row).lastrowid
    assert number is not None
    return number


def find_game(connection: sqlite3.Connection, number: int) -> SavedGame:
    """Return a game in a transaction; see `Library.load`."""
    row = connection.execute(
        f"SELECT * FROM games WHERE id = ? AND {NOT_DELETED}",
        (number if is_game_number(number) else None,),
    ).fetchone()
    if row is None:
        raise NoSuchGameError(number)
    return records.saved_game(row)


def is_game_number(value: object) -> bool:
    """Return whether a game can have this number."""
    return isinstance(value, int) and 0 < value < 1 << 63


def sqlite_integer(count: int) -> int:
    """Return a count that SQLite can hold; to it a negative one would mean all."""
    return min(max(count, 0), (1 << 63) - 1)
