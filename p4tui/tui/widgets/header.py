"""`Header`: the first line of a screen, with the name of the screen and facts at the right."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len
from textual.geometry import Size
from textual.reactive import reactive

from p4tui.tui.look.art import Art
from p4tui.tui.look.layout import header_lines
from p4tui.tui.look.signs import signs_of
from p4tui.tui.look.span import Line, Span
from p4tui.tui.text import cut
from p4tui.tui.widgets.line_widget import LineWidget, fit

MIN_FACTS = 4
"""Cells between the title and the facts at the right."""


class Header(LineWidget):
    """The first line of a screen; a low window has none.

    Reactive attributes:
        title: the name of the screen, in bold.
        aside: more about it, after the title.
        facts: what is shown, at the right end.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "header--red",
        "header--yellow",
        "header--title",
        "header--text",
    }

    title: reactive[str] = reactive("", repaint=False)
    aside: reactive[str] = reactive("", repaint=False)
    facts: reactive[str] = reactive("", repaint=False)

    def __init__(self, art: Art, *, id: str | None = "header") -> None:
        super().__init__(id=id)
        self._signs = signs_of(art)

    def watch_title(self) -> None:
        """Redraw."""
        self.repaint()

    watch_aside = watch_facts = watch_title

    def get_content_height(self, _container: Size, viewport: Size, _width: int) -> int:
        """Return the number of lines in a window."""
        return header_lines(viewport.height)

    def paint(self, width: int, height: int) -> list[Line]:
        """Return the discs, the title, and as much of the rest as fits."""
        start = [
            Span(" ", "header--text"),
            Span(self._signs.red, "header--red"),
            Span(" ", "header--text"),
            Span(self._signs.yellow, "header--yellow"),
            Span("  ", "header--text"),
        ]
        title = cut(self.title, max(width - 7, 0))
        room = width - 7 - cell_len(title)
        facts = self.facts if cell_len(self.facts) + MIN_FACTS <= room else ""
        room -= cell_len(facts) + (1 if facts else 0)
        aside = "  " + self.aside if self.aside and cell_len(self.aside) + 2 <= room else ""
        end = Span(facts + " ", "header--text") if facts else Span("", "header--text")
        middle = fit(aside, "header--text", width - 6 - cell_len(title) - cell_len(end.text))
        return [[*start, Span(title, "header--title"), middle, end]]
