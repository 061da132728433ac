"""Names and other data made harmless for any terminal, and shortened. Every function here that shows a name uses `printable`."""

from __future__ import annotations

import unicodedata

LONGEST_PATH = 200
"""Characters of a file's name that are shown: what is wrong with it stands behind, and is to be seen."""


JOINER = "\N{ZERO WIDTH JOINER}"
"""Makes one sign of two emoji."""


_NON_JOINER = "\N{ZERO WIDTH NON-JOINER}"
"""Keeps letters apart that would be joined, in Persian among others; hides nothing."""


_AS_EMOJI = "\N{VARIATION SELECTOR-16}"


_EMOJI_ARROWS = "\N{LEFT RIGHT ARROW}\N{UP DOWN ARROW}"
"""What is joined to faces that shake their heads or nod; the only signs in emoji that are no symbols of their own."""


_UNSAFE = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def printable(text: str) -> str:
    """A text of any origin as it may be shown: control and formatting characters replaced, one for one.

    A joiner stays where it makes one sign of two emoji. Elsewhere it is left out: it is not seen, and what comes after it
    would count as part of the character before it, and be hidden.
    """
    if text.isprintable():
        return text
    return "".join(_shown(text, index) for index in range(len(text)))


def _shown(text: str, index: int) -> str:
    """What is shown of a character of a text."""
    char = text[index]
    if char == JOINER:
        joins = ends_in_emoji(text[:index][-2:]) and _is_emoji(text[index + 1 : index + 2])
        return char if joins else ""
    if char != _NON_JOINER and unicodedata.category(char) in _UNSAFE:
        return "\N{REPLACEMENT CHARACTER}"
    return char


def ends_in_emoji(text: str) -> bool:
    """Whether the last character of a text is one that a joiner may follow."""
    return _is_emoji(text[-2:-1] if text.endswith(_AS_EMOJI) else text[-1:])


def _is_emoji(char: str) -> bool:
    """Whether a character, if any, may be a part of a joined emoji: a symbol, by its range also one newer than Python."""
    return bool(char) and (
        "\U0001f000" <= char <= "\U0001faff"
        or char in _EMOJI_ARROWS
        or unicodedata.category(char) == "So"
    )


def shorten(text: str, length: int) -> str:
    """A text, its end replaced with three dots where it has more characters than `length`."""
    return text if len(text) <= length else text[: length - 3] + "..."
