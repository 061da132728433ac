"""Rows of text in columns that stand under each other, also where characters are two cells wide or none."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Callable, Iterable, Sequence

GAP = "  "
_DOTS = "..."


def cells(text: str) -> int:
    """The width of a text on a terminal, in cells."""
    return sum(map(_cells, text))


def _cells(char: str) -> int:
    """The width of a character: wide ones take two cells, combining ones and joiners none."""
    if unicodedata.combining(char) or unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1


def cut(text: str, width: int) -> str:
    """A text, its end replaced with three dots where it is wider than so many cells (at least 3)."""
    if cells(text) <= width:
        return text
    taken, room = "", width - len(_DOTS)
    for char in text:
        room -= _cells(char)
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
    return [line for sentence in sentences() for line in _wrapped(sentence, width)]


def terminal_width() -> int | None:
    """Columns of the terminal that the output is; None where it is none."""
    try:
        if not sys.stdout.isatty():
            return None
        return os.get_terminal_size(sys.stdout.fileno()).columns or None
    except (AttributeError, OSError, ValueError):
        return None


def _wrapped(text: str, width: int) -> list[str]:
    """A text as lines of at most so many cells, where its words are no longer."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and cells(longer) > width:
            lines.append(GAP + word)
        else:
            lines[-1:] = [longer]
    return lines


def _padded(text: str, width: int, *, at_right: bool) -> str:
    blanks = " " * (width - cells(text))
    return blanks + text if at_right else text + blanks
