"""Tables of text, aligned by the cells that characters take on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence

from p4tui.words import wrapping
from p4tui.words.wrapping import cells, cells_of_character, wrapped

GAP = "  "
_DOTS = "..."


def cut(text: str, width: int) -> str:
    """Return a text cut to a width in cells (at least 3), with three dots at the end if it was longer."""
    if cells(text) <= width:
        return text
    taken, room = "", width - len(_DOTS)
    for char in text:
        room -= cells_of_character(char)
        if room < 0:
            break
        taken += char
    return taken + _DOTS


def aligned(rows: Sequence[Sequence[str]], numbers: Iterable[int] = ()) -> list[str]:
    """Return rows as aligned lines; the columns in `numbers`, from 0, are aligned at the right."""
    right = set(numbers)
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    return [
        GAP.join(
            _padded(text, width, at_right=place in right)
            for place, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def table_or_sentences(lines: Sequence[str], sentences: Callable[[], Iterable[str]]) -> list[str]:
    """Return a table, or wrapped sentences if the output is a terminal that is narrower than it.

    Args:
        lines: the table.
        sentences: returns a sentence for each row.
    """
    width = terminal_width()
    if width is None or max(map(cells, lines), default=0) <= width:
        return list(lines)
    return [line for sentence in sentences() for line in wrapped(sentence, width, GAP)]


def terminal_width() -> int | None:
    """Return the width of the terminal that the output is, or None."""
    return wrapping.terminal_width(sys.stdout)


def _padded(text: str, width: int, *, at_right: bool) -> str:
    blanks = " " * (width - cells(text))
    return blanks + text if at_right else text + blanks
