"""`ReviewGraph`: the course of a reviewed game as a card. A click asks for the position after a move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.message import Message
from textual.reactive import reactive

from p4tui.i18n import _
from p4tui.tui.look.graph_art import Graph, graph_lines, scale_of
from p4tui.tui.look.looks import COLOUR_NAMES
from p4tui.tui.look.span import Line, Span
from p4tui.tui.match_view import MatchView
from p4tui.tui.widgets.card import aside_beside
from p4tui.tui.widgets.match_widget import MatchWidget

MARGIN = 1
"""Blank columns left and right of the graph."""
TITLE = 1
"""The line of the title."""


class ReviewGraph(MatchWidget):
    """The score after each move, red's above the zero line and yellow's below it.

    Reactive attributes:
        graph: the course of the game, or None before it is shown.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "card--shown",
        "graph--zero",
        "graph--hanging",
        *(f"graph--{name}" for name in COLOUR_NAMES.values()),
        *(f"graph--mistake-{name}" for name in COLOUR_NAMES.values()),
        *(f"graph--blunder-{name}" for name in COLOUR_NAMES.values()),
    }

    graph: reactive[Graph | None] = reactive(None, repaint=False)

    @dataclass
    class Chosen(Message):
        """A move was clicked.

        Attributes:
            shown: the number of moves up to it.
        """

        shown: int

    def watch_graph(self) -> None:
        """Redraw."""
        self.repaint()

    def title(self) -> str:
        """Return the name of the card."""
        return _("Score")

    def aside(self) -> str:
        """Return what is above and what is below the zero line."""
        if self.view is None or self.view.art.glyphs == "ascii":
            return ""
        return aside_beside(self.title(), _("red above, yellow below"), self.size.width)

    def lines(self, view: MatchView, width: int, height: int) -> Sequence[Line]:
        """Return the title strip and the graph within narrow margins."""
        title, *_body = super().lines(view, width, height)
        if self.graph is None:
            return [title]
        room = width - 2 * MARGIN
        return [
            title,
            *(
                [Span(" " * MARGIN, "card--text"), *line]
                for line in graph_lines(self.graph, room, height - TITLE, view.art.glyphs)
            ),
        ]

    def body(self, _width: int, _height: int) -> Sequence[Line]:
        """Return nothing: the graph has margins of its own."""
        return []

    def on_click(self, event: events.Click) -> None:
        """Ask for the position after the move under the mouse."""
        if self.graph is None or self.view is None or event.y < TITLE:
            return
        dots = self.view.art.glyphs != "ascii"
        scale = scale_of(self.graph, self.size.width - 2 * MARGIN, dots=dots)
        ply = scale.ply_at(event.x - MARGIN)
        if ply is not None:
            self.post_message(self.Chosen(ply))
