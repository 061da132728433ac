"""`Banner`: four discs and the game's name over a menu that has room for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from p4tui.core.colour import Colour
from p4tui.tui.look.board_art import Look, cell_line
from p4tui.tui.look.layout import BANNER_CELL
from p4tui.tui.look.piece import Line, Piece
from p4tui.tui.text import cut
from p4tui.tui.widgets.board_view import BoardView
from p4tui.tui.widgets.painted import Painted

DISCS = (Colour.RED, Colour.YELLOW, Colour.RED, Colour.YELLOW)


BESIDE = 3 + len(DISCS) * BANNER_CELL.width
"""Cells of a line that the discs and the blanks around them take from the title."""


class Banner(Painted):
    """A strip of a board, with a title beside it."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {*BoardView.COMPONENT_CLASSES, "banner--title"}

    def __init__(
        self, title: Callable[[], str], *, ascii_only: bool = False, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self._title = title
        self._ascii_only = ascii_only

    def paint(self, width: int, height: int) -> list[Line]:
        """The discs' lines and the one that closes the board below them."""
        del height
        lines: list[list[Piece]] = []
        for line in range(BANNER_CELL.height):
            pieces = [
                piece
                for colour in DISCS
                for piece in cell_line(Look(colour), BANNER_CELL, line, ascii_only=self._ascii_only)
            ]
            lines.append([Piece(" ", ""), *pieces])
        lines[1].append(Piece("  " + cut(self._title(), width - BESIDE), "banner--title"))
        below = Piece(" " * (len(DISCS) * BANNER_CELL.width), "grid--board")
        return [*lines, [Piece(" ", ""), below]]
