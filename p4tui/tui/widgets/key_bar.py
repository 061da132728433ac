"""`KeyBar`: the keys of a screen on its last line. Help and quit are never cut off."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual import events

from p4tui.tui.look.span import Line, Span
from p4tui.tui.widgets.line_widget import LineWidget


@dataclass(frozen=True, slots=True)
class KeyHint:
    """One key of the bar.

    Attributes:
        key: as it is written; empty for an action that has none.
        label: what it does, translated.
        action: what a click runs, an action of the screen.
        kept: whether it must not be cut off.
    """

    key: str
    label: str
    action: str
    kept: bool = False

    @property
    def width(self) -> int:
        """Cells it takes, with a blank on both sides."""
        return sum(cell_len(span.text) for span in self.spans)

    @property
    def spans(self) -> Line:
        """Return the key, if there is one, and what it does."""
        if not self.key:
            return [Span(f" {self.label} ", "keys--label")]
        return [Span(f" {self.key} ", "keys--key"), Span(f"{self.label} ", "keys--label")]


def fit_hints(hints: Sequence[KeyHint], width: int) -> list[KeyHint]:
    """The hints that fit into a width: those to be kept, then the others in their order. Their order stays."""
    left = width - sum(hint.width for hint in hints if hint.kept)
    shown = []
    for hint in hints:
        if not hint.kept:
            left -= hint.width
        if hint.kept or left >= 0:
            shown.append(hint)
    return shown


class KeyBar(LineWidget):
    """The keys of a screen; a click runs what a key does."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"keys--key", "keys--label"}

    def __init__(self, hints: Callable[[], Sequence[KeyHint]], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._hints = hints

    def paint(self, width: int, height: int) -> list[Line]:
        """The hints that fit, from the left."""
        del height
        return [[span for hint in fit_hints(self._hints(), width) for span in hint.spans]]

    async def on_click(self, event: events.Click) -> None:
        """Run what was clicked."""
        x = event.x
        for hint in fit_hints(self._hints(), self.size.width):
            if x < hint.width:
                await self.screen.run_action(hint.action)
                return
            x -= hint.width
