"""The two ends of the plain-text game: bounded lines in, harmless lines out."""

from __future__ import annotations

import codecs
from typing import TextIO

from p4tui.plain.line_input import LineReader
from p4tui.words.text import printable
from p4tui.words.wrapping import PIPE_WIDTH, terminal_width, wrapped

LONGEST_LINE = 4096
"""Bytes of a line that are looked at; the rest of it is skipped."""

_ORDINARY_SPACES = {0xA0: " ", 0x202F: " "}


class Console:
    """Reads lines from bytes of any kind and writes text without control characters.

    Attributes:
        interactive: whether a person sits at both ends, so that an offer to go on makes sense.
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
        self._sink = sink
        self._complaints = complaints
        self._encoding = _known(encoding)

    def say(self, text: str) -> None:
        """Write a text of one or more lines, broken between words where they are too long; it is out when this returns."""
        _write(self._sink, _fitting(self._sink, text.split("\n")))

    def draw(self, drawing: str) -> None:
        """Write a drawing: its lines stay as they are."""
        _write(self._sink, drawing.split("\n"))

    def complain(self, text: str) -> None:
        """Write a sentence where errors go."""
        _write(self._complaints, _fitting(self._complaints, [text]))

    def wait(self, seconds: float) -> bool:
        """Wait for a line typed at a terminal, at most so long; whether there is something to read.

        Whatever else the input is, its next line is read when it comes: this is true at once.
        """
        return self._source.wait(seconds, LONGEST_LINE)

    def read(self) -> str | None:
        """The next line, at most `LONGEST_LINE` of it, without its end; None where the input ends or cannot be read."""
        try:
            line = self._source.read(LONGEST_LINE, self._encoding)
        except OSError:
            return None
        return None if line is None else line.text


def _fitting(stream: TextIO | None, lines: list[str]) -> list[str]:
    """The lines of a text, those that are too long for a stream in several."""
    width = terminal_width(stream) or PIPE_WIDTH
    return [part for line in lines for part in wrapped(printable(line), width)]


def _write(stream: TextIO | None, lines: list[str]) -> None:
    """Write lines at once; where there is no such stream, nothing."""
    if stream is not None:
        # Whoever searches the output for a sentence types ordinary spaces; French has others before its colons.
        text = "".join(printable(line) + "\n" for line in lines).translate(_ORDINARY_SPACES)
        stream.write(text)
        stream.flush()


def _known(encoding: str) -> str:
    """An encoding, or UTF-8 where there is none of that name."""
    try:
        return codecs.lookup(encoding).name
    except LookupError:
        return "utf-8"
