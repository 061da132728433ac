"""`MatchView`: what the widgets around a board show. No Textual."""

from __future__ import annotations

from dataclasses import dataclass

from p4tui.core.colour import Colour
from p4tui.core.position import Position
from p4tui.play.match import Match
from p4tui.tui.evaluation import Evaluation
from p4tui.tui.look.art import Art
from p4tui.tui.look.palette import Palette


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match as it is shown.

    Attributes:
        match: the match as it stands.
        art, palette: how it is drawn.
        shown: the number of moves before the shown position.
        times: the whole seconds left to red and yellow; None without a clock.
        thinking: whether a computer is at its move.
        evaluation: what the shown position leads to; None while scores are hidden or unknown.
        numbers: whether columns are named by numbers, as below the board, and not by symbols.
    """

    match: Match
    art: Art
    palette: Palette
    shown: int
    times: tuple[int, int] | None = None
    thinking: bool = False
    evaluation: Evaluation | None = None
    numbers: bool = True

    @property
    def position(self) -> Position:
        """The shown position."""
        return self.match.game.positions[self.shown]

    @property
    def to_move(self) -> Colour | None:
        """The player to move, if the position after the last move is shown; None after the game."""
        return self.match.to_move if self.at_end and self.match.outcome is None else None

    @property
    def winner(self) -> Colour | None:
        """The winner, if the position after the last move is shown; else None."""
        return self.match.winner if self.at_end else None

    @property
    def at_end(self) -> bool:
        """Whether the position after the last move is shown."""
        return self.shown == self.match.game.cursor

    def discs_left(self, colour: Colour) -> int:
        """Return how many discs a player has left in the shown position."""
        return self.position.discs_left(colour.side(self.match.starter))

    def seconds(self, colour: Colour) -> int | None:
        """Return the seconds left to a player; None without a clock."""
        return None if self.times is None else self.times[colour is Colour.YELLOW]
