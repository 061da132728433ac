"""Textual's bindings for actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from textual.binding import Binding, BindingType

from p4tui.actions.action import Action


def bindings(actions: Iterable[Action], *, priority: bool = False) -> list[BindingType]:
    """Return the bindings of the actions that have keys; their ids let the settings file give them other keys.

    Args:
        actions: the actions.
        priority: whether the keys come before those of the widget that has the focus.
    """
    return [
        Binding(
            ",".join(action.built_in),
            action.run,
            action.description,
            show=False,
            id=action.id or None,
            priority=priority,
        )
        for action in actions
        if action.keys
    ]


def textual_keymap(keymap: Mapping[str, str]) -> dict[str, str]:
    """Return a key map for Textual. Actions without a key get an impossible one, as Textual needs a key for each."""
    return {action: keys if keys.strip() else f"<{action}>" for action, keys in keymap.items()}
