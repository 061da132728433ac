"""One line of text: what happened, or what is asked."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len
from textual.reactive import reactive

from p4tui.tui.widgets.painted import Painted, fitted
from p4tui.tui.widgets.piece import Line


class StatusLine(Painted):
    """A line of text under the board.

    Reactive attributes:
        text: what it says; any length, no control characters.
        alert: whether it is a refusal.

    Attributes:
        shorter: what it says instead where that is too long for the line, the longest first.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"status--alert", "status--text"}

    text: reactive[str] = reactive("", repaint=False)
    alert: reactive[bool] = reactive(False, repaint=False)

    shorter: tuple[str, ...] = ()

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

    def paint(self, width: int, height: int) -> list[Line]:
        """The sentence, a shorter one, or what the line has room for of that."""
        del height
        texts = (self.text, *self.shorter)
        text = next((text for text in texts if cell_len(text) <= width), texts[-1])
        return [[fitted(text, "status--alert" if self.alert else "status--text", width)]]
