"""Text in ASCII, for terminals that do not understand UTF-8.

Textual writes every character; Python replaces those outside the encoding by question marks.
`test_only_ascii_is_drawn_where_no_more_is_understood` in tests/terminal/test_games.py shows the lack.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from p4tui.tui.terminal.detection import SPELLINGS
from p4tui.tui.text import ELLIPSIS


class AsciiFilter(LineFilter):
    """A filter that writes text in ASCII, in the same width.

    Args:
        letters: whether to replace all characters; otherwise only the ellipsis, as part of the drawing.
    """

    def __init__(self, *, letters: bool) -> None:
        super().__init__()
        self._letters = letters

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments in ASCII."""
        return [
            segment
            if segment.control or segment.text.isascii()
            else Segment(self._to_ascii(segment.text), segment.style)
            for segment in segments
        ]

    def _to_ascii(self, text: str) -> str:
        return to_ascii(text) if self._letters else text.replace(ELLIPSIS, SPELLINGS[ELLIPSIS])


@lru_cache(4096)
def to_ascii(text: str) -> str:
    """Return a text in ASCII, in as many cells; letters lose their accents."""
    spelled = []
    for char in text:
        plain = SPELLINGS.get(char) or unicodedata.normalize("NFKD", char)[0]
        fits = plain.isascii() and len(plain) == cell_len(char)
        spelled.append(plain if fits else "?" * cell_len(char))
    return "".join(spelled)
