"""Lines of styled text. No Textual."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Span(NamedTuple):
    """A run of text in one style.

    Attributes:
        text: of any width, without control characters.
        component: a component class of the widget; empty for the style of the widget.
    """

    text: str
    component: str


Line = Sequence[Span]
"""A line of a widget, from the left; the rest of its width is blank."""
