"""The options of the menu's page: short values with their arrows, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from p4tui.i18n import N_, _
from p4tui.tui.look.menu_layout import Box, MenuLayout, spread, under
from p4tui.tui.look.span import Line, Span
from p4tui.tui.widgets.choice_list import Row
from p4tui.tui.widgets.menu_parts import Signs

LINES = (
    (("first",), ("columns", "rows"), ("connect",), ("clock",)),
    (("language",), ("theme",)),
)
"""The rows of the lines of options, in groups that stay together."""
LABELS = {"first": N_("First"), "columns": N_("Board")}
"""Labels of options that differ from the list's."""


class Option(NamedTuple):
    """An option of the page.

    Attributes:
        row: the row with its value.
        label: the word before the value.
        tight: whether the value touches its arrows.
    """

    row: Row
    label: str
    tight: bool = False

    @property
    def arrow(self) -> int:
        """The column of the left arrow."""
        return cell_len(self.label) + 1

    @property
    def width(self) -> int:
        """The width of the option."""
        return self.arrow + cell_len(self.row.value) + (2 if self.tight else 4)

    def line(self, signs: Signs, *, focused: bool) -> Line:
        """Return the option: on the accent if it is in focus."""
        gap = "" if self.tight else " "
        label, arrow, value = (
            ("focus-aside", "focus", "focus") if focused else ("muted", "arrow", "value")
        )
        return [
            Span(self.label + " ", label),
            Span(signs.left + gap, arrow),
            Span(self.row.value, value),
            Span(gap + signs.right, arrow),
        ]


def place_options(
    rows: Mapping[str, Row], layout: MenuLayout, signs: Signs
) -> list[tuple[Option, Box]]:
    """Return the options with their places."""
    placed: list[tuple[Option, Box]] = []
    above: Sequence[int] = ()
    for y, ids in enumerate(LINES, layout.options):
        groups = _groups(rows, ids, signs, tight=False)
        starts = spread(_widths(groups), layout.width)
        if starts is None:
            groups = _groups(rows, ids, signs, tight=True)
            starts = spread(_widths(groups), layout.width) or under((), _widths(groups))
        above = under(above, _widths(groups)) if above else starts
        for start, group in zip(above, groups, strict=True):
            x = layout.left + start
            for option in group:
                placed.append((option, Box(x, y, option.width, 1)))
                x += option.width + 1
    return placed


def _groups(
    rows: Mapping[str, Row], ids: Sequence[Sequence[str]], signs: Signs, *, tight: bool
) -> list[list[Option]]:
    """Return the options of a line, in groups."""
    return [
        [Option(rows[each], _label(rows[each], signs), tight) for each in group if each in rows]
        for group in ids
    ]


def _widths(groups: Sequence[Sequence[Option]]) -> list[int]:
    """Return the widths of groups."""
    return [sum(option.width + 1 for option in group) - 1 for group in groups]


def _label(row: Row, signs: Signs) -> str:
    if row.id == "rows":
        return signs.times
    return _(LABELS[row.id]) if row.id in LABELS else row.label
