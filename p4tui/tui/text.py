"""Text of any origin, measured in terminal cells."""

from __future__ import annotations

from functools import lru_cache

from rich.cells import cell_len, set_cell_size

ELLIPSIS = "…"

_JOINER = "\N{ZERO WIDTH JOINER}"
"""Makes one character of the two beside it."""


def beginning(text: str, length: int) -> str:
    """The beginning of a text, at most so many code points, no character cut in half."""
    end = min(max(length, 0), len(text))
    while 0 < end < len(text) and is_continuation(text, end):
        end -= 1
    return text[:end]


def is_continuation(text: str, index: int) -> bool:
    """Whether a code point that is not the first one belongs to the character before it."""
    return not cell_len(text[index]) or text[index - 1] == _JOINER


@lru_cache(maxsize=4096)
def graphemes(text: str) -> tuple[str, ...]:
    """The characters of a text, each with what combines with it; what has nothing to combine with is left out."""
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
    """A text shortened to a width in cells, an ellipsis in place of what is left out."""
    if len(text) > 4 * width + 16:
        text = text[: 4 * width + 16]
    if cell_len(text) <= width:
        return text
    if width <= 0:
        return ""
    return set_cell_size(text, width - 1).rstrip() + ELLIPSIS
