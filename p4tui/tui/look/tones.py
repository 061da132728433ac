"""Tones that blend with the board's colour, line by line. Pure, no Textual."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from p4tui.tui.look.oklch import RGB, parse_hex, to_hex


class Tone(NamedTuple):
    """A colour mixed with a share of the board's colour.

    Attributes:
        red, green, blue: the light of the rest, 0 to 255.
        board: the share of the board, 0 to 1.
    """

    red: float
    green: float
    blue: float
    board: float = 0.0

    @classmethod
    def of(cls, colour: str) -> Tone:
        """Return a colour without a share of the board."""
        return cls(*map(float, parse_hex(colour)))

    def mixed(self, other: Tone, share: float) -> Tone:
        """Return the tone between this and another."""
        return Tone(*(one + (two - one) * share for one, two in zip(self, other, strict=True)))

    def on(self, board: RGB) -> tuple[float, float, float]:
        """Return the colour on a board of the given colour."""
        red, green, blue = board
        share = self.board
        return (self.red + share * red, self.green + share * green, self.blue + share * blue)

    def text(self, board: RGB) -> str:
        """Return the colour as `#rrggbb`."""
        red, green, blue = self.on(board)
        return to_hex((round(red), round(green), round(blue)))


BOARD = Tone(0.0, 0.0, 0.0, 1.0)
"""The colour of the board."""


def mean(parts: Iterable[tuple[Tone, int]]) -> Tone:
    """Return the mean of tones with weights."""
    parts = list(parts)
    total = sum(weight for _, weight in parts)
    return Tone(
        *(sum(tone[index] * weight for tone, weight in parts) / total for index in range(4))
    )
