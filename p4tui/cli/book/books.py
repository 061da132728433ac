"""Opening books: those of the package, those in the user's data folder, and files."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from p4tui import paths
from p4tui.cli.board import add_board_options, board_of
from p4tui.cli.messages import MAX_COMPLAINT_LENGTH, complain, quoted
from p4tui.cli.parser import Parser, UsageError
from p4tui.core.geometry import Geometry
from p4tui.i18n import _
from p4tui.words.errors import book_sentence

if TYPE_CHECKING:
    from p4tui.engine.book.format import Book
    from p4tui.engine.book.shelf import Shelf


def shelf() -> Shelf:
    """Return the user's books and those of the package."""
    from p4tui.engine.book.shelf import Shelf

    folder = paths.books_folder()
    return Shelf([] if folder is None else [folder])


def open_book(name: str, geometry: Geometry | None = None) -> Book:
    """Open the book in a file, of any board by default.

    Raises:
        UsageError: it is refused.
    """
    from p4tui.engine.book.format import Book, BookError

    try:
        return Book(Path(name), geometry)
    except BookError as error:
        raise UsageError(book_sentence(error)) from error
    except FileNotFoundError as error:
        raise UsageError(
            _('There is no opening book "{name}".').format(name=quoted(name))
        ) from error


def add_book_arguments(parser: Parser) -> None:
    """Add the arguments that choose a book."""
    parser.add_argument("file", metavar=_("FILE"), nargs="?", help=_("the file of the book"))
    add_board_options(parser.add_argument_group(_("board options")))
    parser.epilog = _("Without FILE: the book that the search uses for the board.")


def chosen_book(arguments: argparse.Namespace) -> Book:
    """Return the book that the arguments choose.

    Raises:
        UsageError: there is none, or it is refused.
    """
    if arguments.file is not None:
        for name in ("size", "connect"):
            if getattr(arguments, name) is not None:
                raise UsageError(_("--{option} cannot be used with FILE.").format(option=name))
        return open_book(arguments.file)
    books, geometry = shelf(), board_of(arguments)
    book = books.find(geometry)
    for error in books.refused:
        complain(book_sentence(error), MAX_COMPLAINT_LENGTH)
    if book is None:
        raise UsageError(
            _("There is no opening book for {columns}x{rows} with {connect} in line.").format(
                columns=geometry.columns, rows=geometry.rows, connect=geometry.connect
            )
        )
    return book
