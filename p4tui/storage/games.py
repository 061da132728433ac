"""`GameRepository`: the saved games, and those that are played. Each is one row, written whole at every change."""

from __future__ import annotations

import sqlite3

from p4tui.play.match import Match
from p4tui.storage import records
from p4tui.storage.errors import GameLostError, GameTakenError, NoSuchGameError, RecordError
from p4tui.storage.library import Library, find_game, insert_row
from p4tui.storage.ownership import OpenedGame, Ownership, loss, new_token, row_contains
from p4tui.storage.records import SavedGame
from p4tui.storage.summaries import NOT_DELETED

_NEXT = "(SELECT coalesce(max(sequence), 0) + 1 FROM games)"
"""The place of a game that a player has just changed: after all others, whatever the clock of the machine says."""


class GameRepository(Library):
    """All games of a user, to look at and to play. Used by one thread at a time; opened when first needed.

    Whatever reads or writes raises `StorageError` where the database cannot be used.
    """

    def open(self, number: int) -> OpenedGame:
        """Open a game to be played on: whoever had it has it no longer.

        Raises:
            NoSuchGameError: there is none of this number.
            RecordError: what is kept of it is no game.
        """
        token = new_token()

        def take(connection: sqlite3.Connection) -> SavedGame:
            game = find_game(connection, number)
            connection.execute("UPDATE games SET owner = ? WHERE id = ?", (token, number))
            return game

        saved = self._file.write(take)
        owned = Ownership(token, number, saved.started, self.generation, confirmed=True)
        return OpenedGame(saved, owned)

    def open_latest(self) -> OpenedGame | None:
        """Open the unfinished game that was played on last, as `open` does, or return None if there is none.

        Raises:
            RecordError: there are such games, and none of them can be read; the one played on last is named.
        """
        unreadable: RecordError | None = None
        for waiting in self.unfinished():
            try:
                return self.open(waiting.number)
            except RecordError as error:
                unreadable = unreadable or error
            except NoSuchGameError:
                continue
        if unreadable is not None:
            raise unreadable
        return None

    def save(self, match: Match, owned: Ownership, *, by_player: bool = True) -> int:
        """Save a game as it stands; it is on the disk when this returns.

        Args:
            match: the match at that game.
            owned: the game, as `open` returned it; a fresh one for a new game.
            by_player: whether a player has changed it, so that it becomes the one played on last.

        Returns:
            The game's number.

        Raises:
            GameTakenError, GameDeletedError: it is ours no longer. What only this window had is saved as another game.
        """
        row = records.to_row(match)
        result = self._file.write(lambda found: self._write(found, row, match, owned, by_player))
        owned.confirmed = True
        if owned.copy is not None:
            owned.copy.confirmed = True
        if isinstance(result, GameLostError):
            raise result
        return result

    def check(self, owned: Ownership) -> None:
        """Look whether a game is still ours.

        Raises:
            GameTakenError, GameDeletedError: it is not.
        """
        if owned.number is not None:
            lost = self._file.read(lambda connection: loss(connection, owned, self.generation))
            if lost is not None:
                raise lost

    def _write(
        self,
        connection: sqlite3.Connection,
        row: dict[str, object],
        match: Match,
        owned: Ownership,
        by_player: bool,
    ) -> int | GameLostError:
        """Write a game's row, a new one where there is none; or return why it is ours no longer."""
        now = self._date()
        if owned.number is None:
            return self._insert_owned(connection, row, owned, now)
        assignments = ", ".join(f"{name} = :{name}" for name in (*row, "owner"))
        if by_player:
            assignments += f", changed = :changed, sequence = {_NEXT}"
        found = connection.execute(
            f"UPDATE games SET {assignments}"
            f" WHERE id = :id AND (owner = :owner OR owner IS NULL) AND started = :started AND {NOT_DELETED}",
            row
            | {
                "id": owned.number,
                "owner": owned.token,
                "started": owned.started,
                "changed": max(now, owned.started),
            },
        )
        if found.rowcount:
            owned.generation = self.generation
            return owned.number
        lost = loss(connection, owned, self.generation)
        if lost is None:
            return self._insert_owned(connection, row, owned, now)
        if isinstance(lost, GameTakenError):
            lost.copy = self._save_remainder(connection, row, match, owned)
        return lost

    def _save_remainder(
        self,
        connection: sqlite3.Connection,
        row: dict[str, object],
        match: Match,
        owned: Ownership,
    ) -> int | None:
        """Save what a game that was taken over has here, and not in its row, as a game of its own; return its number.

        The game that is played on in the other window stays the one played on last.
        """
        assert owned.number is not None
        if owned.copy is None and not row_contains(connection, owned.number, match):
            owned.copy = Ownership()
            return self._insert_owned(connection, row, owned.copy, self._date(), newest=False)
        if owned.copy is None:
            return None
        saved = self._write(connection, row, match, owned.copy, by_player=False)
        return saved if isinstance(saved, int) else None

    def _insert_owned(
        self,
        connection: sqlite3.Connection,
        row: dict[str, object],
        owned: Ownership,
        now: float,
        *,
        newest: bool = True,
    ) -> int:
        (sequence,) = connection.execute(f"SELECT {_NEXT if newest else 0}").fetchone()
        dates = {"started": now, "changed": now, "owner": owned.token, "sequence": sequence}
        owned.number = insert_row(connection, row | dates)
        owned.started, owned.generation = now, self.generation
        return owned.number
