"""The games that can still be read from a damaged database, each checked as one that is imported, and their way into another."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from p4tui.storage import records
from p4tui.storage.addition import inserted
from p4tui.storage.connections import in_memory
from p4tui.storage.errors import RecordError, StorageError, StorageProblem
from p4tui.storage.known import is_here
from p4tui.storage.pages import Pages, Value
from p4tui.storage.records import SavedGame
from p4tui.storage.schema import APPLICATION_ID, MIGRATIONS, migrate
from p4tui.storage.summaries import NOT_DELETED

_TABLE = "games"
_COLUMNS_OF_NUMBERS = 2
"""SQLite's table of the numbers that were given last: the name of a table, and the number."""
_MOST = 10**9
"""The highest number of a game that is believed: after the highest one of SQLite no game could be added any more."""


@dataclass(frozen=True, slots=True)
class Salvaged:
    """A game of a damaged file.

    Attributes:
        game: as it was kept; its number is what the file says.
        match: the number of the first game of its match, as the file says.
        deleted: whether it was deleted, and could be brought back.
    """

    game: SavedGame
    match: int | None
    deleted: bool

    @property
    def row(self) -> dict[str, object]:
        """Its row, without the number."""
        return records.to_row(self.game.match) | {
            "started": self.game.started,
            "changed": self.game.changed,
            "imported": int(self.game.imported),
            "deleted": int(self.deleted),
            "match": self.match,
        }


class Salvage:
    """What can be read of a file of ours, whatever has happened to it.

    Attributes:
        last_number: the number that was given last, None where the file does not say.
        unreadable: how many games that were there could not be read; of those whose pages are gone nobody knows.
    """

    def __init__(self, path: Path) -> None:
        """Look into a file; see `Pages`.

        Raises:
            OSError: it cannot be opened.
        """
        self.last_number: int | None = None
        self.unreadable = 0
        self._pages = Pages(path)

    def close(self) -> None:
        """Close the file."""
        self._pages.close()

    @property
    def newer(self) -> bool:
        """Whether a newer version of p4tui wrote it, as far as can be seen."""
        header = self._pages.header
        return header.application == APPLICATION_ID and header.version > len(MIGRATIONS)

    def games(self) -> Iterator[Salvaged]:
        """The games, in no order; of some there may be an older state, too."""
        columns = _columns()
        for number, values in self._pages.rows({len(columns), _COLUMNS_OF_NUMBERS}):
            if len(values) == len(columns):
                try:
                    yield _salvaged(number, dict(zip(columns, values, strict=True)))
                except RecordError:
                    self.unreadable += 1
            elif values[0] == _TABLE:
                self._note_last(values[1])

    def _note_last(self, number: Value) -> None:
        """What the table of the numbers says."""
        if isinstance(number, int) and 0 < number <= _MOST:
            self.last_number = max(number, self.last_number or 0)


@dataclass(frozen=True, slots=True)
class Rescued:
    """The games of a file.

    Attributes:
        games: those that were not deleted, by their numbers; read as they are asked for.
        unreadable: as for `Salvage`.
    """

    games: Iterator[SavedGame]
    unreadable: int


@contextlib.contextmanager
def rescue(path: Path) -> Iterator[Rescued]:
    """The games of a file of ours, damaged or not, that no program has open; to be read before this ends.

    Raises:
        OSError: it cannot be opened.
        StorageError: a newer version wrote it.
    """
    with contextlib.closing(in_memory()) as connection:
        with contextlib.closing(Salvage(path)) as found:
            if found.newer:
                raise StorageError(StorageProblem.NEWER, path)
            migrate(connection, MIGRATIONS, path)
            connection.execute("BEGIN")
            _carry(connection, found)
            connection.execute("COMMIT")
        rows = connection.execute(f"SELECT * FROM games WHERE {NOT_DELETED} ORDER BY id")
        yield Rescued(map(records.saved_game, rows), found.unreadable)


def holds_games(path: Path) -> bool:
    """Whether there are games of ours in a file, whatever it says of itself.

    Raises:
        OSError: it cannot be opened.
    """
    with contextlib.closing(Salvage(path)) as found:
        return any(True for _ in found.games())


def carry_over(connection: sqlite3.Connection, path: Path) -> int:
    """Bring the games of a damaged file into a new database, with their numbers; how many it has, without deleted ones.

    A game that is there already gets no second row: this can be done again after it was ended in the middle.

    Args:
        connection: to write with, in a transaction.
        path: the damaged file.

    Raises:
        OSError: it cannot be opened.
    """
    with contextlib.closing(Salvage(path)) as found:
        return _carry(connection, found)


def _carry(connection: sqlite3.Connection, found: Salvage) -> int:
    """Bring what was found into a database; as `carry_over` says."""
    strays = [
        each
        for each in found.games()
        if not (0 < each.game.number <= _MOST and _put(connection, each))
    ]
    if found.last_number is not None:
        _mend_numbers(connection, found.last_number)
    for each in strays:
        if not each.deleted:
            _put_as_new(connection, each)
    (kept,) = connection.execute(f"SELECT count(*) FROM games WHERE {NOT_DELETED}").fetchone()
    return int(kept)


def _put(connection: sqlite3.Connection, each: Salvaged) -> bool:
    """Give a game its number, or bring its row up to date; False if another game has that number."""
    row = each.row | {"id": each.game.number}
    if row["match"] is None:
        row["match"] = each.game.number
    there = connection.execute(
        "SELECT started, changed FROM games WHERE id = ?", (each.game.number,)
    ).fetchone()
    if there is not None and there["started"] != each.game.started:
        return False
    if there is None or there["changed"] < each.game.changed:
        names, places = ", ".join(row), ", ".join(f":{name}" for name in row)
        connection.execute(f"INSERT OR REPLACE INTO games ({names}) VALUES ({places})", row)
    return True


def _put_as_new(connection: sqlite3.Connection, each: Salvaged) -> None:
    """Give a game another number than it had, unless it is there."""
    row = each.row
    if is_here(connection, row):
        return
    connection.execute("UPDATE games SET match = id WHERE id = ?", (inserted(connection, row),))


def _mend_numbers(connection: sqlite3.Connection, last: int) -> None:
    """Let the next game get the number after the one that was given last: none is given twice.

    One game with a higher number has a damaged one, and gets another. Several have the right ones: damaged is what says
    which was the last.
    """
    beyond = connection.execute("SELECT id FROM games WHERE id > ? LIMIT 2", (last,)).fetchall()
    if len(beyond) == 1:
        connection.execute(
            "UPDATE games SET id = :new, match = iif(match = id, :new, match) WHERE id = :old",
            {"new": last + 1, "old": beyond[0]["id"]},
        )
    (highest,) = connection.execute("SELECT max(id) FROM games").fetchone()
    connection.execute("DELETE FROM sqlite_sequence WHERE name = ?", (_TABLE,))
    connection.execute(
        "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (_TABLE, max(last, highest or 0))
    )


def _columns() -> list[str]:
    """The columns of the table, in the order in which a row has them."""
    with contextlib.closing(in_memory()) as connection:
        migrate(connection, MIGRATIONS, Path())
        return [str(row["name"]) for row in connection.execute("PRAGMA table_info(games)")]


def _salvaged(number: int, row: dict[str, Value]) -> Salvaged:
    """The game of a row.

    Raises:
        RecordError: it is none.
    """
    imported, deleted, match = row["imported"], row["deleted"], row["match"]
    if imported not in {0, 1} or deleted not in {0, 1}:
        raise RecordError("a mark that is none")
    game = SavedGame(
        number,
        records.from_row(row),
        records.date(row["started"]),
        records.date(row["changed"]),
        bool(imported),
    )
    known = match if isinstance(match, int) and 0 < match <= _MOST else None
    return Salvaged(game, known, bool(deleted))
