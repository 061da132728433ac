"""How many different positions there are after so many plies on seven columns and six rows: OEIS A212693.

A won position counts and is not continued.
"""

from __future__ import annotations

import pytest

from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from tests.tools.cases import exhaustive

COUNTS = (1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186, 1662623)


def test_positions_reached_by_playing() -> None:
    reached = {Position()}
    for count in COUNTS[:7]:
        assert len(reached) == count
        reached = {
            position.play(column) for position in reached for column in position.legal_columns()
        }


@pytest.mark.parametrize("plies", [8, *exhaustive(10)])
def test_positions_reached_on_the_masks_of_the_geometry(plies: int) -> None:
    geometry = Geometry()
    width = geometry.columns * geometry.stride
    lowest = [mask & geometry.bottom for mask in geometry.column_masks]
    columns = list(zip(lowest, geometry.column_masks, strict=True))
    # A position is one number: the discs of the side to move, and above them all discs.
    reached = {0}
    for count in COUNTS[:plies]:
        assert len(reached) == count
        following = set()
        for key in reached:
            occupied = key >> width
            mover = key & geometry.board
            opponent = occupied ^ mover
            if geometry.has_line(opponent):
                continue
            for bottom, mask in columns:
                landing = (occupied + bottom) & mask & ~occupied
                if landing:
                    following.add((occupied | landing) << width | opponent)
        reached = following
    assert len(reached) == COUNTS[plies]
