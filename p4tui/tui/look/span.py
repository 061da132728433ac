"""Pieces of painted lines. No Textual."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Span(NamedTuple):
    """A run of text in one style.

    Attributes:
        text: no control characters; any width.
        component: a component class of the widget that paints it; empty for the widget's own style.
    """

    text: str
    component: str


Line = Sequence[Span]
"""A line of a widget, from the left; what it leaves of the width is blank."""
