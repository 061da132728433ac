"""`TextPage`: a scrolling page of text."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import BindingType
from textual.reactive import reactive

from p4tui.actions.widgets import TEXT
from p4tui.tui.bindings import bindings
from p4tui.tui.look.lists import text_margin, text_width
from p4tui.tui.look.span import Line, Span
from p4tui.tui.text import graphemes
from p4tui.tui.widgets.line_widget import LineWidget, fit

_BLANKS = re.compile(r"[ \t\r\n]+")

INDENT_PART = 3
"""Keys take at most a third of a line; longer ones have a line of their own."""

TITLE = "#"
PREFORMATTED = "|"
Paragraph = tuple[str, str]
"""A key and a text; in place of the key `TITLE`, `PREFORMATTED` for a line as it is, or nothing for plain text."""


def wrap(text: str, width: int) -> list[str]:
    """Break a text into lines of a width in cells: at blanks, except no-break ones, and inside words that are too long."""
    lines: list[str] = []
    line = ""
    for word in (part for each in _BLANKS.split(text) for part in _split_word(each, width)):
        if line and cell_len(line) + 1 + cell_len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line]


def _split_word(word: str, width: int) -> list[str]:
    """Split a word into parts of at most a width; an empty word has none."""
    if cell_len(word) <= width:
        return [word] if word else []
    parts = [""]
    for character in graphemes(word):
        if parts[-1] and cell_len(parts[-1]) + cell_len(character) > width:
            parts.append("")
        parts[-1] += character
    return parts


def _indent(keys: Sequence[str], width: int) -> int:
    """Return the indent of texts beside keys: after the longest key that leaves enough room."""
    max_indent = width // INDENT_PART
    lengths = [cell_len(key) + 3 for key in keys]
    return max((length for length in lengths if length <= max_indent), default=3)


class TextPage(LineWidget, can_focus=True):
    """Paragraphs, wrapped to the width, and scrolled with arrows, page keys and wheel.

    Reactive attributes:
        top: the first visible line.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"page--text", "page--title", "page--key"}

    BINDINGS: ClassVar[list[BindingType]] = bindings(TEXT)

    top: reactive[int] = reactive(0, repaint=False)

    def __init__(
        self, paragraphs: Callable[[], Sequence[Paragraph]], *, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self._paragraphs = paragraphs

    def watch_top(self) -> None:
        """Redraw."""
        self.repaint()

    @property
    def text_width(self) -> int:
        """The width of the text."""
        return text_width(self.size.width)

    def _all_lines(self, width: int) -> list[Line]:
        """Return all lines at a width."""
        lines: list[Line] = []
        paragraphs = self._paragraphs()
        room, margin = text_width(width), " " * text_margin(width)
        indent = _indent([key for key, _text in paragraphs if key != TITLE], room)
        for key, text in paragraphs:
            if key == PREFORMATTED:
                lines.append([Span(margin + text, "page--text")] if text else [])
            elif key == TITLE:
                title = [[fit(margin + line, "page--title", width)] for line in wrap(text, room)]
                if lines and lines[-1] and lines[-1][0].style != "page--title":
                    lines.append([])
                lines += title
            elif not key:
                lines += [[Span(margin + line, "page--text")] for line in wrap(text, room)]
            else:
                head = Span((margin + key).ljust(indent + len(margin)), "page--key")
                if cell_len(key) + 1 > indent:
                    lines += [[Span(margin + line, "page--key")] for line in wrap(key, room)]
                    head = Span(margin + " " * indent, "page--text")
                for line in wrap(text, max(room - indent, 8)):
                    lines.append([head, Span(line, "page--text")])
                    head = Span(margin + " " * indent, "page--text")
        return lines

    def paint(self, width: int, height: int) -> list[Line]:
        """Return the visible lines."""
        return self._all_lines(width)[self.top : self.top + height]

    def on_resize(self) -> None:
        """Scroll back from blank lines below the end."""
        self.action_scroll(0)

    def action_scroll(self, lines: int) -> None:
        """Scroll by lines."""
        max_top = max(len(self._all_lines(self.size.width)) - self.size.height, 0)
        self.top = min(max(self.top + lines, 0), max_top)

    def action_page(self, pages: int) -> None:
        """Scroll by pages, less one line."""
        self.action_scroll(pages * max(self.size.height - 1, 1))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll down."""
        self.action_scroll(2)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll up."""
        self.action_scroll(-2)
