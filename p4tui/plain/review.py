"""The review of a game as lines of text, in the style of the plain-text game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from p4tui.core.colour import colour_of
from p4tui.core.game import Game
from p4tui.core.notation import column_symbol
from p4tui.core.position import Side
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.solver import Solver
from p4tui.i18n import _
from p4tui.plain import report, styles
from p4tui.play.match import Match
from p4tui.review.graph import graph_line
from p4tui.review.kinds import Reason
from p4tui.review.marks import Mark
from p4tui.review.moves import LIMIT, ReviewedMove, review_game
from p4tui.review.summary import summarise
from p4tui.words.players import side_name
from p4tui.words.review import spoken_move, swaps_sentence
from p4tui.words.summary import summary_sentence

Explain = Callable[[ReviewedMove], tuple[Reason, ...]]
"""Returns the reasons for a move."""

GRAPH_WIDTH = 70
"""The moves of a line of the graph."""


def reviewed_moves(
    game: Game,
    solver: Solver,
    stop: StopFlag,
    limit: Limit = LIMIT,
    on_progress: Callable[[int, int], object] = lambda _done, _count: None,
) -> list[ReviewedMove]:
    """Return the reviewed moves of a game in the order of play.

    Args:
        game: the game.
        solver: proves the scores.
        stop: ends the review.
        limit: the limit for the scores of one position.
        on_progress: called with the number of reviewed moves, and of all.

    Raises:
        KeyboardInterrupt: the review was stopped.
    """
    moves: list[ReviewedMove] = []
    for move in review_game(game, solver, stop, limit):
        moves.append(move)
        on_progress(len(moves), game.cursor)
    if stop.is_set():
        raise KeyboardInterrupt
    return moves[::-1]


def review_lines(
    match: Match,
    moves: Sequence[ReviewedMove],
    style: str,
    explain: Explain,
    side: Side | None = None,
) -> Iterator[str]:
    """Yield the review of a game in the order of play, line by line.

    The spoken style has a sentence or two for each move. The others have a graph, the moves in numbered pairs with their
    marks, and sentences for the moves that changed the result, or could have.

    Args:
        match: the match with the game.
        moves: all its moves, in the order of play.
        style: the style of the plain-text game.
        explain: returns the reasons for a move.
        side: the only side whose moves and summary are shown, or None for both.
    """
    yield from report.seats(match, style).split("\n")
    if match.swaps:
        yield swaps_sentence(match)
    if not moves:
        yield _("No moves yet")
        return
    is_spoken = style == styles.SPOKEN
    if not is_spoken:
        yield from _graph(match, moves)
        yield from _pairs(moves, styles.first_column(style))
    for move in moves:
        if side in (None, move.side) and (is_spoken or _is_told(move)):
            yield spoken_move(match, move, explain(move), styles.first_column(style))
    for each, summary in summarise(moves).items():
        if side in (None, each) and summary.moves:
            name = side_name(match, colour_of(each, match.starter))
            yield summary_sentence(name, summary)


def _is_told(move: ReviewedMove) -> bool:
    """Return whether a move has sentences beside its mark in the list."""
    return move.mark.loses_result or move.mark is Mark.ONLY


def _graph(match: Match, moves: Sequence[ReviewedMove]) -> Iterator[str]:
    """Yield the course of the game, a character a move, with marks under it."""
    letters = _("Red")[:1] + _("Yellow")[:1]
    course, marks = graph_line(moves, match.starter, letters)
    for first in range(0, len(course), GRAPH_WIDTH):
        yield course[first : first + GRAPH_WIDTH]
        below = marks[first : first + GRAPH_WIDTH].rstrip()
        if below:
            yield below


def _pairs(moves: Sequence[ReviewedMove], first_column: int) -> Iterator[str]:
    """Yield the moves in numbered pairs, each with its mark."""
    name = column_symbol if first_column else str
    width = max(len(name(move.column)) for move in moves)
    said = [f"{name(move.column):{width}} {move.mark.value}".ljust(width + 3) for move in moves]
    # A game from a position may begin with the second side.
    if moves[0].side is Side.SECOND:
        said.insert(0, "..".ljust(width + 3))
    digits = len(str((len(said) + 1) // 2))
    for number, first in enumerate(range(0, len(said), 2), 1):
        pair = "  ".join(said[first : first + 2])
        yield f"{number:{digits}}. {pair}".rstrip()
