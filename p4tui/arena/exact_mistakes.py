"""Exact mistakes: the moves of a finished game that threw its result away, by the solver."""

from __future__ import annotations

from p4tui.core.game import Game
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.solver import Solver
from p4tui.review.moves import review_game

LIMIT = Limit(seconds=10, nodes=20_000_000)
"""The default limit for the scores of one position. The compiled search reaches the nodes first, so that the table does not
depend on how busy the machine is."""


def count_mistakes(
    game: Game, opening: int, solver: Solver, stop: StopFlag, limit: Limit = LIMIT
) -> tuple[int, int] | None:
    """Return the mistakes and blunders of each side, or None if the result of a move is not proven.

    Args:
        game: the game.
        opening: the number of moves at its begin that were not the players' own.
        solver: proves the scores; its table serves all moves.
        stop: ends the search.
        limit: the limit for the scores of one position.
    """
    own = Game(
        game.positions[opening : game.cursor + 1],
        game.moves[opening : game.cursor],
        game.cursor - opening,
    )
    counts = [0, 0]
    for move in review_game(own, solver, stop, limit):
        if not move.proven:
            return None
        counts[move.side] += move.mark.loses_result
    return None if stop.is_set() else (counts[0], counts[1])
