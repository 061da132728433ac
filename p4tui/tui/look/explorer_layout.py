"""The layout of the explorer: that of a game, with the table of columns. Pure arithmetic, no Textual."""

from __future__ import annotations

from dataclasses import replace

from p4tui.tui.look.places import GameLayout

MIN_MOVES = 4
"""The lines of the lowest list of moves below the table."""


def with_table(layout: GameLayout, columns: int) -> GameLayout:
    """Return a layout with the table of so many columns; the board keeps its place.

    The table stands where the moves of a game are, with these below it if lines are left, or in place of the text beside
    the board. There is no match: the card of the scores takes its place.
    """
    layout = _without_match(layout)
    if layout.moves is None:
        return replace(layout, panel=None, table=layout.panel)
    whole, lines = layout.moves, columns + 1
    rest = whole._replace(y=whole.y + lines + 1, height=whole.height - lines - 1)
    if rest.height < MIN_MOVES:
        return replace(layout, moves=None, table=whole)
    return replace(layout, moves=rest, table=whole._replace(height=lines))


def _without_match(layout: GameLayout) -> GameLayout:
    """Return a layout with the scores in place of the match."""
    match, exact, moves = layout.match, layout.exact, layout.moves
    if match is None:
        return layout
    scores = match._replace(height=exact.height if exact else match.height)
    if moves is not None and moves.x == match.x:
        top = scores.bottom + 1
        moves = moves._replace(y=top, height=moves.bottom - top)
    return replace(layout, match=None, exact=scores, moves=moves)
