"""The line of text: what happened, or what is asked. In a narrow window it has two lines, where there is room for them."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len
from textual.geometry import Size
from textual.reactive import reactive

from p4tui.tui.look.layout import status_lines
from p4tui.tui.look.span import Line, Span
from p4tui.tui.widgets.line_widget import LineWidget, fit
from p4tui.tui.widgets.text_page import wrap


class StatusLine(LineWidget):
    """A line of text under the board.

    Reactive attributes:
        text: what it says; any length, no control characters.
        alert: whether it is a refusal.
        aside: what stands at the right end of the line whatever it says; narrow characters, empty for nothing.

    Attributes:
        shorter: what it says instead where that is too long for the line, the longest first.
        most: how many lines it may have in a narrow window.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"status--alert", "status--text", "status--aside"}

    text: reactive[str] = reactive("", repaint=False)
    alert: reactive[bool] = reactive(False, repaint=False)
    aside: reactive[str] = reactive("", repaint=False)

    shorter: tuple[str, ...] = ()

    def __init__(self, *, most: int = 2, id: str | None = None) -> None:
        super().__init__(id=id)
        self.most = most

    def say(self, text: str, *shorter: str, alert: bool = False) -> None:
        """Show a sentence, or the first of the shorter ones that fits where it does not."""
        self.shorter = shorter
        self.alert = alert
        self.text = text

    def watch_text(self) -> None:
        """Another sentence."""
        self.repaint()

    def watch_alert(self) -> None:
        """Another tone."""
        self.repaint()

    def watch_aside(self) -> None:
        """Something else beside it."""
        self.repaint()

    def get_content_height(self, _container: Size, viewport: Size, _width: int) -> int:
        """As many lines as there may be in such a window."""
        return status_lines(*viewport, self.most)

    def fits(self, text: str) -> bool:
        """Whether a sentence is seen as a whole."""
        window = self.app.size
        return self._fits(text, self._room(window.width), status_lines(*window, self.most))

    def _room(self, width: int) -> int:
        """The cells of a line that the sentence has."""
        return max(width - (len(self.aside) + 1 if self.aside else 0), 0)

    @staticmethod
    def _fits(text: str, room: int, height: int) -> bool:
        return cell_len(text) <= room or (height > 1 and len(wrap(text, room)) <= height)

    def paint(self, width: int, height: int) -> list[Line]:
        """The sentence, a shorter one, or what there is room for of that, up to what stands at the end of the last line."""
        room = self._room(width)
        texts = (self.text, *self.shorter)
        text = next((text for text in texts if self._fits(text, room, height)), texts[-1])
        parts = [text] if height < 2 or cell_len(text) <= room else wrap(text, room)
        if len(parts) > height:
            parts = [*parts[: height - 1], " ".join(parts[height - 1 :])]
        component = "status--alert" if self.alert else "status--text"
        lines: list[Line] = [[fit(part, component, room)] for part in parts]
        if self.aside:
            lines[-1] = [*lines[-1], Span(" ", "status--text"), Span(self.aside, "status--aside")]
        return [*([[]] * (height - len(lines))), *lines]
