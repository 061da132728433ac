"""`ScoreBar`: how far red is ahead with best play, as a column beside the board; below it the score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from p4tui.core.colour import Colour
from p4tui.tui.evaluation import Evaluation
from p4tui.tui.look.looks import COLOUR_NAMES
from p4tui.tui.look.span import Line, Span
from p4tui.tui.match_view import MatchView
from p4tui.tui.widgets.match_widget import MatchWidget


class ScoreBar(MatchWidget):
    """Red's share from below, yellow's above it. Until the next score is known it shows the last one."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"bar--{name}" for name in COLOUR_NAMES.values()}

    _last: Evaluation | None = None

    def lines(self, view: MatchView, width: int, height: int) -> Sequence[Line]:
        """Return the bar; before the first score it is blank."""
        self._last = view.evaluation or self._last
        if self._last is None:
            return []
        red = round(self._last.red_share * height)
        sign = self.signs.right_edge
        letters = view.art.colours == "none"
        yellow_sign, red_sign = (self.signs.yellow, self.signs.red) if letters else (sign, sign)
        return [
            *([[Span(yellow_sign, "bar--yellow")]] * (height - red)),
            *([[Span(red_sign, "bar--red")]] * red),
        ]


class EvaluationText(MatchWidget):
    """The sign and the score of the player who wins, in the player's colour: the numbers elsewhere are the mover's."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "bar--draw",
        *(f"bar--text-{name}" for name in COLOUR_NAMES.values()),
    }

    def lines(self, view: MatchView, width: int, height: int) -> Sequence[Line]:
        """Return the score, right-aligned below the bar."""
        found = view.evaluation
        if found is None:
            return []
        won = found.winner
        style = "bar--draw" if won is None else f"bar--text-{COLOUR_NAMES[won]}"
        sign = "" if won is None else self.signs.red if won is Colour.RED else self.signs.yellow
        text = f"{sign}{abs(found.score)}"
        return [[Span(text.rjust(width), style)]]
