"""The review of a game, move by move."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from p4tui.core.game import Game
from p4tui.core.position import Position, Side
from p4tui.engine.limit import Budget, Limit, StopFlag
from p4tui.engine.score import final_score
from p4tui.engine.solver import Solver
from p4tui.review.marks import Mark, is_real_choice, keeping_columns, mark_of

LIMIT = Limit(seconds=2)
"""The default limit for the scores of one position."""


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of a game beside the exact scores of all columns.

    Attributes:
        ply: the number of the move in the game, from 1.
        position: the position before the move.
        column: the column played, from 0.
        scores: the exact score of each column from the left, for the side that plays it; None if the column cannot be
            played or its score is not proven.
        proven: whether the scores of all legal columns are proven. If not, there is no mark.
        mark: what the move does to the result.
        real_choice: whether the columns differ in their result, without an immediate win or a forced block.
    """

    ply: int
    position: Position
    column: int
    scores: tuple[int | None, ...]
    proven: bool
    mark: Mark
    real_choice: bool

    @property
    def side(self) -> Side:
        """The side that moved."""
        return self.position.to_move

    @property
    def best_score(self) -> int | None:
        """The score of the position before the move, None if it is not proven."""
        return max(s for s in self.scores if s is not None) if self.proven else None

    @property
    def score(self) -> int | None:
        """The score of the move, None if it is not proven."""
        return self.scores[self.column]

    @property
    def best(self) -> tuple[int, ...]:
        """The columns with the best score, from 0; none if it is not proven."""
        best = self.best_score
        return tuple(
            c for c, score in enumerate(self.scores) if score is not None and score == best
        )

    @property
    def keeping(self) -> tuple[int, ...]:
        """The columns that keep the result of the position, from 0; none if it is not proven."""
        return keeping_columns(self.scores) if self.proven else ()

    @property
    def keeps_result(self) -> bool:
        """Whether the move is proven to keep the result of the position."""
        return self.column in self.keeping


def review_game(
    game: Game,
    solver: Solver,
    stop: StopFlag,
    limit: Limit = LIMIT,
    clock: Callable[[], float] = time.perf_counter,
) -> Iterator[ReviewedMove]:
    """Yield the moves of a game that are not undone, the last one first: late positions are quick to prove.

    Args:
        game: a game on any board.
        solver: proves the scores; its table serves all moves.
        stop: ends the review within milliseconds, without the move that is searched.
        limit: the limit for the scores of one position.
        clock: returns the time in seconds.
    """
    after = final_score(game.position)
    for ply in range(game.cursor, 0, -1):
        position, column = game.positions[ply - 1], game.moves[ply - 1]
        budget, used = Budget(limit, clock), 0
        scores: list[int | None] = [None] * position.geometry.columns
        # The best answer to this move is known from the position after it.
        scores[column] = None if after is None else -after
        left = [c for c in position.legal_columns() if scores[c] is None]
        for done, each in enumerate(left):
            score = solver.exact_score(
                position.play(each), budget.split(len(left) - done, used), stop
            )
            used += solver.nodes
            if stop.is_set():
                return
            scores[each] = None if score is None else -score
        move = _reviewed(ply, position, column, tuple(scores))
        after = move.best_score
        yield move


def with_column(move: ReviewedMove, column: int) -> ReviewedMove:
    """Return the review of another column at the position of a move: `column` can be played, counted from 0."""
    return _reviewed(move.ply, move.position, column, move.scores)


def _reviewed(
    ply: int, position: Position, column: int, scores: tuple[int | None, ...]
) -> ReviewedMove:
    """Return a move with its mark, if the scores of all legal columns are proven."""
    if any(scores[each] is None for each in position.legal_columns()):
        return ReviewedMove(ply, position, column, scores, False, Mark.NONE, False)
    mark, choice = mark_of(position, column, scores), is_real_choice(position, scores)
    return ReviewedMove(ply, position, column, scores, True, mark, choice)
