"""What a solver answers, and what it tells of its progress meanwhile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from p4tui.core.position import Position
from p4tui.engine.score import best_score


class Solved(NamedTuple):
    """What is known of the score of a position.

    Attributes:
        score: for the side to move, in the convention of `engine.score`.
        proven: whether the score is exact. If it is not, it says no more than who is better: the least win or loss
            (1, -1) by the judgement of the heuristic search, what that search has proven, or 0 where it sees no side
            ahead.
        nodes: positions searched.
    """

    score: int
    proven: bool
    nodes: int


class Progress(NamedTuple):
    """How far a call has come.

    Attributes:
        done: how many columns are finished; where the score alone is wanted, 1 once that is.
        columns: how many there are; where the score alone is wanted, 1.
        lower: the least that the position's score can be, by what is proven so far.
        upper: the most that it can be.
    """

    done: int
    columns: int
    lower: int
    upper: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known of a position and of every column in it.

    Attributes:
        score: the best of the columns' scores; that of the end where the game is over.
        columns: for each column, from the left, the score of playing it, for the side that plays it; None where it
            cannot be played.
        best: the columns, counted from 0, whose score is the position's, none once the game is over; where that is not
            proven, the best of them by the judgement of the heuristic search.
        line: columns of best play, from the position on: to the end of the game where the score is proven, else the
            first move alone.
        proven: whether all scores are exact (see `Solved`).
        nodes: positions searched.
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
    """How far a call has come, but for what is known of the score that is searched at the moment.

    Attributes:
        done, columns, lower, upper: as in `Progress`.
        proven: whether the scores of the columns that are done are.
        of_columns: whether columns are searched, not the position.
    """

    done: int
    columns: int
    lower: int
    upper: int
    proven: bool = True
    of_columns: bool = False

    def after(self, score: int | None) -> Stage:
        """The stage after one more column, or after the position; None: its score is not proven."""
        done, proven = self.done + 1, self.proven and score is not None
        lower = self.lower if score is None else max(self.lower, score)
        upper = lower if proven and done == self.columns else self.upper
        return Stage(done, self.columns, lower, upper, proven, self.of_columns)

    def progress(self, known: tuple[int, int] | None) -> Progress:
        """What a caller is told, with the bounds of the score that is searched, for the side that is to move there."""
        if known is None or self.done == self.columns:
            return Progress(*self[:4])
        lower, upper = (-known[1], -known[0]) if self.of_columns else known
        last = self.proven and self.done + 1 == self.columns
        upper = min(self.upper, max(self.lower, upper)) if last else self.upper
        return Progress(self.done, self.columns, max(self.lower, lower), upper)


def progress_of(
    position: Position | None, stage: Stage | Solved | None, known: tuple[int, int] | None
) -> Progress:
    """What a caller is told of a position, or of its columns where `stage` says so; `known` as in `Stage.progress`."""
    if isinstance(stage, Stage):
        return stage.progress(known)
    if position is None:
        return Progress(0, 0, 0, 0)
    if stage is not None and stage.proven:
        return Progress(1, 1, stage.score, stage.score)
    most = best_score(position.geometry)
    whole = Stage(0, 1, -most, most)
    return whole.after(None).progress(None) if stage else whole.progress(known)
