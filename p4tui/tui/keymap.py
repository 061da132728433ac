"""What a settings file says of keys, checked against the actions that there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from textual.binding import Binding, BindingType

from p4tui.settings import ProblemKind, SettingsProblem
from p4tui.settings_rules import line_of
from p4tui.tui.actions import GAME, LIBRARY, MENU, PAGE, REPLAY, RESULTS, Action, bindings
from p4tui.tui.widgets.choice_list import ChoiceList
from p4tui.tui.widgets.game_list import GameList
from p4tui.tui.widgets.grid import Grid

_TOGETHER: Sequence[tuple[Sequence[Action], Sequence[BindingType]]] = (
    (GAME, Grid.BINDINGS),
    (RESULTS, ChoiceList.BINDINGS),
    (MENU, ChoiceList.BINDINGS),
    (PAGE, ChoiceList.BINDINGS),
    (LIBRARY, GameList.BINDINGS),
    (REPLAY, ChoiceList.BINDINGS),
)
"""Actions and a widget's bindings that listen to the same keys."""


def wrong_keys(keymap: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The ids of a key map that are no action's, with no key, then those that take the key of another action, with the key."""
    tables = [_keys(actions, widget) for actions, widget in _TOGETHER]
    yield from ((each, "") for each in keymap if all(each not in table for table in tables))
    for table in tables:
        owners: dict[str, str] = {}
        for each, keys in sorted(table.items(), key=lambda item: item[0] in keymap):
            for key in _names(keymap.get(each, keys)):
                if each in keymap and owners.get(key, each) != each:
                    yield each, key
                owners[key] = each


def key_problem(path: Path, keymap: Mapping[str, str]) -> SettingsProblem | None:
    """The first thing that is wrong with the keys of a settings file."""
    for action, key in wrong_keys(keymap):
        text = path.read_text(encoding="utf-8-sig")
        line = line_of(text, ("keys", action)) or line_of(text, ("keys", *action.split(".")))
        kind = ProblemKind.KEY_TAKEN if key else ProblemKind.UNKNOWN_KEY
        return SettingsProblem(path, kind, line, f"keys.{action}", key)
    return None


def _keys(actions: Sequence[Action], widget: Sequence[BindingType]) -> dict[str, str]:
    """The built-in keys of every action and binding that has an id."""
    all_bindings = [*bindings(actions), *(each for each in widget if isinstance(each, Binding))]
    return {binding.id: binding.key for binding in all_bindings if binding.id}


def _names(keys: str) -> list[str]:
    """Textual's names of keys."""
    return [binding.key for binding in Binding.make_bindings([Binding(keys, "")])]
