"""Text of any origin, measured in terminal cells."""

from __future__ import annotations

from functools import lru_cache

from rich.cells import cell_len, set_cell_size

ELLIPSIS = "…"

_JOINER = "\N{ZERO WIDTH JOINER}"
"""Makes one character of the two beside it."""


@lru_cache(maxsize=4096)
def characters(text: str) -> tuple[str, ...]:
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
