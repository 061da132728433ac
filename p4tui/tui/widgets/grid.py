"""`Grid`: the board with keys and mouse.

Attributes go down, messages go up: the screen sets `position`, `starter` and the marks; the grid posts
`Grid.ColumnSelected` for a column chosen with an arrow, a digit, a letter or the mouse.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.message import Message

from p4tui.actions.widgets import BOARD, DIGITS
from p4tui.core.geometry import Cell
from p4tui.core.notation import SYMBOLS
from p4tui.core.position import Position
from p4tui.tui.bindings import bindings
from p4tui.tui.look.art import Art
from p4tui.tui.widgets.board_view import BoardView

LETTERS = SYMBOLS[9:]
"""The letters of the columns from the tenth on, as in move strings."""


class Grid(BoardView, can_focus=True):
    """A board on which a person chooses columns.

    Attributes:
        reserved: letters that the key map gives to actions, and that choose no column.
        browsing: whether another position is shown, from which End, Esc and any choice return; the mouse only clicks there.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings((*BOARD, *DIGITS)),
        *(Binding(letter, f"letter('{letter}')", show=False) for letter in LETTERS),
    ]

    @dataclass
    class ColumnSelected(Message):
        """A column was chosen for a move.

        Attributes:
            column: counted from 0; it may lie outside the board.
            direct: whether the column itself was typed or clicked; else it is the one of the cursor.
        """

        column: int
        direct: bool = False

    @dataclass
    class CellRefused(Message):
        """A cell was chosen in which no disc can land now.

        Attributes:
            cell: the chosen cell.
            landing: the cell where the disc would land, or None in a full column.
        """

        cell: Cell
        landing: Cell | None

    @dataclass
    class NumberBegun(Message):
        """The first digit of a column number was typed.

        Attributes:
            number: the number so far, counted from 1.
        """

        number: int

    @dataclass
    class ChoiceCancelled(Message):
        """The choice of a cell was cancelled."""

    def __init__(
        self, *, art: Art | None = None, interactive: bool = True, id: str | None = None
    ) -> None:
        super().__init__(art=art, interactive=interactive, id=id)
        self.can_focus = interactive
        self.reserved: frozenset[str] = frozenset()
        self.browsing = False
        self._typed = 0

    def watch_position(self, old: Position, new: Position) -> None:
        """Show the position, and clear a typed digit."""
        self.forget_number()
        super().watch_position(old, new)

    def action_move(self, across: int, up: int) -> None:
        """Choose the next column or cell in a direction."""
        geometry = self.position.geometry
        self.forget_number()
        self.cursor = min(max(self.cursor + across, 0), geometry.columns - 1)
        if self.by_cell:
            self.cursor_row = min(max(self.cursor_row + up, 0), geometry.rows - 1)

    def action_down(self) -> None:
        """Drop a disc, or with the cell cursor choose the cell below."""
        if self.by_cell:
            self.action_move(0, -1)
        else:
            self.action_drop()

    def action_end(self, direction: int) -> None:
        """Choose the first or the last column."""
        if self.browsing and direction > 0:
            self.post_message(self.ColumnSelected(self.cursor))
            return
        self.forget_number()
        self.cursor = 0 if direction < 0 else self.position.geometry.columns - 1

    def action_drop(self) -> None:
        """Select the typed column, or the cursor's. With the cell cursor, select only the landing cell."""
        if self._typed:
            self._choose_number(self._typed)
            return
        cell, landing = Cell(self.cursor, self.cursor_row), self.position.landing_cell(self.cursor)
        if self.by_cell and cell != landing:
            self.post_message(self.CellRefused(cell, landing))
        else:
            self.post_message(self.ColumnSelected(self.cursor))

    def key_escape(self, event: events.Key) -> None:
        """Cancel the choice of a cell: return to the landing cell."""
        if self.browsing:
            event.stop()
            self.post_message(self.ColumnSelected(self.cursor))
            return
        if not self.by_cell:
            return
        event.stop()
        landing = self.position.landing_cell(self.cursor)
        self.cursor_row = landing.row if landing else 0
        self.post_message(self.ChoiceCancelled())

    def action_digit(self, digit: int) -> None:
        """Choose a column by its number; on wide boards wait for a second digit, without a time limit."""
        columns = self.position.geometry.columns
        number = self._typed * 10 + digit
        if number == 0:
            return
        if number * 10 > columns:
            self._choose_number(number)
        else:
            self._typed = number
            self.post_message(self.NumberBegun(number))

    def action_letter(self, letter: str) -> None:
        """Choose a column by its letter; leave the key to the screen on boards without that column."""
        number = SYMBOLS.index(letter) + 1
        if letter in self.reserved or number > self.position.geometry.columns:
            raise SkipAction
        self._choose_number(number)

    def forget_number(self) -> None:
        """Clear a typed digit."""
        self._typed = 0

    def _choose_number(self, number: int) -> None:
        """Select the column of a complete number."""
        self.forget_number()
        if number <= self.position.geometry.columns:
            self.cursor = number - 1
        self.post_message(self.ColumnSelected(number - 1, direct=True))

    def on_blur(self) -> None:
        """Clear a typed digit."""
        self.forget_number()

    def choose_column(self, column: int) -> None:
        """Choose a column, and with the cell cursor its landing cell."""
        self.forget_number()
        self.cursor = column
        landing = self.position.landing_cell(column)
        if landing is not None:
            self.cursor_row = landing.row

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll right."""
        event.stop()
        self._wheel(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll left."""
        event.stop()
        self._wheel(-1)

    def _wheel(self, step: int) -> None:
        """Choose the next hidden column, else the next column."""
        view = self.viewport
        hidden = view.column + (view.columns if step > 0 else -1)
        if not self.interactive:
            return
        if 0 <= hidden < view.total_columns:
            self.action_move(hidden - self.cursor, 0)
        else:
            self.action_move(step, 0)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Choose the column under the mouse."""
        column = self.column_at(event.x)
        if self.interactive and column is not None and not self.browsing:
            self.cursor = column
            row = self.row_at(event.y)
            if self.by_cell and row is not None:
                self.cursor_row = row

    def on_click(self, event: events.Click) -> None:
        """Select the column under the mouse."""
        column = self.column_at(event.x)
        if self.interactive and column is not None:
            self.forget_number()
            self.cursor = column
            self.post_message(self.ColumnSelected(column, direct=True))
