"""`DiscWidget`: the base of widgets that draw discs, in the colours that the style sheets give to their parts."""

from __future__ import annotations

from typing import ClassVar

from textual.color import Color

from p4tui.tui.look.art import Art
from p4tui.tui.look.palette import TOKENS, Palette
from p4tui.tui.widgets.line_widget import LineWidget


def _class_of(token: str) -> str:
    """Return the component class of a colour."""
    return "disc--" + token.replace("_", "-")


def _text_of(colour: Color) -> str:
    """Return a colour as `#rrggbb` or the name of one of the terminal's own."""
    return colour.css if colour.ansi is not None else colour.hex6.lower()


class DiscWidget(LineWidget):
    """A widget that draws discs.

    Attributes:
        art: how discs are drawn on this terminal.
    """

    art: Art
    COMPONENT_CLASSES: ClassVar[set[str]] = {_class_of(token) for token in TOKENS}

    def __init__(
        self, *, art: Art | None = None, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.art = art or Art()
        self._palette: Palette | None = None

    @property
    def palette(self) -> Palette:
        """The colours of the discs, from the style sheets."""
        if self._palette is None:
            colours = {
                token: _text_of(self.get_component_styles(_class_of(token)).color)
                for token in TOKENS
            }
            self._palette = Palette(**colours)
        return self._palette

    def notify_style_update(self) -> None:
        """Look the colours up again, and draw with them."""
        self._palette = None
        self.repaint_all()
        super().notify_style_update()
