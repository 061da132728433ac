"""`MatchWidget`: the base of the widgets around a board."""

from __future__ import annotations

from collections.abc import Sequence

from textual.reactive import reactive

from p4tui.core.colour import Colour
from p4tui.tui.look.signs import Signs, signs_of
from p4tui.tui.look.span import Line
from p4tui.tui.match_view import MatchView
from p4tui.tui.widgets.card import Card

COLOUR_NAMES = {Colour.RED: "red", Colour.YELLOW: "yellow"}
"""The colours as they end the names of component classes."""


class MatchWidget(Card):
    """A widget that shows a match.

    Reactive attributes:
        view: the match as it is shown, or None before it starts.
    """

    view: reactive[MatchView | None] = reactive(None, repaint=False)

    def watch_view(self) -> None:
        """Redraw."""
        self.repaint()

    @property
    def signs(self) -> Signs:
        """The signs of the terminal."""
        assert self.view is not None
        return signs_of(self.view.art)

    def paint(self, width: int, height: int) -> list[Line]:
        """Return the lines of the match."""
        return [] if self.view is None else list(self.lines(self.view, width, height))

    def lines(self, view: MatchView, width: int, height: int) -> Sequence[Line]:
        """Return the lines for a match in a size; by default those of a card."""
        return super().paint(width, height)
