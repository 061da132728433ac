"""The frames of the animations: a disc that falls, a winning line that flashes, a board that is emptied. Pure, no Textual."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from p4tui.core.colour import Colour
from p4tui.core.geometry import Cell
from p4tui.core.position import Position
from p4tui.tui.look.looks import Look

MAX_FRAMES = 5
"""The frame limit of a fall, as each frame takes time on a slow line."""
FLASHES = (True, True, False, False, True, True)
"""Whether the winning line is marked, frame by frame after the disc has landed."""


@dataclass(frozen=True, slots=True)
class Fall:
    """A frame of an animation, with the heights of those that follow.

    Attributes:
        cell: the cell that a disc falls to, or None if the board is emptied.
        colour: the colour of the disc, or of the starter of the emptied game.
        heights: rows above the cell, or rows that the discs have fallen; this frame first, none after the fall.
        emptied: the position to empty.
        flashes: whether the winning line is marked, frame by frame after the fall.
    """

    cell: Cell | None
    colour: Colour
    heights: tuple[int, ...]
    emptied: Position | None = None
    flashes: tuple[bool, ...] = ()

    @classmethod
    def drop(cls, cell: Cell, colour: Colour, rows: int) -> Fall:
        """Return the fall of a disc from the top row to its cell."""
        distance = rows - 1 - cell.row
        steps = min(distance, MAX_FRAMES)
        heights = [distance - round(distance * (step / steps) ** 1.5) for step in range(steps)]
        return cls(cell, colour, tuple(dict.fromkeys(heights)) or (0,))

    @classmethod
    def emptying(cls, position: Position, starter: Colour) -> Fall:
        """Return the fall of all discs out of the bottom of the board."""
        rows = position.geometry.rows
        steps = min(rows, MAX_FRAMES)
        heights = tuple(round(rows * (step / steps) ** 1.5) for step in range(1, steps))
        return cls(None, starter, heights, position)

    @property
    def lands(self) -> bool:
        """Whether this is the last frame before a disc has landed."""
        return self.cell is not None and len(self.heights) == 1

    def flashing(self) -> Fall:
        """Return the first frame of the winning line that flashes."""
        return replace(self, heights=(), flashes=FLASHES)

    def next_frame(self) -> Fall | None:
        """Return the next frame, or None after the last."""
        if self.heights:
            following = replace(self, heights=self.heights[1:])
        else:
            following = replace(self, flashes=self.flashes[1:])
        return following if following.heights or following.flashes else None

    def apply_to(self, looks: Mapping[Cell, Look]) -> dict[Cell, Look]:
        """Return the cells of this frame from those of the position."""
        if not self.heights:
            marked = self.flashes[0]
            return {
                cell: look._replace(won=look.won and marked, dimmed=False)
                for cell, look in looks.items()
            }
        height = self.heights[0]
        if self.emptied is not None:
            return self._emptied(self.emptied, height)
        shown = {
            cell: look._replace(won=False, dimmed=False)
            for cell, look in looks.items()
            if cell != self.cell
        }
        if self.cell is not None:
            shown[Cell(self.cell.column, self.cell.row + height)] = Look(self.colour)
        return shown

    def _emptied(self, position: Position, height: int) -> dict[Cell, Look]:
        """Return the discs of a position, `height` rows further down."""
        starter = self.colour
        shown = {}
        for discs, colour in ((position.first, starter), (position.second, starter.other)):
            for column, row in position.geometry.cells_of(discs):
                if row >= height:
                    shown[Cell(column, row - height)] = Look(colour)
        return shown
