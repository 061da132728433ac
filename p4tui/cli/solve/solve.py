"""`p4tui solve`: the exact scores of positions, one per line."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from p4tui.cli import values
from p4tui.cli.board import add_board_options, board_of
from p4tui.cli.messages import MAX_COMPLAINT_LENGTH, complain
from p4tui.cli.parser import Parser, UsageError
from p4tui.cli.search import require_kernel, use_resources
from p4tui.cli.solve.answers import answering, shelf_of
from p4tui.cli.solve.positions import RefusedInput, boards, played
from p4tui.cli.statuses import FAILED
from p4tui.cli.streams import standard_input
from p4tui.core.geometry import Geometry
from p4tui.engine.resources import MOST_MIB, MOST_THREADS, TABLE_MIB
from p4tui.i18n import _
from p4tui.plain.interrupts import stop_on_interrupt
from p4tui.words.errors import book_sentence

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
        "--jobs",
        metavar="N",
        type=values.whole(1, 256),
        help=_(
            "solve many positions on this many processes, and print how many there were a second"
        ),
    )
    group.add_argument(
        "--threads",
        metavar="N",
        type=values.whole(1, MOST_THREADS),
        help=_(
            "how many threads search (default: one for each core; with --jobs one in each process)"
        ),
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
    if arguments.board and arguments.jobs:
        raise UsageError(_("--jobs cannot be used with --board."))
    find = boards if arguments.board else played
    geometry = Geometry() if arguments.board else board_of(arguments)
    if arguments.jobs:
        from p4tui.cli.solve.bulk import solve_in_bulk

        return solve_in_bulk(arguments, geometry, standard_input())
    shelf = shelf_of(arguments, geometry)
    inputs = find(arguments, geometry, standard_input())
    status = reported = 0
    with stop_on_interrupt() as stop:
        answer = answering(arguments, new_solver(shelf), stop)
        for item in inputs:
            if isinstance(item, RefusedInput):
                complain(item.sentence, MAX_COMPLAINT_LENGTH)
                status = FAILED
                continue
            line = answer(item)
            if stop.is_set():
                raise KeyboardInterrupt
            for error in shelf.refused[reported:] if shelf else ():
                complain(book_sentence(error), MAX_COMPLAINT_LENGTH)
                reported += 1
            print(line, flush=True)
    return status


def new_solver(shelf: Shelf | None) -> Solver:
    """Return a solver with the books of a shelf."""
    from p4tui.engine.solver import Solver

    return Solver(books=shelf)
