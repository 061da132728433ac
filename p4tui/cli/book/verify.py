"""`p4tui book verify`: checks positions of an opening book by searching them again."""

from __future__ import annotations

import argparse
import random
from typing import TYPE_CHECKING

from p4tui.cli import values
from p4tui.cli.book.books import add_book_arguments, chosen_book
from p4tui.cli.messages import complain
from p4tui.cli.parser import Parser
from p4tui.cli.progress import Progress
from p4tui.cli.search import require_kernel
from p4tui.cli.statuses import FAILED
from p4tui.core.notation import format_moves
from p4tui.engine.score import format_score
from p4tui.i18n import _

if TYPE_CHECKING:
    from p4tui.engine.book.format import Book
    from p4tui.settings import Settings

SAMPLE = 100
"""The default number of positions to search again."""


def add_arguments(parser: Parser) -> None:
    """Define the help texts and arguments of the command."""
    parser.describe(_("Check an opening book: search random positions again."), f"[{_('FILE')}]")
    add_book_arguments(parser)
    add_sample_options(parser.add_argument_group(_("check options")))


def add_sample_options(group: argparse._ArgumentGroup) -> None:
    """Add the options that choose positions to search again."""
    group.add_argument(
        "--count",
        metavar="N",
        type=values.whole(0, 999_999),
        default=SAMPLE,
        help=_("how many random positions to search again (default: 100)"),
    )
    group.add_argument(
        "--seed", metavar="N", type=values.seed, help=_("seed for the random choices")
    )


def run(arguments: argparse.Namespace, _settings: Settings) -> int:
    """Check a book.

    Raises:
        UsageError: there is no such book, or the search kernel is not available.
    """
    require_kernel()
    book = chosen_book(arguments)
    with Progress() as progress:
        correct = is_correct(book, arguments, progress)
    if correct:
        print(_("All checked scores are right."))
    return 0 if correct else FAILED


def is_correct(book: Book, arguments: argparse.Namespace, progress: Progress) -> bool:
    """Search some positions again and report wrong scores. Return True if all are correct."""
    from p4tui.engine.bookmaking.verifying import verify

    rng = random.Random(arguments.seed)
    wrong = list(
        verify(book, arguments.count, rng, lambda *at: progress.update(_("verifying"), *at))
    )
    progress.end_line()
    for error in wrong:
        complain(
            _("{moves}: the book says {book}, the search {found}.").format(
                moves=format_moves(error.moves) or "-",
                book=format_score(error.in_book),
                found=format_score(error.found),
            )
        )
    return not wrong
