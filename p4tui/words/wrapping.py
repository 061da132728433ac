"""The width of text in the cells of a terminal, and line breaks between words."""

from __future__ import annotations

import os
import re
import unicodedata
from typing import TextIO

PIPE_WIDTH = 80
"""The width of text in a pipe or a file."""

_NAME = re.compile(r" +\S.*?  +")


def cells(text: str) -> int:
    """Return the width of a text on a terminal, in cells."""
    return sum(map(cells_of_character, text))


def cells_of_character(char: str) -> int:
    """Return the width of a character: wide ones take two cells, combining ones and joiners none."""
    if unicodedata.combining(char) or unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1


def wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """Break a line between words into lines of at most `width` cells; a longer word stays whole.

    A no-break space, as in French before a colon, is part of a word.

    Args:
        text: the line.
        width: in cells.
        indent: begins every line but the first.
    """
    lines: list[str] = []
    if len(text) <= width and text.isascii():
        return [text]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and lines[-1].strip() and cells(longer) > width:
            lines[-1] = lines[-1].rstrip(" ")
            lines.append(indent + word)
        else:
            lines[-1:] = [longer]
    return lines


def hanging_indent(line: str, width: int) -> str:
    """Return the blanks before the further lines of an indented entry; none for a sentence."""
    if not line.startswith(" "):
        return ""
    name = _NAME.match(line)
    return " " * (len(name[0]) if name and len(name[0]) <= width // 2 else 4)


def terminal_width(stream: TextIO | None) -> int | None:
    """Return the columns of a stream's terminal, or None if it is no terminal."""
    try:
        if stream is None or not stream.isatty():
            return None
        return os.get_terminal_size(stream.fileno()).columns or None
    except (AttributeError, OSError, ValueError):
        return None
