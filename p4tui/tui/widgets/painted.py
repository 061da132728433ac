"""`Painted`: the base of our widgets, which describe whole lines and send only the characters that changed.

A subclass says in `paint` what its lines are, as pieces of text that each name a component class; layout and colours stay in
the style sheets. `repaint` compares with the lines on screen and refreshes the differences alone: over a slow line a cursor
key costs a few dozen bytes.
"""

from __future__ import annotations

from functools import lru_cache

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Offset, Region, Size
from textual.strip import Strip
from textual.widget import Widget

from p4tui.tui.driver import show_terminal_cursor
from p4tui.tui.text import cut
from p4tui.tui.widgets.piece import Line, Piece

JOIN_GAP = 8
"""Changes at most this many characters apart, all in one style, are sent as one: moving the cursor costs as much."""


@lru_cache(4096)
def _is_narrow(text: str) -> bool:
    """Whether every character is one cell wide; wide and combining ones could make up for each other in a sum."""
    return text.isascii() or all(cell_len(char) == 1 for char in text)


@lru_cache(4096)
def _is_wide(text: str) -> bool:
    """Whether every character is one or two cells wide in every terminal: none joins or changes another."""
    return all(cell_len(char) in (1, 2) for char in text)


def _cells(line: Line) -> list[tuple[str, str]] | None:
    """The cells of a line with their kinds; None where it cannot be said which character is in which.

    A cell of a piece with wide characters is the whole piece and its place in it: where such a piece is the same, what
    changes beside it is sent without it.
    """
    cells: list[tuple[str, str]] = []
    for text, kind in line:
        if _is_narrow(text):
            cells.extend((char, kind) for char in text)
        elif _is_wide(text):
            cells.extend((f"{place} {text}", kind) for place in range(cell_len(text)))
        else:
            return None
    return cells


def changed_spans(old: Line, new: Line, width: int) -> list[tuple[int, int]]:
    """Where two lines of a width differ: first cell and number of cells of every difference, close ones joined."""
    if old == new:
        return []
    before, after = _cells(old), _cells(new)
    if before is None or after is None:
        return [(0, width)]
    blank = (" ", "")
    before += [blank] * (width - len(before))
    after += [blank] * (width - len(after))
    spans: list[tuple[int, int]] = []
    for x, (one, other) in enumerate(zip(before, after, strict=False)):
        if one == other:
            continue
        if len(one[0]) > 1 or len(other[0]) > 1:
            return [(0, width)]
        if spans and _joins(after, sum(spans[-1]), x):
            spans[-1] = (spans[-1][0], x + 1 - spans[-1][0])
        else:
            spans.append((x, 1))
    return spans


def _joins(cells: list[tuple[str, str]], end: int, x: int) -> bool:
    """Whether a change at x is sent together with one that ends before `end`."""
    return x == end or (
        x - end <= JOIN_GAP and len({kind for _char, kind in cells[end - 1 : x + 1]}) == 1
    )


class Painted(Widget):
    """A widget made of painted lines."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._lines: list[Line] = []
        self._painted_size = Size(-1, -1)
        self._kinds: dict[str, Style] = {}

    def paint(self, width: int, height: int) -> list[Line]:
        """The lines of the widget for a size in characters; those that are missing are blank."""
        raise NotImplementedError

    def repaint(self) -> None:
        """Draw again what changed since the last time, and nothing else."""
        size = self.size
        if not self.is_mounted or size != self._painted_size:
            self.refresh()
            return
        old, new = self._lines, self.paint(*size)
        self._lines = new
        regions = [
            Region(x, y, length, 1)
            for y in range(size.height)
            for x, length in changed_spans(
                old[y] if y < len(old) else (), new[y] if y < len(new) else (), size.width
            )
        ]
        if regions:
            self.refresh(*regions)

    def cursor_place(self) -> Offset | None:
        """Where in the widget the terminal's own cursor belongs while it has the focus; None: nowhere."""
        return None

    def place_cursor(self, *, at_once: bool = False) -> None:
        """Put the terminal's own cursor where screen readers and braille lines are to follow; see `show_terminal_cursor`."""
        if self.has_focus and self.is_mounted:
            place = self.cursor_place()
            origin = self.content_region.offset
            place = None if place is None else origin + place
            show_terminal_cursor(self.app, place, at_once=at_once)

    def on_focus(self) -> None:
        """The terminal's cursor follows the focus."""
        self.place_cursor()

    def on_resize(self) -> None:
        """Things moved."""
        self.place_cursor()

    def repaint_all(self) -> None:
        """Draw everything again: language or styles changed."""
        self._painted_size = Size(-1, -1)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line, for Textual."""
        size = self.size
        if size != self._painted_size:
            self._lines = self.paint(*size)
            self._painted_size = size
        line = self._lines[y] if y < len(self._lines) else ()
        segments = [Segment(text, self._style(kind)) for text, kind in line]
        strip = Strip(segments).simplify()
        return strip.adjust_cell_length(size.width, self.visual_style.rich_style)

    def notify_style_update(self) -> None:
        """Forget the styles that were looked up."""
        self._kinds.clear()
        super().notify_style_update()

    def _style(self, kind: str) -> Style:
        """The style of a component class."""
        style = self._kinds.get(kind)
        if style is None:
            style = self.get_component_rich_style(kind) if kind else self.visual_style.rich_style
            self._kinds[kind] = style
        return style


def fitted(text: str, kind: str, width: int) -> Piece:
    """A text cut or filled up to a width in cells."""
    short = cut(text, width)
    return Piece(short + " " * (width - cell_len(short)), kind)
