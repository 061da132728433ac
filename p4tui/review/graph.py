"""The course of a game as a graph: the score after each move for player 1, and the marks of mistakes."""

from __future__ import annotations

from collections.abc import Iterable

from p4tui.core.colour import Colour, colour_of
from p4tui.engine.score import DRAW
from p4tui.review.marks import Mark
from p4tui.review.moves import ReviewedMove

LETTERS = "RY"
"""The letters of red and yellow in a graph."""
EVEN, UNPROVEN, MISSING = "=", ".", " "
"""The signs of a draw, of a move that is not proven, and of a move without a review."""


def red_score(move: ReviewedMove, starter: Colour) -> int | None:
    """Return the score of a move for red, whoever made it; None if it is not proven."""
    if move.score is None:
        return None
    return move.score if colour_of(move.side, starter) is Colour.RED else -move.score


def graph_line(
    moves: Iterable[ReviewedMove], starter: Colour, letters: str = LETTERS
) -> tuple[str, str]:
    """Return the graph of a game in one line, and the line of marks under it.

    Each move has one character: who wins with best play after it, `RRR==YY`. A `?` under it marks a mistake of either
    kind: a blunder goes from one letter to the other. A `!` marks the only move. Slower moves are not marked: they are many.

    Args:
        moves: the moves of a game, in any order; some may be missing.
        starter: the colour that began.
        letters: the letters of red and yellow.
    """
    found = {move.ply: move for move in moves}
    plies = range(1, max(found, default=0) + 1)
    scores = {ply: red_score(move, starter) for ply, move in found.items()}
    graph = "".join(sign_of(scores.get(ply), letters, known=ply in scores) for ply in plies)
    marks = "".join(_mark_sign(found.get(ply)) for ply in plies)
    return graph, marks.rstrip()


def sign_of(score: int | None, letters: str = LETTERS, *, known: bool = True) -> str:
    """Return the character of a move in a graph: who wins with best play after it.

    Args:
        score: the score for red, None if it is not proven.
        letters: the letters of red and yellow.
        known: whether the move is reviewed.
    """
    if score is None:
        return UNPROVEN if known else MISSING
    return EVEN if score == DRAW else letters[score < DRAW]


def _mark_sign(move: ReviewedMove | None) -> str:
    """Return the character under a move."""
    return " " if move is None or move.mark in (Mark.NONE, Mark.SLOWER) else move.mark.value[0]
