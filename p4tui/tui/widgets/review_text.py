"""`ReviewText`: what a review says of a move, in as many lines as there are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.geometry import Offset
from textual.reactive import reactive

from p4tui.tui.look.span import Line, Span
from p4tui.tui.text import cut
from p4tui.tui.widgets.line_widget import LineWidget, fit
from p4tui.tui.widgets.text_page import wrap

MARGIN = 1
"""Blank columns left and right of the text."""

Comment = tuple[str, str]
"""A heading, and the sentences under it."""


class ReviewText(LineWidget, can_focus=True):
    """A heading and sentences, with the terminal's cursor at their beginning for screen readers.

    Reactive attributes:
        comments: what is said, in forms that grow shorter.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"review--heading", "review--text"}

    comments: reactive[Sequence[Comment]] = reactive((("", ""),), repaint=False)

    def watch_comments(self) -> None:
        """Redraw."""
        self.repaint()

    def cursor_place(self) -> Offset:
        """Return the place of the heading."""
        return Offset(MARGIN, 0)

    def paint(self, width: int, height: int) -> list[Line]:
        """Return the first form that fits, with the heading in a line of its own if there are enough."""
        room, heading, both = max(width - 2 * MARGIN, 1), "", [""]
        for heading, text in self.comments:
            heads, lines = wrap(heading, room), wrap(text, room) if text else []
            if len(heads) + len(lines) <= height:
                return _styled([*heads, *lines], len(heading), room)
            both = wrap(f"{heading}. {text}" if heading and text else heading or text, room)
            if len(both) <= height:
                return _styled(both, len(heading), room)
        both[height - 1 :] = [cut(" ".join(both[height - 1 :]), room)]
        return _styled(both, len(heading), room)


def _styled(lines: Sequence[str], bold: int, room: int) -> list[Line]:
    """Return lines, so many of their first characters in bold; each line end stands for a blank."""
    styled: list[Line] = []
    for line in lines:
        head = line[: max(bold, 0)]
        bold -= len(line) + 1
        rest = (
            fit(line[len(head) :], "review--text", room - len(head))
            if len(head) < len(line)
            else Span("", "")
        )
        styled.append([Span(" " * MARGIN, "review--text"), Span(head, "review--heading"), rest])
    return styled
