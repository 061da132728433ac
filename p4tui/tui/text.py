"""Text of any kind, measured in terminal cells."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rich.cells import cell_len, set_cell_size

ELLIPSIS = "…"

_JOINER = "\N{ZERO WIDTH JOINER}"
"""Joins the two characters beside it into one."""


def beginning(text: str, length: int) -> str:
    """Return the beginning of a text, at most `length` code points, in whole characters."""
    end = min(max(length, 0), len(text))
    while 0 < end < len(text) and is_continuation(text, end):
        end -= 1
    return text[:end]


def is_continuation(text: str, index: int) -> bool:
    """Return whether a code point after the first belongs to the character before it."""
    return not cell_len(text[index]) or text[index - 1] == _JOINER


@lru_cache(maxsize=4096)
def graphemes(text: str) -> tuple[str, ...]:
    """Return the characters of a text with their combining marks; marks before the first character are dropped."""
    found: list[str] = []
    joined = False
    for character in text:
        if not joined and cell_len(character):
            found.append(character)
        elif found:
            found[-1] += character
        joined = character == _JOINER
    return tuple(found)


def cut(text: str, width: int) -> str:
    """Return a text shortened to a width in cells, with an ellipsis at the cut."""
    if len(text) > 4 * width + 16:
        text = text[: 4 * width + 16]
    if cell_len(text) <= width:
        return text
    if width <= 0:
        return ""
    return set_cell_size(text, width - 1).rstrip() + ELLIPSIS


def first_fitting(forms: Sequence[str], width: int) -> str:
    """Return the first text that fits into a width in cells, else the last one."""
    return next((form for form in forms if cell_len(form) <= width), forms[-1])
