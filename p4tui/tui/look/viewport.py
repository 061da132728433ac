"""The visible part of a board that is larger than its window. Pure, no Textual."""

from __future__ import annotations

from dataclasses import dataclass, replace

from p4tui.core.geometry import Geometry
from p4tui.tui.look.cells import RIM, CellSize


@dataclass(frozen=True, slots=True)
class Viewport:
    """The visible columns and rows.

    Attributes:
        column, row: the first ones, from 0, from the left and from the bottom.
        columns, rows: their number.
        total_columns, total_rows: the size of the board.
    """

    column: int = 0
    row: int = 0
    columns: int = 7
    rows: int = 6
    total_columns: int = 7
    total_rows: int = 6

    def fit(self, geometry: Geometry, cell: CellSize, width: int, lines: int) -> Viewport:
        """Return the part of a board that fits into a width and some lines of cells, at least one cell."""
        columns = min(max((width - RIM - cell.right_rim) // cell.pixels, 1), geometry.columns)
        rows = min(max(2 * lines // cell.pixels, 1), geometry.rows)
        return Viewport(
            min(self.column, geometry.columns - columns),
            min(self.row, geometry.rows - rows),
            columns,
            rows,
            geometry.columns,
            geometry.rows,
        )

    def scroll_to(self, column: int, row: int) -> Viewport:
        """Return the viewport moved as little as needed to show a cell."""
        first_column = min(max(self.column, column - self.columns + 1), column)
        first_row = min(max(self.row, row - self.rows + 1), row)
        return replace(self, column=first_column, row=first_row)
