"""`Action`: a command of a screen, and the spelling of its keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from p4tui.i18n import N_, _


@dataclass(frozen=True, slots=True)
class Action:
    """A command of a screen or widget.

    Attributes:
        id: its name in the settings' table of keys; empty if its keys are fixed.
        keys: the names of its built-in keys, separated by commas.
        label: a word for the key bar, to be translated.
        description: a sentence for help and palette, to be translated.
        call: the Textual action; empty for the last part of the id.
        bar: whether the key bar shows it.
        pinned: whether the key bar never cuts it off.
        widget: the widget's action that does the same and has the keys.
        other: the action in the other direction, whose key stands in the same hint of the bar.
        both: the label of that hint, to be translated.
        capitals: whether a capital letter does the same, for Caps Lock; if not, it may be another action's key.
    """

    id: str
    keys: str
    label: str
    description: str
    call: str = ""
    bar: bool = False
    pinned: bool = False
    widget: Action | None = None
    other: Action | None = None
    both: str = ""
    capitals: bool = True

    @property
    def run(self) -> str:
        """The Textual action."""
        return self.call or self.id.rpartition(".")[2]

    @property
    def built_in(self) -> list[str]:
        """The built-in keys, each letter also as a capital for Caps Lock."""
        keys = split_keys(self.keys)
        letters = [key for key in keys if len(key) == 1 and key.islower()]
        return [*keys, *(key.upper() for key in letters if self.capitals)]


def with_bar(actions: Sequence[Action], *first: Action) -> tuple[Action, ...]:
    """Return actions, some first: the key bar shows these, and what it never cuts off."""
    ids = {action.id for action in first}
    others = (action for action in actions if action.id not in ids)
    return (
        *(replace(action, bar=True) for action in first),
        *(replace(action, bar=action.pinned) for action in others),
    )


def fixed(keys: str, run: str) -> Action:
    """Return an action whose keys cannot be changed."""
    return Action("", keys, "", "", run)


_KEY_NAMES = {
    "question_mark": "?",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "full_stop": ".",
    "plus": "+",
    "minus": "-",
    "colon": ":",
    "comma": ",",
    "slash": "/",
    "space": N_("Space"),
    "enter": N_("Enter"),
    "escape": N_("Esc"),
    "backspace": N_("Backspace"),
    "left": N_("Left"),
    "right": N_("Right"),
    "up": N_("Up"),
    "down": N_("Down"),
    "pageup": N_("PgUp"),
    "pagedown": N_("PgDn"),
    "home": N_("Home"),
    "end": N_("End"),
}


def split_keys(keys: str) -> list[str]:
    """Return the single keys of a list separated by commas."""
    return [key.strip() for key in keys.split(",") if key.strip()]


def key_name(keys: str) -> str:
    """Return the label of the first key; empty if there is none."""
    return key_names(keys).partition(" ")[0]


def key_names(keys: str) -> str:
    """Return keys as labels for people: `?`, `Space`, `Ctrl+L`, `F1`."""
    return " ".join(_display_name(key) for key in split_keys(keys))


def _display_name(key: str) -> str:
    if key in _KEY_NAMES:
        return _(_KEY_NAMES[key])
    if "+" in key:
        return "+".join(part.capitalize() for part in key.split("+"))
    return key.upper() if len(key) > 1 and key[1:].isdigit() else key


def keys_of(action: Action, keymap: Mapping[str, str]) -> str:
    """Return the keys of an action: those of the settings, or the built-in ones."""
    action = action.widget or action
    return keymap.get(action.id, action.keys)


def named(action: Action, keymap: Mapping[str, str]) -> str:
    """Return the name of an action in a sentence: its key, or its label if it has none."""
    return key_name(keys_of(action, keymap)) or _(action.label)
