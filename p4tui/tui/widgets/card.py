"""`Card`: a surface with a title strip, the ground of everything beside the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len

from p4tui.tui.look.span import Line, Span
from p4tui.tui.text import cut
from p4tui.tui.widgets.line_widget import LineWidget, fit

NARROW_CARD = 16
"""Width up to which a card has a margin of one column instead of two."""


def line_width(line: Line) -> int:
    """Return the width of a line in cells."""
    return sum(cell_len(span.text) for span in line)


class Card(LineWidget):
    """A card. A subclass returns its title and its body.

    The colours of spans are the component classes `card--…`: `text`, `muted`, `strong` (bold), `accent` (bold), `key`, `red`,
    `yellow`.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "card--title",
        "card--aside",
        "card--text",
        "card--muted",
        "card--strong",
        "card--accent",
        "card--red",
        "card--yellow",
    }

    def title(self) -> str:
        """Return the title; empty for a card without a title strip."""
        return ""

    def aside(self) -> str:
        """Return the text at the right end of the title strip."""
        return ""

    def body(self, width: int, height: int) -> Sequence[Line]:
        """Return the lines under the title, for a size without the margins."""
        raise NotImplementedError

    @staticmethod
    def margin(width: int) -> int:
        """Return the columns left and right of the text."""
        return 1 if width <= NARROW_CARD else 2

    def paint(self, width: int, height: int) -> list[Line]:
        """Return the title strip and the body within its margins."""
        margin, title = self.margin(width), self.title()
        head = [self._title_strip(title, width, margin)] if title else []
        lines = self.body(max(width - 2 * margin, 0), height - len(head))
        blank = Span(" " * margin, "card--text")
        return [*head, *([blank, *line] for line in lines)]

    def _title_strip(self, title: str, width: int, margin: int) -> list[Span]:
        """Return the first line of the card."""
        aside = self.aside()
        room = width - 2 * margin - (cell_len(aside) + 1 if aside else 0)
        return [
            Span(" " * margin, "card--title"),
            fit(cut(title, room), "card--title", max(room, 0)),
            Span(f" {aside}" if aside else "", "card--aside"),
            Span(" " * margin, "card--title"),
        ]


def aside_beside(title: str, aside: str, width: int) -> str:
    """Return an aside, or nothing if a card of this width has no room for it beside its title."""
    room = width - 2 * Card.margin(width)
    return aside if cell_len(title) + 1 + cell_len(aside) <= room else ""


def fact(name: str, value: str, width: int, *, style: str = "card--text") -> Line:
    """Return a line with a muted name at the left and a value at the right."""
    room = max(width - cell_len(value) - 1, 0)
    return [fit(name, "card--muted", room), Span(" " + cut(value, width), style)]
