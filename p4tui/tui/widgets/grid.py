"""`Grid`: the board. One reactive widget on the line API, styled by component classes in `game.tcss`.

Attributes go down, messages go up: the screen sets `position`, `starter` and the marks; the grid reports a chosen column
with `Grid.ColumnSelected`, whether it came from an arrow key, a digit or the mouse.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset
from textual.message import Message
from textual.reactive import reactive
from textual.timer import Timer

from p4tui.core.colour import Colour, colour_of
from p4tui.core.geometry import Cell
from p4tui.core.position import Position
from p4tui.tui.layout import CellSize, cell_size
from p4tui.tui.widgets.board_art import (
    ASCII,
    EMPTY,
    UNICODE,
    Glyphs,
    Look,
    cell_line,
    column_label,
)
from p4tui.tui.widgets.discs import disc_centre
from p4tui.tui.widgets.fall import Fall
from p4tui.tui.widgets.painted import Painted
from p4tui.tui.widgets.piece import Line, Piece
from p4tui.tui.widgets.viewport import Viewport

FRAME_SECONDS = 0.04
"""Between two pictures of an animation."""
TYPING_SECONDS = 1.0
"""How long a second digit of a column number is waited for."""


STATES = ("", "-won", "-ghost", "-mark", "-mark-last")
"""What a disc's component class may end with."""


class Grid(Painted, can_focus=True):
    """The board of a game.

    Reactive attributes:
        position: what lies on the board.
        starter: who began, so whose discs are whose.
        cursor: the chosen column, counted from 0.
        cursor_row: the chosen row, counted from 0 at the bottom, while `by_cell`.
        by_cell: whether the four arrows choose a cell instead of two a column.
        live: whether a person may choose: shows the pointer and where the disc would land.
        last: the cell of the last move, marked.
        hint: the advised column, marked.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "grid--board",
        "grid--hole",
        *(f"grid--{colour}{state}" for colour in ("red", "yellow") for state in STATES),
        "grid--chosen",
        "grid--number",
        "grid--hint",
        "grid--pointer",
        "grid--edge",
    }

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1, 0)", show=False, id="board.left"),
        Binding("right", "move(1, 0)", show=False, id="board.right"),
        Binding("up", "move(0, 1)", show=False, id="board.up"),
        Binding("down", "down", show=False, id="board.down"),
        Binding("home", "end(-1)", show=False, id="board.first"),
        Binding("end", "end(1)", show=False, id="board.last"),
        Binding("enter", "confirm", show=False, id="board.confirm"),
        Binding("space", "drop", show=False, id="board.drop"),
        *(Binding(str(digit), f"digit({digit})", show=False) for digit in range(10)),
    ]

    position: reactive[Position] = reactive(Position, repaint=False)
    starter: reactive[Colour] = reactive(Colour.RED, repaint=False)
    cursor: reactive[int] = reactive(3, repaint=False)
    cursor_row: reactive[int] = reactive(0, repaint=False)
    by_cell: reactive[bool] = reactive(False, repaint=False)
    live: reactive[bool] = reactive(True, repaint=False)
    last: reactive[Cell | None] = reactive(None, repaint=False)
    hint: reactive[int | None] = reactive(None, repaint=False)

    @dataclass
    class ColumnSelected(Message):
        """A column was chosen for a move.

        Attributes:
            column: counted from 0; may be one that the board does not have.
        """

        column: int

    @dataclass
    class CellRefused(Message):
        """A cell was chosen in which a disc dropped there would not come to lie.

        Attributes:
            cell: the chosen one.
            landing: where the disc would land, None for a full column.
        """

        cell: Cell
        landing: Cell | None

    @dataclass
    class ChoiceCancelled(Message):
        """The choice of a cell was taken back."""

    @dataclass
    class Settled(Message):
        """The animation is over: what is seen is the position."""

    def __init__(self, *, ascii_only: bool = False, interactive: bool = True, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.can_focus = interactive
        self.interactive = interactive
        self.ascii_only = ascii_only
        self.glyphs: Glyphs = ASCII if ascii_only else UNICODE
        self.viewport = Viewport()
        self._fall: Fall | None = None
        self._fall_timer: Timer | None = None
        self._typed = 0
        self._typing_timer: Timer | None = None

    # -- what the screen sets ---------------------------------------------------------------------------------------

    def watch_position(self, old: Position, new: Position) -> None:
        """Another size of board begins at its middle."""
        if old.geometry != new.geometry or self.cursor >= new.geometry.columns:
            self.set_reactive(Grid.cursor, (new.geometry.columns - 1) // 2)
            self.set_reactive(Grid.cursor_row, 0)
        self._stop_typing()
        self.show_changes()

    def watch_starter(self) -> None:
        """Whose discs are whose."""
        self.show_changes()

    def watch_cursor(self) -> None:
        """Another column was chosen."""
        self.show_changes()

    def watch_cursor_row(self) -> None:
        """Another row was chosen."""
        self.show_changes()

    def watch_by_cell(self) -> None:
        """The kind of cursor changed."""
        self.show_changes()

    def watch_live(self) -> None:
        """A person's turn began or ended."""
        self.show_changes()

    def watch_last(self) -> None:
        """Another move is the last one."""
        self.show_changes()

    def watch_hint(self) -> None:
        """Advice was given or is over."""
        self.show_changes()

    def show_changes(self) -> None:
        """Bring the picture and the terminal's cursor up to date."""
        if self.is_mounted:
            self._look_at_cursor()
            self.place_cursor()
            self.repaint()

    def animate_drop(self, cell: Cell, colour: Colour) -> None:
        """Show a disc falling to a cell of the position as it is now; `Settled` follows."""
        self._start(Fall.drop(cell, colour, self.position.geometry.rows))

    def animate_emptying(self, old: Position, starter: Colour) -> None:
        """Show the discs of a game that `starter` began falling out at the bottom; `Settled` follows."""
        self._start(Fall.emptying(old, starter))

    @property
    def falling(self) -> bool:
        """Whether an animation runs."""
        return self._fall is not None

    def settle(self) -> None:
        """End the animation at once."""
        if self._fall_timer is not None:
            self._fall_timer.stop()
            self._fall_timer = None
        if self._fall is not None:
            self._fall = None
            self.show_changes()
            self.post_message(self.Settled())

    def _start(self, fall: Fall) -> None:
        """Begin an animation; one that still runs ends."""
        self.settle()
        self._fall = fall
        self.repaint()
        self._fall_timer = self.set_interval(FRAME_SECONDS, self._next_frame)

    def _next_frame(self) -> None:
        """The next picture of the animation."""
        following = self._fall.next_frame() if self._fall else None
        if following is None:
            self.settle()
        else:
            self._fall = following
            self.repaint()

    # -- keys and mouse ---------------------------------------------------------------------------------------------

    def action_move(self, across: int, up: int) -> None:
        """Choose the next column, or cell, in a direction."""
        geometry = self.position.geometry
        self._stop_typing()
        self.cursor = min(max(self.cursor + across, 0), geometry.columns - 1)
        if self.by_cell:
            self.cursor_row = min(max(self.cursor_row + up, 0), geometry.rows - 1)

    def action_down(self) -> None:
        """Drop; with the cell cursor: the cell below."""
        if self.by_cell:
            self.action_move(0, -1)
        else:
            self.action_drop()

    def action_end(self, direction: int) -> None:
        """Choose the first or the last column."""
        self._stop_typing()
        self.cursor = 0 if direction < 0 else self.position.geometry.columns - 1

    def action_drop(self) -> None:
        """Choose the cursor's column for the move, or the one whose number has been begun."""
        if self._typed:
            self._choose_number(self._typed)
        else:
            self.post_message(self.ColumnSelected(self.cursor))

    def action_confirm(self) -> None:
        """Drop; with the cell cursor only if the disc would land in the chosen cell."""
        if self.by_cell and not self._typed:
            cell = Cell(self.cursor, self.cursor_row)
            landing = self.position.landing_cell(self.cursor)
            if cell != landing:
                self.post_message(self.CellRefused(cell, landing))
                return
        self.action_drop()

    def key_escape(self, event: events.Key) -> None:
        """Cancel the choice of a cell: back to where the disc would land."""
        if not self.by_cell:
            return
        event.stop()
        landing = self.position.landing_cell(self.cursor)
        self.cursor_row = landing.row if landing else 0
        self.post_message(self.ChoiceCancelled())

    def action_digit(self, digit: int) -> None:
        """A column by its number; on wide boards a second digit is waited for."""
        columns = self.position.geometry.columns
        number = self._typed * 10 + digit
        if number == 0:
            return
        if number * 10 > columns:
            self._choose_number(number)
        else:
            self._stop_typing()
            self._typed = number
            self._typing_timer = self.set_timer(TYPING_SECONDS, lambda: self._choose_number(number))

    def _stop_typing(self) -> None:
        """Wait no longer for a digit, and forget the one that was typed."""
        self._typed = 0
        if self._typing_timer is not None:
            self._typing_timer.stop()
            self._typing_timer = None

    def _choose_number(self, number: int) -> None:
        """The number is complete."""
        self._stop_typing()
        if number <= self.position.geometry.columns:
            self.cursor = number - 1
        self.post_message(self.ColumnSelected(number - 1))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """The column under the pointer is the chosen one."""
        column = self.column_at(event.x)
        if self.interactive and column is not None:
            self.cursor = column
            row = self.row_at(event.y)
            if self.by_cell and row is not None:
                self.cursor_row = row

    def on_click(self, event: events.Click) -> None:
        """A click drops."""
        column = self.column_at(event.x)
        if self.interactive and column is not None and event.button == 1:
            self._stop_typing()
            self.cursor = column
            self.post_message(self.ColumnSelected(column))

    # -- where things are -------------------------------------------------------------------------------------------

    @property
    def cell(self) -> CellSize:
        """The size of a cell now."""
        geometry = self.position.geometry
        return cell_size(geometry.columns, geometry.rows, *self.size)

    def column_at(self, x: int) -> int | None:
        """The column at a character of the widget, None beside the board."""
        column, rest = divmod(x - self.cell.margin, self.cell.width)
        column += self.viewport.column
        seen = column < self.viewport.column + self.viewport.columns
        return column if rest >= 0 and self.viewport.column <= column and seen else None

    def row_at(self, y: int) -> int | None:
        """The row at a line of the widget, None above or below the cells."""
        line = (y - 1) // self.cell.height
        if not 0 <= line < self.viewport.rows:
            return None
        return self.viewport.row + self.viewport.rows - 1 - line

    def label_offset(self, column: int) -> Offset:
        """Where a column's number is written, in the widget."""
        cell = self.cell
        label = column_label(column, self.position.geometry.columns, cell)
        indent = len(label) - len(label.lstrip())
        x = cell.margin + (column - self.viewport.column) * cell.width + indent
        return Offset(x, 1 + self.viewport.rows * cell.height)

    def cursor_place(self) -> Offset | None:
        """The number of the chosen column: a screen reader then reads the numbers' line."""
        return self.label_offset(self.cursor) if self.interactive else None

    def _look_at_cursor(self) -> None:
        """Bring the chosen column, and where a disc would land in it, into the part of the board that is seen."""
        geometry = self.position.geometry
        landing = self.position.landing_cell(self.cursor)
        row = landing.row if landing else geometry.rows - 1
        if self.by_cell:
            row = self.cursor_row
        if not self.interactive and self.last is not None:
            column, row = self.last
        else:
            column = self.cursor
        self.viewport = self.viewport.fitted(geometry, self.cell, self.size).showing(column, row)

    # -- the picture ------------------------------------------------------------------------------------------------

    def paint(self, width: int, height: int) -> list[Line]:
        """The pointer's line, the rows from the top, the column numbers."""
        del width, height
        self._look_at_cursor()
        looks = self._looks()
        cell, view = self.cell, self.viewport
        columns = range(view.column, view.column + view.columns)
        lines: list[Line] = [self._pointer_line(columns)]
        for row in reversed(range(view.row, view.row + view.rows)):
            for line in range(cell.height):
                pieces = [Piece(self._margin(row), "grid--board")] if cell.margin else []
                for column in columns:
                    look = looks.get(Cell(column, row), EMPTY)
                    pieces.extend(cell_line(look, cell, line, ascii_only=self.ascii_only))
                lines.append(pieces)
        total = self.position.geometry.columns
        numbers = [Piece(column_label(column, total, cell), "grid--number") for column in columns]
        lines.append([Piece(" " * cell.margin, "grid--number"), *numbers])
        return lines

    def _margin(self, row: int) -> str:
        """The margin left of a row: whether there is more of the board above or below."""
        view, rows = self.viewport, self.position.geometry.rows
        if row == view.row + view.rows - 1 < rows - 1:
            return self.glyphs.more[2]
        return self.glyphs.more[3] if row == view.row > 0 else " "

    def _pointer_line(self, columns: range) -> Line:
        """The line above the board: the pointer, the advice, and whether there is more to the sides."""
        cell, view = self.cell, self.viewport
        indent = disc_centre(cell.width, cell.height)[0]
        chars = [Piece(" " * cell.margin, "grid--edge")]
        for column in columns:
            text, kind = " ", "grid--edge"
            if column == self.hint:
                text, kind = self.glyphs.hint, "grid--hint"
            elif self.interactive and column == self.cursor:
                text, kind = self.glyphs.pointer, "grid--pointer"
            rest = cell.width - indent - 1
            chars += [Piece(" " * indent, "grid--edge"), Piece(text, kind), Piece(" " * rest, "grid--edge")]
        if view.column:
            chars[0] = Piece(self.glyphs.more[0], "grid--pointer")
        if view.column + view.columns < self.position.geometry.columns:
            chars[-1] = Piece(self.glyphs.more[1], "grid--pointer")
        return chars

    def _looks(self) -> dict[Cell, Look]:
        """How the cells look that are not plainly empty."""
        position, geometry = self.position, self.position.geometry
        won = set(position.winning_cells())
        looks: dict[Cell, Look] = {}
        for discs, colour in ((position.first, self.starter), (position.second, self.starter.other)):
            for cell in geometry.cells_of(discs):
                looks[cell] = Look(colour, last=cell == self.last, won=cell in won)
        if self._fall is not None:
            return self._fall.over_looks(looks)
        if self.interactive and self.live and position.outcome is None:
            self._add_choice(looks)
        return looks

    def _add_choice(self, looks: dict[Cell, Look]) -> None:
        """Mark where the disc would land, and the chosen cell."""
        landing = self.position.landing_cell(self.cursor)
        if landing is not None:
            looks[landing] = Look(ghost=colour_of(self.position.to_move, self.starter))
        if self.by_cell:
            chosen = Cell(self.cursor, self.cursor_row)
            looks[chosen] = replace(looks.get(chosen, EMPTY), chosen=True)
