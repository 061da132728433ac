"""The review of one game, as text or as JSON."""

from __future__ import annotations

import argparse
import json
from functools import partial

from p4tui.cli.games.show import title
from p4tui.cli.messages import say
from p4tui.cli.progress import Progress
from p4tui.cli.review.sources import Source
from p4tui.cli.streams import standard_console
from p4tui.core.colour import Colour, colour_of
from p4tui.core.position import Side
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.solver import Solver
from p4tui.i18n import _
from p4tui.plain.mistakes import try_again
from p4tui.plain.review import review_lines, reviewed_moves
from p4tui.review.kinds import Reason
from p4tui.review.marks import Mark
from p4tui.review.moves import ReviewedMove
from p4tui.review.reasons import reasons_of
from p4tui.review.summary import Summary, summarise


def _moves(source: Source, solver: Solver, stop: StopFlag, limit: Limit) -> list[ReviewedMove]:
    """Return the reviewed moves of a game, and show the progress on the standard error."""
    with Progress(brief=True) as progress:
        show = partial(progress.update, _("moves reviewed"), even=False)
        return reviewed_moves(source.match.game, solver, stop, limit, show)


def print_text(
    arguments: argparse.Namespace, source: Source, solver: Solver, stop: StopFlag, limit: Limit
) -> None:
    """Print the review of a game in the style of the plain-text game."""
    moves = _moves(source, solver, stop, limit)
    side = _side(arguments, source)
    if source.saved is not None:
        say(title(source.saved))
    elif source.line is not None:
        say(_("Line {number}").format(number=source.line))
    explain = partial(reasons_of, solver=solver, stop=stop)
    for line in review_lines(source.match, moves, arguments.style, explain, side):
        say(line)


def try_mistakes(
    arguments: argparse.Namespace, source: Source, solver: Solver, stop: StopFlag, limit: Limit
) -> None:
    """Let a person try the mistakes of a game again."""
    moves = _moves(source, solver, stop, limit)
    side = _side(arguments, source)
    explain = partial(reasons_of, solver=solver, stop=stop)
    try_again(source.match, moves, standard_console(), arguments.style, explain, side)


def print_json(
    arguments: argparse.Namespace, source: Source, solver: Solver, stop: StopFlag, limit: Limit
) -> None:
    """Print one JSON object for each move, then one for the summary."""
    moves = _moves(source, solver, stop, limit)
    chosen = _side(arguments, source)
    starter = source.match.starter
    for move in moves:
        if chosen in (None, move.side):
            print(json.dumps(move_object(move, reasons_of(move, solver, stop), starter)))
    sides = summarise(moves)
    last: dict[str, object] = {
        "summary": {
            colour_of(side, starter).name.lower(): summary_object(sides[side])
            for side in Side
            if chosen in (None, side)
        }
    }
    if source.saved is not None and source.saved.number:
        last["game"] = source.saved.number
    elif source.line is not None:
        last["line"] = source.line
    print(json.dumps(last), flush=True)


def move_object(
    move: ReviewedMove, reasons: tuple[Reason, ...], starter: Colour
) -> dict[str, object]:
    """Return a move for JSON; columns and rows count from 1."""
    return {
        "ply": move.ply,
        "side": colour_of(move.side, starter).name.lower(),
        "column": move.column + 1,
        "scores": move.scores,
        "best": [column + 1 for column in move.best],
        "mark": move.mark.value,
        "real_choice": move.real_choice,
        "reasons": [
            {
                "kind": reason.kind.value,
                "cells": [[cell.column + 1, cell.row + 1] for cell in reason.cells],
            }
            for reason in reasons
        ],
    }


def summary_object(summary: Summary) -> dict[str, object]:
    """Return a summary for JSON."""
    marks = {mark.value: summary.marks[mark] for mark in Mark if mark.value}
    return {
        "real_choices": summary.real_choices,
        "kept": summary.kept,
        **marks,
        "unproven": summary.unproven,
    }


def _side(arguments: argparse.Namespace, source: Source) -> Side | None:
    """Return the side of `--side`, or None for both."""
    if arguments.side is None:
        return None
    return Colour[arguments.side.upper()].side(source.match.starter)
