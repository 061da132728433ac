"""Checks a key map: unknown actions, unknown keys, conflicts."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from p4tui.actions.action import Action, split_keys
from p4tui.actions.keys import is_key, name_of
from p4tui.actions.presets import PRESETS
from p4tui.actions.screens import SCREENS, ScreenEntry
from p4tui.i18n import _

MAX_KEY_LENGTH = 40
"""The length limit of a key's name in a message."""


def given_keys(keymap: Mapping[str, str]) -> frozenset[str]:
    """Return the keys that a key map gives to actions."""
    return frozenset(key for keys in keymap.values() for key in split_keys(keys))


def keys_with_preset(preset: str, keymap: Mapping[str, str]) -> Mapping[str, str]:
    """Return the keys of a preset and of a valid key map, which comes first."""
    return _merged(preset, tuple(keymap.items()))[0]


def check_keys(
    keymap: Mapping[str, str], preset: str = "usual"
) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """Return the valid part of a key map beside a preset, and the id and error of every other action."""
    known = {
        action.id for screen in SCREENS.values() for action in screen.listeners if action.keys
    } - {""}
    good = {}
    faults = []
    for action, keys in keymap.items():
        if action not in known:
            faults.append((action, _("unknown action")))
        elif reason := _wrong_name(keys):
            faults.append((action, reason))
        else:
            good[action] = keys
    clashes = _merged(preset, tuple(good.items()))[1]
    for action, _reason in clashes:
        del good[action]
    return good, [*faults, *clashes]


@lru_cache(maxsize=8)
def _merged(
    preset: str, own: tuple[tuple[str, str], ...]
) -> tuple[Mapping[str, str], list[tuple[str, str]]]:
    """Return the keys of a preset and of a key map without conflicts, and the conflicts of the key map."""
    given, good, clashes = dict(PRESETS[preset]), dict(own), []
    # An action that gets its built-in key back may take the key of another one.
    while clash := next(conflicts({**given, **good}, good), None):
        if clash[0] in good:
            clashes.append(clash)
            del good[clash[0]]
        else:
            del given[clash[0]]
    return {**given, **good}, clashes


def conflicts(keymap: Mapping[str, str], first: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    """Yield the id of each action with a key that is in use, and the reason.

    Args:
        keymap: the keys given to actions.
        first: the actions whose given keys come before other given ones.
    """
    for screen in SCREENS.values():
        owners: dict[str, str] = {}
        for action, key in _keys_by_rank(screen, keymap, first):
            owner = owners.setdefault(key, action)
            if action and owner != action:
                taken = _("another action has the key {key}")
                yield (
                    action,
                    (taken if owner else _("the key {key} has a fixed meaning")).format(key=key),
                )


def _keys_by_rank(
    screen: ScreenEntry, keymap: Mapping[str, str], first: Collection[str]
) -> Iterator[tuple[str, str]]:
    """Yield the id and key of every binding of a screen: fixed keys, built-in ones, those of `first`, others."""

    def rank(action: Action) -> tuple[bool, bool, bool]:
        return action.id != "", action.id in keymap, action.id not in first

    for action in sorted(screen.listeners, key=rank):
        keys = split_keys(keymap[action.id]) if action.id in keymap else action.built_in
        for key in keys:
            yield action.id, name_of(key) if len(key) == 1 else key


def _wrong_name(keys: str) -> str:
    """Return the error in the names of some keys; empty if all are valid."""
    for key in keys.split(",") if keys.strip() else ():
        name = key.strip()
        if not name:
            return _("a key is missing next to a comma; the comma key is called comma")
        if not is_key(name):
            wrong = name if len(name) <= MAX_KEY_LENGTH else name[: MAX_KEY_LENGTH - 3] + "..."
            if is_key(right := name.lower()):
                return _("unknown key {wrong}; write {right}").format(wrong=wrong, right=right)
            return _("unknown key {wrong}").format(wrong=wrong)
    return ""
