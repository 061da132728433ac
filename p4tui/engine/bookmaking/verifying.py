"""Verifying a book by searching some of its positions again."""

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
    """A position whose score in a book differs from that of a search: its moves, columns from 0, and both scores."""

    moves: tuple[int, ...]
    in_book: int
    found: int


def verify(
    book: Book, count: int, rng: random.Random, progress: Callable[[int, int], None]
) -> Iterator[Difference]:
    """Search random positions without the book; yield those with another score.

    Args:
        book: the book.
        count: the number of positions, of each ply in proportion to its positions in the book.
        rng: chooses the positions.
        progress: called with the number of positions done, and of all.
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
    """Return the moves to a random position of a ply in the board's book, and the position."""
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
