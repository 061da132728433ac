"""The tables that the manual generates: levels, actions and keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from p4tui.actions.tables import action_names, key_table
from p4tui.players.levels import LEVELS
from p4tui.words.players import level_description, level_name


def table(keymap: Mapping[str, str], name: str) -> Sequence[Sequence[str]]:
    """Return the rows of a table.

    Args:
        keymap: the keys that the settings give to actions.
        name: `levels`, `actions`, or `keys:` and a table of `p4tui.actions.tables`.

    Raises:
        KeyError: there is no such table.
    """
    if name == "levels":
        return [(level.id, level_name(level.id), level_description(level.id)) for level in LEVELS]
    return action_names() if name == "actions" else key_table(name.removeprefix("keys:"), keymap)
