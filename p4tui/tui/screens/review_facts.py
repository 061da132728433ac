"""What the review screen shows of a walk: sentences, scores, the graph; and the match to play on. No Textual."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from p4tui.core.colour import Colour, colour_of
from p4tui.core.game import Game
from p4tui.core.geometry import Cell
from p4tui.core.position import Position, Side
from p4tui.engine.score import DRAW, best_score, format_score
from p4tui.i18n import _
from p4tui.play.match import Match
from p4tui.review.graph import red_score
from p4tui.review.kinds import Reason
from p4tui.review.marks import Mark
from p4tui.review.moves import ReviewedMove
from p4tui.review.summary import summarise
from p4tui.review.walk import Walk
from p4tui.tui.evaluation import PENDING, Evaluation
from p4tui.tui.look.board_state import ScoreLabel
from p4tui.tui.look.graph_art import Graph, GraphMove
from p4tui.tui.match_forms import NAME_WIDTHS, with_short_names
from p4tui.words.match import brief_moment, moment_sentence
from p4tui.words.players import side_name
from p4tui.words.review import mark_forms, move_heading, verdict_forms, verdict_sentence
from p4tui.words.summary import summary_sentence
from p4tui.words.walk import (
    attempt_forms,
    attempt_headings,
    line_heading,
    line_sentence,
    pending_sentence,
    question_forms,
    question_heading,
)

if TYPE_CHECKING:
    from p4tui.tui.widgets.review_text import Comment

UNPROVEN_LABEL = "?"
"""The label of a column whose score is not proven."""


def comments_on(
    walk: Walk, match: Match, reasons: Sequence[Reason] = (), *, brief: bool = False
) -> list[Comment]:
    """Return what is said of a place in a game, in forms that grow shorter: names are cut before sentences are left out.

    Args:
        walk: the place.
        match: the match with the game.
        reasons: the reasons to tell.
        brief: whether to leave out what the scores below the board show, where bytes are dear.
    """
    matches = [match, *(with_short_names(match, width) for width in NAME_WIDTHS)]
    forms = [list(_forms(walk, each, reasons, brief=brief)) for each in matches]
    return [comment for level in zip(*forms, strict=True) for comment in level]


def _forms(
    walk: Walk, match: Match, reasons: Sequence[Reason], *, brief: bool
) -> Iterator[Comment]:
    """Yield what is said of a place in a game, the longest form first."""
    move, attempt = walk.move, walk.attempt
    if walk.line is not None:
        yield line_heading(match, walk.line), line_sentence(match, walk.line)
    elif walk.asking and attempt is not None:
        whole, brief_heading = attempt_headings(match, attempt)
        texts = attempt_forms(match, attempt, reasons)
        yield from ((heading, text) for text in texts for heading in (whole, brief_heading))
    elif walk.asking:
        side = walk.game.positions[walk.shown].to_move
        texts = (pending_sentence(),)
        if move:
            texts = question_forms(match, move, aside=walk.parent is not None)
        for text in texts:
            yield question_heading(match, walk.ply, side), text
    elif not walk.ply:
        yield moment_sentence(match, 0), "" if brief else _summaries(walk, match)
        yield brief_moment(match, 0), ""
    elif move is None:
        yield moment_sentence(match, walk.ply), pending_sentence()
        yield brief_moment(match, walk.ply), pending_sentence()
    else:
        heading = f"{move_heading(match, move)} {move.mark.value}".rstrip()
        if brief and not reasons:
            lost = move.mark.loses_result
            yield heading, mark_forms(move)[0] if lost else verdict_sentence(match, move)
        for text in verdict_forms(match, move, reasons):
            yield heading, text


def _summaries(walk: Walk, match: Match) -> str:
    """Return what is known of both players."""
    found = summarise(walk.moves.values())
    return " ".join(
        summary_sentence(side_name(match, colour), found[colour.side(match.starter)])
        for colour in Colour
    )


def labels_of(walk: Walk) -> tuple[ScoreLabel, ...]:
    """Return the scores before the move, or for an open question those of the tried columns."""
    columns, move = walk.game.start.geometry.columns, walk.move
    position = walk.game.positions[max(walk.ply - 1, 0)]
    labels = [ScoreLabel("")] * columns
    if walk.line is not None or not walk.ply:
        return tuple(labels)
    for column in position.legal_columns():
        if walk.is_open_question and column not in walk.tried:
            continue
        score = move.scores[column] if move else None
        if score is not None and move is not None:
            labels[column] = ScoreLabel(format_score(score), best=column in move.best)
        else:
            labels[column] = ScoreLabel(UNPROVEN_LABEL if move else PENDING)
    return tuple(labels)


def badge_of(walk: Walk) -> tuple[int, str] | None:
    """Return the column of the last move and its mark; None in a line, before an answer, and without a mark."""
    move = walk.attempt if walk.solved else walk.move
    if move is None or not move.mark.value or walk.line is not None or walk.is_open_question:
        return None
    return move.column, move.mark.value


def cells_of(
    reasons: Sequence[Reason], position: Position, match: Match
) -> dict[Cell, tuple[Colour, ...]]:
    """Return the empty cells that reasons name, with the colours that profit there, red first."""
    found: dict[Cell, set[Colour]] = {}
    for reason in reasons:
        for cell in reason.cells:
            if position.at(*cell) is None:
                found.setdefault(cell, set()).add(colour_of(reason.side, match.starter))
    return {cell: tuple(sorted(colours)) for cell, colours in found.items()}


def evaluation_of_walk(walk: Walk, match: Match) -> Evaluation | None:
    """Return what the shown position leads to, as far as it is known; None in a line."""
    score = None if walk.line is not None else _score_for_red(walk, match)
    if score is None:
        return None
    winner = None if score == DRAW else Colour.RED if score > DRAW else Colour.YELLOW
    return Evaluation(score, winner, 0, (), best_score(match.geometry))


def _score_for_red(walk: Walk, match: Match) -> int | None:
    """Return the score of the shown position for red."""
    move = walk.move if walk.ply else walk.moves.get(1)
    if move is None:
        return None
    if walk.solved and walk.attempt is not None:
        return red_score(walk.attempt, match.starter)
    if walk.ply and not walk.asking:
        return red_score(move, match.starter)
    best, mover = move.best_score, colour_of(move.side, match.starter)
    return None if best is None else best if mover is Colour.RED else -best


def graph_of(walk: Walk, match: Match) -> Graph:
    """Return the course of the game."""
    moves = [_graph_move(walk.moves.get(ply), ply, match) for ply in range(1, walk.game.cursor + 1)]
    return Graph(moves, walk.ply, best_score(match.geometry), _("R") + _("Y"))


def _graph_move(move: ReviewedMove | None, ply: int, match: Match) -> GraphMove:
    """Return a move of the graph."""
    mover = colour_of(match.game.positions[ply - 1].to_move, match.starter)
    if move is None:
        return GraphMove(mover)
    mistake = {Mark.MISTAKE: 1, Mark.BLUNDER: 2}.get(move.mark, 0)
    return GraphMove(mover, red_score(move, match.starter), known=True, mistake=mistake)


def walked_match(match: Match, walk: Walk) -> Match:
    """Return a match with the moves up to the shown position, also beside the game."""
    game = Game.new(walk.game.start)
    for column in walk.columns:
        game = game.play(column)
    return Match(match.red, match.yellow, game, match.starter)


def person_side(match: Match) -> Side | None:
    """Return the side of the only person, or None if both or none are persons, or the person had both sides."""
    if match.swaps:
        return None
    people = [colour for colour in Colour if match.is_person(colour)]
    return people[0].side(match.starter) if len(people) == 1 else None
