"""Discs in the air: the pictures of the animations. Pure, no Textual."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from p4tui.core.colour import Colour
from p4tui.core.geometry import Cell
from p4tui.core.position import Position
from p4tui.tui.look.board_art import Look

MAX_FRAMES = 5
"""Pictures of a fall: more would cost a slow line more than they show."""


@dataclass(frozen=True, slots=True)
class Fall:
    """One picture of an animation.

    Attributes:
        cell: where the one disc falls to, None while the board is emptied.
        colour: whose disc it is; who began the game whose board is emptied.
        heights: how far above its place it is seen, or how far down the discs have gone, rows; the next picture first.
        emptied: the position that is emptied.
    """

    cell: Cell | None
    colour: Colour
    heights: tuple[int, ...]
    emptied: Position | None = None

    @classmethod
    def drop(cls, cell: Cell, colour: Colour, rows: int) -> Fall:
        """A disc that falls from the top row to its cell, in at most `MAX_FRAMES` pictures."""
        way = rows - 1 - cell.row
        steps = min(way, MAX_FRAMES)
        heights = [way - round(way * (step / steps) ** 1.5) for step in range(steps)]
        return cls(cell, colour, tuple(dict.fromkeys(heights)) or (0,))

    @classmethod
    def emptying(cls, position: Position, starter: Colour) -> Fall:
        """All discs of a game that `starter` began, falling out at the bottom."""
        rows = position.geometry.rows
        steps = min(rows, MAX_FRAMES)
        heights = tuple(round(rows * (step / steps) ** 1.5) for step in range(1, steps))
        return cls(None, starter, heights, position)

    def next_frame(self) -> Fall | None:
        """The next picture; None after the last."""
        return replace(self, heights=self.heights[1:]) if len(self.heights) > 1 else None

    def apply_to(self, looks: Mapping[Cell, Look]) -> dict[Cell, Look]:
        """How the cells look in this picture, over the looks of the position itself."""
        height = self.heights[0]
        if self.emptied is not None:
            return self._emptied(self.emptied, height)
        shown = {
            cell: replace(look, won=False) for cell, look in looks.items() if cell != self.cell
        }
        if self.cell is not None:
            shown[Cell(self.cell.column, self.cell.row + height)] = Look(self.colour)
        return shown

    def _emptied(self, position: Position, height: int) -> dict[Cell, Look]:
        """The discs of the old position, so many rows further down."""
        starter = self.colour
        shown = {}
        for discs, colour in ((position.first, starter), (position.second, starter.other)):
            for column, row in position.geometry.cells_of(discs):
                if row >= height:
                    shown[Cell(column, row - height)] = Look(colour)
        return shown
