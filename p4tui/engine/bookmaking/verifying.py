"""Books checked: some of their scores searched again."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.engine.book.format import Book
from p4tui.engine.book.positions import positions
from p4tui.engine.solver import Solver


class Difference(NamedTuple):
    """A position whose score in a book is another than a search finds: its moves, columns from 0; both scores."""

    moves: tuple[int, ...]
    in_book: int
    found: int


def verify(
    book: Book, count: int, rng: random.Random, progress: Callable[[int, int], None]
) -> Iterator[Difference]:
    """Search random positions of a book again, without it; yields those with another score.

    Args:
        book: the book.
        count: how many positions; from each ply in proportion to how many of it are in the book.
        rng: chooses.
        progress: told how many are done, of how many.
    """
    solver = Solver(books=None, threads=1)
    plies = rng.choices(range(book.depth + 1), weights=book.counts, k=count)
    for number, ply in enumerate(plies):
        moves, position = _random_position(book.geometry, ply, rng)
        own, other = position.own_and_other()
        solver.clear()
        found, in_book = solver.score(position).score, book.score(own, other)
        if found != in_book:
            yield Difference(moves, in_book, found)
        progress(number + 1, count)


def _random_position(
    geometry: Geometry, ply: int, rng: random.Random
) -> tuple[tuple[int, ...], Position]:
    """A position of a ply that a book of the board holds, and moves that lead there; there is one."""
    board = positions(geometry)
    while True:
        moves: list[int] = []
        position = Position(geometry)
        while len(moves) < ply and (legal := position.legal_columns()):
            moves.append(rng.choice(legal))
            position = position.play(moves[-1])
        if len(moves) < ply or position.outcome is not None:
            continue
        if board.at_a_glance(*position.own_and_other()) is None:
            return tuple(moves), position
