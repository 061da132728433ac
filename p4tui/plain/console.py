"""The input and output of the plain-text game: lines of bounded length in, printable lines out."""

from __future__ import annotations

import codecs
from typing import TextIO

from p4tui.plain.line_input import HasFileno, LineReader
from p4tui.words.text import printable
from p4tui.words.wrapping import PIPE_WIDTH, terminal_width, wrapped

MAX_LINE_LENGTH = 4096
"""The length limit of a line in bytes; the rest is skipped."""

_ORDINARY_SPACES = {0xA0: " ", 0x202F: " "}


class Console:
    """Reads lines from bytes of any kind and writes text without control characters.

    Attributes:
        interactive: whether a person types and reads.
        is_typed: whether a person types the lines, at a terminal that may be lost later.
    """

    def __init__(
        self,
        source: LineReader | None,
        sink: TextIO | None,
        complaints: TextIO | None,
        *,
        encoding: str = "utf-8",
        interactive: bool = False,
    ) -> None:
        self.interactive = interactive
        self._source = source or LineReader(None)
        self.is_typed = self._source.is_terminal
        self._sink = sink
        self._complaints = complaints
        self._encoding = _known(encoding)

    def say(self, text: str) -> None:
        """Write a text, its long lines broken between words, and flush it."""
        _write(self._sink, _fitting(self._sink, text.split("\n")))

    def draw(self, drawing: str) -> None:
        """Write a drawing, its lines unbroken."""
        _write(self._sink, drawing.split("\n"))

    def ring(self) -> None:
        """Ring the bell of a terminal."""
        if self.interactive and self._sink is not None:
            self._sink.write("\a")
            self._sink.flush()

    def complain(self, text: str) -> None:
        """Write a sentence to the standard error."""
        _write(self._complaints, _fitting(self._complaints, [text]))

    def wait(self, seconds: float) -> bool:
        """Wait for a line typed at a terminal; return whether one can be read.

        Return True at once if the input is no terminal: `read` waits for its next line.
        """
        return self._source.wait(seconds, MAX_LINE_LENGTH)

    def wait_beside(self, other: HasFileno, seconds: float) -> bool:
        """Wait for a line, of a pipe too, or until something else can be read; return whether a line can be."""
        return self._source.wait(seconds, MAX_LINE_LENGTH, other)

    def read(self) -> str | None:
        """Return the next line, cut at `MAX_LINE_LENGTH`, without its end; None at the end of the input or after an error."""
        try:
            line = self._source.read(MAX_LINE_LENGTH, self._encoding)
        except OSError:
            return None
        return None if line is None else line.text


def _fitting(stream: TextIO | None, lines: list[str]) -> list[str]:
    """Return the lines of a text, broken to fit a stream."""
    width = terminal_width(stream) or PIPE_WIDTH
    return [part for line in lines for part in wrapped(printable(line), width)]


def _write(stream: TextIO | None, lines: list[str]) -> None:
    """Write lines to a stream, if there is one, and flush it."""
    if stream is not None:
        # French has no-break spaces before its colons; ordinary ones are easier to search for.
        text = "".join(printable(line) + "\n" for line in lines).translate(_ORDINARY_SPACES)
        stream.write(text)
        stream.flush()


def _known(encoding: str) -> str:
    """Return the name of an encoding, or UTF-8 if it is unknown."""
    try:
        return codecs.lookup(encoding).name
    except LookupError:
        return "utf-8"
