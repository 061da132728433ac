"""A partial update that sends the changed characters, and no colour twice.

Textual 8.2 sends a changed region from the left edge of its widget: on a board that is most of a line for every character.
And it ends the style of every run, also where the next run has the same. Delete this once Textual's `ChopsUpdate` does better.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor
from textual.strip import Strip

_RUN = re.compile(r"\x1b\[([\d;]*)m([^\x1b]*)\x1b\[0m")
"""A run of text as rich renders it: its style, the text, the end of the style."""


FEW = 8
"""Characters of one span that a terminal draws at once, whether it is told where the update ends or not."""


class TightUpdate(ChopsUpdate):
    """Changed spans of lines, cut to the spans."""

    @property
    def is_small(self) -> bool:
        """Whether it is one span of a few characters."""
        spans = list(self.spans)
        return len(spans) == 1 and spans[0][2] - spans[0][1] <= FEW

    def render_segments(self, console: Console) -> str:
        """The update as terminal sequences: movements, and a style only where it changes."""
        sequences: list[str] = []
        style = ""
        for move, run in self._runs(console):
            found = _RUN.fullmatch(run)
            wanted, text = found.groups() if found else ("", run)
            sequences.append(move)
            if wanted != style:
                # Every update ends without a style, so that the first run need not end one.
                end = "0;" if style else ""
                sequences.append(f"\x1b[{end}{wanted}m" if wanted else "\x1b[0m")
                style = wanted
            sequences.append(text)
        return "".join(sequences) + ("\x1b[0m" if style else "")

    def _runs(self, console: Console) -> Iterator[tuple[str, str]]:
        """The changed runs: the movement to their start, empty where one follows another, and the run as rich renders it."""
        for y, x1, x2 in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                if strip is None or x >= x2 or end <= x1:
                    continue
                start = max(x1, x)
                move = Control.move_to(start, y).segment.text
                for segment in strip.crop(start - x, min(end, x2) - x).simplify():
                    yield move, Strip([segment]).render(console)
                    move = ""


class TightCompositor(Compositor):
    """A compositor that makes tight updates."""

    def render_partial_update(self) -> ChopsUpdate | None:
        """The update for the changed regions, None where nothing changed."""
        update = super().render_partial_update()
        if update is None:
            return None
        return TightUpdate(update.chops, update.spans, update.chop_ends)
