"""`DiscWidget`: the base of widgets that draw discs, in the colours of the theme."""

from __future__ import annotations

from typing import Protocol, cast

from p4tui.tui.look.art import Art
from p4tui.tui.look.palette import Palette
from p4tui.tui.widgets.line_widget import LineWidget


class Themed(Protocol):
    """The app, as these widgets know it. It repaints them when the theme changes.

    Attributes:
        art: how discs are drawn on this terminal.
        palette: the colours of the theme on this terminal.
    """

    art: Art
    palette: Palette


class DiscWidget(LineWidget):
    """A widget that draws discs.

    Attributes:
        art: how discs are drawn on this terminal.
    """

    art: Art

    def __init__(
        self, *, art: Art | None = None, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.art = art or Art()

    @property
    def palette(self) -> Palette:
        """The colours of the theme on this terminal."""
        return cast("Themed", self.app).palette
