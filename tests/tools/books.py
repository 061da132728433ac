"""Small books for tests."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from p4tui.core.geometry import Geometry
from p4tui.engine.book.format import Book, file_name, write
from p4tui.engine.bookmaking.building import Ply, build
from p4tui.engine.bookmaking.state import State


@cache
def plies_of(geometry: Geometry, depth: int) -> list[Ply]:
    """Compute the plies of a book in this process."""
    with (
        TemporaryDirectory() as folder,
        ThreadPoolExecutor(1) as executor,
        State(Path(folder), geometry, depth, resume=False) as state,
    ):
        return build(geometry, depth, state, executor, 1, lambda *_: None)


def written(geometry: Geometry, depth: int, folder: Path) -> Path:
    """Write a book into a folder, under the name that a shelf looks for."""
    path = folder / file_name(geometry)
    write(path, geometry, plies_of(geometry, depth))
    return path


def book_of(geometry: Geometry, depth: int, folder: Path) -> Book:
    """Return an open book."""
    return Book(written(geometry, depth, folder))
