"""Rows of text in columns that stand under each other, also where characters are two cells wide or none."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence

from p4tui.words import wrapping
from p4tui.words.wrapping import cells, cells_of_character, wrapped

GAP = "  "
_DOTS = "..."


def cut(text: str, width: int) -> str:
    """A text, its end replaced with three dots where it is wider than so many cells (at least 3)."""
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
    """Rows of as many texts each as lines; columns of numbers, counted from 0, are aligned at the right."""
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
    """A table, or where the output is a terminal that is narrower than it, sentences instead, broken at blanks.

    Args:
        lines: the table.
        sentences: what it says; further lines of a sentence are indented.
    """
    width = terminal_width()
    if width is None or max(map(cells, lines), default=0) <= width:
        return list(lines)
    return [line for sentence in sentences() for line in wrapped(sentence, width, GAP)]


def terminal_width() -> int | None:
    """Columns of the terminal that the output is; None where it is none."""
    return wrapping.terminal_width(sys.stdout)


def _padded(text: str, width: int, *, at_right: bool) -> str:
    blanks = " " * (width - cells(text))
    return blanks + text if at_right else text + blanks
