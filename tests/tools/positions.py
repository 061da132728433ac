"""Positions for tests of the rules and of the searches."""

from __future__ import annotations

from random import Random

from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.engine.evaluation import evaluation


def after(moves: str, geometry: Geometry | None = None) -> Position:
    """Return the position after moves from the empty board, 7x6 by default."""
    return parse_game(moves, Position(geometry or Geometry())).position


def mirrored(position: Position) -> Position:
    """Return the position with left and right exchanged."""
    geometry = position.geometry
    first, second = (
        sum(
            geometry.bit(geometry.columns - 1 - column, row)
            for column, row in geometry.cells_of(discs)
        )
        for discs in (position.first, position.second)
    )
    return Position(geometry, first, second)


def drawn_out(geometry: Geometry, seed: int, empty: int) -> Position:
    """Return a running position with few empty cells, from moves that make few threats, so that large boards fill up.

    The side to move cannot win at once. It has more empty cells where no such moves are left.
    """
    rng, position = Random(seed), Position(geometry)
    winning_cells = evaluation(geometry).winning_cells
    while geometry.cells - position.ply > empty:
        ranked: dict[int, list[Position]] = {}
        for column in position.legal_columns():
            after = position.play(column)
            playable = (after.occupied + geometry.bottom) & geometry.board
            to_move, moved = (
                winning_cells(discs) & ~after.occupied for discs in after.own_and_other()
            )
            if after.outcome is None and not to_move & playable:
                ranked.setdefault((moved & geometry.board).bit_count(), []).append(after)
        if not ranked:
            break
        position = rng.choice(ranked[min(ranked)])
    return position
