"""`BoardView`: what is seen of the board. One reactive widget on the line API, styled by component classes in `game.tcss`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.geometry import Offset
from textual.message import Message
from textual.reactive import reactive
from textual.timer import Timer

from p4tui.core.colour import Colour
from p4tui.core.geometry import Cell
from p4tui.core.position import Position
from p4tui.tui.look.board_art import column_label
from p4tui.tui.look.board_picture import BoardState, ScoreLabel, board_lines
from p4tui.tui.look.fall import Fall
from p4tui.tui.look.layout import CellSize, cell_size, scores_fit
from p4tui.tui.look.span import Line
from p4tui.tui.look.viewport import Viewport
from p4tui.tui.widgets.line_widget import LineWidget

FRAME_SECONDS = 0.04
"""Between two pictures of an animation."""

STATES = ("", "-won", "-won-mark", "-ghost", "-mark", "-mark-last")
"""What a disc's component class may end with."""


class BoardView(LineWidget):
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
        scores: what is written under each column where there is room; None: nothing.
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
        "grid--score",
        "grid--score-best",
    }

    position: reactive[Position] = reactive(Position, repaint=False)
    starter: reactive[Colour] = reactive(Colour.RED, repaint=False)
    cursor: reactive[int] = reactive(3, repaint=False)
    cursor_row: reactive[int] = reactive(0, repaint=False)
    by_cell: reactive[bool] = reactive(False, repaint=False)
    live: reactive[bool] = reactive(True, repaint=False)
    last: reactive[Cell | None] = reactive(None, repaint=False)
    hint: reactive[int | None] = reactive(None, repaint=False)
    scores: reactive[Sequence[ScoreLabel] | None] = reactive(None, repaint=False)

    @dataclass
    class Settled(Message, namespace="grid"):
        """The animation is over: what is seen is the position."""

    def __init__(
        self, *, ascii_only: bool = False, interactive: bool = True, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self.interactive = interactive
        self.ascii_only = ascii_only
        self.viewport = Viewport()
        self._fall: Fall | None = None
        self._fall_timer: Timer | None = None

    def watch_position(self, old: Position, new: Position) -> None:
        """Another size of board begins at its middle."""
        if old.geometry != new.geometry or self.cursor >= new.geometry.columns:
            self.set_reactive(BoardView.cursor, (new.geometry.columns - 1) // 2)
            self.set_reactive(BoardView.cursor_row, 0)
        self.show_changes()

    def on_mount(self) -> None:
        """Whatever else changes is only seen."""
        for name in (
            "starter",
            "cursor",
            "cursor_row",
            "by_cell",
            "live",
            "last",
            "hint",
            "scores",
        ):
            self.watch(self, name, self.show_changes, init=False)

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

    @property
    def cell(self) -> CellSize:
        """The size of a cell now."""
        geometry = self.position.geometry
        return cell_size(geometry.columns, geometry.rows, *self.size, scores=self.scores_seen)

    @property
    def scores_seen(self) -> bool:
        """Whether scores are wanted and there is room for them."""
        geometry = self.position.geometry
        return self.scores is not None and scores_fit(geometry.columns, geometry.rows, *self.size)

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
        """Bring into sight, where a window shows a part of the board: the last move, and rather than it what is chosen."""
        geometry = self.position.geometry
        cell, (width, height) = self.cell, self.size
        height -= cell.score_lines if self.scores_seen else 0
        view = self.viewport.fit(geometry, cell, (width, height))
        if self.last is not None:
            view = view.scroll_to(*self.last)
        if self.interactive and (self.live or self.last is None):
            landing = self.position.landing_cell(self.cursor)
            row = landing.row if landing else geometry.rows - 1
            view = view.scroll_to(self.cursor, self.cursor_row if self.by_cell else row)
        self.viewport = view

    def paint(self, width: int, height: int) -> list[Line]:
        """The board as it is seen now."""
        self._look_at_cursor()
        return board_lines(self.state, self.cell, self.viewport)

    @property
    def state(self) -> BoardState:
        """All that decides how the board looks."""
        return BoardState(
            self.position,
            self.starter,
            self.last,
            self.hint,
            self.cursor if self.interactive else None,
            self.live,
            Cell(self.cursor, self.cursor_row) if self.by_cell else None,
            self._fall,
            self.ascii_only,
            self.scores if self.scores_seen else None,
        )
