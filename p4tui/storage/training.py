"""`Training`: what the coach remembers of lessons, daily puzzles and mistakes. Rows are checked: they are data from outside."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple, TypeVar

from p4tui.core.colour import Colour
from p4tui.core.errors import P4Error
from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.storage import records
from p4tui.storage.database import Database
from p4tui.storage.errors import RecordError

Record = TypeVar("Record")

_LEARNING, _REVIEW, _RELEARNING = 1, 2, 3
_UNREVIEWED = (
    "reviewed = 0 AND termination IS NOT NULL AND deleted = 0 AND imported = 0"
    " AND (red_kind = 'person' OR yellow_kind = 'person')"
)


@dataclass(frozen=True, slots=True)
class DailyResult:
    """The result of a day's puzzle.

    Attributes:
        date: the day.
        version: the version of the file of puzzles.
        tries: the number of answers, 1 or more.
        solved: whether the last of them was right.
    """

    date: date
    version: int
    tries: int
    solved: bool


@dataclass(frozen=True, slots=True)
class Schedule:
    """The state of a card in spaced repetition, as FSRS has it.

    Attributes:
        due: when it is to be repeated, in seconds since 1970.
        state: 1 learning, 2 review, 3 relearning.
        step: the step of learning, None in review.
        stability, difficulty: None before the first repetition.
        repeated: the last repetition, in seconds since 1970, or None.
    """

    due: float
    state: int = _LEARNING
    step: int | None = 0
    stability: float | None = None
    difficulty: float | None = None
    repeated: float | None = None


@dataclass(frozen=True, slots=True)
class MistakeCard:
    """A mistake to repeat. A position has one card, whatever the games that reached it.

    Attributes:
        position: the position before the mistake.
        starter: the colour of its first side.
        scores: the exact score of each column for the side to move, None if it cannot be played.
        played: the column that was the mistake, from 0.
        game: the number of the game, which may be deleted.
        ply: the number of the move, from 1.
        schedule: when it is repeated.
    """

    position: Position
    starter: Colour
    scores: tuple[int | None, ...]
    played: int
    game: int
    ply: int
    schedule: Schedule


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
        self._partly = set[UnreviewedGame]()

    def solved_lessons(self) -> dict[str, frozenset[str]]:
        """Return the ids of the solved positions by the id of their lesson."""
        solved: dict[str, set[str]] = {}
        for lesson, position in self._rows("SELECT lesson, position FROM solved_lessons"):
            solved.setdefault(str(lesson), set()).add(str(position))
        return {lesson: frozenset(positions) for lesson, positions in solved.items()}

    def solve_lesson(self, lesson: str, position: str) -> None:
        """Note that a position of a lesson is solved; once more does no harm."""
        self._write("INSERT OR IGNORE INTO solved_lessons VALUES (?, ?)", lesson, position)

    def daily_results(self) -> list[DailyResult]:
        """Return the results of all days, the earliest first."""
        rows = self._rows("SELECT * FROM daily_puzzles ORDER BY date, version")
        return list(_valid(rows, _daily_result))

    def save_daily(self, result: DailyResult) -> None:
        """Save the result of a day. A solved day stays as it is, and tries are never taken back."""
        self._write(
            "INSERT INTO daily_puzzles VALUES (?, ?, ?, ?) ON CONFLICT (date, version)"
            " DO UPDATE SET tries = excluded.tries, solved = excluded.solved"
            " WHERE NOT solved AND excluded.tries > tries",
            *(result.date.isoformat(), result.version, result.tries, result.solved),
        )

    def due_mistakes(self, now: float, limit: int = 100) -> list[MistakeCard]:
        """Return at most `limit` of the cards due by `now`, in seconds since 1970, the longest due first."""
        rows = self._rows(
            "SELECT * FROM mistakes WHERE due <= ? ORDER BY due, id LIMIT ?", now, limit
        )
        return list(_valid(rows, _mistake_card))

    def count_due(self, now: float) -> int:
        """Return the number of cards due by `now`, in seconds since 1970."""
        return int(self._rows("SELECT count(*) FROM mistakes WHERE due <= ?", now)[0][0])

    def next_due(self) -> float | None:
        """Return when the next card is due, in seconds since 1970, or None without cards."""
        (earliest,) = self._rows("SELECT min(due) FROM mistakes")[0]
        return float(earliest) if isinstance(earliest, int | float) else None

    def count_mistakes(self) -> int:
        """Return the number of cards."""
        return int(self._rows("SELECT count(*) FROM mistakes")[0][0])

    def reschedule(self, card: MistakeCard) -> None:
        """Save the schedule of a card."""
        board, schedule = _board_values(card.position), _schedule_values(card.schedule)
        assignments = ", ".join(f"{name} = :{name}" for name in schedule)
        conditions = " AND ".join(f"{name} = :{name}" for name in board)
        self._file.write(
            lambda found: found.execute(
                f"UPDATE mistakes SET {assignments} WHERE {conditions}", board | schedule
            )
        )

    def unreviewed_games(self) -> list[UnreviewedGame]:
        """Return the finished games of persons, played here and not yet reviewed, the newest first.

        Those that this program has reviewed in part are left out.
        """
        rows = self._rows(
            "SELECT id, sequence FROM games INDEXED BY unreviewed_games"
            f" WHERE {_UNREVIEWED} ORDER BY id DESC"
        )
        return [game for row in rows if (game := UnreviewedGame(*row)) not in self._partly]

    def add_mistakes(
        self, game: UnreviewedGame, cards: Iterable[MistakeCard], *, whole: bool = True
    ) -> int:
        """Add the mistakes of a game, unless it was changed or deleted meanwhile. A position that has a card keeps it.

        Args:
            game: the game, which is then reviewed.
            cards: its mistakes.
            whole: whether all its moves were judged; if not, the program reviews it again when it runs again.

        Returns:
            The number of new cards.
        """
        rows = [_card_values(card) for card in cards]

        def add(connection: sqlite3.Connection) -> int:
            unchanged = connection.execute(
                "UPDATE games SET reviewed = ? WHERE id = ? AND sequence = ? AND deleted = 0",
                (whole, *game),
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

        if not whole:
            self._partly.add(game)
        return self._file.write(add)

    def _rows(self, query: str, *values: object) -> list[sqlite3.Row]:
        return self._file.read(lambda connection: connection.execute(query, values).fetchall())

    def _write(self, statement: str, *values: object) -> None:
        self._file.write(lambda connection: connection.execute(statement, values))


def _valid(
    rows: Iterable[sqlite3.Row], convert: Callable[[sqlite3.Row], Record]
) -> Iterator[Record]:
    """Convert rows; skip invalid ones."""
    for row in rows:
        try:
            yield convert(row)
        except (P4Error, AttributeError, TypeError, ValueError, OverflowError):
            continue


def _daily_result(row: sqlite3.Row) -> DailyResult:
    if not (isinstance(row["version"], int) and isinstance(row["tries"], int) and row["tries"] > 0):
        raise RecordError("not a result")
    return DailyResult(
        date.fromisoformat(row["date"]), row["version"], row["tries"], bool(row["solved"])
    )


def _mistake_card(row: sqlite3.Row) -> MistakeCard:
    geometry = Geometry(row["board_columns"], row["board_rows"], row["connect"])
    position = records.parse_start(row["discs"], geometry)
    scores = tuple(int(score) if score else None for score in row["scores"].split(","))
    legal = tuple(column for column, score in enumerate(scores) if score is not None)
    if len(scores) != geometry.columns or legal != position.legal_columns():
        raise RecordError("wrong scores")
    if row["played"] not in legal:
        raise RecordError("unplayable column")
    source = row["played"], row["game"], row["ply"]
    return MistakeCard(position, Colour(row["starter"]), scores, *source, _schedule(row))


def _schedule(row: sqlite3.Row) -> Schedule:
    stability, difficulty = (
        None if row[name] is None else float(row[name]) for name in ("stability", "difficulty")
    )
    repeated = None if row["repeated"] is None else records.date(row["repeated"])
    state, step = row["state"], row["step"]
    known = stability is not None and stability > 0 and difficulty is not None
    if state == _REVIEW:
        fits = known and step is None
    else:
        fits = state == _LEARNING or (state == _RELEARNING and known)
        fits = fits and isinstance(step, int) and step >= 0
    if not fits:
        raise RecordError("not a schedule")
    return Schedule(records.date(row["due"]), state, step, stability, difficulty, repeated)


def _card_values(card: MistakeCard) -> dict[str, object]:
    source = {
        "starter": int(card.starter),
        "scores": ",".join("" if score is None else str(score) for score in card.scores),
        "played": card.played,
        "game": card.game,
        "ply": card.ply,
    }
    return _board_values(card.position) | source | _schedule_values(card.schedule)


def _board_values(position: Position) -> dict[str, object]:
    geometry = position.geometry
    return {
        "board_columns": geometry.columns,
        "board_rows": geometry.rows,
        "connect": geometry.connect,
        "discs": records.format_start(position),
    }


def _schedule_values(schedule: Schedule) -> dict[str, object]:
    return {
        "due": schedule.due,
        "state": schedule.state,
        "step": schedule.step,
        "stability": schedule.stability,
        "difficulty": schedule.difficulty,
        "repeated": schedule.repeated,
    }
