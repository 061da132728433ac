"""The layout of the explorer: the board of a game, and a table of columns. Pure arithmetic, no Textual."""

from __future__ import annotations

from dataclasses import replace

from p4tui.tui.look.places import GameLayout

MIN_MOVES = 4
"""The lines of the lowest list of moves below the table."""


def with_table(layout: GameLayout, columns: int, *, lean: bool = False) -> GameLayout:
    """Return a layout with the table of so many columns; the board keeps its place.

    Nobody plays: the table stands in place of the players and the match, with the moves below it if lines are left, or in
    place of the text beside the board. The card of the scores stays if it has a column of its own.

    Args:
        layout: the layout of a game.
        columns: the columns of the board.
        lean: whether bytes are dear: the score that best play leads to is left out, as the table and the message say it.
    """
    red, exact, moves = layout.red, layout.exact, layout.moves
    around = [red, layout.yellow, layout.match, exact, moves]
    layout = replace(layout, red=None, yellow=None, match=None, exact=None)
    if lean:
        layout = replace(layout, bar=None, evaluation=None)
    if moves is None:
        return replace(layout, panel=None, table=layout.panel)
    if exact is not None and red is not None and red.x == exact.x != moves.x and not lean:
        layout = replace(layout, exact=exact._replace(y=red.y))
    top = min(place.y for place in around if place is not None and place.x == moves.x)
    side = moves._replace(y=top, height=moves.bottom - top)
    lines = columns + 1
    rest = side._replace(y=top + lines + 1, height=side.height - lines - 1)
    if rest.height < MIN_MOVES:
        return replace(layout, panel=None, moves=None, table=side)
    return replace(layout, panel=None, moves=rest, table=side._replace(height=lines))
