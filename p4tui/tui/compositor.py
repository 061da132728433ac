"""A partial update that sends the changed characters and nothing left of them.

Textual 8.2 sends a changed region from the left edge of its widget: on a board that is most of a line for every character.
This subclass cuts the strip on both sides. Delete it once Textual's `ChopsUpdate` does so.
"""

from __future__ import annotations

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor


class TightUpdate(ChopsUpdate):
    """Changed spans of lines, cut to the spans."""

    def render_segments(self, console: Console) -> str:
        """The update as terminal sequences, cut to the changed spans."""
        sequences: list[str] = []
        for y, x1, x2 in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                if strip is None or x >= x2 or end <= x1:
                    continue
                start = max(x1, x)
                part = strip.crop(start - x, min(end, x2) - x).simplify()
                sequences.append(Control.move_to(start, y).segment.text)
                sequences.append(part.render(console))
        return "".join(sequences)


class TightCompositor(Compositor):
    """A compositor that makes tight updates."""

    def render_partial_update(self) -> ChopsUpdate | None:
        """The update for the changed regions, None where nothing changed."""
        update = super().render_partial_update()
        if update is None:
            return None
        return TightUpdate(update.chops, update.spans, update.chop_ends)
