"""`Library`: the saved games, for listing, counting, viewing, deleting and importing."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from p4tui.play.match import Match
from p4tui.play.seats import LevelSeat, Person, Program
from p4tui.storage import connections, records, statistics
from p4tui.storage.backup import Restoration
from p4tui.storage.database import Database
from p4tui.storage.errors import NoSuchGameError, RecordError, StorageError, StorageProblem
from p4tui.storage.exchange.deduplication import ImportDeduplicator
from p4tui.storage.records import SavedGame
from p4tui.storage.statistics import Tally
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
"""The number of games read at a time."""
_UNFINISHED = "termination IS NULL AND deleted = 0 AND imported = 0"


class Library:
    """All games of a user, for one thread at a time. The file opens at first use.

    All methods that read or write raise `StorageError` if the database cannot be used.
    """

    def __init__(
        self, path: Path | None, now: Callable[[], float] = time.time, *, auto_restore: bool = True
    ) -> None:
        """Use the games in a file.

        Args:
            path: the database, or None without a data folder.
            now: returns the date, in seconds since 1970.
            auto_restore: whether a damaged database is replaced by a backup; if not, it raises `StorageError`.
        """
        self._now = now
        self._database: Database | None = None
        if path is not None:
            # SQLite keeps its companion files beside the target of a link.
            self._database = Database(Path(os.path.realpath(path)), now=now)
            self._database.auto_restore = auto_restore

    @property
    def path(self) -> Path | None:
        """The database, or None without a data folder."""
        return None if self._database is None else self._database.path

    @property
    def generation(self) -> int:
        """A counter that grows when another file replaces the database. Game numbers of older generations are invalid."""
        return self._file.generation

    def on_restored(self, listener: Callable[[Restoration], object]) -> None:
        """Call a listener, in the database's thread, after a backup replaced a damaged database."""
        if self._database is not None:
            self._database.on_restored = listener

    def empty_log(self) -> None:
        """Move SQLite's log into the file, which is then complete on its own."""
        if self._database is not None:
            self._database.empty_log()

    def back_up(self) -> bool:
        """Make the daily backup if it is due; return whether it was made."""
        return self._database is not None and self._database.back_up()

    def check_writing(self) -> None:
        """Test writing with a change that has no effect. A missing file is not created."""
        file = self._file
        if os.path.lexists(file.path):
            file.check_writing()
        else:
            connections.check_folder(file.path)

    def journal(self) -> str:
        """Return SQLite's journal mode: `wal` or `delete`, or `memory` without a file."""
        return self._file.read(
            lambda connection: str(connection.execute("PRAGMA journal_mode").fetchone()[0])
        )

    def close(self) -> None:
        """Close the database until the next use."""
        if self._database is not None:
            self._database.close()

    def load(self, number: int) -> SavedGame:
        """Return a game, for viewing.

        Raises:
            NoSuchGameError: there is no such game.
            RecordError: its row is invalid.
        """
        return self._file.read(lambda connection: find_game(connection, number))

    def count(self, criteria: Filter = ALL_GAMES) -> int:
        """Return the number of games that pass a filter."""
        return self._file.read(
            lambda connection: int(select(connection, "count(*)", criteria).fetchone()[0])
        )

    def summaries(
        self, criteria: Filter = ALL_GAMES, first: int = 0, limit: int = 100
    ) -> list[Summary]:
        """Return at most `limit` of the games that pass a filter, from index `first` on, the last changed first."""
        order = "ORDER BY changed DESC, id DESC LIMIT :limit OFFSET :first"

        def find(connection: sqlite3.Connection) -> list[Summary]:
            limits = {"limit": sqlite_integer(limit), "first": sqlite_integer(first)}
            return [
                summary(row) for row in select(connection, SUMMARY_COLUMNS, criteria, order, limits)
            ]

        return self._file.read(find)

    def unfinished(self, limit: int = 100) -> list[Summary]:
        """Return the unfinished games played here, the last played first."""
        rows = self._file.read(
            lambda connection: connection.execute(
                f"SELECT {SUMMARY_COLUMNS} FROM games INDEXED BY unfinished_games"
                f" WHERE {_UNFINISHED} ORDER BY sequence DESC, changed DESC, id DESC LIMIT ?",
                (sqlite_integer(limit),),
            ).fetchall()
        )
        return [summary(row) for row in rows]

    def all_games(self, criteria: Filter = ALL_GAMES) -> Iterator[SavedGame | RecordError]:
        """Yield the games that pass a filter, the oldest first, and an error for each invalid row.

        Games added meanwhile are left out. The whole database is checked first, because damage can hide games without an
        error.
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
            found = select(connection, "*", criteria, rest, limits, "games NOT INDEXED")
            return found.fetchall()

        while rows := self._file.read(next_rows):
            last = rows[-1]["id"]
            yield from map(records.game_or_error, rows)

    def numbers(self, first: int, last: int) -> list[int]:
        """Return the numbers of the existing games in a range."""
        rows = self._file.read(
            lambda connection: connection.execute(
                f"SELECT id FROM games WHERE id BETWEEN ? AND ? AND {NOT_DELETED} ORDER BY id",
                (max(first, 1), sqlite_integer(last)),
            ).fetchall()
        )
        return [int(row["id"]) for row in rows]

    def statistics(self) -> list[statistics.PlayerStatistics]:
        """Return the statistics of all finished games; see `statistics.count_games`."""
        return self._file.read(
            lambda connection: statistics.count_games(connection.execute(statistics.QUERY))
        )

    def results(self, person: Person, other: Person | LevelSeat | Program) -> Tally:
        """Return the results of a person, by name as written, against another player."""
        values = statistics.games_between(person, other)
        rows = self._file.read(
            lambda connection: connection.execute(statistics.BETWEEN, values).fetchall()
        )
        return statistics.tally_of(person.name, statistics.count_games(rows))

    def delete(self, *numbers: int) -> None:
        """Delete games, all or none. Those of the previous deletion cannot be brought back afterwards.

        Raises:
            NoSuchGameError: some of them do not exist; it names them all.
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
        """Undo the last deletion; return the numbers of its games."""

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
        """Import games, all or none; return their numbers.

        A saved game that exists here already is skipped and left unchanged: one of the same date, players, board and start
        whose moves begin with the other's, or the other way round. A deleted game does not count.

        Args:
            games: saved games, or matches with their date, None for today.
            deduplicator: remembers the games of the same source that exist here.
        """
        deduplicator = deduplicator or ImportDeduplicator()
        now = self._date()
        # Outside the transaction, for which other programs wait.
        rows = [records.imported_row(game, now) for game in games]

        def add(connection: sqlite3.Connection) -> list[int]:
            numbers = []
            deduplicator.begin()
            for game, row in zip(games, rows, strict=True):
                number = game.number if isinstance(game, SavedGame) else 0
                if not (
                    isinstance(game, SavedGame) and deduplicator.exists(connection, row, number)
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
    """Return a game, within a transaction; see `Library.load`."""
    row = connection.execute(
        f"SELECT * FROM games WHERE id = ? AND {NOT_DELETED}",
        (number if is_game_number(number) else None,),
    ).fetchone()
    if row is None:
        raise NoSuchGameError(number)
    return records.saved_game(row)


def is_game_number(value: object) -> bool:
    """Return whether a value is a possible game number."""
    return isinstance(value, int) and 0 < value < 1 << 63


def sqlite_integer(count: int) -> int:
    """Return a count limited to SQLite's integers; a negative LIMIT would mean all."""
    return min(max(count, 0), (1 << 63) - 1)
