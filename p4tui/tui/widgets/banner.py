"""`Banner`: four discs and the name of the game above a menu that has room for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from p4tui.core.colour import Colour
from p4tui.tui.look.art import Art
from p4tui.tui.look.board_art import cell_line
from p4tui.tui.look.layout import BANNER_CELL
from p4tui.tui.look.looks import Look
from p4tui.tui.look.span import Ink, Line, Span
from p4tui.tui.text import cut
from p4tui.tui.widgets.disc_widget import DiscWidget

DISCS = (Colour.RED, Colour.YELLOW, Colour.RED, Colour.YELLOW)


DISCS_WIDTH = 3 + len(DISCS) * BANNER_CELL.pixels
"""The width of the discs with their margins."""


class Banner(DiscWidget):
    """A strip of a board, with a title beside it."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"banner--title"}

    def __init__(
        self, title: Callable[[], str], *, art: Art | None = None, id: str | None = None
    ) -> None:
        super().__init__(art=art, id=id)
        self._title = title

    def paint(self, width: int, height: int) -> list[Line]:
        """Return the lines of the discs, and the edge of the board below them."""
        del height
        board = "" if self.art.colours == "none" else self.palette.board
        lines: list[list[Span]] = []
        for line in range(BANNER_CELL.lines(1)):
            spans = [
                span
                for colour in DISCS
                for span in cell_line(
                    Look(colour), BANNER_CELL, 0, line, self.art, self.palette, board
                )
            ]
            lines.append([Span(" ", ""), *spans])
        lines[1].append(Span("  " + cut(self._title(), width - DISCS_WIDTH), "banner--title"))
        below = Span(" " * (len(DISCS) * BANNER_CELL.pixels), Ink("", board))
        return [*lines, [Span(" ", ""), below]]
