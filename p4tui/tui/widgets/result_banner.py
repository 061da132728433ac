"""`ResultBanner`: the result of a game above its board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len

from p4tui.core.colour import Colour
from p4tui.tui.look.looks import COLOUR_NAMES
from p4tui.tui.look.span import Line, Span
from p4tui.tui.match_forms import banner_forms
from p4tui.tui.match_view import MatchView
from p4tui.tui.text import cut, first_fitting
from p4tui.tui.widgets.match_widget import MatchWidget


class ResultBanner(MatchWidget):
    """The result on the winner's colour; a draw is on the accent."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "banner--draw",
        *(f"banner--{name}" for name in COLOUR_NAMES.values()),
    }

    def lines(self, view: MatchView, width: int, height: int) -> Sequence[Line]:
        """Return the first form of the result that fits, in the middle of the lines."""
        winner = view.match.winner
        style = "banner--draw" if winner is None else f"banner--{COLOUR_NAMES[winner]}"
        signs = self.signs
        sign = {None: "", Colour.RED: f"{signs.red} ", Colour.YELLOW: f"{signs.yellow} "}[winner]
        forms = [f"{sign}{form}" for form in banner_forms(view.match)]
        text = cut(first_fitting(forms, width - 2), width)
        before = (width - cell_len(text)) // 2
        blank = [Span(" " * width, style)]
        said = [Span(" " * before + text + " " * (width - before - cell_len(text)), style)]
        above = (height - 1) // 2
        return [*([blank] * above), said, *([blank] * (height - 1 - above))]
