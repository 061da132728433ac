"""`Sheet`: blocks of lines, put side by side to a page. Pure, no Textual."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from rich.cells import cell_len

from p4tui.tui.look.span import Line, Span


class Sheet:
    """A page under composition. Blocks do not overlap."""

    def __init__(self) -> None:
        self._blocks: defaultdict[int, list[tuple[int, Line]]] = defaultdict(list)

    def place(self, x: int, y: int, lines: Sequence[Line]) -> None:
        """Put a block of lines at a column and a line."""
        for line, spans in enumerate(lines, y):
            self._blocks[line].append((x, spans))

    def lines(self, height: int) -> list[Line]:
        """Return the lines of the page."""
        return [self._line(self._blocks[y]) for y in range(height)]

    @staticmethod
    def _line(blocks: list[tuple[int, Line]]) -> Line:
        spans: list[Span] = []
        end = 0
        for x, block in sorted(blocks, key=lambda block: block[0]):
            spans += [Span(" " * (x - end), ""), *block]
            end = x + sum(cell_len(span.text) for span in block)
        return spans
