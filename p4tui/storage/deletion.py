"""Games deleted and brought back, in a transaction. A deleted one is a mark in its row, until others are deleted."""

from __future__ import annotations

import sqlite3

from p4tui.storage.errors import GameInUseError, NoSuchGameError
from p4tui.storage.summaries import NOT_DELETED


def delete_rows(
    connection: sqlite3.Connection, numbers: list[int], missing: list[int], busy: list[int]
) -> None:
    """Delete games; those that were deleted before are then gone.

    Args:
        connection: with the transaction.
        numbers: the games.
        missing: those of them that are known not to be there.
        busy: those that are played elsewhere.

    Raises:
        NoSuchGameError, GameInUseError: of all that it is true of; nothing may be committed then.
    """
    connection.execute("DELETE FROM games WHERE deleted = 1")
    for number in numbers:
        if number not in missing and number not in busy:
            found = connection.execute(
                f"UPDATE games SET deleted = 1 WHERE id = ? AND {NOT_DELETED}", (number,)
            )
            if not found.rowcount:
                missing.append(number)
    if missing:
        raise NoSuchGameError(*sorted(missing))
    if busy:
        raise GameInUseError(*busy)


def bring_back(connection: sqlite3.Connection) -> list[int]:
    """Take the last deletion back; the numbers of its games."""
    rows = connection.execute("SELECT id FROM games WHERE deleted = 1 ORDER BY id")
    numbers = [int(row["id"]) for row in rows]
    if numbers:
        connection.execute("UPDATE games SET deleted = 0 WHERE deleted = 1")
    return numbers
