"""The ways from the menu's page to what p4tui teaches: a line of keys and names under the button that plays."""

from __future__ import annotations

from collections.abc import Mapping

from rich.cells import cell_len

from p4tui.tui.look.menu_layout import PLAY_LINES, Box, MenuLayout
from p4tui.tui.look.signs import Signs
from p4tui.tui.look.span import Line, Span
from p4tui.tui.widgets.choice_list import Row

WAYS = ("review", "learn", "puzzles", "explorer", "together")
"""The rows of the line, from the left."""
GAP = 4
"""The most columns between two of them."""


def place_ways(rows: Mapping[str, Row], layout: MenuLayout) -> list[tuple[Row, Box]]:
    """Return the rows of the line with their places, in the middle of the page."""
    present = [rows[each] for each in WAYS if each in rows]
    widths = [cell_len(f"{row.key} {row.label}") for row in present]
    between = max(len(widths) - 1, 1)
    gap = min(GAP, (layout.width - sum(widths)) // between)
    x = layout.left + (layout.width - sum(widths) - gap * (len(widths) - 1)) // 2
    placed = []
    for row, width in zip(present, widths, strict=True):
        placed.append((row, Box(x, layout.play.y + PLAY_LINES, width, 1)))
        x += width + gap
    return placed


def way_line(row: Row, signs: Signs, *, focused: bool) -> Line:
    """Return a way: its key and its name, on the accent if it is in focus."""
    if focused:
        mark = signs.right + " " * (cell_len(row.key) - 1)
        return [Span(f"{mark} {row.label}", "focus")]
    return [Span(f"{row.key} ", "key"), Span(row.label, "text")]
