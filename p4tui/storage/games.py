"""`GameRepository`: the saved games, for viewing and playing. Each is one row, written whole at every change."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from urllib.parse import urlencode

from p4tui.core.geometry import Geometry
from p4tui.engine.limit import StopFlag
from p4tui.play.match import Match
from p4tui.play.seats import Program, Remote, UnknownSeat
from p4tui.players.rating import Result
from p4tui.storage import records, statistics
from p4tui.storage.errors import GameLostError, GameTakenError, NoSuchGameError, RecordError
from p4tui.storage.library import Library, find_game, insert_row
from p4tui.storage.ownership import OpenedGame, Ownership, find_loss, new_token, row_contains
from p4tui.storage.played import PlayedGames, read_played_games
from p4tui.storage.records import SavedGame
from p4tui.storage.summaries import NOT_DELETED, Filter
from p4tui.storage.training import Training

_LATEST = 20
"""How many of the latest finished games `last_finished` looks at."""
_NEXT = "(SELECT coalesce(max(sequence), 0) + 1 FROM games)"
"""The sequence number of a game that a player has just changed: after all others, whatever the system clock says."""


def _without_foreign_commands(saved: SavedGame) -> SavedGame:
    """Return a game in which an imported file starts no program and no connection: whoever wrote it could name any."""
    if not saved.imported:
        return saved
    red, yellow = (
        UnknownSeat(seat.kind, seat.id, seat.name) if isinstance(seat, Program | Remote) else seat
        for seat in (saved.match.red, saved.match.yellow)
    )
    return replace(saved, match=replace(saved.match, red=red, yellow=yellow))


class GameRepository(Library):
    """A `Library` whose games can also be played."""

    @cached_property
    def training(self) -> Training:
        """What the coach remembers.

        Raises:
            StorageError: this machine has no folder for data.
        """
        return Training(self._file)

    def open(self, number: int) -> OpenedGame:
        """Open a game for play, and take it over from any other window.

        Raises:
            NoSuchGameError: there is no such game.
            RecordError: its row is invalid.
        """
        token = new_token()

        def take(connection: sqlite3.Connection) -> SavedGame:
            game = find_game(connection, number)
            connection.execute("UPDATE games SET owner = ? WHERE id = ?", (token, number))
            return game

        saved = _without_foreign_commands(self._file.write(take))
        owned = Ownership(token, number, saved.started, self.generation, confirmed=True)
        return OpenedGame(saved, owned)

    def open_latest(self) -> OpenedGame | None:
        """Open the unfinished game played last, see `open`, or return None if there is none.

        Raises:
            RecordError: the rows of all unfinished games are invalid; the error is that of the game played last.
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

    def last_finished(self) -> SavedGame | None:
        """Return the latest finished game that can be read and has moves, or None.

        Raises:
            RecordError: there is none, but a record is invalid.
        """
        invalid: RecordError | None = None
        for summary in self.summaries(Filter(finished=True), 0, _LATEST):
            try:
                saved = self.load(summary.number)
            except NoSuchGameError:
                continue
            except RecordError as error:
                invalid = invalid or error
                continue
            if saved.match.game.cursor:
                return saved
        if invalid is not None:
            raise invalid
        return None

    def find_linked(self, game: str, role: str = "join") -> int | None:
        """Return the number of the saved game that was played with another terminal under an id, or None.

        Args:
            game: the id.
            role: of this terminal, see `Meeting`: both players may save in one file.
        """
        is_it = "({0}_kind = :kind AND {0}_id LIKE :role AND instr({0}_id || '&', :game))"
        select = (
            f"SELECT id FROM games WHERE {NOT_DELETED} AND imported = 0 AND"
            f" ({is_it.format('red')} OR {is_it.format('yellow')}) ORDER BY sequence DESC LIMIT 1"
        )
        # As `Meeting.text` writes it: the id comes first, and no sign of it is a mark.
        values = {
            "kind": Remote.kind,
            "role": f"{role}:%",
            "game": f"?{urlencode({'game': game})}&",
        }
        row = self._file.read(lambda connection: connection.execute(select, values).fetchone())
        return None if row is None else int(row["id"])

    def can_undelete(self) -> bool:
        """Return whether there is a deletion to undo."""
        select = "SELECT EXISTS (SELECT 1 FROM games WHERE deleted = 1)"
        return self._file.read(lambda connection: bool(connection.execute(select).fetchone()[0]))

    def played_games(self, geometry: Geometry, stop: StopFlag) -> PlayedGames:
        """Return the finished games on boards of a size, by position; some of them if it is stopped."""
        return self._file.read(lambda connection: read_played_games(connection, geometry, stop))

    def level_results(self, name: str) -> Sequence[Result]:
        """Return the latest results of a person against levels, the oldest first; nameless people count as one."""
        players = self._file.read(
            lambda connection: statistics.count_games(
                connection.execute(statistics.OF_PEOPLE_AND_LEVELS)
            )
        )
        return statistics.results_of(name, players)

    def save(self, match: Match, owned: Ownership, *, by_player: bool = True) -> int:
        """Save a match's game and return its number; it is on the disk when this returns.

        Args:
            match: the match.
            owned: the game's ownership, a fresh one for a new game.
            by_player: whether a player has changed the game, which makes it the one played last.

        Raises:
            GameTakenError, GameDeletedError: the game is no longer ours. Moves that only this window has are saved as
                another game.
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
        """Check that a game is still ours.

        Raises:
            GameTakenError, GameDeletedError: it is not.
        """
        if owned.number is not None:
            lost = self._file.read(lambda connection: find_loss(connection, owned, self.generation))
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
        """Update or insert a game's row and return its number, or return why the game is no longer ours."""
        now = self._date()
        if owned.number is None:
            return self._insert_owned(connection, row, owned, now)
        assignments = ", ".join(f"{name} = :{name}" for name in (*row, "owner"))
        if by_player:
            assignments += f", changed = :changed, sequence = {_NEXT}, reviewed = 0"
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
        lost = find_loss(connection, owned, self.generation)
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
        """Save a taken-over game as another one if it has moves that its row lacks; return the number of the other.

        The game in the other window stays the one played last.
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
