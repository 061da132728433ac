"""The players' colours. Player 1 is red, player 2 yellow, whoever starts."""

from __future__ import annotations

from enum import IntEnum

from p4tui.core.position import Side


class Colour(IntEnum):
    """A player by colour; the value is the player's number in drawings and matrices."""

    RED = 1
    YELLOW = 2

    @property
    def other(self) -> Colour:
        """The opponent."""
        return Colour(3 - self)

    def side(self, starter: Colour) -> Side:
        """Return this player's side in a game that `starter` began."""
        return Side.FIRST if self is starter else Side.SECOND


def colour_of(side: Side, starter: Colour) -> Colour:
    """Return the player of a side in a game that `starter` began."""
    return starter if side is Side.FIRST else starter.other
