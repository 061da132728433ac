"""Rows of the database, written and found: what the looking and the playing repository share."""

from __future__ import annotations

import sqlite3

from p4tui.play.match import Match
from p4tui.storage import records
from p4tui.storage.errors import NoSuchGameError
from p4tui.storage.records import SavedGame
from p4tui.storage.summaries import NOT_DELETED


def inserted(connection: sqlite3.Connection, row: dict[str, object]) -> int:
    """Insert a row; return its number."""
    row = {"imported": 0, **row}
    names, places = ", ".join(row), ", ".join(f":{name}" for name in row)
    number = connection.execute(f"INSERT INTO games ({names}) VALUES ({places})", row).lastrowid
    assert number is not None
    return number


def is_number(value: object) -> bool:
    """Return whether a game can have this number."""
    return isinstance(value, int) and 0 < value < 1 << 63


def bounded(count: int) -> int:
    """Return a count that SQLite can hold; to it a negative one would mean all."""
    return min(max(count, 0), (1 << 63) - 1)


def game_in(connection: sqlite3.Connection, number: int) -> SavedGame:
    """Return a game in a transaction; see `Library.load`."""
    row = connection.execute(
        f"SELECT * FROM games WHERE id = ? AND {NOT_DELETED}",
        (number if is_number(number) else None,),
    ).fetchone()
    if row is None:
        raise NoSuchGameError(number)
    return records.saved_game(row)


def imported_row(game: SavedGame | tuple[Match, float | None], now: float) -> dict[str, object]:
    """Return the row of a game that was read from somewhere."""
    if isinstance(game, SavedGame):
        match, started, changed = game.match, game.started, dated(game.changed)
        imported = game.imported
    else:
        (match, begun), changed, imported = game, now, True
        started = now if begun is None else begun
    dates = {"started": dated(started), "changed": changed}
    return records.to_row(match) | dates | {"imported": int(imported)}


def dated(seconds: float) -> float:
    """Return a date that can be kept, the nearest to one that cannot."""
    return min(max(float(seconds), records.FIRST_DATE), records.LAST_DATE)
