"""The finished games by position: how often each column was played there, and with what result.

A game has one position with a given number of discs: the one after its first moves. So no table of positions is kept: a look
at the first moves of every game finds those that reached a position, and the number of discs in each column rules most out.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from p4tui.core.errors import P4Error
from p4tui.core.geometry import Geometry
from p4tui.core.notation import SYMBOLS, column_of
from p4tui.core.position import Position
from p4tui.engine.limit import StopFlag
from p4tui.storage.records import parse_start

BATCH = 1000
"""The number of games between two looks at the stop flag."""
_QUERY = """
SELECT start, starter, moves, cursor, winner FROM games
WHERE termination IS NOT NULL AND deleted = 0 AND board_columns = ? AND board_rows = ? AND connect = ?
"""


class Results(NamedTuple):
    """The results of some games for the side to move in a position."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(self)

    def plus(self, won: bool | None) -> Results:
        """Return the results with one more game, None for a draw."""
        wins, draws, losses = self
        return Results(wins + (won is True), draws + (won is None), losses + (won is False))


@dataclass(frozen=True, slots=True)
class Reached:
    """The games that reached a position or its mirror image.

    Attributes:
        total: their results; each game counts once.
        columns: the results of those that went on with each column. If the position is its own mirror image, a game counts
            for its column and the opposite one: both lead to the same position.
    """

    total: Results
    columns: tuple[Results, ...]


class PlayedGames:
    """The finished games on boards of one size."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self._games: defaultdict[Position, list[tuple[str, int | None]]] = defaultdict(list)
        self._start_of = cache(parse_start)

    def add(self, row: Mapping[str, object]) -> None:
        """Add the game of a row; an invalid one is left out."""
        moves, cursor, winner = row["moves"], row["cursor"], row["winner"]
        if not isinstance(moves, str) or not isinstance(cursor, int) or cursor < 0:
            return
        if row["starter"] not in {1, 2} or winner not in {None, 1, 2}:
            return
        try:
            start = self._start_of(str(row["start"]), self.geometry)
        except (P4Error, ValueError):
            return
        side = None if winner is None else int(winner != row["starter"])
        self._games[start].append((moves[:cursor], side))

    def reached(self, position: Position) -> Reached:
        """Return the games that reached a position, in whatever order its discs were played."""
        total, columns = Results(), [Results()] * self.geometry.columns
        for start, games in self._games.items():
            length = position.ply - start.ply
            here, in_mirror = (
                cache(_Way(start, target).leads) for target in (position, _mirrored(position))
            )
            for moves, winner in games:
                if not 0 <= length <= len(moves):
                    continue
                first = moves[:length]
                found = here(first), in_mirror(first)
                if not any(found):
                    continue
                won = None if winner is None else winner == position.to_move
                total = total.plus(won)
                after = column_of(moves[length]) if length < len(moves) else None
                if after is not None and after < len(columns):
                    both = (after, len(columns) - 1 - after)
                    for column in {each for each, known in zip(both, found, strict=True) if known}:
                        columns[column] = columns[column].plus(won)
        return Reached(total, tuple(columns))


class _Way:
    """The way from the start of a game to a position."""

    def __init__(self, start: Position, target: Position) -> None:
        columns = range(start.geometry.columns)
        self._start, self._target = start, target
        self._heights = [start.height(column) for column in columns]
        self._discs = [
            (SYMBOLS[column], target.height(column) - self._heights[column]) for column in columns
        ]

    def leads(self, moves: str) -> bool:
        """Return whether as many moves as there are new discs lead to the position."""
        if any(moves.count(symbol) != discs for symbol, discs in self._discs):
            return False
        # All columns are filled alike: the discs of one side tell the rest.
        first, heights = self._start.first, self._heights.copy()
        for ply, symbol in enumerate(moves, self._start.ply):
            column = SYMBOLS.index(symbol)
            if ply % 2 == 0:
                first |= self._start.geometry.bit(column, heights[column])
            heights[column] += 1
        return first == self._target.first


def read_played_games(
    connection: sqlite3.Connection, geometry: Geometry, stop: StopFlag
) -> PlayedGames:
    """Return the finished games on boards of a size; some of them if it is stopped."""
    games = PlayedGames(geometry)
    found = connection.execute(_QUERY, (geometry.columns, geometry.rows, geometry.connect))
    while not stop.is_set() and (rows := found.fetchmany(BATCH)):
        for row in rows:
            games.add(row)
    return games


def _mirrored(position: Position) -> Position:
    """Return the mirror image of a position."""
    stride, columns = position.geometry.stride, position.geometry.columns
    column = (1 << stride) - 1

    def image(discs: int) -> int:
        return sum(
            (discs >> each * stride & column) << (columns - 1 - each) * stride
            for each in range(columns)
        )

    return Position(position.geometry, image(position.first), image(position.second))
