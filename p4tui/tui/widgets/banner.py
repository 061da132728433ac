"""`Banner`: four discs and the name of the game above a menu that has room for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from p4tui.core.colour import Colour
from p4tui.tui.look.board_art import Look, cell_line
from p4tui.tui.look.layout import BANNER_CELL
from p4tui.tui.look.span import Line, Span
from p4tui.tui.text import cut
from p4tui.tui.widgets.board_view import BoardView
from p4tui.tui.widgets.line_widget import LineWidget

DISCS = (Colour.RED, Colour.YELLOW, Colour.RED, Colour.YELLOW)


DISCS_WIDTH = 3 + len(DISCS) * BANNER_CELL.width
"""The width of the discs with their margins."""


class Banner(LineWidget):
    """A strip of a board, with a title beside it."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {*BoardView.COMPONENT_CLASSES, "banner--title"}

    def __init__(
        self, title: Callable[[], str], *, ascii_only: bool = False, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self._title = title
        self._ascii_only = ascii_only

    def paint(self, width: int, height: int) -> list[Line]:
        """Return the lines of the discs, and the edge of the board below them."""
        del height
        lines: list[list[Span]] = []
        for line in range(BANNER_CELL.height):
            spans = [
                span
                for colour in DISCS
                for span in cell_line(Look(colour), BANNER_CELL, line, ascii_only=self._ascii_only)
            ]
            lines.append([Span(" ", ""), *spans])
        lines[1].append(Span("  " + cut(self._title(), width - DISCS_WIDTH), "banner--title"))
        below = Span(" " * (len(DISCS) * BANNER_CELL.width), "grid--board")
        return [*lines, [Span(" ", ""), below]]
