"""Textual's names of keys, for modules that run without Textual."""

from __future__ import annotations

import unicodedata
from string import ascii_lowercase, digits

_MOVING = ("up", "down", "left", "right", "home", "end", "pageup", "pagedown", "delete")
_FUNCTION = tuple(f"f{number}" for number in range(1, 25))
_CONTROL = (
    # Ctrl+H, I and M are what Backspace, Tab and Enter send.
    *sorted(set(ascii_lowercase) - set("him")),
    *digits,
    *("@", "backslash", "circumflex_accent", "right_square_bracket", "underscore"),
)
SPECIAL_KEYS = frozenset(
    (
        *(mark + key for mark in ("", "ctrl+", "shift+", "ctrl+shift+") for key in _MOVING),
        *(mark + key for mark in ("", "ctrl+") for key in _FUNCTION),
        *(f"ctrl+{key}" for key in _CONTROL),
        *(f"ctrl+shift+{digit}" for digit in digits),
        *("backspace", "enter", "escape", "insert", "space", "tab", "shift+escape", "shift+tab"),
    )
)
"""The non-character keys that a terminal can send."""

_SHORT = {
    "commercial_at": "at",
    "hyphen_minus": "minus",
    "low_line": "underscore",
    "plus_sign": "plus",
    "reverse_solidus": "backslash",
    "solidus": "slash",
}
"""Names that are shorter than Unicode's."""
_FULL = {short: full for full, short in _SHORT.items()}
_HYPHENATED = {
    "greater_than_sign": "greater-than sign",
    "hyphen_minus": "hyphen-minus",
    "less_than_sign": "less-than sign",
}


def name_of(character: str) -> str:
    """Return the name of a character's key: `a`, `comma`, `question_mark`."""
    if character.isalnum():
        return character
    name = unicodedata.name(character, character).lower().replace("-", "_").replace(" ", "_")
    return _SHORT.get(name, name)


def is_key(name: str) -> bool:
    """Return whether a terminal can send the key: a character or one of `SPECIAL_KEYS`."""
    if len(name) == 1 or name in SPECIAL_KEYS:
        return name.isprintable()
    character = _character(_FULL.get(name, name))
    if character:
        return character.isprintable() and name_of(character) == name
    return name.startswith("alt+") and is_key(name.removeprefix("alt+"))


def _character(name: str) -> str:
    """Return the character of a Unicode name with underscores; empty if there is none."""
    if len(name) == 1:
        return name
    try:
        return unicodedata.lookup(_HYPHENATED.get(name, name.replace("_", " ")))
    except KeyError:
        return ""
