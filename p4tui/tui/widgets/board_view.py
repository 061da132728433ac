"""`BoardView`: the picture of the board in one reactive widget, styled by component classes in `game.tcss`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from textual.geometry import Offset
from textual.message import Message
from textual.reactive import reactive
from textual.timer import Timer

from p4tui.core.colour import Colour
from p4tui.core.geometry import Cell
from p4tui.core.position import Position
from p4tui.tui.look.art import Art
from p4tui.tui.look.board_art import label_column
from p4tui.tui.look.board_picture import board_lines
from p4tui.tui.look.board_state import BoardState, ScoreLabel
from p4tui.tui.look.cells import PLAIN_PIXELS, RIM, CellSize, Frame
from p4tui.tui.look.fall import Fall
from p4tui.tui.look.scene import Scene
from p4tui.tui.look.span import Line
from p4tui.tui.look.viewport import Viewport
from p4tui.tui.widgets.disc_widget import DiscWidget

FRAME_SECONDS = 0.04
"""Seconds between two frames of an animation."""


class BoardView(DiscWidget):
    """The board of a game, without input.

    Reactive attributes:
        position: the discs on the board.
        starter: the colour that began.
        cursor: the chosen column, from 0.
        cursor_row: the chosen row, from 0 at the bottom, if `by_cell`.
        by_cell: whether the four arrows choose a cell, and not two of them a column.
        live: whether a person may move: shows where the disc would land.
        last: the cell of the last move.
        hint: the advised column.
        threats: the empty cells that complete a line, each with the colours that would win there, red first.
        scores: the scores under the columns, or None for none.
        badge: a column and the sign above it, where there is a lane; or None.
        frame: the size of a cell and the lines around the rows; the layout sets it, with the size of the widget.
    """

    position: reactive[Position] = reactive(Position, repaint=False)
    starter: reactive[Colour] = reactive(Colour.RED, repaint=False)
    cursor: reactive[int] = reactive(3, repaint=False)
    cursor_row: reactive[int] = reactive(0, repaint=False)
    by_cell: reactive[bool] = reactive(False, repaint=False)
    live: reactive[bool] = reactive(True, repaint=False)
    last: reactive[Cell | None] = reactive(None, repaint=False)
    hint: reactive[int | None] = reactive(None, repaint=False)
    threats: reactive[Mapping[Cell, tuple[Colour, ...]]] = reactive(dict, repaint=False)
    scores: reactive[Sequence[ScoreLabel] | None] = reactive(None, repaint=False)
    badge: reactive[tuple[int, str] | None] = reactive(None, repaint=False)
    frame: reactive[Frame] = reactive(Frame(CellSize(PLAIN_PIXELS)), repaint=False)

    @dataclass
    class Settled(Message, namespace="grid"):
        """The animation has ended, and the position is shown."""

    def __init__(
        self, *, art: Art | None = None, interactive: bool = True, id: str | None = None
    ) -> None:
        super().__init__(art=art, id=id)
        self.interactive = interactive
        self.viewport = Viewport()
        self._fall: Fall | None = None
        self._fall_timer: Timer | None = None

    def watch_position(self, old: Position, new: Position) -> None:
        """Show the position; on a board of another size, choose its middle column."""
        if old.geometry != new.geometry or self.cursor >= new.geometry.columns:
            self.set_reactive(BoardView.cursor, (new.geometry.columns - 1) // 2)
            self.set_reactive(BoardView.cursor_row, 0)
        self.show_changes()

    def on_mount(self) -> None:
        """Redraw whenever another attribute changes."""
        for name in (
            "starter",
            "cursor",
            "cursor_row",
            "by_cell",
            "live",
            "last",
            "hint",
            "threats",
            "scores",
            "badge",
            "frame",
        ):
            self.watch(self, name, self.show_changes, init=False)

    def show_changes(self) -> None:
        """Update the lines, the viewport and the terminal's cursor."""
        if self.is_mounted:
            self._scroll()
            self.place_cursor()
            self.repaint()

    def animate_drop(self, cell: Cell, colour: Colour) -> None:
        """Show a disc fall to its cell, and its line flash if it has won; `Settled` follows."""
        self._start(Fall.drop(cell, colour, self.position.geometry.rows))

    def animate_emptying(self, old: Position, starter: Colour) -> None:
        """Show the discs of an old game fall out of the board; `Settled` follows."""
        self._start(Fall.emptying(old, starter))

    @property
    def falling(self) -> bool:
        """Whether an animation runs."""
        return self._fall is not None

    def end_animation(self) -> None:
        """End the animation at once."""
        if self._fall_timer is not None:
            self._fall_timer.stop()
            self._fall_timer = None
        if self._fall is not None:
            self._fall = None
            self.show_changes()
            self.post_message(self.Settled())

    def _start(self, fall: Fall) -> None:
        """Start an animation in place of a running one."""
        self.end_animation()
        self._fall = fall
        self.repaint()
        self._fall_timer = self.set_interval(FRAME_SECONDS, self._next_frame)

    def _next_frame(self) -> None:
        """Show the next frame of the animation."""
        fall = self._fall
        following = fall.next_frame() if fall else None
        if fall and fall.lands and not self.art.lean and self.position.winning_cells():
            following = fall.flashing()
        if following is None:
            self.end_animation()
        else:
            self._fall = following
            self.repaint()

    @property
    def cell(self) -> CellSize:
        """The size of a cell."""
        return self.frame.cell

    @property
    def scores_visible(self) -> bool:
        """Whether scores are enabled and have room."""
        return self.scores is not None and not (self.cell.is_plain and not self.frame.score_lines)

    def column_at(self, x: int) -> int | None:
        """Return the column at a character of the widget, or None beside the board."""
        column = (x - RIM) // self.cell.pixels
        return self.viewport.column + column if 0 <= column < self.viewport.columns else None

    def row_at(self, y: int) -> int | None:
        """Return the row at a line of the widget, or None above or below the cells."""
        place = self.cell.place_at(y - self.frame.top)
        if not 0 <= place < self.viewport.rows:
            return None
        return self.viewport.row + self.viewport.rows - 1 - place

    def label_offset(self, column: int) -> Offset:
        """Return the place of a column's number in the widget."""
        x = RIM + (column - self.viewport.column) * self.cell.pixels + label_column(self.cell)
        return Offset(
            x,
            0
            if self.frame.numbers_above
            else self.frame.lane + self.cell.lines(self.viewport.rows),
        )

    def cursor_place(self) -> Offset | None:
        """Return the place of the chosen column's number, so that screen readers read the numbers."""
        return self.label_offset(self.cursor) if self.interactive else None

    def _scroll(self) -> None:
        """Scroll a large board to the last move, and then to the chosen cell."""
        geometry, frame = self.position.geometry, self.frame
        width, height = self.size
        bottom = frame.bottom if self.scores_visible else frame.bottom - frame.score_lines
        view = self.viewport.fit(geometry, self.cell, width, height - frame.top - bottom)
        if self.last is not None:
            view = view.scroll_to(*self.last)
        if self.interactive and (self.live or self.last is None):
            landing = self.position.landing_cell(self.cursor)
            row = landing.row if landing else geometry.rows - 1
            view = view.scroll_to(self.cursor, self.cursor_row if self.by_cell else row)
        self.viewport = view

    def paint(self, width: int, height: int) -> list[Line]:
        """Return the lines of the board."""
        self._scroll()
        scene = Scene(self.state, self.frame, self.viewport, self.art, self.palette)
        return board_lines(scene)

    @property
    def state(self) -> BoardState:
        """The state that is shown."""
        return BoardState(
            self.position,
            self.starter,
            self.last,
            self.hint,
            self.threats,
            self.cursor if self.interactive else None,
            self.live,
            Cell(self.cursor, self.cursor_row) if self.by_cell else None,
            self._fall,
            self.scores if self.scores_visible else None,
            self.badge,
        )
