"""Lines of styled text. No Textual."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Ink(NamedTuple):
    """A style by its colours: `#rrggbb`, a terminal colour (`ansi_blue`), or empty for the widget's colour."""

    letters: str = ""
    ground: str = ""
    bold: bool = False
    underline: bool = False
    reverse: bool = False


class Span(NamedTuple):
    """A run of text in one style.

    Attributes:
        text: of any width, without control characters.
        style: a component class of the widget, or an ink; empty for the style of the widget.
    """

    text: str
    style: str | Ink


Line = Sequence[Span]
"""A line of a widget, from the left; the rest of its width is blank."""
