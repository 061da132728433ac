"""Argument checks of a search; both kernels raise the same `ValueError`.

The compiled search checks discs itself in a few instructions, and calls `check_discs` only for the error message.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence

from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.engine.book.format import Book
from p4tui.engine.resources import MOST_MIB, MOST_THREADS

MOST_AT_ONCE = 1000
"""The most nodes of `ExactSearch.at_once`, which cannot be stopped."""


def check_table(mib: int) -> int:
    """Return the size of a table in mebibytes.

    Raises:
        ValueError: the size is below 1 or above `MOST_MIB`.
    """
    mib = operator.index(mib)
    if not 1 <= mib <= MOST_MIB:
        raise ValueError(f"the table takes 1 to {MOST_MIB} MiB, not {mib}")
    return mib


def check_threads(threads: int) -> int:
    """Return a number of threads.

    Raises:
        ValueError: the number is below 1 or above `MOST_THREADS`.
    """
    threads = operator.index(threads)
    if not 1 <= threads <= MOST_THREADS:
        raise ValueError(f"a search takes 1 to {MOST_THREADS} threads, not {threads}")
    return threads


def check_book(book: Book | None) -> Book | None:
    """Return an open book or None. `Book` checks its data when it opens a file.

    Raises:
        ValueError: the argument is something else.
    """
    if book is not None and not isinstance(book, Book):
        raise ValueError(f"a book must be opened with Book, not {type(book).__name__}")
    return book


def check_window(window: tuple[int, int]) -> tuple[int, int]:
    """Return the lower and the upper score of a window.

    Raises:
        ValueError: the lower score is not below the upper one.
    """
    lower, upper = window
    if not lower < upper:
        raise ValueError(f"the lower score of a window must come first: {lower}, {upper}")
    return lower, upper


def check_at_once(position: Position, most_nodes: int) -> None:
    """Check the arguments of `ExactSearch.at_once`; the position may be finished.

    Raises:
        ValueError: no game reaches the position, or the number is below 0 or above `MOST_AT_ONCE`.
    """
    check_discs(position.geometry, *position.own_and_other())
    if not 0 <= most_nodes <= MOST_AT_ONCE:
        raise ValueError(f"0 to {MOST_AT_ONCE} positions are searched at once, not {most_nodes}")


def check_columns(geometry: Geometry, occupied: int, columns: Sequence[int]) -> None:
    """Check columns to choose from, counted from 0; an empty sequence means all.

    Raises:
        ValueError: a column does not exist, or all of them are full.
    """
    for column in columns:
        if not 0 <= column < geometry.columns:
            raise ValueError(f"{geometry} has no column {column}, counted from 0")
    if columns and all(occupied & geometry.top_cells[column] for column in columns):
        raise ValueError(f"the columns {', '.join(map(str, columns))} are full")


def check_discs(geometry: Geometry, own: int, other: int) -> None:
    """Check the discs of the side to move and of the other side.

    Raises:
        ValueError: no game reaches them: they lie off the board, in the same cell or above an empty one, or the side to
            move has neither as many as the other side nor one less.
    """
    occupied = own | other
    if occupied & ~geometry.board:
        raise ValueError(f"discs lie off {geometry}")
    if own & other:
        raise ValueError("two discs lie in one cell")
    if occupied & ~(occupied << 1 | geometry.bottom):
        raise ValueError("a disc lies above an empty cell")
    if other.bit_count() - own.bit_count() not in {0, 1}:
        raise ValueError(f"{own.bit_count()} discs to move against {other.bit_count()}")


def check_running(geometry: Geometry, own: int, other: int) -> None:
    """Check the discs of a running game.

    Raises:
        ValueError: see `check_discs`, or the game is over.
    """
    check_discs(geometry, own, other)
    if own | other == geometry.board or geometry.has_line(own) or geometry.has_line(other):
        raise ValueError("the game is over")
