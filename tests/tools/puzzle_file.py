"""Writes the file of puzzles that `p4tui.review.puzzles.file` reads."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from p4tui.core.position import Position
from p4tui.engine.score import DRAW
from p4tui.review.marks import LEAST_COLUMNS_FOR_ONLY, is_forced
from p4tui.review.puzzles.file import BOARD, FORMAT, FULL, HEADER, MAGIC, RECORD
from p4tui.review.puzzles.puzzle import LONGEST_WIN, SHORTEST_WIN, Problem


class Record(NamedTuple):
    """A puzzle to write.

    Attributes:
        position: the position.
        scores: the exact score of each column, None if it is full.
        difficulty: 1 to 5.
        failing: the levels that fail, as bits.
    """

    position: Position
    scores: tuple[int | None, ...]
    difficulty: int
    failing: int


def encode(records: Iterable[Record], edition: int) -> bytes:
    """Return the bytes of a file of puzzles."""
    packed = [
        RECORD.pack(
            key_of(record.position),
            *(FULL if score is None else score for score in record.scores),
            record.difficulty,
            record.failing,
        )
        for record in records
    ]
    body = b"".join(packed)
    return HEADER.pack(MAGIC, FORMAT, edition, len(packed), zlib.crc32(body)) + body


def key_of(position: Position) -> int:
    """Return the number of a position in the file."""
    above = (position.occupied + BOARD.bottom) & ~position.occupied
    return position.first | above


def is_puzzle(position: Position, scores: Sequence[int | None]) -> bool:
    """Return whether exactly one column wins in `SHORTEST_WIN` to `LONGEST_WIN`, or exactly one holds the draw.

    The side to move neither wins at once nor must block, and has at least three columns.

    Args:
        position: an unfinished position.
        scores: the exact score of each legal column, from the left; None for the others.
    """
    problem = Problem(position, tuple(scores))
    legal = sum(score is not None for score in scores)
    if legal < LEAST_COLUMNS_FOR_ONLY or len(problem.answers) != 1 or is_forced(position):
        return False
    moves = problem.moves_to_win
    return problem.score == DRAW if moves is None else SHORTEST_WIN <= moves <= LONGEST_WIN
