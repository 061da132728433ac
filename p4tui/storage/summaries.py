"""What a list shows of the saved games, and which of them; nothing in a row makes a list fail."""

from __future__ import annotations

import functools
import sqlite3
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from p4tui.core.colour import Colour
from p4tui.play.seats import Person, Seat
from p4tui.storage import records
from p4tui.storage.errors import RecordError

SUMMARY_COLUMNS = (
    "id, started, changed, imported, board_columns, board_rows, connect, red_name, red_kind, red_id, yellow_name,"
    " yellow_kind, yellow_id, cursor, termination, winner"
)
"""The columns that `summary` wants."""
NOT_DELETED = "deleted = 0"


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
        levels: ids of levels that go by the text too, as by their names in the language that is spoken.
    """

    text: str = ""
    finished: bool | None = None
    levels: tuple[str, ...] = ()


ALL_GAMES = Filter()


def select(
    connection: sqlite3.Connection,
    columns: str,
    wanted: Filter,
    rest: str = "",
    values: Mapping[str, object] | None = None,
    source: str = "games",
) -> sqlite3.Cursor:
    """Select columns of the games wanted.

    Args:
        connection: to the database.
        columns: which.
        wanted: which games.
        rest: what follows the WHERE clause.
        values: the parameters of `rest`.
        source: the table, with a word on its indexes.
    """
    conditions = [NOT_DELETED]
    if wanted.finished is not None:
        conditions.append(f"termination IS {'NOT ' if wanted.finished else ''}NULL")
    if wanted.text:
        fields = ("red_name", "red_id", "yellow_name", "yellow_id")
        conditions.append(f"holds({', '.join(f'CAST({field} AS BLOB)' for field in fields)})")
        _register_filter_function(connection, wanted)
    return connection.execute(
        f"SELECT {columns} FROM {source} WHERE {' AND '.join(conditions)} {rest}", values or {}
    )


def _register_filter_function(connection: sqlite3.Connection, wanted: Filter) -> None:
    """Give SQLite the function `holds`, which tells whether a game's players match a filter."""
    text = _folded(wanted.text.encode("utf-8", "surrogatepass"))
    levels = {level.encode() for level in wanted.levels}

    @functools.lru_cache(maxsize=1024)  # many games have the same players
    def holds(*fields: bytes | None) -> bool:
        """Whether one of some texts has the text in it, or is a level wanted. They come as bytes, as not all are UTF-8."""
        return not levels.isdisjoint(fields) or text in _folded(
            b"\0".join(field for field in fields if field)
        )

    connection.create_function("holds", -1, holds, deterministic=True)


def _folded(text: bytes) -> str:
    """A text without the difference between capitals and small letters, or between two ways to write an accent."""
    return unicodedata.normalize("NFC", text.decode("utf-8", "surrogateescape")).casefold()


def summary(row: sqlite3.Row) -> Summary:
    """A row of the columns `SUMMARY_COLUMNS` as a list shows it."""
    return Summary(
        number=row["id"],
        started=_shown_date(row["started"]),
        changed=_shown_date(row["changed"]),
        imported=bool(row["imported"]),
        columns=_shown_number(row["board_columns"]),
        rows=_shown_number(row["board_rows"]),
        connect=_shown_number(row["connect"]),
        red=_shown_seat(row, "red"),
        yellow=_shown_seat(row, "yellow"),
        moves=_shown_number(row["cursor"]),
        finished=row["termination"] is not None,
        winner=None if row["winner"] not in tuple(Colour) else Colour(row["winner"]),
    )


def _shown_number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _shown_date(value: object) -> float:
    try:
        return records.date(value)
    except RecordError:
        return 0.0


def _shown_seat(row: sqlite3.Row, colour: str) -> Seat:
    try:
        return records.seat_of_row(dict(row), colour)
    except ValueError:
        return Person()
