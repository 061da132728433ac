"""`GameRepository`: the saved games. Each is one row, written whole at every change."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from p4tui.play.match import Match
from p4tui.storage import records
from p4tui.storage.addition import inserted
from p4tui.storage.deletion import delete_rows
from p4tui.storage.errors import (
    GameInUseError,
    NoSuchGameError,
    RecordError,
    StorageError,
)
from p4tui.storage.library import LOCK_SUFFIX, Library, bounded, is_number
from p4tui.storage.records import SavedGame
from p4tui.storage.summaries import SUMMARY, Filter, Summary, summary

__all__ = ["LOCK_SUFFIX", "Filter", "GameRepository", "SavedGame", "Summary"]

_MOST_PASSED_OVER = 1000
"""Numbers of other programs' games that a new game may meet, if locks work at all."""
_UNFINISHED = "termination IS NULL AND deleted = 0 AND imported = 0"


@dataclass(frozen=True, slots=True)
class _Mine:
    """What tells a row from that of another game which has the same number in another file.

    Attributes:
        generation: the file's.
        started: the row's.
    """

    generation: int
    started: float


class GameRepository(Library):
    """All games of a user, to look at and to play. Used by one thread at a time; opened when first needed.

    Whatever reads or writes raises `StorageError` where the database cannot be used.
    """

    def __init__(
        self, path: Path | None, now: Callable[[], float] = time.time, *, mends: bool = True
    ) -> None:
        """The games in a file; the arguments are those of `Library`."""
        super().__init__(path, now, mends=mends)
        self._mine: dict[int, _Mine] = {}
        """The games that are played here."""

    def close(self) -> None:
        """Close the database and give back the games that were played."""
        self._mine.clear()
        super().close()

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
            of_match: for a new game of a match what `match_of` says of the game before; None where it is the first.
            sure: as for `Database.writing`.

        Returns:
            The game's number: another one if the game is not there any more.

        Raises:
            StorageError: it is not surely kept; to try again with the error's `number` makes no second game of a new one.
        """
        database = self._there()
        for _attempt in range(2):
            try:
                saved = database.mended(partial(self._save, match, number, of_match, sure=sure))
            except StorageError as error:
                if not database.replaced:
                    raise
                number = number if error.number is None else error.number
            else:
                # Where the file lost its name meanwhile, nobody would find in it what was written.
                if not database.replaced:
                    return saved
                # A new game may have been brought over from there by now: it is kept under its number.
                number = saved
        return self._save(match, number, of_match, sure=sure)

    def _save(self, match: Match, number: int | None, of_match: int | None, *, sure: bool) -> int:
        database = self._there()
        row, now = records.to_row(match), self._date()
        saved = None
        try:
            with database.writing(sure=sure) as connection:
                saved = self._written(connection, row, number, of_match, now)
        except StorageError as error:
            error.number = saved
            raise
        return saved

    def _written(
        self,
        connection: sqlite3.Connection,
        row: dict[str, object],
        number: int | None,
        of_match: int | None,
        now: float,
    ) -> int:
        """The number of the game whose row is written, a new one where there is none."""
        generation = self.generation
        self._forget_others(connection)
        mine = None if number is None else self._mine.get(number)
        if number is not None and mine is not None:
            row |= {"changed": max(now, mine.started), "deleted": 0}
            assignments = ", ".join(f"{name} = :{name}" for name in row)
            found = connection.execute(
                f"UPDATE games SET {assignments} WHERE id = :id AND started = :started",
                row | {"id": number, "started": mine.started},
            )
            if found.rowcount:
                return number
            self.release(number)
        if of_match is not None and self._matches.get(of_match) != generation:
            of_match = None
        row |= {"match": of_match, "started": now, "changed": now}
        saved = self._insert_claimed(connection, row)
        self._mine[saved] = _Mine(generation, now)
        self._matches[saved if of_match is None else of_match] = generation
        return saved

    def _forget_others(self, connection: sqlite3.Connection) -> None:
        """Give back what was played in a file whose place another one has taken: there these numbers are other games.

        A game that was brought over into the other file is there with its number and the moment at which it was begun.
        """
        for number, mine in list(self._mine.items()):
            if mine.generation == self.generation:
                continue
            row = connection.execute(
                "SELECT match FROM games WHERE id = ? AND started = ?", (number, mine.started)
            ).fetchone()
            if row is None:
                self.release(number)
            else:
                self._mine[number] = _Mine(self.generation, mine.started)
                self._matches[row["match"]] = self.generation

    def _insert_claimed(self, connection: sqlite3.Connection, row: dict[str, object]) -> int:
        """A new row of a game that this program plays; its number.

        Somebody may still have claimed a number in a file that was here before: that number is passed over.
        """
        for _attempt in range(_MOST_PASSED_OVER):
            number = inserted(connection, row)
            if self._claims is None or self._claims.claim(number):
                break
            connection.execute("DELETE FROM games WHERE id = ?", (number,))
        else:
            number = inserted(connection, row)
        if row["match"] is None:
            connection.execute("UPDATE games SET match = id WHERE id = ?", (number,))
        return number

    def open(self, number: int) -> SavedGame:
        """A game to be played on: until it is released no other program gets it.

        Raises:
            NoSuchGameError, GameInUseError: as they say.
            RecordError: what is kept of it is no game.
        """
        self._claim(number)
        try:
            game = self.load(number)
        except BaseException:
            self.release(number)
            raise
        self._mine[number] = _Mine(self.generation, game.started)
        return game

    def _claim(self, number: int) -> None:
        """Take a game, or say why not: of one that is not there nothing else is said."""
        if not is_number(number):
            raise NoSuchGameError(number)
        if self._claims is not None and not self._claims.claim(number):
            self.load(number)
            raise GameInUseError(number)

    def release(self, number: int) -> None:
        """Play a game no longer."""
        self._mine.pop(number, None)
        if self._claims is not None:
            self._claims.release(number)

    def open_latest(self) -> SavedGame | None:
        """The game that was left last without an end, of those that no other program plays; as `open` does. None: none.

        Raises:
            RecordError: there are such games, and none of them can be read; the one left last is named.
        """
        unreadable = None
        for waiting in self.unfinished():
            try:
                return self.open(waiting.number)
            except RecordError as error:
                unreadable = unreadable or error
            except (NoSuchGameError, GameInUseError):
                continue
        if unreadable is not None:
            raise unreadable
        return None

    def holder(self, number: int) -> int | None:
        """The process of another program that plays a game; None where there is none, or none is known."""
        if self._claims is None or not is_number(number):
            return None
        return self._claims.holder(number)

    def take_over(self, number: int) -> SavedGame:
        """Open a game as `open` does; another program that plays it is made to end, which saves all of it.

        Takes seconds where that program is slow to end. `GameInUseError` says that it did not, or that it is unknown.
        """
        if self._claims is not None and is_number(number):
            self._claims.take_over(number)
        return self.open(number)

    def unfinished(self, most: int = 100, *, busy: bool = False) -> list[Summary]:
        """The games played here that wait to be finished, the one left last first.

        Args:
            most: how many at most.
            busy: also those that other programs play.
        """
        rows = self._there().read(
            lambda connection: connection.execute(
                f"SELECT {SUMMARY} FROM games INDEXED BY unfinished_games"
                f" WHERE {_UNFINISHED} ORDER BY changed DESC, id DESC LIMIT ?",
                (bounded(most),),
            ).fetchall()
        )
        return [summary(row) for row in rows if busy or not self.taken(row["id"])]

    def taken(self, number: int) -> bool:
        """Whether a game cannot be had: another program plays it."""
        if not is_number(number):
            return True
        return self._claims is not None and self._claims.taken(number)

    def delete(self, *numbers: int) -> None:
        """Delete games, all of them or none; those that were deleted before are then gone for good.

        Raises:
            NoSuchGameError, GameInUseError: as they say, of all that it is true of.
        """
        wanted = list(dict.fromkeys(numbers))
        claimed, missing, busy = [], [], []
        try:
            for number in wanted:
                try:
                    self._claim_unplayed(number)
                    claimed.append(number)
                except NoSuchGameError:
                    missing.append(number)
                except GameInUseError:
                    busy.append(number)
            self._there().write(lambda connection: delete_rows(connection, wanted, missing, busy))
        finally:
            for number in claimed:
                self.release(number)

    def _claim_unplayed(self, number: int) -> None:
        """Take a game that is not played here either."""
        mine = self._mine.get(number)
        if mine is not None and mine.generation == self.generation:
            raise GameInUseError(number)
        self._claim(number)
