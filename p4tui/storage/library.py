"""`Library`: the saved games as they are looked at, counted, brought in and brought back."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from p4tui.play.match import Match
from p4tui.storage import connections, records, schema, statistics
from p4tui.storage.addition import add_again, begin_matches, inserted
from p4tui.storage.beside import MovedAside
from p4tui.storage.claims import Claims
from p4tui.storage.database import Database
from p4tui.storage.deletion import bring_back
from p4tui.storage.errors import NoSuchGameError, RecordError, StorageError, StorageProblem
from p4tui.storage.known import Known
from p4tui.storage.records import SavedGame
from p4tui.storage.summaries import NOT_DELETED, SUMMARY, Filter, Summary, condition, summary, teach

LOCK_SUFFIX = ".lock"
"""The file of the claims is named after the database's."""


class Library:
    """All games of a user, to look at. Used by one thread at a time; opened when first needed.

    Whatever reads or writes raises `StorageError` where the database cannot be used.
    """

    def __init__(
        self, path: Path | None, now: Callable[[], float] = time.time, *, mends: bool = True
    ) -> None:
        """The games in a file.

        Args:
            path: the database; None where this machine has no place for one.
            now: tells the date, in seconds since 1970.
            mends: whether a damaged database is moved aside and mended where it is found; else `StorageError` says so.
        """
        self._now = now
        self._claims: Claims | None = None
        self._database: Database | None = None
        if path is not None:
            # Where a link leads somewhere else, SQLite's own files are there.
            path = Path(os.path.realpath(path))
            self._claims = Claims(path.with_name(path.name + LOCK_SUFFIX))
            self._database = Database(path, self._claims)
            self._database.mends = mends
        self._matches: dict[int, int] = {}
        """For matches of these games, the generation of the database in which they have their numbers."""

    @property
    def moved(self) -> MovedAside | None:
        """What has become of a damaged database; None where that was never seen."""
        return None if self._database is None else self._database.moved

    def on_moved(self, told: Callable[[MovedAside], object]) -> None:
        """Have somebody told when a damaged database is moved aside, in the thread in which it happens."""
        if self._database is not None:
            self._database.on_moved = told

    @property
    def path(self) -> Path | None:
        """The database; None where this machine has no place for one."""
        return None if self._database is None else self._database.path

    @property
    def generation(self) -> int:
        """Changes whenever another file has taken the database's place; numbers known from before mean nothing then."""
        return self._there().generation

    def be_patient(self) -> None:
        """Wait for other programs again where that was in vain before: what is not kept now is not kept at all."""
        if self._database is not None:
            self._database.patient = True

    def close(self) -> None:
        """Close the database and give back the games that were played."""
        if self._database is not None:
            self._database.close()
        if self._claims is not None:
            self._claims.close()

    def load(self, number: int) -> SavedGame:
        """A game, to look at.

        Raises:
            NoSuchGameError: there is none of this number.
            RecordError: what is kept of it is no game.
        """
        row = self._there().read(
            lambda connection: connection.execute(
                f"SELECT * FROM games WHERE id = ? AND {NOT_DELETED}",
                (number if is_number(number) else 0,),
            ).fetchone()
        )
        if row is None:
            raise NoSuchGameError(number)
        try:
            return records.saved_game(row)
        except RecordError as error:
            error.number = number
            raise

    def match_of(self, number: int) -> int | None:
        """The number of the first game of a game's match, None where there is no such game."""
        row = self._there().read(
            lambda connection: connection.execute(
                "SELECT match FROM games WHERE id = ?", (number if is_number(number) else 0,)
            ).fetchone()
        )
        if row is None or not is_number(row["match"]):
            return None
        self._matches[row["match"]] = self.generation
        return int(row["match"])

    def count(self, wanted: Filter | None = None) -> int:
        """How many games there are of those wanted."""
        wanted = wanted or Filter()
        where = condition(wanted)

        def count(connection: sqlite3.Connection) -> int:
            teach(connection, wanted)
            (found,) = connection.execute(f"SELECT count(*) FROM games WHERE {where}").fetchone()
            return int(found)

        return self._there().read(count)

    def journal(self) -> str | None:
        """How SQLite keeps what is written until it is in the file, `wal` or `delete`; None where nothing can be written yet."""

        def look(connection: sqlite3.Connection) -> str | None:
            (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
            return str(mode) if connections.can_write(connection) else None

        return self._there().read(look)

    def summaries(
        self, wanted: Filter | None = None, first: int = 0, most: int = 100
    ) -> list[Summary]:
        """The games wanted, the one changed last first.

        Args:
            wanted: which; all unless given.
            first: how many are passed over.
            most: how many are answered at most.
        """
        wanted = wanted or Filter()
        where = condition(wanted)

        def find(connection: sqlite3.Connection) -> list[Summary]:
            teach(connection, wanted)
            rows = connection.execute(
                f"SELECT {SUMMARY} FROM games WHERE {where}"
                " ORDER BY changed DESC, id DESC LIMIT :most OFFSET :first",
                {"most": bounded(most), "first": bounded(first)},
            )
            return [summary(row) for row in rows]

        return self._there().read(find)

    def all_games(
        self, wanted: Filter | None = None, batch: int = 500
    ) -> Iterator[SavedGame | RecordError]:
        """Every game wanted, the oldest first, a few of them in memory at a time; in place of what is no game, why.

        Games that are added meanwhile are not among them: they may be added by whoever gets these. The whole database is
        looked at first: where it is damaged, games could be missing without an error.
        """
        wanted = wanted or Filter()
        where = condition(wanted)
        last = 0

        def newest_of(connection: sqlite3.Connection) -> int | None:
            schema.require_whole(connection, self.path)
            (newest,) = connection.execute("SELECT max(id) FROM games").fetchone()
            return None if newest is None else int(newest)

        newest = self._there().read(newest_of)

        def next_rows(connection: sqlite3.Connection) -> list[sqlite3.Row]:
            teach(connection, wanted)
            return connection.execute(
                f"SELECT * FROM games NOT INDEXED WHERE {where} AND id > :last AND id <= :newest"
                " ORDER BY id LIMIT :batch",
                {"last": last, "newest": newest, "batch": batch},
            ).fetchall()

        while rows := self._there().read(next_rows):
            last = rows[-1]["id"]
            for row in rows:
                try:
                    yield records.saved_game(row)
                except RecordError as error:
                    yield error

    def numbers(self, first: int, last: int) -> list[int]:
        """The numbers of the games that there are from one number to another one."""
        rows = self._there().read(
            lambda connection: connection.execute(
                f"SELECT id FROM games WHERE id BETWEEN ? AND ? AND {NOT_DELETED} ORDER BY id",
                (max(first, 1), bounded(last)),
            ).fetchall()
        )
        return [int(row["id"]) for row in rows]

    def undelete(self) -> list[int]:
        """Take the last deletion back; the numbers of its games, none where there is none to take back."""
        return self._there().write(bring_back)

    def add(
        self, games: Sequence[SavedGame | tuple[Match, float | None]], known: Known | None = None
    ) -> list[int]:
        """Keep games that were read from somewhere, all or none; the numbers they have now.

        A game as it was saved that is here already is passed over, and is not among the numbers: one that was begun at the
        same moment, with the same players, board and start, of which one has the other's moves, or those and more. It is
        left as it is here, also where the other one has more moves. One that was deleted is not here.

        Args:
            games: each with the date on which it was begun, None for today; or as it was saved elsewhere, with its dates.
            known: what was here before the first games of the same source were added; unless given these are all of it.
        """
        known = known or Known()
        now = self._date()
        # Made before anybody has to wait.
        rows = [self._imported(game, now) for game in games]

        kept: list[dict[str, object]] = []

        def add(connection: sqlite3.Connection) -> list[int]:
            kept[:], numbers = [], []
            known.begin()
            for game, row in zip(games, rows, strict=True):
                number = game.number if isinstance(game, SavedGame) else 0
                if not (isinstance(game, SavedGame) and known.has(connection, row, number)):
                    kept.append(row)
                    numbers.append(inserted(connection, row))
                    known.note(number, numbers[-1])
            begin_matches(connection, numbers)
            return numbers

        database = self._there()
        numbers = database.write(add)
        known.keep()
        if database.replaced:
            # Whoever mended the file may have read it before that.
            numbers = database.write(lambda connection: add_again(connection, numbers, kept))
        return numbers

    @staticmethod
    def _imported(game: SavedGame | tuple[Match, float | None], now: float) -> dict[str, object]:
        """The row of a game that was read from somewhere."""
        if isinstance(game, SavedGame):
            match, started, changed = game.match, game.started, _dated(game.changed)
            imported = game.imported
        else:
            (match, begun), changed, imported = game, now, True
            started = now if begun is None else begun
        dates = {"started": _dated(started), "changed": changed}
        return records.to_row(match) | dates | {"match": None, "imported": int(imported)}

    def statistics(self) -> list[statistics.PlayerStatistics]:
        """Who has won how often, of all finished games; see `statistics.count_games`."""
        # A game from a file was kept long after its end.
        query = (
            f"SELECT {statistics.COLUMNS} FROM games WHERE termination IS NOT NULL AND {NOT_DELETED}"
            " ORDER BY CASE WHEN imported THEN started ELSE changed END, id"
        )
        return self._there().read(
            lambda connection: statistics.count_games(connection.execute(query))
        )

    def _date(self) -> float:
        """Now."""
        return _dated(self._now())

    def _there(self) -> Database:
        if self._database is None:
            raise StorageError(StorageProblem.NO_PLACE)
        return self._database


def is_number(value: object) -> bool:
    """Whether a game can have this number."""
    return isinstance(value, int) and 0 < value < 1 << 63


def bounded(count: int) -> int:
    """A count that SQLite can hold; to it a negative one would mean all."""
    return min(max(count, 0), (1 << 63) - 1)


def _dated(seconds: float) -> float:
    """A date that can be kept, the nearest to one that cannot."""
    return min(max(float(seconds), records.FIRST_DATE), records.LAST_DATE)
