"""`p4tui book`: opening books computed, checked and shown."""

from __future__ import annotations

import argparse
import random
from typing import TYPE_CHECKING

from p4tui.cli import values
from p4tui.cli.book import shelf as books
from p4tui.cli.parser import (
    LONGEST_COMPLAINT,
    Command,
    Parser,
    UsageError,
    add_display_options,
    complain,
)
from p4tui.cli.play.start import require_kernel
from p4tui.cli.progress import Progress
from p4tui.core.errors import GeometryError
from p4tui.core.geometry import Geometry
from p4tui.core.notation import format_moves
from p4tui.engine.score import format_score
from p4tui.i18n import _
from p4tui.words.errors import book_sentence, error_sentence
from p4tui.words.text import printable

if TYPE_CHECKING:
    from p4tui.engine.book.format import Book
    from p4tui.settings import Settings

FAILED = 1
"""The status where a book could not be made, or is wrong."""
SAMPLE = 100
"""Positions that are searched again unless a number is given."""

_OPTIONS = {
    "build": {
        "size",
        "connect",
        "depth",
        "jobs",
        "scheduler",
        "resume",
        "state",
        "output",
        "count",
        "seed",
    },
    "verify": {"size", "connect", "count", "seed"},
    "show": {"size", "connect"},
}
"""The options that each action takes, besides those that are accepted everywhere."""


def make_parser() -> Parser:
    """The parser of the command."""
    parser = Parser(
        "p4tui book",
        usage=_("p4tui book build|verify|show [options] [FILE]"),
        description=_(
            "Opening books: exact scores of all positions of the first plies.\n"
            "build: compute one; verify: search positions of one again; show: what one holds."
        ),
        epilog=_("Without a FILE it is the book that the search uses on the board."),
    )
    parser.add_argument("action", metavar="build|verify|show", type=_action)
    parser.add_argument("file", metavar=_("FILE"), nargs="?", help=_("the book to verify or show"))
    group = parser.add_argument_group(_("board options"))
    group.add_argument(
        "--size",
        metavar=_("CxR"),
        type=values.board_size,
        help=_("columns x rows, 4 to 32 each (default: 7x6)"),
    )
    group.add_argument(
        "--connect",
        metavar="N",
        type=values.connect,
        help=_("discs in line that win, 3 to the longer side (default: 4)"),
    )
    group = parser.add_argument_group(_("options of verify and build"))
    group.add_argument(
        "--count",
        metavar="N",
        type=values.count,
        help=_("how many random positions to search again (default: 100)"),
    )
    group.add_argument(
        "--seed", metavar="N", type=values.seed, help=_("make the same random choices every time")
    )
    _add_build_options(parser.add_argument_group(_("options of build")))
    add_display_options(parser)
    return parser


def _action(text: str) -> str:
    return values.one_of(text, _OPTIONS)


def _add_build_options(group: argparse._ArgumentGroup) -> None:
    """Add the options of `build` alone."""
    group.add_argument(
        "--depth", metavar="D", type=values.depth, help=_("how many plies it holds; needed")
    )
    group.add_argument(
        "--jobs",
        metavar="N",
        type=values.jobs,
        help=_("how many processes search (default: as many as there are cores)"),
    )
    group.add_argument(
        "--scheduler",
        metavar=_("ADDRESS"),
        help=_("search on the Dask cluster of this scheduler, such as tcp://host:8786"),
    )
    group.add_argument(
        "--resume", action="store_true", help=_("go on with a build that ended early")
    )
    group.add_argument(
        "--state",
        metavar=_("FOLDER"),
        help=_("where what is found is kept (default: the output's name and .build)"),
    )
    group.add_argument(
        "--output",
        metavar=_("FILE"),
        help=_("the book to write (default: where the search finds it)"),
    )


def run(arguments: argparse.Namespace, _settings: Settings) -> int:
    """Build, verify or show a book.

    Raises:
        UsageError: the arguments are refused, there is no such book, or the search kernel asked for cannot be had.
    """
    require_kernel()
    for name in sorted(set().union(*_OPTIONS.values()) - _OPTIONS[arguments.action]):
        if getattr(arguments, name) not in {None, False}:
            raise UsageError(
                _("--{option} does not go with {action}.").format(
                    option=name, action=arguments.action
                )
            )
    if arguments.action == "build":
        from p4tui.cli.book.build import build

        return build(arguments, geometry_of(arguments))
    book = _book_of(arguments)
    if arguments.action == "show":
        _show(book)
        return 0
    with Progress() as progress:
        wrong = has_errors(book, arguments, progress)
    if not wrong:
        print(_("Every score is right."))
    return FAILED if wrong else 0


def geometry_of(arguments: argparse.Namespace) -> Geometry:
    """The board of the options.

    Raises:
        UsageError: there is no such board.
    """
    columns, rows = arguments.size or (7, 6)
    try:
        return Geometry(columns, rows, arguments.connect or 4)
    except GeometryError as error:
        raise UsageError(f"--connect: {error_sentence(error)}") from error


def _book_of(arguments: argparse.Namespace) -> Book:
    """The book that the arguments name.

    Raises:
        UsageError: there is none, or it is refused.
    """
    if arguments.file is not None:
        for name in ("size", "connect"):
            if getattr(arguments, name) is not None:
                raise UsageError(_("--{option} does not go with a FILE.").format(option=name))
        return books.opened(arguments.file)
    shelf, geometry = books.shelf(), geometry_of(arguments)
    book = shelf.find(geometry)
    for error in shelf.refused:
        complain(book_sentence(error), LONGEST_COMPLAINT)
    if book is None:
        raise UsageError(
            _("There is no opening book for {columns}x{rows} with {connect} in line.").format(
                columns=geometry.columns, rows=geometry.rows, connect=geometry.connect
            )
        )
    return book


def _show(book: Book) -> None:
    """Print what a book holds."""
    board = book.geometry
    rows = [
        (_("file"), printable(str(book.path))),
        (_("bytes"), str(len(book.data))),
        (_("board"), f"{board.columns}x{board.rows}"),
        (_("in line"), str(board.connect)),
        (_("positions held"), str(sum(book.counts))),
        *((_("ply {number}").format(number=n), str(count)) for n, count in enumerate(book.counts)),
    ]
    width = max(len(label) for label, _value in rows)
    for label, value in rows:
        print(f"{label.ljust(width)}  {value}")


def has_errors(book: Book, arguments: argparse.Namespace, progress: Progress) -> bool:
    """Search some positions again and say which scores are wrong; whether any is."""
    from p4tui.engine.book.verifying import verify

    count = SAMPLE if arguments.count is None else arguments.count
    rng = random.Random(arguments.seed)
    wrong = list(verify(book, count, rng, lambda *at: progress.update(_("verifying"), *at)))
    progress.end_line()
    for found in wrong:
        complain(
            _("{moves}: the book says {said}, the search {found}.").format(
                moves=format_moves(found.moves) or "-",
                said=format_score(found.in_book),
                found=format_score(found.found),
            )
        )
    return bool(wrong)


BOOK = Command(make_parser, run)
"""The command."""
