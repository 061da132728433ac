"""Text for terminals that do not speak UTF-8."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from p4tui.tui.terminal.detection import SPELLINGS
from p4tui.tui.text import ELLIPSIS


class EncodingFilter(LineFilter):
    """Spells what the terminal's encoding lacks with what it has, as wide as it was.

    Args:
        encoding: what the terminal understands.
        ascii_drawing: whether signs that are no letters are to be plain ASCII in any encoding.
    """

    def __init__(self, encoding: str, *, ascii_drawing: bool = False) -> None:
        super().__init__()
        self._ascii_drawing = ascii_drawing
        try:
            "é".encode(encoding)
            self.encoding = encoding
        except (LookupError, UnicodeEncodeError):
            self.encoding = "ascii"
        self._whole = self.encoding.lower().replace("-", "") in ("utf8", "utf16", "utf32")

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments with other text where needed."""
        if self._whole and not self._ascii_drawing:
            return segments
        return [
            segment
            if segment.control or segment.text.isascii()
            else Segment(self._spelled(segment.text), segment.style)
            for segment in segments
        ]

    def _spelled(self, text: str) -> str:
        if self._whole:
            return text.replace(ELLIPSIS, SPELLINGS[ELLIPSIS])
        return spell(text, self.encoding)


@lru_cache(4096)
def spell(text: str, encoding: str) -> str:
    """A text with only characters of an encoding, accents dropped before anything else, in as many cells."""
    spelled = []
    for char in text:
        try:
            char.encode(encoding)
            spelled.append(char)
        except UnicodeEncodeError:
            plain = SPELLINGS.get(char) or unicodedata.normalize("NFKD", char)[0]
            fits = plain.isascii() and len(plain) == cell_len(char)
            spelled.append(plain if fits else "?" * cell_len(char))
    return "".join(spelled)
