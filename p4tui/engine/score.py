"""The score convention, stated once.

A score is given for the side to move:

* 0 is a draw with best play;
* +n: the side to move wins with its n-th disc, counted back from the last of its supply;
* -n: the other side wins with *its* n-th disc from the end.

A side's supply is half of the cells; where their number is odd, the first side has one disc more. So
`n = supply - discs that side has played when it wins (the winning one counted) + 1`: the larger, the sooner. On 7x6 a
win with the last disc is 1 and a win with the 4th disc, the soonest there is, is 18. On 9x5 the first side's win on
move 45 is 1, and so is the second's on move 44. A column's score is for the side that plays it.

The convention is the one of Pascal Pons's solver, which every later solver of the game took over.
"""

from __future__ import annotations

from p4tui.core.geometry import Geometry
from p4tui.core.position import Position, Termination

DRAW = 0
"""The score of a draw."""


def winning_score(geometry: Geometry, ply: int) -> int:
    """The score, 1 to the supply, of winning with the disc that is the `ply`-th on the board (1 to the number of
    cells).

    It is for the side that wins: the first side for an odd `ply`, the second for an even one.

    Raises:
        ValueError: no disc is the `ply`-th on this board.
    """
    if not 1 <= ply <= geometry.cells:
        raise ValueError(f"no disc number {ply} on a board of {geometry.cells} cells")
    return (geometry.cells - ply) // 2 + 1


def best_score(geometry: Geometry) -> int:
    """The largest score of any position: the first side wins with its `connect`-th disc (18 on 7x6)."""
    return (geometry.cells + 1) // 2 - geometry.connect + 1


def final_score(position: Position) -> int | None:
    """The score of a finished position for the side to move, None while the game goes on.

    The side to move has lost (a score below 0) or the board is full without a line (`DRAW`).
    """
    outcome = position.outcome
    if outcome is None:
        return None
    if outcome.termination is Termination.FULL_BOARD:
        return DRAW
    score = winning_score(position.geometry, position.ply)
    return score if outcome.winner is position.to_move else -score


def moves_to_end(position: Position, score: int) -> int:
    """In how many moves a score that is no draw is won or lost: 1 or more, counted for the side that is to move.

    A win "in 5" comes with its fifth move from now, that one counted. A loss "in 5" comes with the other side's fifth
    move, the answer to its own fifth. So a column whose score is +18 before the first side's fourth move wins in 1, and
    one that lets the other side make its line at once loses in 1.

    Args:
        position: before the move; not finished.
        score: of the position or of a column in it, for the side to move; exact and not `DRAW`.
    """
    winner = position.to_move if score > 0 else position.to_move.other
    return position.discs_left(winner) - abs(score) + 1


def format_score(score: int) -> str:
    """A score with its sign (`+3`, `-2`, `0`): users of solvers with other conventions confuse bare numbers."""
    return f"{score:+d}" if score else "0"
