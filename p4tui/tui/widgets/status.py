"""`StatusLine`: the message above the key bar. In a narrow window it may take two lines."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len
from textual.geometry import Size
from textual.reactive import reactive

from p4tui.core.colour import Colour
from p4tui.tui.look.art import Art
from p4tui.tui.look.layout import status_lines
from p4tui.tui.look.looks import COLOUR_NAMES
from p4tui.tui.look.signs import signs_of
from p4tui.tui.look.span import Line, Span
from p4tui.tui.widgets.line_widget import LineWidget, fit
from p4tui.tui.widgets.text_page import wrap

MARGIN = 1
"""Blank columns left and right of the message."""
ALERT = Span("! ", "status--alert")
"""Stands before a refusal."""


def player_mark(art: Art, colour: Colour | None) -> Span | None:
    """Return the disc of a player before a message, unless bytes are dear."""
    if colour is None or art.lean:
        return None
    signs = signs_of(art)
    sign = signs.red if colour is Colour.RED else signs.yellow
    return Span(f"{sign} ", f"status--{COLOUR_NAMES[colour]}")


class StatusLine(LineWidget):
    """A message in one line or more.

    Reactive attributes:
        text: the message, of any length, without control characters.
        alert: whether the message is a refusal.
        aside: text at the right end of the line, in narrow characters; may be empty.
        mark: what stands before a message that is no refusal, or None.

    Attributes:
        shorter: shorter forms of the message, the longest first.
        max_lines: the number of lines that it may take in a narrow window.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "status--alert",
        "status--text",
        "status--aside",
        "status--red",
        "status--yellow",
    }

    text: reactive[str] = reactive("", repaint=False)
    alert: reactive[bool] = reactive(False, repaint=False)
    aside: reactive[str] = reactive("", repaint=False)
    mark: reactive[Span | None] = reactive(None, repaint=False)

    shorter: tuple[str, ...] = ()

    def __init__(self, *, max_lines: int = 2, id: str | None = None) -> None:
        super().__init__(id=id)
        self.max_lines = max_lines

    def say(self, text: str, *shorter: str, alert: bool = False) -> None:
        """Show a sentence, or the first shorter form that fits."""
        self.shorter = shorter
        self.alert = alert
        self.text = text

    def watch_text(self) -> None:
        """Redraw."""
        self.repaint()

    watch_alert = watch_aside = watch_mark = watch_text

    def get_content_height(self, _container: Size, viewport: Size, _width: int) -> int:
        """Return the number of lines in a window."""
        return status_lines(*viewport, self.max_lines)

    def fits(self, text: str) -> bool:
        """Return whether a normal message fits."""
        window = self.app.size
        room = self._room(window.width, self.mark)
        return self._fits(text, room, status_lines(*window, self.max_lines))

    def _room(self, width: int, mark: Span | None) -> int:
        """Return the width for the sentence."""
        taken = 2 * MARGIN + (cell_len(mark.text) if mark else 0)
        return max(width - taken - (len(self.aside) + 1 if self.aside else 0), 0)

    @staticmethod
    def _fits(text: str, room: int, height: int) -> bool:
        return cell_len(text) <= room or (height > 1 and len(wrap(text, room)) <= height)

    def paint(self, width: int, height: int) -> list[Line]:
        """Return the first form that fits, or the start of the shortest, then the aside."""
        mark = ALERT if self.alert else self.mark if self.text else None
        room = self._room(width, mark)
        texts = (self.text, *self.shorter)
        text = next((text for text in texts if self._fits(text, room, height)), texts[-1])
        if not self._fits(text, room, height):
            # Words come before the mark and the right margin.
            mark, room = None, self._room(width, None) + (0 if self.aside else MARGIN)
        parts = [text] if height < 2 or cell_len(text) <= room else wrap(text, room)
        if len(parts) > height:
            parts = [*parts[: height - 1], " ".join(parts[height - 1 :])]
        component = "status--alert" if self.alert else "status--text"
        start = [Span(" " * MARGIN, "status--text"), *([mark] if mark else [])]
        indent = Span(" " * (MARGIN + (cell_len(mark.text) if mark else 0)), "status--text")
        lines: list[Line] = [
            [*(start if not index else [indent]), fit(part, component, room)]
            for index, part in enumerate(parts)
        ]
        if self.aside:
            lines[-1] = [*lines[-1], Span(" ", "status--text"), Span(self.aside, "status--aside")]
        return [*([[]] * (height - len(lines))), *lines]
