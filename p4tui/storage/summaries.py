"""The lists of saved games: their filters and lines. Invalid rows are listed, too."""

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
"""The columns for `summary`."""
NOT_DELETED = "deleted = 0"


@dataclass(frozen=True, slots=True)
class Summary:
    """A line of a list. It is not a complete check of the game.

    Attributes:
        number: the game's, from 1.
        started, changed: seconds since 1970, UTC.
        imported: whether it comes from a file.
        columns, rows, connect: the board.
        red, yellow: the seats.
        moves: the number of moves before the current position.
        finished: whether it has ended.
        winner: who won; None for a draw or an unfinished game.
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
    """The criteria for selecting games.

    Attributes:
        text: part of a name or id, in any case; empty for all games.
        finished: True for finished games, False for unfinished ones, None for both.
        ids: further ids of seats that match the text, for example by their names in the user's language.
    """

    text: str = ""
    finished: bool | None = None
    ids: tuple[str, ...] = ()


ALL_GAMES = Filter()


def select(
    connection: sqlite3.Connection,
    columns: str,
    criteria: Filter,
    rest: str = "",
    values: Mapping[str, object] | None = None,
    source: str = "games",
) -> sqlite3.Cursor:
    """Select columns of the games that pass a filter.

    Args:
        connection: to the database.
        columns: the columns.
        criteria: the filter.
        rest: SQL after the WHERE clause.
        values: the parameters of `rest`.
        source: the table, with a hint on indexes.
    """
    conditions = [NOT_DELETED]
    if criteria.finished is not None:
        conditions.append(f"termination IS {'NOT ' if criteria.finished else ''}NULL")
    if criteria.text:
        fields = ("red_name", "red_id", "yellow_name", "yellow_id")
        conditions.append(f"holds({', '.join(f'CAST({field} AS BLOB)' for field in fields)})")
        _register_filter_function(connection, criteria)
    return connection.execute(
        f"SELECT {columns} FROM {source} WHERE {' AND '.join(conditions)} {rest}", values or {}
    )


def _register_filter_function(connection: sqlite3.Connection, criteria: Filter) -> None:
    """Register the SQL function `holds`, which compares names and ids with a filter."""
    text = _folded(criteria.text.encode("utf-8", "surrogatepass"))
    ids = {each.encode() for each in criteria.ids}

    @functools.lru_cache(maxsize=1024)  # the same players have many games
    def holds(*fields: bytes | None) -> bool:
        """Return whether a field contains the text or is one of the ids. Not all fields are UTF-8."""
        return not ids.isdisjoint(fields) or text in _folded(
            b"\0".join(field for field in fields if field)
        )

    connection.create_function("holds", -1, holds, deterministic=True)


def _folded(text: bytes) -> str:
    """Return a text in a form that ignores case and the encoding of accents."""
    return unicodedata.normalize("NFC", text.decode("utf-8", "surrogateescape")).casefold()


def summary(row: sqlite3.Row) -> Summary:
    """Return the summary of a row of `SUMMARY_COLUMNS`."""
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
