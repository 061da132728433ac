"""The answers of a solver and its progress."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from p4tui.core.position import Position
from p4tui.engine.score import best_score


class Solved(NamedTuple):
    """The score of a position.

    Attributes:
        score: for the side to move, in the convention of `engine.score`.
        proven: whether the score is exact. If not, it comes from the heuristic search: a proven win or loss, else 1 or
            -1 for the side that is ahead, or 0.
        nodes: the positions searched.
    """

    score: int
    proven: bool
    nodes: int


class Progress(NamedTuple):
    """The progress of a call.

    Attributes:
        done: the number of finished columns; for a single score, 1 once it is found.
        columns: the number of columns to search; for a single score, 1.
        lower: the lower bound of the position's score that is proven so far.
        upper: the upper bound.
    """

    done: int
    columns: int
    lower: int
    upper: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """The scores of a position and of every column in it.

    Attributes:
        score: the best of the columns' scores; the final score if the game is over.
        columns: the score of each column from the left, for the side that plays it; None if it cannot be played.
        best: the columns with the best score, counted from 0; none once the game is over. If their score is not proven,
            those that the heuristic search prefers.
        line: the principal variation: the columns of best play to the end if the score is proven, else the first move.
        proven: whether all scores are exact (see `Solved`).
        nodes: the positions searched.
        doubtful: the columns whose score is not exact.
    """

    score: int
    columns: tuple[int | None, ...]
    best: tuple[int, ...]
    line: tuple[int, ...]
    proven: bool
    nodes: int
    doubtful: tuple[int, ...] = ()


class Stage(NamedTuple):
    """The progress of a call without the bounds of the running search.

    Attributes:
        done, columns, lower, upper: as in `Progress`.
        proven: whether the scores of the finished columns are proven.
        of_columns: whether the call searches columns instead of the position.
    """

    done: int
    columns: int
    lower: int
    upper: int
    proven: bool = True
    of_columns: bool = False

    def after(self, score: int | None) -> Stage:
        """Return the stage after one more score; None if the score is not proven."""
        done, proven = self.done + 1, self.proven and score is not None
        lower = self.lower if score is None else max(self.lower, score)
        upper = lower if proven and done == self.columns else self.upper
        return Stage(done, self.columns, lower, upper, proven, self.of_columns)

    def progress(self, known: tuple[int, int] | None) -> Progress:
        """Return the progress, given the running search's bounds for the side to move there."""
        if known is None or self.done == self.columns:
            return Progress(*self[:4])
        lower, upper = (-known[1], -known[0]) if self.of_columns else known
        last = self.proven and self.done + 1 == self.columns
        upper = min(self.upper, max(self.lower, upper)) if last else self.upper
        return Progress(self.done, self.columns, max(self.lower, lower), upper)


def progress_of(
    position: Position | None, stage: Stage | Solved | None, known: tuple[int, int] | None
) -> Progress:
    """Return the progress on a position; `known` are the bounds as in `Stage.progress`."""
    if isinstance(stage, Stage):
        return stage.progress(known)
    if position is None:
        return Progress(0, 0, 0, 0)
    if stage is not None and stage.proven:
        return Progress(1, 1, stage.score, stage.score)
    best = best_score(position.geometry)
    whole = Stage(0, 1, -best, best)
    return whole.after(None).progress(None) if stage else whole.progress(known)
