"""New games, in a transaction."""

from __future__ import annotations

import sqlite3


def inserted(connection: sqlite3.Connection, row: dict[str, object]) -> int:
    """A new row; its number. Where no match is given, it is to be made the first game of one."""
    row = {"imported": 0, **row}
    names, places = ", ".join(row), ", ".join(f":{name}" for name in row)
    found = connection.execute(f"INSERT INTO games ({names}) VALUES ({places})", row)
    number = found.lastrowid
    assert number is not None
    return number


def begin_matches(connection: sqlite3.Connection, numbers: list[int]) -> None:
    """Make each of some new games the first one of its match."""
    if numbers:
        connection.execute(
            "UPDATE games SET match = id WHERE id >= ? AND match IS NULL", (min(numbers),)
        )


def add_again(
    connection: sqlite3.Connection, numbers: list[int], rows: list[dict[str, object]]
) -> list[int]:
    """Add those of some games again that were not brought over from a file that was mended; the numbers of all.

    Args:
        connection: to the new file, with the transaction.
        numbers: those that they got in the old one.
        rows: their rows.
    """
    brought = [
        connection.execute(
            "SELECT 1 FROM games WHERE id = ? AND started = ?", (number, row["started"])
        ).fetchone()
        for number, row in zip(numbers, rows, strict=True)
    ]
    numbers = [
        number if there else inserted(connection, row)
        for number, row, there in zip(numbers, rows, brought, strict=True)
    ]
    begin_matches(connection, numbers)
    return numbers
