"""`KeyBar`: the keys of a screen on its last line, always with help and quit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual import events

from p4tui.actions.action import Action, key_name, keys_of
from p4tui.i18n import _
from p4tui.tui.look.span import Line, Span
from p4tui.tui.widgets.line_widget import LineWidget


@dataclass(frozen=True, slots=True)
class KeyHint:
    """One key of the bar.

    Attributes:
        key: the name of the key; empty for an action without one.
        label: the translated name of the action.
        action: the action of the screen that a click runs.
        pinned: whether it is always shown.
    """

    key: str
    label: str
    action: str
    pinned: bool = False

    @property
    def width(self) -> int:
        """The width in cells, with a blank on both sides."""
        return sum(cell_len(span.text) for span in self.spans)

    @property
    def spans(self) -> Line:
        """The key, if there is one, and the label."""
        if not self.key:
            return [Span(f" {self.label} ", "keys--label")]
        return [Span(f" {self.key} ", "keys--key"), Span(f"{self.label} ", "keys--label")]


def key_hints(actions: Sequence[Action], keymap: Mapping[str, str]) -> list[KeyHint]:
    """Return the key hints of actions."""
    return [
        KeyHint(key_name(keys_of(action, keymap)), _(action.label), action.run, action.pinned)
        for action in actions
        if action.bar
    ]


def fit_hints(hints: Sequence[KeyHint], width: int) -> list[KeyHint]:
    """Return the hints that fit into a width, in their order: the kept ones, and then the first of the others."""
    left = width - sum(hint.width for hint in hints if hint.pinned)
    shown = []
    for hint in hints:
        if not hint.pinned:
            left -= hint.width
        if hint.pinned or left >= 0:
            shown.append(hint)
    return shown


class KeyBar(LineWidget):
    """The keys of a screen; a click on one runs its action."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"keys--key", "keys--label"}

    def __init__(self, hints: Callable[[], Sequence[KeyHint]], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._hints = hints

    def paint(self, width: int, height: int) -> list[Line]:
        """Return a line with the hints that fit."""
        del height
        return [[span for hint in fit_hints(self._hints(), width) for span in hint.spans]]

    async def on_click(self, event: events.Click) -> None:
        """Run the action of the clicked key."""
        x = event.x
        for hint in fit_hints(self._hints(), self.size.width):
            if x < hint.width:
                await self.screen.run_action(hint.action)
                return
            x -= hint.width
