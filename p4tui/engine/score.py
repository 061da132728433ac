"""The score convention.

A score is for the side to move:

* 0 is a draw with best play;
* +n: the side to move wins with its n-th disc, counted back from the last of its supply;
* -n: the other side wins with *its* n-th disc from the end.

A side's supply is half of the cells; if their number is odd, the first side has one disc more. So
`n = supply - discs the winner has played, the winning one included + 1`: the larger, the sooner. On 7x6 a win with the
last disc is 1, and the soonest win, with the 4th disc, is 18. On 9x5 the first side's win on move 45 is 1, and so is the
second's on move 44. A column's score is for the side that plays it.

Pascal Pons's solver introduced this convention, and later solvers kept it.
"""

from __future__ import annotations

from p4tui.core.geometry import Geometry
from p4tui.core.position import Position, Termination

DRAW = 0
"""The score of a draw."""


def winning_score(geometry: Geometry, ply: int) -> int:
    """Return the winner's score if the `ply`-th disc on the board wins, 1 to the supply.

    The winner is the first side for an odd `ply`, the second for an even one.

    Raises:
        ValueError: `ply` is not between 1 and the number of cells.
    """
    if not 1 <= ply <= geometry.cells:
        raise ValueError(f"no disc number {ply} on a board of {geometry.cells} cells")
    return (geometry.cells - ply) // 2 + 1


def best_score(geometry: Geometry) -> int:
    """Return the largest score on a board: the first side wins with its `connect`-th disc (18 on 7x6)."""
    return (geometry.cells + 1) // 2 - geometry.connect + 1


def final_score(position: Position) -> int | None:
    """Return the score of a finished position for the side to move, None while the game is running.

    It is negative, as the other side has won, or `DRAW` on a full board without a line.
    """
    outcome = position.outcome
    if outcome is None:
        return None
    if outcome.termination is Termination.FULL_BOARD:
        return DRAW
    score = winning_score(position.geometry, position.ply)
    return score if outcome.winner is position.to_move else -score


def moves_to_end(position: Position, score: int) -> int:
    """Return the number of moves, 1 or more, that the side to move makes until the game is won or lost.

    A win in 5 comes with its fifth move from now. A loss in 5 comes with the answer to its fifth move. So a column with
    a score of +18 before the first side's fourth move wins in 1, and a column that lets the other side win at once loses
    in 1.

    Args:
        position: the position before the move; not finished.
        score: the exact score of the position or of a column in it, for the side to move; not `DRAW`.
    """
    winner = position.to_move if score > 0 else position.to_move.other
    return position.discs_left(winner) - abs(score) + 1


def format_score(score: int) -> str:
    """Return a score with its sign: `+3`, `-2`, `0`. Other solvers' conventions use bare numbers."""
    return f"{score:+d}" if score else "0"
