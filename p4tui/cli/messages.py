"""Prints sentences on standard output and error, wrapped on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TextIO

MAX_COMPLAINT_LENGTH = 300
"""The length limit of an error message, which may repeat the input."""
MAX_QUOTE_LENGTH = 40
"""The length limit of an argument in an error message."""
MAX_COMPLAINTS = 20
"""The number of errors of one kind to show."""


def say(sentence: str) -> None:
    """Print a sentence on the standard output."""
    from p4tui.words.text import printable

    print(_wrapped(printable(sentence), sys.stdout))


def complain(sentence: str, longest: int | None = None) -> None:
    """Print an error on the standard error, cut to a number of characters if one is given."""
    from p4tui.words.text import printable, shorten

    line = printable(sentence)
    if longest is not None:
        line = shorten(line, longest)
    if sys.stderr is not None:
        print(_wrapped(f"p4tui: {line}", sys.stderr), file=sys.stderr)


def quoted(text: str) -> str:
    """Quote an argument for an error message, shortened."""
    from p4tui.words.text import shorten

    return shorten(text, MAX_QUOTE_LENGTH)


def _wrapped(line: str, stream: TextIO | None) -> str:
    """Wrap a line at the width of the terminal. Other outputs get it whole."""
    from p4tui.words.wrapping import hanging_indent, terminal_width, wrapped

    width = terminal_width(stream)
    if width is None:
        return line
    return "\n".join(wrapped(line, width, hanging_indent(line, width)))


class ComplaintLog:
    """Error messages of one kind: prints the first ones, counts the others.

    Attributes:
        count: the number of complaints.
    """

    def __init__(self, before: Callable[[], object] = lambda: None) -> None:
        """Create an empty log; `before` ends a progress line before each message."""
        self.count = 0
        self._before = before

    def add(self, sentence: str) -> None:
        """Add a complaint."""
        self.count += 1
        if self.count <= MAX_COMPLAINTS:
            self._before()
            complain(sentence, MAX_COMPLAINT_LENGTH)

    def report_hidden(self, text: Callable[[int], str]) -> None:
        """Report the number of hidden messages; `text` returns its sentence, with a `{count}` placeholder."""
        hidden = self.count - MAX_COMPLAINTS
        if hidden > 0:
            complain(text(hidden).format(count=hidden))
