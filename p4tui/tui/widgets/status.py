"""One line of text: what happened, or what is asked."""

from __future__ import annotations

from typing import ClassVar

from textual.reactive import reactive

from p4tui.tui.widgets.painted import Painted, fitted
from p4tui.tui.widgets.piece import Line, Piece


class StatusLine(Painted):
    """A line of text under the board.

    Reactive attributes:
        text: what it says; any length, no control characters.
        alert: whether it is a refusal.
        aside: what stands at the right end of the line whatever it says; narrow characters, empty for nothing.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"status--alert", "status--text", "status--aside"}

    text: reactive[str] = reactive("", repaint=False)
    alert: reactive[bool] = reactive(False, repaint=False)
    aside: reactive[str] = reactive("", repaint=False)

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

    def watch_aside(self) -> None:
        """Something else beside it."""
        self.repaint()

    @property
    def room(self) -> int:
        """The cells that the sentence has."""
        return max(self.app.size.width - (len(self.aside) + 1 if self.aside else 0), 0)

    def paint(self, width: int, height: int) -> list[Line]:
        """The sentence, shortened to the line or to what stands at its end."""
        del height
        kind = "status--alert" if self.alert else "status--text"
        if not self.aside:
            return [[fitted(self.text, kind, width)]]
        sentence = fitted(self.text, kind, max(width - len(self.aside) - 1, 0))
        return [[sentence, Piece(" ", "status--text"), Piece(self.aside, "status--aside")]]
