"""Everything that determines the lines of a board. Pure, no Textual."""

from __future__ import annotations

from typing import NamedTuple

from p4tui.tui.look.art import RICH_PIXELS, Art, Variant
from p4tui.tui.look.board_art import can_mix, mixed
from p4tui.tui.look.board_state import BoardState
from p4tui.tui.look.cells import RIM, CellSize, Frame
from p4tui.tui.look.palette import Palette
from p4tui.tui.look.span import Ink
from p4tui.tui.look.viewport import Viewport

DIMMED_PIXELS = 4
"""The size of cells from which dimmed discs keep their shapes."""
GRADIENT = 0.45
"""The share of the darker tone in the last line of a board; the first has none."""


class Scene(NamedTuple):
    """A board to draw.

    Attributes:
        state: what is seen of the game.
        frame: the cells, and the lines around them.
        view: the columns and rows that are seen.
        art, palette: how to draw, and with which colours.
    """

    state: BoardState
    frame: Frame
    view: Viewport
    art: Art
    palette: Palette

    @property
    def cell(self) -> CellSize:
        """The size of a cell."""
        return self.frame.cell

    @property
    def columns(self) -> range:
        """The columns that are seen."""
        return range(self.view.column, self.view.column + self.view.columns)

    @property
    def width(self) -> int:
        """The width of the lines."""
        return self.cell.width(self.view.columns)

    @property
    def in_letters(self) -> bool:
        """Whether marks are ASCII letters: without colours, or if nothing else is safe."""
        return self.art.colours == "none" or self.art.glyphs == "ascii"

    @property
    def rounded(self) -> bool:
        """Whether the corners of the board are round."""
        return not (self.in_letters or self.cell.is_plain or self.frame.numbers_above)

    @property
    def dims(self) -> bool:
        """Whether the other discs are dimmed beside a winning line."""
        room = self.cell.pixels >= DIMMED_PIXELS
        cheap = not self.art.lean and can_mix(self.art, self.palette)
        return room and cheap and not self.in_letters

    def ink(self, letters: str, ground: str, **marks: bool) -> Ink:
        """Return an ink, without colours if the terminal has none."""
        if self.art.colours == "none":
            letters = ground = ""
        return Ink(letters, ground, **marks)

    def board(self, line: int) -> str:
        """Return the colour of the board on a line of the cells: it darkens from top to bottom."""
        if self.art.colours == "none":
            return ""
        if self.art.variant(self.cell.pixels) is Variant.FLAT:
            return self.palette.board
        share = GRADIENT * (line + 0.5) / self.cell.lines(self.view.rows)
        return mixed(self.palette.board, self.palette.board_lo, share, self.art)

    @property
    def foot(self) -> str:
        """The colour of the line of numbers."""
        flat = self.art.variant(RICH_PIXELS) is Variant.FLAT or self.frame.numbers_above
        return self.palette.board if flat else self.palette.board_lo

    def left(self, column: int) -> int:
        """Return the first character of a column."""
        return RIM + (column - self.view.column) * self.cell.pixels
