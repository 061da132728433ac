"""Updates that send the changed characters, and no colour twice.

Textual 8.2 sends a changed region from the left edge of its widget: on a board that is most of a line for every character.
And it ends the style of every run, also where the next run has the same. Delete this once Textual's `ChopsUpdate` does better.
It sends the whole picture of a new screen two to four times, too: lines that the terminal shows already are left out here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from rich.console import Console
from rich.control import Control
from rich.segment import Segment
from textual._compositor import ChopsUpdate, Compositor, LayoutUpdate
from textual.strip import Strip

_RUN = re.compile(r"\x1b\[([\d;]*)m([^\x1b]*)\x1b\[0m")
"""A run of text as rich renders it: its style, the text, the end of the style."""


Content = tuple[Segment, ...]
"""A line as it is seen."""


class Sent:
    """The lines that the terminal shows, as far as they are known: those that were sent whole and not changed since."""

    def __init__(self) -> None:
        self._lines: dict[int, Content] = {}
        self._width = 0

    def forget(self) -> None:
        """Nothing is known any more: the terminal was used by another program, or has another size."""
        self._lines.clear()

    def changed(self, y: int) -> None:
        """A part of a line is sent."""
        self._lines.pop(y, None)

    def is_news(self, y: int, width: int, line: Content) -> bool:
        """Whether a whole line of a screen of some width is not shown yet; from now on it is."""
        if width != self._width:
            self.forget()
            self._width = width
        if self._lines.get(y) == line:
            return False
        self._lines[y] = line
        return True


def content(strips: Iterable[Strip]) -> Content:
    """What a line of strips shows, the same for all ways to divide it."""
    return tuple(Strip.join(strips).simplify().discard_meta())


def drawn(runs: Iterable[tuple[str, str]]) -> str:
    """Runs, each with the movement to it and as rich renders it, with a style only where it changes."""
    sequences: list[str] = []
    style = ""
    for move, run in runs:
        found = _RUN.fullmatch(run)
        wanted, text = found.groups() if found else ("", run)
        sequences.append(move)
        if wanted != style:
            sequences.append(f"\x1b[0;{wanted}m" if wanted else "\x1b[0m")
            style = wanted
        sequences.append(text)
    return "".join(sequences) + ("\x1b[0m" if style else "")


class WholeUpdate(LayoutUpdate):
    """A whole picture, without the lines that the terminal shows already."""

    def __init__(self, update: LayoutUpdate, sent: Sent) -> None:
        super().__init__(update.strips, update.region)
        self._sent = sent

    def render_segments(self, console: Console) -> str:
        """The lines as terminal sequences."""
        return drawn(self._runs(console))

    def _runs(self, console: Console) -> Iterator[tuple[str, str]]:
        for y, strips in enumerate(self.strips):
            line = content(strips)
            if self._sent.is_news(y, self.region.width, line):
                move = Control.move_to(0, y).segment.text
                for segment in line:
                    yield move, Strip([segment]).render(console)
                    move = ""


class TightUpdate(ChopsUpdate):
    """Changed spans of lines, cut to the spans."""

    sent: Sent | None = None
    """Where it is noted what the terminal shows."""

    def render_segments(self, console: Console) -> str:
        """The update as terminal sequences: movements, and a style only where it changes."""
        return drawn(self._runs(console))

    def _runs(self, console: Console) -> Iterator[tuple[str, str]]:
        """The changed runs: the movement to their start, empty where one follows another, and the run as rich renders it."""
        for y, x1, x2 in self.spans:
            if self.sent is not None and not self._is_news(self.sent, y, x1, x2):
                continue
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                if strip is None or x >= x2 or end <= x1:
                    continue
                start = max(x1, x)
                move = Control.move_to(start, y).segment.text
                for segment in strip.crop(start - x, min(end, x2) - x).simplify():
                    yield move, Strip([segment]).render(console)
                    move = ""

    def _is_news(self, sent: Sent, y: int, x1: int, x2: int) -> bool:
        """Whether a span is not shown yet, as far as that is known: of whole lines it may be."""
        strips = [strip for strip in self.chops[y].values() if strip is not None]
        width = self.chop_ends[y][-1]
        if x1 > 0 or x2 < width or len(strips) < len(self.chops[y]):
            sent.changed(y)
            return True
        return sent.is_news(y, width, content(strips))


class TightCompositor(Compositor):
    """A compositor that makes tight updates."""

    def __init__(self, sent: Callable[[], Sent]) -> None:
        """Make updates for the terminal of which is known what it shows."""
        super().__init__()
        self._sent = sent

    def render_full_update(self, simplify: bool = False) -> LayoutUpdate:
        """The whole picture; one that is simplified is for a file and not for the terminal."""
        update = super().render_full_update(simplify)
        return update if simplify else WholeUpdate(update, self._sent())

    def render_partial_update(self) -> ChopsUpdate | None:
        """Render the update for the changed regions, None where nothing changed."""
        update = super().render_partial_update()
        if update is None:
            return None
        tight = TightUpdate(update.chops, update.spans, update.chop_ends)
        tight.sent = self._sent()
        return tight
