"""One line of text: what happened, or what is asked."""

from __future__ import annotations

from typing import ClassVar

from textual.reactive import reactive

from p4tui.tui.widgets.painted import Painted, fitted
from p4tui.tui.widgets.piece import Line


class StatusLine(Painted):
    """A line of text under the board.

    Reactive attributes:
        text: what it says; any length, no control characters.
        alert: whether it is a refusal.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"status--alert", "status--text"}

    text: reactive[str] = reactive("", repaint=False)
    alert: reactive[bool] = reactive(False, repaint=False)

    def say(self, text: str, *, alert: bool = False) -> None:
        """Show a sentence."""
        self.alert = alert
        self.text = text

    def watch_text(self) -> None:
        """Another sentence."""
        self.repaint()

    def watch_alert(self) -> None:
        """Another tone."""
        self.repaint()

    def paint(self, width: int, height: int) -> list[Line]:
        """The sentence, shortened to the line."""
        del height
        return [[fitted(self.text, "status--alert" if self.alert else "status--text", width)]]
