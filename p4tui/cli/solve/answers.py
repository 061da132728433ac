"""The answers of `p4tui solve`: a line for each position, as text or as JSON."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from p4tui.cli.book import books
from p4tui.cli.solve.positions import NOTHING, NamedPosition
from p4tui.core.geometry import Geometry
from p4tui.core.notation import format_moves
from p4tui.core.position import Position
from p4tui.engine.answers import Analysis
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.score import final_score, format_score
from p4tui.words.text import printable

if TYPE_CHECKING:
    from p4tui.engine.book.shelf import Shelf
    from p4tui.engine.solver import Solver


def shelf_of(arguments: argparse.Namespace, geometry: Geometry) -> Shelf | None:
    """Return the opening books to use, or None.

    Raises:
        UsageError: the book named is refused, or is for another board than the moves.
    """
    if arguments.no_book:
        return None
    if arguments.book is None:
        return books.shelf()
    from p4tui.engine.book.shelf import Shelf

    return Shelf.holding(books.open_book(arguments.book, None if arguments.board else geometry))


def answering(
    arguments: argparse.Namespace, solver: Solver, stop: StopFlag
) -> Callable[[NamedPosition], str]:
    """Return a function that solves a position and returns its line."""
    search = _search(arguments, solver, stop)
    write = _as_json if arguments.json else _as_text

    def answer(item: NamedPosition) -> str:
        solution, nanoseconds = search(item.position)
        return write(arguments, item, solution, nanoseconds // 1000)

    return answer


def _search(
    arguments: argparse.Namespace, solver: Solver, stop: StopFlag
) -> Callable[[Position], tuple[Analysis, int]]:
    """Return a function that solves a position and measures the solver alone, in nanoseconds."""
    limit = None if arguments.seconds is None else Limit(seconds=arguments.seconds)
    clock = time.perf_counter_ns

    def search(position: Position) -> tuple[Analysis, int]:
        end = final_score(position)
        if end is not None:
            unplayable = (None,) * position.geometry.columns
            return Analysis(end, unplayable, (), (), proven=True, nodes=0), 0
        if arguments.cold:
            solver.clear()
        began = clock()
        if arguments.columns or arguments.line:
            analysis = solver.analyse(position, limit, stop, line=arguments.line)
            return analysis, clock() - began
        solved = solver.score(position, limit, stop)
        took = clock() - began
        return Analysis(solved.score, (), (), (), proven=solved.proven, nodes=solved.nodes), took

    return search


def _as_text(
    arguments: argparse.Namespace, item: NamedPosition, solution: Analysis, microseconds: int
) -> str:
    """Return the answer as fields separated by blanks."""
    fields = [printable(item.name), _marked(solution.score, doubtful=not solution.proven)]
    if arguments.columns:
        fields += [
            NOTHING if score is None else _marked(score, doubtful=column in solution.doubtful)
            for column, score in enumerate(solution.columns)
        ]
    if arguments.line:
        fields.append(format_moves(solution.line) or NOTHING)
    if arguments.stats:
        fields += [str(solution.nodes), str(microseconds)]
    return " ".join(fields)


def _marked(score: int, *, doubtful: bool) -> str:
    """Return a score, with a ? if it is not exact."""
    return format_score(score) + "?" * doubtful


def _as_json(
    arguments: argparse.Namespace, item: NamedPosition, solution: Analysis, microseconds: int
) -> str:
    """Return the answer as a JSON object; `doubtful` has the numbers, from 1, of columns whose score is not exact."""
    answer: dict[str, object] = {
        "board" if arguments.board else "moves": item.name,
        "score": solution.score,
        "proven": solution.proven,
    }
    if arguments.columns:
        answer["columns"] = solution.columns
        answer["doubtful"] = [column + 1 for column in solution.doubtful]
    if arguments.line:
        answer["line"] = format_moves(solution.line)
    if arguments.stats:
        answer |= {"nodes": solution.nodes, "microseconds": microseconds}
    return json.dumps(answer)
