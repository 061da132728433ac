"""The marks of moves: exact facts about results, never a guess.

The *result* of a score is a win, a draw or a loss for the side that moves, with best play from there on.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from p4tui.core.position import Position
from p4tui.engine.evaluation import evaluation
from p4tui.engine.score import DRAW

LEAST_COLUMNS_FOR_ONLY = 3
"""The legal columns that a position needs for a mark `ONLY`."""


class Mark(Enum):
    """The mark of a move; the value is the sign after it."""

    BLUNDER = "??"
    """It was a win, now it is a loss."""
    MISTAKE = "?"
    """A win becomes a draw, or a draw a loss."""
    SLOWER = "~"
    """The result stays: a slower win, or a quicker loss."""
    ONLY = "!"
    """The only column that keeps the result."""
    NONE = ""

    @property
    def loses_result(self) -> bool:
        """Whether the move is a mistake of either kind."""
        return self in (Mark.BLUNDER, Mark.MISTAKE)


def result_of(score: int) -> int:
    """Return the result of a score: 1 for a win, 0 for a draw, -1 for a loss."""
    return (score > DRAW) - (score < DRAW)


def keeping_columns(scores: Sequence[int | None]) -> tuple[int, ...]:
    """Return the columns that keep the result of a position, from 0: all with the result of the best score.

    Args:
        scores: the exact score of every legal column, from the left; None for the others.
    """
    results = [None if score is None else result_of(score) for score in scores]
    best = max(result for result in results if result is not None)
    return tuple(column for column, result in enumerate(results) if result == best)


def is_forced(position: Position) -> bool:
    """Return whether the side to move can win at once, or must stop the other side from doing so."""
    own, other = position.own_and_other()
    winning_cells = evaluation(position.geometry).winning_cells
    landing = ((own | other) + position.geometry.bottom) & position.geometry.board
    return bool((winning_cells(own) | winning_cells(other)) & landing)


def is_real_choice(position: Position, scores: Sequence[int | None]) -> bool:
    """Return whether the columns differ in their result, and the side to move neither wins at once nor must block.

    Args:
        position: an unfinished position.
        scores: the exact score of every legal column, from the left.
    """
    results = {result_of(score) for score in scores if score is not None}
    return len(results) > 1 and not is_forced(position)


def mark_of(position: Position, column: int, scores: Sequence[int | None]) -> Mark:
    """Return the mark of a move.

    Args:
        position: the position before the move.
        column: the column played, from 0.
        scores: the exact score of every legal column, from the left; None for the others.
    """
    known = [score for score in scores if score is not None]
    best, played = max(known), scores[column]
    assert played is not None
    fall = result_of(best) - result_of(played)
    if fall:
        return Mark.BLUNDER if fall > 1 else Mark.MISTAKE
    if played < best:
        return Mark.SLOWER
    only = (
        len(keeping_columns(scores)) == 1
        and len(known) >= LEAST_COLUMNS_FOR_ONLY
        and not is_forced(position)
    )
    return Mark.ONLY if only else Mark.NONE
