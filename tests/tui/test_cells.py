"""The sizes of cells, in lines and in pixels: pure arithmetic."""

from __future__ import annotations

import pytest

from p4tui.tui.look.board_window import PIXELS
from p4tui.tui.look.cells import CellSize


@pytest.mark.parametrize("cell", map(CellSize, PIXELS), ids=lambda cell: str(cell.pixels))
def test_every_line_belongs_to_the_row_with_most_of_its_pixels(cell: CellSize) -> None:
    for line in range(cell.lines(9)):
        place = cell.place_at(line)
        assert cell.first_line(place) <= line < cell.first_line(place + 1)
        pixels = [pixel // cell.pixels for pixel in (2 * line, 2 * line + 1)]
        assert place in pixels
    assert cell.lines(9) == -(-9 * cell.pixels // 2)
