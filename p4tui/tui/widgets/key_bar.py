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

GAP = 2
"""Blanks between two hints."""


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
        """The width in cells, with the gap before the next hint."""
        return sum(cell_len(span.text) for span in self.spans) + GAP

    @property
    def spans(self) -> Line:
        """The key, if there is one, and the label."""
        if not self.key:
            return [Span(self.label, "keys--label")]
        return [Span(self.key, "keys--key"), Span(f" {self.label}", "keys--label")]


def key_hints(actions: Sequence[Action], keymap: Mapping[str, str]) -> list[KeyHint]:
    """Return the key hints of actions."""
    return [_hint(action, keymap) for action in actions if action.bar]


def _hint(action: Action, keymap: Mapping[str, str]) -> KeyHint:
    """Return the hint of an action, and of the one in the other direction if there is one."""
    if action.other is None:
        key = key_name(keys_of(action, keymap))
        return KeyHint(key, _(action.label), action.run, action.pinned)
    pair = action.other, action
    keys = " ".join(key_name(each.keys) for each in pair)
    return pair_hint(pair, keys, _(action.both), action.run, keymap)


def pair_hint(
    pair: tuple[Action, Action],
    arrows: str,
    label: str,
    call: str,
    keymap: Mapping[str, str],
) -> KeyHint:
    """Return one hint for two actions.

    Args:
        pair: the actions.
        arrows: names both keys if they are the built-in ones; empty where no arrows are drawn.
        label: the translated name of the pair.
        call: the action of the screen that a click runs.
        keymap: the keys that the settings give to actions.
    """
    names = [key_name(keys_of(each, keymap)) for each in pair]
    built_in = names == [key_name(each.keys) for each in pair]
    return KeyHint(arrows if arrows and built_in else "/".join(filter(None, names)), label, call)


def fit_hints(hints: Sequence[KeyHint], width: int) -> list[tuple[int, KeyHint]]:
    """Return the hints that fit, each with its column: pinned ones at the right, the first others at the left.

    A bar too narrow for the pinned ones shows the last of them.
    """
    pinned = [hint for hint in hints if hint.pinned]
    while len(pinned) > 1 and sum(hint.width for hint in pinned) > width:
        del pinned[0]
    end = width - 1 + GAP - sum(hint.width for hint in pinned)
    placed, column = [], 1
    for hint in hints:
        if not hint.pinned:
            if column + hint.width > end:
                break
            placed.append((column, hint))
            column += hint.width
    column = max(end, 0)
    for hint in pinned:
        placed.append((column, hint))
        column += hint.width
    return placed


class KeyBar(LineWidget):
    """The keys of a screen; a click on one runs its action."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"keys--key", "keys--label"}

    def __init__(self, hints: Callable[[], Sequence[KeyHint]], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._hints = hints

    def paint(self, width: int, height: int) -> list[Line]:
        """Return a line with the hints that fit."""
        del height
        spans: list[Span] = []
        end = 0
        for column, hint in fit_hints(self._hints(), width):
            spans += [Span(" " * (column - end), "keys--label"), *hint.spans]
            end = column + hint.width - GAP
        return [spans]

    async def on_click(self, event: events.Click) -> None:
        """Run the action of the clicked key."""
        for column, hint in fit_hints(self._hints(), self.size.width):
            if column <= event.x < column + hint.width - GAP:
                await self.screen.run_action(hint.action)
                return
