"""`p4tui book show`: prints the contents of an opening book."""

from __future__ import annotations

import argparse

from p4tui.cli.book.books import add_book_arguments, chosen_book
from p4tui.cli.parser import Parser
from p4tui.cli.search import require_kernel
from p4tui.i18n import _
from p4tui.settings import Settings
from p4tui.words.text import printable


def add_arguments(parser: Parser) -> None:
    """Define the help texts and arguments of the command."""
    parser.describe(_("Show what an opening book holds."), f"[{_('FILE')}]")
    add_book_arguments(parser)


def run(arguments: argparse.Namespace, _settings: Settings) -> int:
    """Print the contents of a book.

    Raises:
        UsageError: there is no such book, or the search kernel is not available.
    """
    require_kernel()
    book = chosen_book(arguments)
    board = book.geometry
    rows = [
        (_("file"), printable(str(book.path))),
        (_("bytes"), str(len(book.data))),
        (_("board"), f"{board.columns}x{board.rows}"),
        (_("in line"), str(board.connect)),
        (_("positions"), str(sum(book.counts))),
        *((_("ply {number}").format(number=n), str(count)) for n, count in enumerate(book.counts)),
    ]
    width = max(len(label) for label, _value in rows)
    for label, value in rows:
        print(f"{label.ljust(width)}  {value}")
    return 0
