"""The opening books that commands use: those of the package, those in the user's data folder, and files named."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from p4tui import paths
from p4tui.cli.parser import UsageError
from p4tui.cli.values import shown
from p4tui.core.geometry import Geometry
from p4tui.i18n import _
from p4tui.words.errors import book_sentence

if TYPE_CHECKING:
    from p4tui.engine.book.format import Book
    from p4tui.engine.book.shelf import Shelf


def folder() -> Path | None:
    """Where the user's books are; None where the machine names no such place."""
    return paths.books_folder()


def shelf() -> Shelf:
    """The user's books and those of the package."""
    from p4tui.engine.book.shelf import Shelf

    place = folder()
    return Shelf([] if place is None else [place])


def opened(name: str, geometry: Geometry | None = None) -> Book:
    """The book in a file, of any board unless one is given.

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
            _('There is no opening book "{name}".').format(name=shown(name))
        ) from error
