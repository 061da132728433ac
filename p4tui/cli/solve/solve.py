"""`p4tui solve`: the exact scores of positions, one per line."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from p4tui.cli import values
from p4tui.cli.board import add_board_options, board_of
from p4tui.cli.book import books
from p4tui.cli.messages import MAX_COMPLAINT_LENGTH, complain
from p4tui.cli.parser import Parser, UsageError
from p4tui.cli.search import require_kernel, use_resources
from p4tui.cli.solve.positions import NOTHING, NamedPosition, RefusedInput, boards, played
from p4tui.cli.statuses import FAILED
from p4tui.cli.streams import standard_input
from p4tui.core.geometry import Geometry
from p4tui.core.notation import format_moves
from p4tui.core.position import Position
from p4tui.engine.answers import Analysis
from p4tui.engine.limit import Limit, StopFlag
from p4tui.engine.resources import MOST_MIB, MOST_THREADS, TABLE_MIB
from p4tui.engine.score import final_score, format_score
from p4tui.i18n import _
from p4tui.plain.interrupts import stop_on_interrupt
from p4tui.words.errors import book_sentence
from p4tui.words.text import printable

if TYPE_CHECKING:
    from p4tui.engine.book.shelf import Shelf
    from p4tui.engine.solver import Solver
    from p4tui.settings import Settings


def add_arguments(parser: Parser) -> None:
    """Define the help texts and arguments of the command."""
    parser.describe(
        _(
            "Print the exact score of positions, one per line: the moves and the score for the side to "
            "move.\n+3: it wins with its third-last disc; -3: the other side does; 0: a draw."
        ),
        _("[MOVES ...]"),
        _("A question mark follows scores that were not proven in time."),
    )
    parser.add_argument(
        "moves",
        metavar=_("MOVES"),
        nargs="*",
        help=_(
            "the columns played, such as 4453; - is the empty board; without MOVES, standard input has one "
            "position per line"
        ),
    )
    group = parser.add_argument_group(_("board options"))
    add_board_options(group)
    group.add_argument(
        "--board",
        action="store_true",
        help=_(
            "read drawings or matrices instead of moves, from the files named or from standard input"
        ),
    )
    _add_output_options(parser.add_argument_group(_("output options")))
    _add_search_options(parser.add_argument_group(_("search options")))


def _add_output_options(group: argparse._ArgumentGroup) -> None:
    """Add the options that choose the output, in the order of the output."""
    group.add_argument(
        "--columns",
        action="store_true",
        help=_("add the score of every column, for the side to move; - is a full column"),
    )
    group.add_argument(
        "--line", action="store_true", help=_("add the moves of perfect play from there on")
    )
    group.add_argument(
        "--stats",
        action="store_true",
        help=_("add the number of nodes searched and the microseconds taken"),
    )
    group.add_argument("--json", action="store_true", help=_("print one JSON object per line"))


def _add_search_options(group: argparse._ArgumentGroup) -> None:
    """Add the options for time, memory and books."""
    group.add_argument(
        "--seconds",
        metavar="S",
        type=values.seconds,
        help=_("time limit for each position (default: none)"),
    )
    group.add_argument(
        "--threads",
        metavar="N",
        type=values.whole(1, MOST_THREADS),
        help=_("how many threads search (default: one for each core)"),
    )
    group.add_argument(
        "--table",
        metavar="MIB",
        type=values.whole(1, MOST_MIB),
        help=_("size of the table of positions in mebibytes (default: {size})").format(
            size=TABLE_MIB
        ),
    )
    group.add_argument(
        "--cold", action="store_true", help=_("clear the table before each position")
    )
    books = group.add_mutually_exclusive_group()
    books.add_argument("--book", metavar=_("FILE"), help=_("use this opening book"))
    books.add_argument("--no-book", action="store_true", help=_("search without the opening book"))


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Solve every position as soon as it is read; report unreadable ones.

    Raises:
        UsageError: the board is refused, or the search kernel is not available.
    """
    require_kernel()
    use_resources(settings, table_mib=arguments.table, threads=arguments.threads)
    if arguments.board and arguments.size is not None:
        raise UsageError(_("--size cannot be used with --board: a drawing has its own size."))
    find = boards if arguments.board else played
    geometry = Geometry() if arguments.board else board_of(arguments)
    shelf = shelf_of(arguments, geometry)
    inputs = find(arguments, geometry, standard_input())
    write = _as_json if arguments.json else _as_text
    status = reported = 0
    with stop_on_interrupt() as stop:
        search = _search(arguments, new_solver(shelf), stop)
        for item in inputs:
            if isinstance(item, RefusedInput):
                complain(item.sentence, MAX_COMPLAINT_LENGTH)
                status = FAILED
                continue
            solution, nanoseconds = search(item.position)
            if stop.is_set():
                raise KeyboardInterrupt
            for error in shelf.refused[reported:] if shelf else ():
                complain(book_sentence(error), MAX_COMPLAINT_LENGTH)
                reported += 1
            print(write(arguments, item, solution, nanoseconds // 1000), flush=True)
    return status


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


def new_solver(shelf: Shelf | None) -> Solver:
    """Return a solver with the books of a shelf."""
    from p4tui.engine.solver import Solver

    return Solver(books=shelf)


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
