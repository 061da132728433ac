"""The threats of a position: the empty cells in which a side would complete a line, playable now or later."""

from __future__ import annotations

from p4tui.core.geometry import Cell
from p4tui.core.position import Position, Side
from p4tui.engine.evaluation import evaluation


def threats(position: Position) -> dict[Cell, tuple[Side, ...]]:
    """Return every threat with its sides, the first one first; column by column from the left, each from the bottom up."""
    geometry = position.geometry
    complete = evaluation(geometry).winning_cells
    empty = geometry.board & ~position.occupied
    found = {side: complete(position.discs(side)) & empty for side in Side}
    cells = geometry.cells_of(found[Side.FIRST] | found[Side.SECOND])
    return {
        cell: tuple(side for side in Side if found[side] & geometry.bit(*cell)) for cell in cells
    }
