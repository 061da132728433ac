"""What a settings file says of keys, checked against the keys and the actions that there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual.binding import Binding, BindingType
from textual.keys import REPLACED_KEYS, _character_to_key, key_to_character

from p4tui.i18n import _
from p4tui.settings.loading import Fault, SettingsFileError, SettingsProblem, problems_of, read_file
from p4tui.tui.actions import (
    GAME,
    LIBRARY,
    MENU,
    PAGE,
    REDRAW,
    REPLAY,
    RESULTS,
    SYSTEM,
    Action,
    bindings,
)
from p4tui.tui.screens.dialogs import ConfirmScreen, DialogScreen
from p4tui.tui.widgets.choice_list import ChoiceList
from p4tui.tui.widgets.game_list import GameList
from p4tui.tui.widgets.grid import LETTERS, Grid
from p4tui.tui.widgets.text_page import TextPage
from p4tui.words.text import shorten

LONGEST_KEY = 40
"""The longest name of a key that is quoted in full, characters."""

_LEFT_TO_THE_SCREEN = {"list.left", "list.right", "list.first", "list.last"}
"""What a list beside a board does not act on, because nothing in it has values or is far away."""
_BESIDE_BOARD = [
    each
    for each in ChoiceList.BINDINGS
    if isinstance(each, Binding) and each.id not in _LEFT_TO_THE_SCREEN
]

_ON_BOARD = [
    each for each in Grid.BINDINGS if not (isinstance(each, Binding) and each.key in LETTERS)
]
"""What a board acts on whatever its size: a letter that names no column of it, or was given to an action, is left alone."""

_TOGETHER: Sequence[tuple[Sequence[Action], Sequence[BindingType]]] = (
    (GAME, _ON_BOARD),
    (RESULTS, _BESIDE_BOARD),
    (MENU, ChoiceList.BINDINGS),
    (PAGE, ChoiceList.BINDINGS),
    (PAGE, TextPage.BINDINGS),
    (LIBRARY, GameList.BINDINGS),
    (REPLAY, _BESIDE_BOARD),
    ([REDRAW], [*ChoiceList.BINDINGS, *ConfirmScreen.BINDINGS, *DialogScreen.BINDINGS]),
)
"""Actions and the bindings of widgets and dialogs that listen to the same keys."""

_SENT = {
    keys[0].value
    for keys in ANSI_SEQUENCES_KEYS.values()
    if isinstance(keys, tuple) and len(keys) == 1 and not keys[0].value.startswith("<")
}
"""Textual's names of the keys that a terminal sends and that are no character."""


def check_keys(keymap: Mapping[str, str]) -> tuple[dict[str, str], list[Fault]]:
    """Return the keys that can be used, and what is wrong with the others: those actions keep the built-in ones."""
    known = {
        binding.id for table in _TOGETHER for binding in _bindings(*table) if binding.id is not None
    }
    good = {}
    faults = []
    for action, keys in keymap.items():
        if action not in known:
            faults.append(_fault(action, _("there is no such setting")))
        elif reason := _wrong_name(keys):
            faults.append(_fault(action, reason))
        else:
            good[action] = keys
    # An action that gets its own key back may be in the way of another one.
    while clash := next(clashes(good), None):
        action, reason = clash
        faults.append(_fault(action, reason))
        del good[action]
    return good, faults


def clashes(keymap: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the actions of a key map, or built-in ones, that have a key which is taken, and the reason in words."""
    for table in _TOGETHER:
        owners: dict[str, str | None] = {}
        # Keys that cannot be changed come first, then the built-in ones that were not.
        order = sorted(_bindings(*table), key=lambda each: (each.id is not None, each.id in keymap))
        for binding in order:
            for key in _names(keymap.get(binding.id or "", binding.key)):
                owner = owners.setdefault(key, binding.id)
                if binding.id is not None and owner != binding.id:
                    fixed = _("the key {key} has a fixed meaning")
                    taken = _("another action has the key {key}")
                    yield binding.id, (fixed if owner is None else taken).format(key=key)


def key_problems(path: Path, faults: Iterable[Fault]) -> list[SettingsProblem]:
    """Return the problems that faults in the keys of a settings file are."""
    try:
        text = read_file(path)[0]
    except SettingsFileError:  # it was good a moment ago
        text = ""
    return problems_of(path, text, faults)


def _fault(action: str, reason: str) -> Fault:
    return Fault(("keys", action), reason)


def _bindings(actions: Sequence[Action], others: Sequence[BindingType]) -> list[Binding]:
    """Return every binding that listens, one for each key; those without an id cannot be changed."""
    return list(Binding.make_bindings([*SYSTEM, *bindings(actions), *others]))


def _wrong_name(keys: str) -> str:
    """Return what is wrong with the names of some keys; empty if nothing is."""
    for key in keys.split(",") if keys.strip() else ():
        name = key.strip()
        if not name:
            return _("a key is missing beside a comma; the key of the comma is called comma")
        if not _is_key(name):
            wrong, right = shorten(name, LONGEST_KEY), name.lower()
            if _is_key(right):
                return _("no key is called {wrong}; write {right}").format(wrong=wrong, right=right)
            return _("no key is called {wrong}").format(wrong=wrong)
    return ""


def _is_key(name: str) -> bool:
    """Return whether a terminal can send a key that has this name: a character, or one of Textual's names."""
    if len(name) == 1 or name in _SENT:
        return name.isprintable()
    character = key_to_character(REPLACED_KEYS.get(name, name))
    if character is not None:
        return character.isprintable() and _character_to_key(character) == name
    return name.startswith("alt+") and _is_key(name.removeprefix("alt+"))


def _names(keys: str) -> list[str]:
    """Return Textual's names of keys; none for an action without."""
    bound = Binding.make_bindings([Binding(keys, "")] if keys.strip() else [])
    return [binding.key for binding in bound]
