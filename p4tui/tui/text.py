"""Text of any origin, measured in terminal cells."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size

ELLIPSIS = "…"


def cut(text: str, width: int) -> str:
    """A text shortened to a width in cells, an ellipsis in place of what is left out."""
    if len(text) > 4 * width + 16:
        text = text[: 4 * width + 16]
    if cell_len(text) <= width:
        return text
    if width <= 0:
        return ""
    return set_cell_size(text, width - 1).rstrip() + ELLIPSIS
