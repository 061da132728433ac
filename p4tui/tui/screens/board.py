"""What the screens with a board have in common: the board as large as the window lets it be, something beside it."""

from __future__ import annotations

from abc import abstractmethod
from typing import TypeVar

from textual import events

from p4tui.core.geometry import Geometry
from p4tui.tui.layout import SCREEN_LINES, Arrangement, arrange
from p4tui.tui.screens.base import P4Screen
from p4tui.tui.widgets.grid import Grid

Result = TypeVar("Result")


class BoardScreen(P4Screen[Result]):
    """A screen with a `Grid` of id `board` in a container of id `field`."""

    @property
    def grid(self) -> Grid:
        """The board."""
        return self.query_one("#board", Grid)

    @property
    @abstractmethod
    def geometry(self) -> Geometry:
        """The size of the board that is shown."""

    def on_resize(self, event: events.Resize) -> None:
        """Another window, another place for everything."""
        self.place_board()

    def place_board(self) -> Arrangement:
        """Give the board its place; what else is on the screen gets its own in a subclass."""
        width, height = self.app.size
        plan = arrange(self.geometry.columns, self.geometry.rows, width, height - SCREEN_LINES)
        self.set_class(plan.beside, "-beside")
        self.set_class(not plan.beside, "-above")
        self.grid.styles.width, self.grid.styles.height = plan.board
        return plan
