"""The lines of a list of choices: titles of cards, rows with keys and values, marks where more is hidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from p4tui.tui.look.signs import Signs
from p4tui.tui.look.span import Line, Span
from p4tui.tui.text import cut
from p4tui.tui.widgets.line_widget import fit
from p4tui.tui.widgets.text_page import wrap

LABEL_START = 3
"""The column of the labels, after the marks of the selected row."""


def heading_lines(label: str, width: int) -> list[Line]:
    """Return a card's title, its further lines indented; without a label, the gap before a card."""
    if not label:
        return [[Span(" " * width, "choice--gap")]]
    first, *others = wrap(label, max(width - 3, 1)) if cell_len(label) > width - 1 else [label]
    return [
        [fit(f" {first}", "choice--title", width)],
        *([fit(f"   {other}", "choice--title", width)] for other in others),
    ]


class RowStyle(NamedTuple):
    """The component classes of a row and of its parts."""

    mark: str
    label: str
    key: str
    value: str
    more: str


PLAIN = RowStyle("choice--label", "choice--label", "choice--key", "choice--value", "choice--more")
SELECTED = RowStyle(
    "choice--mark",
    "choice--selected",
    "choice--selected-key",
    "choice--selected-value",
    "choice--selected-more",
)


def row_start(signs: Signs, key: str, key_width: int, *, chosen: bool) -> list[Span]:
    """Return the beginning of a row: the marks of the selected one, and the key."""
    style = SELECTED if chosen else PLAIN
    start = [Span(f"{signs.bar}{signs.right} " if chosen else "   ", style.mark)]
    return [*start, fit(key, style.key, key_width)] if key_width else start


def label_end(label: str, width: int, *, chosen: bool) -> list[Span]:
    """Return the rest of a row that has no value."""
    style = SELECTED if chosen else PLAIN
    shown = cut(label, width)
    return [
        Span(shown, style.label),
        Span(" " * (width - cell_len(shown)), style.value),
    ]


def value_end(
    label: str, value: str, widths: tuple[int, int], arrows: tuple[str, str], *, chosen: bool
) -> list[Span]:
    """Return the rest of a row: the label and the value between arrows, each in its width."""
    style = SELECTED if chosen else PLAIN
    before, room = widths
    left, right = arrows
    shown = cut(value, room - 5)
    return [
        fit(label, style.label, before),
        Span(f" {left} ", style.more),
        Span(shown, style.value),
        fit(f" {right}", style.more, max(room - 3 - cell_len(shown), 0)),
    ]


def with_mark(line: Line, marks: Sequence[str], style: str = "choice--scroll") -> Line:
    """Return a line with a mark at its end: the first one that covers blanks alone, or else the last one."""
    *before, last = (span for span in line if span.text)
    blanks = cell_len(last.text) - cell_len(last.text.rstrip())
    mark = next((each for each in marks if cell_len(each) < blanks), marks[-1])
    return [
        *before,
        Span(set_cell_size(last.text, cell_len(last.text) - cell_len(mark)), last.style),
        Span(mark, style),
    ]
