"""What the widgets around a board show, made without an app."""

from __future__ import annotations

from collections.abc import Iterable

from p4tui.play.match import Match
from p4tui.tui.evaluation import Evaluation
from p4tui.tui.look import themes
from p4tui.tui.look.art import Art
from p4tui.tui.look.span import Line
from p4tui.tui.match_view import MatchView


def view_of(
    match: Match,
    *,
    shown: int | None = None,
    times: tuple[int, int] | None = None,
    thinking: bool = False,
    evaluation: Evaluation | None = None,
    numbers: bool = True,
    art: Art | None = None,
) -> MatchView:
    """Return a match as it is shown in the first theme, by default at its last move."""
    art = art or Art()
    theme = themes.own_themes()[0]
    return MatchView(
        match,
        art,
        themes.palette(theme, art.palette_colours),
        match.game.cursor if shown is None else shown,
        times,
        thinking,
        evaluation,
        numbers,
    )


def texts(lines: Iterable[Line]) -> list[str]:
    """Return lines as texts."""
    return ["".join(span.text for span in line) for line in lines]
