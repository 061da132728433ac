"""`GameRepository`: the saved games. Each is one row, written whole at every change."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from p4tui.core.colour import Colour
from p4tui.play.match import Match, Seat
from p4tui.storage import records, statistics
from p4tui.storage.claims import Claims
from p4tui.storage.database import Database
from p4tui.storage.errors import (
    GameInUseError,
    NoSuchGameError,
    RecordError,
    StorageError,
    StorageProblem,
)
from p4tui.storage.records import SavedGame

LOCK_SUFFIX = ".lock"
"""The file of the claims is named after the database's."""

_SUMMARY = (
    "id, started, changed, imported, board_columns, board_rows, connect, red_name, red_level, yellow_name, yellow_level,"
    " cursor, termination, winner"
)
_NOT_DELETED = "deleted = 0"
_FINISHED = "termination IS NOT NULL AND deleted = 0"
_UNFINISHED = "termination IS NULL AND deleted = 0 AND imported = 0"


@dataclass(frozen=True, slots=True)
class Summary:
    """What a list shows of a game; not checked as a whole game is.

    Attributes:
        number: what it is called by, from 1.
        started, changed: seconds since 1970, UTC.
        imported: whether it was read from a file.
        columns, rows, connect: the board.
        red, yellow: the seats.
        moves: how many stand.
        finished: whether it has ended.
        winner: who won; None for a draw or while it goes on.
    """

    number: int
    started: float
    changed: float
    imported: bool
    columns: int
    rows: int
    connect: int
    red: Seat
    yellow: Seat
    moves: int
    finished: bool
    winner: Colour | None


@dataclass(frozen=True, slots=True)
class Filter:
    """Which games a list shows.

    Attributes:
        text: stands in one of the names or levels, in capitals or not; empty: any.
        finished: those that have ended, those that have not, or (None) both.
    """

    text: str = ""
    finished: bool | None = None


class GameRepository:
    """All games of a user. Used by one thread at a time; opened when first needed.

    Whatever reads or writes raises `StorageError` where the database cannot be used.
    """

    def __init__(self, path: Path | None, now: Callable[[], float] = time.time) -> None:
        """The games in a file.

        Args:
            path: the database; None where this machine has no place for one.
            now: tells the date, in seconds since 1970.
        """
        self._now = now
        self._claims: Claims | None = None
        self._database: Database | None = None
        if path is not None:
            self._claims = Claims(path.with_name(path.name + LOCK_SUFFIX))
            self._database = Database(path, self._claims)
        self._mine: dict[int, int] = {}
        """The games that this process plays: for each the generation of the database in which it has its number."""

    @property
    def moved_to(self) -> Path | None:
        """Where a damaged database was moved that had to make room; None where that has not happened."""
        return None if self._database is None else self._database.moved_to

    def close(self) -> None:
        """Close the database and give back the games that were played."""
        self._mine.clear()
        if self._database is not None:
            self._database.close()
        if self._claims is not None:
            self._claims.close()

    # -- a game being played ----------------------------------------------------------------------------------------

    def save(
        self,
        match: Match,
        number: int | None = None,
        of_match: int | None = None,
        *,
        sure: bool = True,
    ) -> int:
        """Keep a game as it stands; it is on the disk when this returns.

        Args:
            match: the match at that game.
            number: the game's, as this returned it or as `open` was asked; None for a new one.
            of_match: for a new game of a match the number of the match's first; None where it is the first.
            sure: as for `Database.writing`.

        Returns:
            The game's number: another one if the game is not there any more.
        """
        try:
            return self._save(match, number, of_match, sure=sure)
        except StorageError as error:
            if error.problem is not StorageProblem.DAMAGED:
                raise
        self._there().set_aside()
        return self._save(match, number, of_match, sure=sure)

    def _save(self, match: Match, number: int | None, of_match: int | None, *, sure: bool) -> int:
        database = self._there()
        row = records.to_row(match) | {"changed": self._now()}
        with database.writing(sure=sure) as connection:
            if number is not None and self._mine.get(number) == database.generation:
                assignments = ", ".join(f"{name} = :{name}" for name in row)
                found = connection.execute(
                    f"UPDATE games SET {assignments} WHERE id = :id", row | {"id": number}
                )
                if found.rowcount:
                    return number
            saved = self._insert(connection, row | {"match": of_match, "started": row["changed"]})
            if self._claims is not None:
                self._claims.claim(saved)
        self._mine[saved] = database.generation
        return saved

    @staticmethod
    def _insert(connection: sqlite3.Connection, row: dict[str, object]) -> int:
        """A new row; its number."""
        row = {"imported": 0, **row}
        names, places = ", ".join(row), ", ".join(f":{name}" for name in row)
        found = connection.execute(f"INSERT INTO games ({names}) VALUES ({places})", row)
        number = found.lastrowid
        assert number is not None
        if row["match"] is None:
            connection.execute("UPDATE games SET match = id WHERE id = ?", (number,))
        return number

    def open(self, number: int) -> SavedGame:
        """A game to be played on: until it is released no other program gets it.

        Raises:
            NoSuchGameError, GameInUseError: as they say.
            RecordError: what is kept of it is no game.
        """
        claims = self._claims
        if claims is not None and not claims.claim(number):
            # Of a game that is not there nothing else is said.
            self.load(number)
            raise GameInUseError(number)
        try:
            game = self.load(number)
        except BaseException:
            self.release(number)
            raise
        self._mine[number] = self._there().generation
        return game

    def release(self, number: int) -> None:
        """Play a game no longer."""
        self._mine.pop(number, None)
        if self._claims is not None:
            self._claims.release(number)

    def open_latest(self) -> SavedGame | None:
        """The game that was left last without an end, of those that no other program plays; as `open` does. None: none."""
        for summary in self.unfinished():
            with contextlib.suppress(NoSuchGameError, GameInUseError, RecordError):
                return self.open(summary.number)
        return None

    def unfinished(self, most: int = 100) -> list[Summary]:
        """The games played here that wait to be finished and that no other program plays, the one left last first."""
        with self._there().reading() as connection:
            rows = connection.execute(
                f"SELECT {_SUMMARY} FROM games WHERE {_UNFINISHED} ORDER BY changed DESC, id DESC LIMIT ?",
                (most,),
            ).fetchall()
        claims = self._claims
        return [_summary(row) for row in rows if claims is None or not claims.taken(row["id"])]

    # -- the library ------------------------------------------------------------------------------------------------

    def load(self, number: int) -> SavedGame:
        """A game, to look at.

        Raises:
            NoSuchGameError: there is none of this number.
            RecordError: what is kept of it is no game.
        """
        with self._there().reading() as connection:
            row = connection.execute(
                f"SELECT * FROM games WHERE id = ? AND {_NOT_DELETED}", (_storable_number(number),)
            ).fetchone()
        if row is None:
            raise NoSuchGameError(number)
        return _saved(row)

    def match_of(self, number: int) -> int | None:
        """The number of the first game of a game's match, None where there is no such game."""
        with self._there().reading() as connection:
            row = connection.execute(
                "SELECT match FROM games WHERE id = ?", (_storable_number(number),)
            ).fetchone()
        return None if row is None else row["match"]

    def count(self, wanted: Filter | None = None) -> int:
        """How many games there are of those wanted."""
        condition, values = _condition(wanted or Filter())
        with self._there().reading() as connection:
            connection.create_function("fold", 1, _fold, deterministic=True)
            (found,) = connection.execute(
                f"SELECT count(*) FROM games WHERE {condition}", values
            ).fetchone()
        return int(found)

    def summaries(
        self, wanted: Filter | None = None, first: int = 0, most: int = 100
    ) -> list[Summary]:
        """The games wanted, the one changed last first.

        Args:
            wanted: which; all unless given.
            first: how many are passed over.
            most: how many are answered at most.
        """
        condition, values = _condition(wanted or Filter())
        with self._there().reading() as connection:
            connection.create_function("fold", 1, _fold, deterministic=True)
            rows = connection.execute(
                f"SELECT {_SUMMARY} FROM games WHERE {condition}"
                " ORDER BY changed DESC, id DESC LIMIT :most OFFSET :first",
                values | {"most": most, "first": first},
            ).fetchall()
        return [_summary(row) for row in rows]

    def all_games(
        self, wanted: Filter | None = None, batch: int = 500
    ) -> Iterator[SavedGame | RecordError]:
        """Every game wanted, the oldest first, a few of them in memory at a time; in place of what is no game, why.

        Games that are added meanwhile are not among them: they may be added by whoever gets these.
        """
        condition, values = _condition(wanted or Filter())
        last = 0
        with self._there().reading() as connection:
            (newest,) = connection.execute("SELECT max(id) FROM games").fetchone()
        while True:
            with self._there().reading() as connection:
                connection.create_function("fold", 1, _fold, deterministic=True)
                rows = connection.execute(
                    f"SELECT * FROM games WHERE {condition} AND id > :last AND id <= :newest"
                    " ORDER BY id LIMIT :batch",
                    values | {"last": last, "newest": newest, "batch": batch},
                ).fetchall()
            if not rows:
                return
            last = rows[-1]["id"]
            for row in rows:
                try:
                    yield _saved(row)
                except RecordError as error:
                    yield error

    def delete(self, number: int) -> None:
        """Delete a game; the one that was deleted before it is then gone for good.

        Raises:
            NoSuchGameError, GameInUseError: as they say.
        """
        claims = self._claims
        if claims is not None and claims.taken(number):
            self.load(number)
            raise GameInUseError(number)
        with self._there().writing() as connection:
            place = {"id": _storable_number(number)}
            connection.execute("DELETE FROM games WHERE deleted = 1 AND id != :id", place)
            found = connection.execute(
                f"UPDATE games SET deleted = 1 WHERE id = :id AND {_NOT_DELETED}", place
            )
            if not found.rowcount:
                raise NoSuchGameError(number)

    def undelete(self) -> int | None:
        """Take the last deletion back; the number of the game, None where there is none to take back."""
        with self._there().writing() as connection:
            row = connection.execute("SELECT id FROM games WHERE deleted = 1").fetchone()
            if row is None:
                return None
            connection.execute("UPDATE games SET deleted = 0 WHERE deleted = 1")
        return int(row["id"])

    def add(self, games: Sequence[SavedGame | tuple[Match, float | None]]) -> list[int]:
        """Keep games that were read from somewhere, all or none; the numbers they have now.

        Args:
            games: each with the date on which it was begun, None for today; or as it was saved elsewhere, with its dates.
        """
        numbers = []
        with self._there().writing() as connection:
            for game in games:
                now = self._now()
                if isinstance(game, SavedGame):
                    match, dates = game.match, {"changed": game.changed, "started": game.started}
                else:
                    match, started = game
                    dates = {"changed": now, "started": now if started is None else started}
                row = records.to_row(match) | dates | {"match": None, "imported": 1}
                numbers.append(self._insert(connection, row))
        return numbers

    def statistics(self) -> list[statistics.PlayerStatistics]:
        """Who has won how often, of all finished games; see `statistics.count_games`."""
        with self._there().reading() as connection:
            # A game from a file was kept long after its end.
            rows = connection.execute(
                f"SELECT {statistics.COLUMNS} FROM games WHERE {_FINISHED}"
                " ORDER BY CASE WHEN imported THEN started ELSE changed END, id"
            )
            return statistics.count_games(rows)

    def _there(self) -> Database:
        if self._database is None:
            raise StorageError(StorageProblem.NO_PLACE)
        return self._database


def _condition(wanted: Filter) -> tuple[str, dict[str, object]]:
    """What of a SELECT says which games are wanted, and its values."""
    parts, values = [_NOT_DELETED], dict[str, object]()
    if wanted.finished is not None:
        parts.append(f"termination IS {'NOT ' if wanted.finished else ''}NULL")
    if wanted.text:
        fields = ("red_name", "red_level", "yellow_name", "yellow_level")
        parts.append("(" + " OR ".join(f"instr(fold({field}), :text)" for field in fields) + ")")
        values["text"] = _fold(records.storable(wanted.text))
    return " AND ".join(parts), values


def _fold(text: object) -> str:
    """A text without the difference between capitals and small letters."""
    return text.casefold() if isinstance(text, str) else ""


def _storable_number(number: int) -> int:
    """A number that SQLite can compare; 0, which no game has, for one that it cannot hold."""
    return number if 0 < number < 1 << 63 else 0


def _saved(row: sqlite3.Row) -> SavedGame:
    return SavedGame(
        row["id"],
        records.from_row({name: row[name] for name in row.keys()}),  # noqa: SIM118  a row is no dictionary
        float(row["started"]),
        float(row["changed"]),
        bool(row["imported"]),
    )


def _summary(row: sqlite3.Row) -> Summary:
    return Summary(
        number=row["id"],
        started=row["started"],
        changed=row["changed"],
        imported=bool(row["imported"]),
        columns=row["board_columns"],
        rows=row["board_rows"],
        connect=row["connect"],
        red=Seat(row["red_name"], row["red_level"]),
        yellow=Seat(row["yellow_name"], row["yellow_level"]),
        moves=row["cursor"],
        finished=row["termination"] is not None,
        winner=None if row["winner"] not in tuple(Colour) else Colour(row["winner"]),
    )
