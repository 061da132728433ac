"""Updates of the terminal that send what differs from the picture that it shows, and nothing else.

Textual 8.2 sends a changed region whole, from the left edge of its widget, and the whole screen when another one is shown or
a dialog goes; it ends the style of every run, also where the next run has the same. On a slow line that is seconds. Here the
picture that was sent is remembered, cell by cell, and an update is cut to the cells that are new. Delete this once Textual's
updates do as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from math import inf

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.control import Control
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, Compositor, CompositorUpdate, LayoutUpdate
from textual.geometry import Size
from textual.screen import Screen

from p4tui.tui.terminal.style_change import sgr_between
from p4tui.tui.text import graphemes

Cell = tuple[str, str]
"""A cell of the terminal: its character with what combines with it, and the parameters of its style. The second cell of a
character of two has no character."""

Run = tuple[int, int, list[Cell]]
"""Neighbouring cells to send: their line, the column of the first, and the cells."""

SMALL_SPAN = 8
"""Cells of one line that a terminal draws at once, even without the marks of a synchronised update."""
LONGEST_GAP = 4
"""Cells between two changes that are sent again rather than passed over: the movement would cost as much."""

_UNKNOWN: Cell = ("\0", "")
"""What may be in a cell: it differs from all that can be sent."""

_EMOJI = "\U0001f000"
"""The first of the characters on whose widths terminals disagree, by their age."""


class Picture:
    """What the terminal shows, as far as it was sent.

    Attributes:
        invalid: whether the next update has to send the whole screen: at the start, after a resize, after another program.
    """

    def __init__(self) -> None:
        self.invalid = True
        self._lines: list[list[Cell]] = []

    def invalidate(self) -> None:
        """The terminal may show anything now."""
        self.invalid = True

    def resize(self, size: Size) -> None:
        """The whole screen is being sent: if what is there is not known, or was of another size, all of it."""
        if self.invalid or (len(self._lines), len(self._lines[0]) if self._lines else 0) != (
            size.height,
            size.width,
        ):
            self._lines = [[_UNKNOWN] * size.width for _ in range(size.height)]
            self.invalid = False

    def update(self, y: int, x: int, cells: list[Cell]) -> Iterator[tuple[int, list[Cell]]]:
        """Take cells of a line as sent; the runs of them that have to be, each with its column."""
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
    """Start and end of the runs that differ; short gaps in the style beside them are closed, and no character is cut in half.

    What comes after a joined emoji is sent with it: there may be parts of it that a terminal did not join.
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
        if end >= 0 and first - end <= LONGEST_GAP and _shares_style(new, end, first):
            end = last
        else:
            if end >= 0:
                yield start, end
            start, end = first, last
    if end >= 0:
        yield start, end


def _shares_style(cells: list[Cell], start: int, end: int) -> bool:
    """Whether the cells between two runs have one style, that of the cell before or after them: they cost no other one."""
    styles = {style for _text, style in cells[start:end]}
    return styles in ({cells[start - 1][1]}, {cells[end][1]}, set())


@lru_cache(maxsize=4096)
def _parameters(style: Style, color_system: ColorSystem | None) -> str:
    """The parameters that set a style from none, as rich writes them: `1;38;5;15`."""
    if color_system is None:
        return ""
    before, _, _ = style.render("x", color_system=color_system).partition("x")
    return before.removeprefix("\x1b[").removesuffix("m")


def cells_of(segments: Iterable[Segment], color_system: ColorSystem | None) -> list[Cell]:
    """Segments cell by cell: as many as rich counts, by whose widths everything is laid out."""
    cells: list[Cell] = []
    for text, style, _control in segments:
        parameters = "" if style is None else _parameters(style, color_system)
        if text.isascii():
            cells += [(character, parameters) for character in text]
        else:
            for character in graphemes(text):
                cells += [(character, parameters), *[("", parameters)] * (cell_len(character) - 1)]
    return cells


def _has_certain_width(character: str) -> bool:
    """Whether all terminals agree on how wide a character is: not on one with something that combines, nor on emoji."""
    return len(character) == 1 and character < _EMOJI


def _may_be_narrow(character: str) -> bool:
    """Whether a character of two cells is one of a single cell in terminals that do not know what makes it an emoji."""
    return len(character) > 1 and cell_len(character) == 2 and cell_len(character[0]) == 1


def _overflow(character: str) -> int:
    """How many cells after a character its parts may take in terminals that do not join them."""
    if len(character) < 2:
        return 0
    return max(sum(map(cell_len, character)) - cell_len(character), 0)


class RunWriter:
    """Writes runs of cells: a movement only where one does not follow another, a style only where it changes.

    After a character whose width terminals disagree on comes a movement to where the next one belongs: in any terminal the
    rest of the line is in its place. Both cells are blank before one that some terminals draw in the first alone.
    """

    def __init__(self) -> None:
        self._sequences: list[str] = []
        self._style = ""
        self._place: tuple[int, int] | None = None

    def write(self, y: int, x: int, cells: list[Cell]) -> None:
        """Write cells at a place; the first of them is no second cell."""
        for column, (text, style) in enumerate(cells, x):
            if not text:
                if self._place is not None:
                    self._place = (y, column + 1)
                continue
            if self._place != (y, column):
                self._sequences.append(self._movement(y, column))
            if style != self._style:
                # Every update ends without a style, so that the first run need not end one.
                self._sequences.append(sgr_between(self._style, style))
                self._style = style
            if not text.isascii() and _may_be_narrow(text):
                self._sequences.append("  " + Control.move_to(column, y).segment.text)
            self._sequences.append(text)
            self._place = (y, column + 1) if _has_certain_width(text) else None

    def _movement(self, y: int, x: int) -> str:
        """To a place: forwards within a line, or to anywhere."""
        if self._place is not None and self._place[0] == y and (step := x - self._place[1]) > 0:
            forwards = "\x1b[C" if step == 1 else f"\x1b[{step}C"
            return min(forwards, Control.move_to(x, y).segment.text, key=len)
        return Control.move_to(x, y).segment.text

    def finish(self) -> str:
        """All that was written, with no style left on."""
        return "".join(self._sequences) + ("\x1b[0m" if self._style else "")


def _extent(first: Run, last: Run) -> float:
    """Return the cells from one run to the end of another, which may be the same; infinite if it is on another line."""
    return last[1] + len(last[2]) - first[1] if first[0] == last[0] else inf


class DiffUpdate(CompositorUpdate):
    """An update of Textual's, cut to what is new in the picture.

    Attributes:
        is_small: whether all changed cells lie within `SMALL_SPAN` cells of one line; False before it is rendered.
    """

    def __init__(self, update: LayoutUpdate | ChopsUpdate, picture: Picture) -> None:
        self._update = update
        self._picture = picture
        self._sequences: str | None = None
        self.is_small = False

    def render_segments(self, console: Console) -> str:
        """The update as terminal sequences, empty where nothing is new; from here on it counts as sent."""
        if self._sequences is None:
            self._sequences = self._written(console)
        return self._sequences

    def _written(self, console: Console) -> str:
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
        """Textual's own update, whole; asked for only where none is written to a terminal."""
        yield self._update

    def _parts(self) -> Iterator[tuple[int, int, Iterable[Segment]]]:
        """What Textual would send: line, column, segments."""
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
    """A compositor whose updates send what is new."""

    def __init__(self, picture: Callable[[], Picture]) -> None:
        """A compositor of one screen.

        Args:
            picture: what the terminal shows; asked for when it is needed, as the screens of an app share it.
        """
        super().__init__()
        self._picture = picture

    def render_update(
        self,
        full: bool = False,
        screen_stack: list[Screen[object]] | None = None,
        simplify: bool = False,
    ) -> RenderableType | None:
        """The update for the changed regions, of the whole screen where it is not known what is there; None: no change.

        One that is asked for in full is for an image of the screen, and left as it is.
        """
        if full:
            return super().render_update(full, screen_stack, simplify)
        picture = self._picture()
        update = super().render_update(picture.invalid, screen_stack, simplify)
        if isinstance(update, LayoutUpdate | ChopsUpdate):
            return DiffUpdate(update, picture)
        return update
