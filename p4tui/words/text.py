"""Makes names and other data safe for any terminal, and shortens them. Show names only through `printable`."""

from __future__ import annotations

import unicodedata

MAX_PATH_LENGTH = 200
"""The length limit of a path in a sentence, so that the words after it stay visible."""

JOINER = "\N{ZERO WIDTH JOINER}"
"""Joins two emoji into one sign."""

_NON_JOINER = "\N{ZERO WIDTH NON-JOINER}"
"""Keeps letters apart, in Persian among others; harmless."""

_AS_EMOJI = "\N{VARIATION SELECTOR-16}"

_EMOJI_ARROWS = "\N{LEFT RIGHT ARROW}\N{UP DOWN ARROW}"
"""Joined to faces that shake their heads or nod; the only parts of emoji that are not in category So."""

_UNSAFE = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def printable(text: str) -> str:
    """Return a text that is safe to print: control and formatting characters are replaced, one for one.

    A joiner stays between two emoji. Elsewhere it is left out: it would hide the character after it.
    """
    if text.isprintable():
        return text
    return "".join(_shown(text, index) for index in range(len(text)))


def _shown(text: str, index: int) -> str:
    """Return the printable form of a character."""
    char = text[index]
    if char == JOINER:
        joins = ends_in_emoji(text[:index][-2:]) and _is_emoji(text[index + 1 : index + 2])
        return char if joins else ""
    if char != _NON_JOINER and unicodedata.category(char) in _UNSAFE:
        return "\N{REPLACEMENT CHARACTER}"
    return char


def ends_in_emoji(text: str) -> bool:
    """Return whether a joiner may follow a text."""
    return _is_emoji(text[-2:-1] if text.endswith(_AS_EMOJI) else text[-1:])


def _is_emoji(char: str) -> bool:
    """Return whether a character may be part of a joined emoji; the range covers emoji newer than Python."""
    return bool(char) and (
        "\U0001f000" <= char <= "\U0001faff"
        or char in _EMOJI_ARROWS
        or unicodedata.category(char) == "So"
    )


def shorten(text: str, length: int) -> str:
    """Return a text of at most `length` characters; a longer one ends in three dots."""
    return text if len(text) <= length else text[: length - 3] + "..."
