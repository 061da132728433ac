"""One line of text: what happened, or what is asked."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len
from textual.reactive import reactive

from p4tui.tui.widgets.painted import Painted, fitted
from p4tui.tui.widgets.piece import Line, Piece


class StatusLine(Painted):
    """A line of text under the board.

    Reactive attributes:
        text: what it says; any length, no control characters.
        alert: whether it is a refusal.
        aside: what stands at the right end of the line whatever it says; narrow characters, empty for nothing.

    Attributes:
        shorter: what it says instead where that is too long for the line, the longest first.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"status--alert", "status--text", "status--aside"}

    text: reactive[str] = reactive("", repaint=False)
    alert: reactive[bool] = reactive(False, repaint=False)
    aside: reactive[str] = reactive("", repaint=False)

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

    def watch_aside(self) -> None:
        """Something else beside it."""
        self.repaint()

    @property
    def room(self) -> int:
        """The cells that the sentence has."""
        return max(self.app.size.width - (len(self.aside) + 1 if self.aside else 0), 0)

    def paint(self, width: int, height: int) -> list[Line]:
        """The sentence, a shorter one, or what the line has room for of that, up to what stands at its end."""
        del height
        room = max(width - (len(self.aside) + 1 if self.aside else 0), 0)
        texts = (self.text, *self.shorter)
        text = next((text for text in texts if cell_len(text) <= room), texts[-1])
        sentence = fitted(text, "status--alert" if self.alert else "status--text", room)
        if not self.aside:
            return [[sentence]]
        return [[sentence, Piece(" ", "status--text"), Piece(self.aside, "status--aside")]]
