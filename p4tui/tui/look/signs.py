"""The signs in texts about a game. Pure, no Textual."""

from __future__ import annotations

from typing import NamedTuple

from p4tui.tui.look.art import Art


class Signs(NamedTuple):
    """Signs of one cell each, in every terminal that shows them.

    Attributes:
        red, yellow: a player's disc.
        turn: marks the player to move.
        winner: marks the winner.
        times: stands between columns and rows.
        dash: stands between the names of two players.
        left_edge, right_edge: half of a cell, in the colour of a player.
    """

    red: str = "●"
    yellow: str = "○"
    turn: str = "▸"
    winner: str = "★"
    times: str = "×"
    dash: str = "–"
    left_edge: str = "▌"
    right_edge: str = "▐"


BLOCKS = Signs()
NEUTRAL = Signs("X", "O", "▸", "*", "x", "-", " ", "▐")
ASCII = Signs("X", "O", ">", "*", "x", "-", "|", "|")


def signs_of(art: Art) -> Signs:
    """Return the signs that a terminal shows in one cell each."""
    return {"blocks": BLOCKS, "neutral": NEUTRAL, "ascii": ASCII}[art.glyphs]
