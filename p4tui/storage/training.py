"""`Training`: what the coach remembers of lessons, daily puzzles and mistakes, and which games it has reviewed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from p4tui.storage.database import Database
from p4tui.storage.training_records import (
    DailyResult,
    MistakeCard,
    board_values,
    card_values,
    daily_result,
    mistake_card,
    schedule_values,
    solved_position,
    valid,
)

_UNREVIEWED = (
    "reviewed = {reviewed} AND termination IS NOT NULL AND deleted = 0 AND imported = 0"
    " AND (red_kind = 'person' OR yellow_kind = 'person')"
)


DAILY_TRIES = 3
"""The answers to a day's puzzle, as in `p4tui.review.puzzles.daily`, which storage does not import; a test compares them."""
_WHOLE, _PARTLY = 1, 2
"""The values of `reviewed` for a game of which all moves were judged, and of which some were."""


class UnreviewedGame(NamedTuple):
    """A finished game that waits for its review.

    Attributes:
        number: its number.
        sequence: its place in the order of play, another one after each change by a player.
    """

    number: int
    sequence: int


class Training:
    """The training of the database's user. All methods raise `StorageError` if the database cannot be used."""

    def __init__(self, file: Database) -> None:
        self._file = file

    def solved_lessons(self) -> dict[str, frozenset[str]]:
        """Return the ids of the solved positions by the id of their lesson."""
        solved: dict[str, set[str]] = {}
        for lesson, position in valid(self._rows("SELECT * FROM solved_lessons"), solved_position):
            solved.setdefault(lesson, set()).add(position)
        return {lesson: frozenset(positions) for lesson, positions in solved.items()}

    def solve_lesson(self, lesson: str, position: str) -> None:
        """Note that a position of a lesson is solved; once more does no harm."""
        self._write("INSERT OR IGNORE INTO solved_lessons VALUES (?, ?)", lesson, position)

    def daily_results(self) -> list[DailyResult]:
        """Return the results of all days, the earliest first."""
        rows = self._rows("SELECT * FROM daily_puzzles ORDER BY date, version")
        return list(valid(rows, daily_result))

    def save_daily(self, result: DailyResult) -> None:
        """Save the result of a day. A day that is done stays as it is, and tries are never taken back."""
        self._write(
            "INSERT INTO daily_puzzles VALUES (?, ?, ?, ?) ON CONFLICT (date, version)"
            " DO UPDATE SET tries = max(tries, excluded.tries), solved = excluded.solved"
            " WHERE NOT solved AND (excluded.solved AND tries < ? OR excluded.tries > tries)",
            *(result.date.isoformat(), result.version, result.tries, result.solved, DAILY_TRIES),
        )

    def due_mistakes(self, now: float, limit: int = 100) -> list[MistakeCard]:
        """Return at most `limit` of the cards due by `now`, in seconds since 1970, the longest due first."""
        return [card for card in islice(self._cards(), limit) if card.schedule.due <= now]

    def count_due(self, now: float) -> int:
        """Return the number of cards due by `now`, in seconds since 1970."""
        return sum(card.schedule.due <= now for card in self._cards())

    def next_due(self) -> float | None:
        """Return when the next card is due, in seconds since 1970, or None without cards."""
        return next((card.schedule.due for card in self._cards()), None)

    def count_mistakes(self) -> int:
        """Return the number of cards."""
        return sum(1 for _card in self._cards())

    def _cards(self) -> Iterator[MistakeCard]:
        """Yield the valid cards, the one due first before the others."""
        return valid(self._rows("SELECT * FROM mistakes ORDER BY due, id"), mistake_card)

    def reschedule(self, card: MistakeCard) -> None:
        """Save the schedule of a card."""
        board, schedule = board_values(card.position), schedule_values(card.schedule)
        assignments = ", ".join(f"{name} = :{name}" for name in schedule)
        conditions = " AND ".join(f"{name} = :{name}" for name in board)
        self._file.write(
            lambda found: found.execute(
                f"UPDATE mistakes SET {assignments} WHERE {conditions}", board | schedule
            )
        )

    def unreviewed_games(self, *, again: bool = False) -> list[UnreviewedGame]:
        """Return the finished games of persons, played here and not yet reviewed, the newest first.

        Args:
            again: whether those that were reviewed in part come too: by now more can be proven.
        """
        rows = self._unreviewed("unreviewed_games", 0)
        if again:
            rows += self._unreviewed("partly_reviewed_games", _PARTLY)
        return sorted((UnreviewedGame(*row) for row in rows), reverse=True)

    def _unreviewed(self, index: str, reviewed: int) -> list[sqlite3.Row]:
        condition = _UNREVIEWED.format(reviewed=reviewed)
        return self._rows(f"SELECT id, sequence FROM games INDEXED BY {index} WHERE {condition}")

    def add_mistakes(
        self, game: UnreviewedGame, cards: Iterable[MistakeCard], *, whole: bool = True
    ) -> int:
        """Add the mistakes of a game, unless it was changed or deleted meanwhile. A position that has a card keeps it.

        Args:
            game: the game, which is then reviewed.
            cards: its mistakes.
            whole: whether all its moves were judged, or no program can judge more of them.

        Returns:
            The number of new cards.
        """
        rows = [card_values(card) for card in cards]

        def add(connection: sqlite3.Connection) -> int:
            unchanged = connection.execute(
                "UPDATE games SET reviewed = ? WHERE id = ? AND sequence = ? AND deleted = 0",
                (_WHOLE if whole else _PARTLY, *game),
            )
            if not unchanged.rowcount:
                return 0
            return sum(
                connection.execute(
                    f"INSERT OR IGNORE INTO mistakes ({', '.join(row)})"
                    f" VALUES ({', '.join(f':{name}' for name in row)})",
                    row,
                ).rowcount
                for row in rows
            )

        return self._file.write(add)

    def _rows(self, query: str, *values: object) -> list[sqlite3.Row]:
        return self._file.read(lambda connection: connection.execute(query, values).fetchall())

    def _write(self, statement: str, *values: object) -> None:
        self._file.write(lambda connection: connection.execute(statement, values))
