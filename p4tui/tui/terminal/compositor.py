"""Updates of the terminal that send only the cells that changed.

Textual 8.2 sends a dirty region whole, the whole screen when another one is shown or a dialog closes, and a reset after every
run of cells. On a slow line that takes seconds. Here the cells that were sent are remembered, and an update is reduced to
those that differ. It can go once the budgets of tests/terminal/test_budgets.py and test_picture.py hold without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import inf

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.control import Control
from rich.segment import Segment
from textual._compositor import ChopsUpdate, Compositor, CompositorUpdate, LayoutUpdate
from textual.geometry import Size
from textual.screen import Screen

from p4tui.tui.terminal.style_change import (
    Pen,
    blank_style,
    pen_change,
    sgr_parameters,
)
from p4tui.tui.text import graphemes

Cell = tuple[str, str]
"""A cell of the terminal: a character with its combining marks, and the parameters of its style.

The second cell of a wide character holds an empty string.
"""

Run = tuple[int, int, list[Cell]]
"""Neighbouring cells to send: line, column of the first, cells."""

SMALL_SPAN = 8
"""The number of cells that a terminal draws at once, even outside a synchronised update."""
MAX_GAP = 4
"""The number of unchanged cells to send again between two changes: moving the cursor costs as much."""

_UNKNOWN: Cell = ("\0", "")
"""A cell with unknown content: it differs from every cell that can be sent."""

_EMOJI = "\U0001f000"
"""From this character on, the widths depend on the terminal's version of Unicode."""


class Picture:
    """The cells that the terminal shows.

    Attributes:
        invalid: whether the next update must send every cell: at the start, after a resize, after another program.
    """

    def __init__(self) -> None:
        self.invalid = True
        self._lines: list[list[Cell]] = []

    def invalidate(self) -> None:
        """Make the next update send every cell."""
        self.invalid = True

    def resize(self, size: Size) -> None:
        """Prepare for an update of the whole screen: if the picture is invalid or of another size, no cell is known."""
        if self.invalid or size != Size(
            len(self._lines[0]) if self._lines else 0, len(self._lines)
        ):
            self._lines = [[_UNKNOWN] * size.width for _ in range(size.height)]
            self.invalid = False

    def update(self, y: int, x: int, cells: list[Cell]) -> Iterator[tuple[int, list[Cell]]]:
        """Store cells of a line; yield the runs to send, each with its column."""
        if y >= len(self._lines):
            yield x, cells
            return
        line = self._lines[y]
        old = line[x : x + len(cells)]
        cells = cells[: len(old)]
        if cells != old:
            yield from ((x + start, cells[start:end]) for start, end in _changed_runs(old, cells))
            line[x : x + len(cells)] = cells


def _changed_runs(old: list[Cell], new: list[Cell]) -> Iterator[tuple[int, int]]:
    """Yield start and end of the runs that differ, in whole characters; short gaps in the same style are filled.

    The cells after a joined emoji are sent with it: they may show parts of it that the terminal did not join.
    """
    start = end = -1
    overflow_end = 0
    for index, cell in enumerate(new):
        if cell == old[index] and index >= overflow_end:
            continue
        if not cell[0].isascii():
            overflow_end = max(
                overflow_end, index + 2 + _overflow(cell[0]) if _overflow(cell[0]) else 0
            )
        first, last = index, index + 1
        while first and not new[first][0]:
            first -= 1
        while last < len(new) and not new[last][0]:
            last += 1
        if end >= 0 and first - end <= MAX_GAP and _shares_style(new, end, first):
            end = last
        else:
            if end >= 0:
                yield start, end
            start, end = first, last
    if end >= 0:
        yield start, end


def _shares_style(cells: list[Cell], start: int, end: int) -> bool:
    """Return whether the cells between two runs need no further style: they share that of the cell before or after."""
    between = cells[start:end]
    return any(
        all(_continues(style, cell) for cell in between)
        for style in (cells[start - 1][1], cells[end][1])
    )


def _continues(style: str, cell: Cell) -> bool:
    """Return whether a cell can be drawn in the current style."""
    text, own = cell
    return style == own or (text == " " and blank_style(style) == own)


def cells_of(segments: Iterable[Segment], color_system: ColorSystem | None) -> list[Cell]:
    """Return the cells of segments, with the widths of rich, which the layout uses.

    Of the style of a blank only what shows is kept: the colour of its letters may be any.
    """
    cells: list[Cell] = []
    for text, style, _control in segments:
        parameters = "" if style is None else sgr_parameters(style, color_system)
        if text.isascii():
            blank = (" ", blank_style(parameters))
            cells += [blank if each == " " else (each, parameters) for each in text]
        else:
            for character in graphemes(text):
                own = blank_style(parameters) if character == " " else parameters
                cells += [(character, own), *[("", own)] * (cell_len(character) - 1)]
    return cells


def _has_certain_width(character: str) -> bool:
    """Return whether all terminals agree on the width of a character. They differ on combining marks and emoji."""
    return len(character) == 1 and character < _EMOJI


def _may_be_narrow(character: str) -> bool:
    """Return whether some terminals draw a wide character in one cell, because they ignore its emoji mark."""
    return len(character) > 1 and cell_len(character) == 2 and cell_len(character[0]) == 1


def _overflow(character: str) -> int:
    """Return how many cells after a character its parts take in terminals that do not join them."""
    if len(character) < 2:
        return 0
    return max(sum(map(cell_len, character)) - cell_len(character), 0)


class RunWriter:
    """A writer of runs of cells: it moves the cursor only over gaps, and sets a style only where it changes.

    After a character of uncertain width the cursor is moved to the next cell: so the rest of the line is in place on every
    terminal. Both cells are blanked before a wide character that some terminals draw in the first alone.
    """

    def __init__(self) -> None:
        self._sequences: list[str] = []
        self._pen = Pen()
        self._kind = ("", False)
        self._place: tuple[int, int] | None = None

    def write(self, y: int, x: int, cells: list[Cell]) -> None:
        """Write cells at a place; the first cell begins a character."""
        for column, (text, style) in enumerate(cells, x):
            if not text:
                if self._place is not None:
                    self._place = (y, column + 1)
                continue
            if self._place != (y, column):
                self._sequences.append(self._movement(y, column))
            kind = (style, text == " ")
            if kind != self._kind:
                change, self._pen = pen_change(self._pen, style, blank=text == " ")
                self._sequences.append(change)
                self._kind = kind
            if not text.isascii() and _may_be_narrow(text):
                self._sequences.append("  " + Control.move_to(column, y).segment.text)
            self._sequences.append(text)
            self._place = (y, column + 1) if _has_certain_width(text) else None

    def _movement(self, y: int, x: int) -> str:
        """Return the shortest sequence that moves the cursor."""
        if self._place is not None and self._place[0] == y and (step := x - self._place[1]) > 0:
            forwards = "\x1b[C" if step == 1 else f"\x1b[{step}C"
            return min(forwards, Control.move_to(x, y).segment.text, key=len)
        return Control.move_to(x, y).segment.text

    def finish(self) -> str:
        """Return the sequences, with a reset at the end where a style is on."""
        return "".join(self._sequences) + ("\x1b[0m" if self._pen != Pen() else "")


def _extent(first: Run, last: Run) -> float:
    """Return how many cells lie from the start of one run to the end of another; infinity across lines."""
    return last[1] + len(last[2]) - first[1] if first[0] == last[0] else inf


class DiffUpdate(CompositorUpdate):
    """An update of Textual's, reduced to the cells that changed.

    Attributes:
        is_small: whether they lie within `SMALL_SPAN` cells of one line; False until the update is rendered.
    """

    def __init__(self, update: LayoutUpdate | ChopsUpdate, picture: Picture) -> None:
        self._update = update
        self._picture = picture
        self._sequences: str | None = None
        self.is_small = False

    def render_segments(self, console: Console) -> str:
        """Return the update as terminal sequences, empty if nothing changed; from now on it counts as sent."""
        if self._sequences is None:
            self._sequences = self._render(console)
        return self._sequences

    def _render(self, console: Console) -> str:
        color_system = console._color_system  # noqa: SLF001  what Strip.render goes by
        runs = [
            (y, start, run)
            for y, x, segments in self._parts()
            for start, run in self._picture.update(y, x, cells_of(segments, color_system))
        ]
        writer = RunWriter()
        for run in runs:
            writer.write(*run)
        self.is_small = not runs or _extent(runs[0], runs[-1]) <= SMALL_SPAN
        return writer.finish()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield Textual's own update, for consoles without a terminal."""
        yield self._update

    def _parts(self) -> Iterator[tuple[int, int, Iterable[Segment]]]:
        """Yield line, column and segments of Textual's own update."""
        update = self._update
        if isinstance(update, LayoutUpdate):
            self._picture.resize(update.region.size)
            for y, strips in enumerate(update.strips, update.region.y):
                yield y, update.region.x, (segment for strip in strips for segment in strip)
            return
        for y, x1, x2 in update.spans:
            for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
                if strip is not None and x < x2 and end > x1:
                    start = max(x1, x)
                    yield y, start, strip.crop(start - x, min(end, x2) - x)


class DiffCompositor(Compositor):
    """A compositor whose updates send only the cells that changed."""

    def __init__(self, picture: Callable[[], Picture]) -> None:
        """Make the compositor of one screen.

        Args:
            picture: returns the picture that the screens of an app share.
        """
        super().__init__()
        self._picture = picture

    def render_update(
        self,
        full: bool = False,
        screen_stack: list[Screen[object]] | None = None,
        simplify: bool = False,
    ) -> RenderableType | None:
        """Return the update for the dirty regions, for the whole screen if the picture is invalid, or None.

        A full update, for a screenshot, is Textual's own.
        """
        if full:
            return super().render_update(full, screen_stack, simplify)
        picture = self._picture()
        update = super().render_update(picture.invalid, screen_stack, simplify)
        if isinstance(update, LayoutUpdate | ChopsUpdate):
            return DiffUpdate(update, picture)
        return update
