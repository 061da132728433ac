"""What the coach remembers as records, and as rows of the database. Rows are checked: they are data from outside."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from p4tui.core.colour import Colour
from p4tui.core.errors import P4Error
from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.storage import records
from p4tui.storage.errors import RecordError

Record = TypeVar("Record")

_LEARNING, _REVIEW, _RELEARNING = 1, 2, 3
_MIN_STABILITY, _MAX_STABILITY = 0.001, 1e12
_MIN_DIFFICULTY, _MAX_DIFFICULTY = 1, 10
"""What FSRS makes; it fails far outside. A stability is in days."""
_LAST_REPEATED = records.LAST_DATE - 101 * 366 * 86400
"""The last date of a repetition: the next one is at most a hundred years later."""


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


def valid(
    rows: Iterable[sqlite3.Row], convert: Callable[[sqlite3.Row], Record]
) -> Iterator[Record]:
    """Convert rows; skip invalid ones."""
    for row in rows:
        with contextlib.suppress(*INVALID):
            yield convert(row)


def solved_position(row: sqlite3.Row) -> tuple[str, str]:
    """Return the ids of a lesson and of a solved position in it; an invalid row raises one of `INVALID`."""
    lesson, position = row["lesson"], row["position"]
    if not (isinstance(lesson, str) and isinstance(position, str)):
        raise RecordError("not a position of a lesson")
    return lesson, position


def daily_result(row: sqlite3.Row) -> DailyResult:
    """Return the result of a row; an invalid row raises one of `INVALID`."""
    if not (isinstance(row["version"], int) and isinstance(row["tries"], int) and row["tries"] > 0):
        raise RecordError("not a result")
    return DailyResult(
        date.fromisoformat(row["date"]), row["version"], row["tries"], bool(row["solved"])
    )


def mistake_card(row: sqlite3.Row) -> MistakeCard:
    """Return the card of a row; an invalid row raises one of `INVALID`."""
    geometry = Geometry(row["board_columns"], row["board_rows"], row["connect"])
    position = records.parse_start(row["discs"], geometry)
    scores = tuple(int(score) if score else None for score in row["scores"].split(","))
    legal = tuple(column for column, score in enumerate(scores) if score is not None)
    if len(scores) != geometry.columns or legal != position.legal_columns():
        raise RecordError("wrong scores")
    if any(abs(score or 0) > geometry.cells // 2 for score in scores):
        raise RecordError("impossible scores")
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
    new = stability is None and difficulty is None
    known = (
        stability is not None
        and difficulty is not None
        and _MIN_STABILITY <= stability <= _MAX_STABILITY
        and _MIN_DIFFICULTY <= difficulty <= _MAX_DIFFICULTY
    )
    if state == _REVIEW:
        fits = known and step is None
    else:
        fits = (state == _LEARNING and (new or known)) or (state == _RELEARNING and known)
        fits = fits and isinstance(step, int) and step >= 0
    if not fits or (repeated or 0) > _LAST_REPEATED:
        raise RecordError("not a schedule")
    return Schedule(records.date(row["due"]), state, step, stability, difficulty, repeated)


TABLES: dict[str, Callable[[sqlite3.Row], object]] = {
    "solved_lessons": solved_position,
    "daily_puzzles": daily_result,
    "mistakes": mistake_card,
}
"""The tables, each with a function that converts a valid row."""
INVALID = (P4Error, AttributeError, TypeError, ValueError, OverflowError)
"""What the functions of `TABLES` raise for an invalid row."""


def card_values(card: MistakeCard) -> dict[str, object]:
    """Return the row of a card."""
    source = {
        "starter": int(card.starter),
        "scores": ",".join("" if score is None else str(score) for score in card.scores),
        "played": card.played,
        "game": card.game,
        "ply": card.ply,
    }
    return board_values(card.position) | source | schedule_values(card.schedule)


def board_values(position: Position) -> dict[str, object]:
    """Return the values of a row that tell the position."""
    geometry = position.geometry
    return {
        "board_columns": geometry.columns,
        "board_rows": geometry.rows,
        "connect": geometry.connect,
        "discs": records.format_start(position),
    }


def schedule_values(schedule: Schedule) -> dict[str, object]:
    """Return the values of a row that tell the schedule."""
    return {
        "due": schedule.due,
        "state": schedule.state,
        "step": schedule.step,
        "stability": schedule.stability,
        "difficulty": schedule.difficulty,
        "repeated": schedule.repeated,
    }
