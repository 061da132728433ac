"""Finding books in the package and in the user's folders."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

from p4tui.core.geometry import Geometry
from p4tui.engine.book.format import Book, BookError, file_name

DATA = "data"
"""The folder of the package's books."""


class Shelf:
    """A collection of books, each opened when it is first needed; several threads may use it.

    Attributes:
        refused: the errors of unusable books so far.
    """

    def __init__(self, folders: Sequence[Path] = (), *, shipped: bool = True) -> None:
        """Create a shelf of the books in some folders and, if `shipped`, of the package's.

        Later changes of the sequence count for boards not yet looked up.
        """
        self.refused: list[BookError] = []
        self._folders = folders
        self._shipped = shipped
        self._found: dict[Geometry, Book | None] = {}
        self._lock = threading.Lock()

    @classmethod
    def holding(cls, book: Book) -> Shelf:
        """Return a shelf of one book."""
        shelf = cls(shipped=False)
        shelf._found[book.geometry] = book
        return shelf

    def find(self, geometry: Geometry) -> Book | None:
        """Return the deepest usable book of a board, or None."""
        with self._lock:
            if geometry not in self._found:
                self._found[geometry] = self._deepest(geometry)
            return self._found[geometry]

    def _deepest(self, geometry: Geometry) -> Book | None:
        name = file_name(geometry)
        books = [self._open(folder / name, geometry) for folder in self._folders]
        if self._shipped:
            packed = resources.files(__package__) / DATA / name
            if packed.is_file():
                with resources.as_file(packed) as path:
                    books.append(self._open(path, geometry))
        found = [book for book in books if book]
        return max(found, key=lambda book: book.depth, default=None)

    def _open(self, path: Path, geometry: Geometry) -> Book | None:
        """Return the book in a file, None if the file does not exist or is refused."""
        try:
            return Book(path, geometry)
        except FileNotFoundError:
            return None
        except BookError as error:
            self.refused.append(error)
            return None
