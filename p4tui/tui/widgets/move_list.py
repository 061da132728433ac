"""`MoveList`: the moves of a game in numbered pairs. A click on a move asks for the position after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.message import Message

from p4tui.core.colour import colour_of
from p4tui.core.notation import column_symbol
from p4tui.i18n import _
from p4tui.tui.look.looks import COLOUR_NAMES
from p4tui.tui.look.span import Line, Span
from p4tui.tui.match_view import MatchView
from p4tui.tui.widgets.match_widget import MatchWidget

COLUMNS = 2
"""The most pairs in a line."""
MARGIN = 1
"""Blank columns left and right of the pairs."""
SYMBOL_COLUMNS = 9
"""The widest board with one-digit column numbers."""


def column_names(view: MatchView) -> list[str]:
    """Return the column names of the moves, all of the same width."""
    if view.numbers and view.match.geometry.columns > SYMBOL_COLUMNS:
        return [f"{column + 1:>2}" for column in view.match.game.played]
    return [column_symbol(column) for column in view.match.game.played]


class PlacedText(NamedTuple):
    """The number of a pair or one of its moves, in its place.

    Attributes:
        x, y: its place in the body.
        text: what is written there.
        style: its component class.
        shown: the number of moves up to it; 0 for the number of a pair.
    """

    x: int
    y: int
    text: str
    style: str
    shown: int = 0


class MoveList(MatchWidget):
    """The moves in pairs. The last one is bold, the shown one is marked."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"card--last-{name}" for name in COLOUR_NAMES.values()),
        "card--shown",
    }

    @dataclass
    class Chosen(Message):
        """A move was clicked.

        Attributes:
            shown: the number of moves up to it.
        """

        shown: int

    def title(self) -> str:
        """Return the name of the card."""
        return _("Moves")

    def aside(self) -> str:
        """Return the number of moves, unless bytes are dear."""
        view = self.view
        return "" if view is None or view.art.lean else str(view.match.game.cursor)

    def lines(self, view: MatchView, width: int, height: int) -> Sequence[Line]:
        """Return the title strip, and the pairs within narrow margins."""
        title, *_body = super().lines(view, width, height)
        blank = Span(" " * MARGIN, "card--text")
        return [
            title,
            *([blank, *line] for line in self._pair_lines(width - 2 * MARGIN, height - 1)),
        ]

    def body(self, _width: int, _height: int) -> Sequence[Line]:
        """Return nothing: the pairs have margins of their own."""
        return []

    def _pair_lines(self, width: int, height: int) -> Sequence[Line]:
        """Return the pairs, column by column."""
        lines: list[list[Span]] = [[] for _line in range(height)]
        ends = [0] * height
        for mark in sorted(self._placed(width, height)):
            lines[mark.y].append(Span(" " * (mark.x - ends[mark.y]), "card--text"))
            lines[mark.y].append(Span(mark.text, mark.style))
            ends[mark.y] = mark.x + cell_len(mark.text)
        return lines

    def _placed(self, width: int, height: int) -> Iterator[PlacedText]:
        """Yield numbers and moves; drop the first column when all are full."""
        view = self.view
        if view is None or height < 1:
            return
        names = column_names(view)
        size = len(names[0]) if names else 1
        digits = max(len(str(view.match.geometry.cells // 2)), 2)
        narrow = digits + 2 * (1 + size)
        across = COLUMNS if COLUMNS * (narrow + 1) - 1 <= width else 1
        step = (width + 1) // across
        gap = 2 if step >= narrow + 3 else 1
        first = self._first_pair(view, height, across)
        for index in range(2 * first, min(len(names), 2 * (first + height * across))):
            column, y = divmod(index // 2 - first, height)
            x = column * step
            if index % 2 == 0:
                yield PlacedText(x, y, f"{index // 2 + 1:>{digits}}", "card--muted")
            x += digits + gap + (index % 2) * (size + gap)
            yield PlacedText(x, y, names[index], self._style_of(view, index), index + 1)

    @staticmethod
    def _first_pair(view: MatchView, height: int, across: int) -> int:
        """Return the first pair that is seen."""
        count = (view.match.game.cursor + 1) // 2
        newest = max(-(-count // height) - across, 0) * height
        wanted = max(view.shown - 1, 0) // 2
        return min(newest, wanted // height * height)

    @staticmethod
    def _style_of(view: MatchView, index: int) -> str:
        """Return the component class of a move, counted from 0."""
        match, total = view.match, view.match.game.cursor
        if index + 1 == view.shown < total:
            return "card--shown"
        mover = colour_of(match.game.positions[index].to_move, match.starter)
        last = "last-" if index + 1 == total else ""
        return f"card--{last}{COLOUR_NAMES[mover]}"

    def on_click(self, event: events.Click) -> None:
        """Ask for the position after the move under the mouse."""
        width, height = self.size
        x, y = event.x - MARGIN, event.y - 1
        for mark in self._placed(width - 2 * MARGIN, height - 1):
            if mark.shown and mark.y == y and mark.x - 1 <= x <= mark.x + len(mark.text):
                self.post_message(self.Chosen(mark.shown))
                return
