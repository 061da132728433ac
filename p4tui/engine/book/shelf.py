"""Where books are found: in the package, and in folders that the caller names."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

from p4tui.core.geometry import Geometry
from p4tui.engine.book.format import Book, BookError, file_name

DATA = "data"
"""The folder of the books of the package."""


class Shelf:
    """Finds the books of boards, each when it is first asked for; from several threads.

    Attributes:
        refused: what was found wrong with books so far, in the order it was found.
    """

    def __init__(self, folders: Sequence[Path] = (), *, shipped: bool = True) -> None:
        """A shelf of the books in some folders and, unless that is not wanted, of those in the package.

        The folders are those that the sequence names when a board is first asked for.
        """
        self.refused: list[BookError] = []
        self._folders = folders
        self._shipped = shipped
        self._found: dict[Geometry, Book | None] = {}
        self._lock = threading.Lock()

    @classmethod
    def holding(cls, book: Book) -> Shelf:
        """A shelf of one book."""
        shelf = cls(shipped=False)
        shelf._found[book.geometry] = book
        return shelf

    def find(self, geometry: Geometry) -> Book | None:
        """The deepest book of a board, None where there is none that can be used."""
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
        """The book in a file; None where there is no file, or one that is refused."""
        try:
            return Book(path, geometry)
        except FileNotFoundError:
            return None
        except BookError as error:
            self.refused.append(error)
            return None
