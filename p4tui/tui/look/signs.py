"""The signs between words, in lists and on cards. Pure, no Textual."""

from __future__ import annotations

from typing import NamedTuple

from p4tui.tui.look.art import Art


class Signs(NamedTuple):
    """Signs of one cell each, in every terminal that shows them.

    Attributes:
        red, yellow: a player's disc.
        winner: marks the winner.
        times: stands between columns and rows.
        dash: stands between the names of two players.
        left, right: the arrows around a value that changes; the right one also marks the selected row and the player to move.
        up, down: stand where more is hidden.
        bar: at the left of the selected row.
        left_edge, right_edge: half of a cell, in the colour of a player.
        above, below: the upper and the lower edge of a button.
        full, empty: a reached step of the ladder of levels, and another one.
    """

    red: str = "●"
    yellow: str = "○"
    winner: str = "★"
    times: str = "×"
    dash: str = "–"
    left: str = "◂"
    right: str = "▸"
    up: str = "▴"
    down: str = "▾"
    bar: str = "▌"
    left_edge: str = "▌"
    right_edge: str = "▐"
    above: str = "▄"
    below: str = "▀"
    full: str = "▄"
    empty: str = "▁"


BLOCKS = Signs()
NEUTRAL = Signs(
    red="X",
    yellow="O",
    winner="*",
    times="x",
    dash="-",
    bar="▐",
    left_edge="▐",
    above=" ",
    below=" ",
    full="#",
    empty="-",
)
ASCII = NEUTRAL._replace(
    left="<", right=">", up="^", down="v", bar=" ", left_edge="|", right_edge="|"
)


def signs_of(art: Art) -> Signs:
    """Return the signs that a terminal shows in one cell each."""
    return {"blocks": BLOCKS, "neutral": NEUTRAL, "ascii": ASCII}[art.glyphs]
