"""What a position leads to with best play, from the scores of its columns. No Textual."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from p4tui.core.colour import Colour, colour_of
from p4tui.core.position import Position
from p4tui.engine.score import DRAW, best_score, moves_to_end
from p4tui.play.analysis import ColumnScores
from p4tui.tui.look.board_state import ScoreLabel
from p4tui.words.advice import column_score

PENDING = "."
"""The label of a column with an unknown score."""
LEAST_LEAD, MORE_LEAD = 0.12, 0.33
"""The winner's lead in the score bar for the latest win, and what the soonest one adds."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a position leads to with best play.

    Attributes:
        score: for red: positive if red wins.
        winner: who wins; None for a draw.
        moves: the winner's moves until then.
        columns: the best columns, from 0.
        largest: the largest score on the board.
    """

    score: int
    winner: Colour | None
    moves: int
    columns: tuple[int, ...]
    largest: int

    @property
    def red_share(self) -> float:
        """The share of red in the score bar: a half for a draw, and more the sooner red wins."""
        if self.score == DRAW:
            return 0.5
        lead = LEAST_LEAD + MORE_LEAD * sqrt(min(abs(self.score) / self.largest, 1))
        return 0.5 + lead if self.score > DRAW else 0.5 - lead


def _best(position: Position, scores: ColumnScores) -> int | None:
    """Return the best score, once those of all columns are proven."""
    legal = position.legal_columns()
    known = [found for column in legal if scores and (found := scores[column]) is not None]
    if not legal or len(known) < len(legal) or not all(found.proven for found in known):
        return None
    return max(found.score for found in known)


def evaluation_of(position: Position, starter: Colour, scores: ColumnScores) -> Evaluation | None:
    """Return what a position leads to, once the scores of all its columns are proven."""
    best = _best(position, scores)
    if best is None:
        return None
    mover = colour_of(position.to_move, starter)
    columns = position.legal_columns()
    return Evaluation(
        best if mover is Colour.RED else -best,
        None if best == DRAW else mover if best > DRAW else mover.other,
        0 if best == DRAW else moves_to_end(position, best),
        tuple(each for each in columns if (found := scores[each]) and found.score == best),
        best_score(position.geometry),
    )


def score_labels(position: Position, scores: ColumnScores) -> tuple[ScoreLabel, ...]:
    """Return the labels under the columns of a position; the best are marked once all are proven."""
    best = _best(position, scores)
    labels = [ScoreLabel("")] * position.geometry.columns
    for column in position.legal_columns():
        found = scores[column] if scores else None
        labels[column] = (
            ScoreLabel(PENDING)
            if found is None
            else ScoreLabel(column_score(found), best=found.score == best)
        )
    return tuple(labels)
