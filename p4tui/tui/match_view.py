"""`MatchView`: what the widgets around a board show. No Textual."""

from __future__ import annotations

from dataclasses import dataclass

from p4tui.core.colour import Colour, colour_of
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
        landed: whether the last disc has landed: its fall hides the end of the game.
        looking_back: whether an earlier position is shown of a game that is being played.
    """

    match: Match
    art: Art
    palette: Palette
    shown: int
    times: tuple[int, int] | None = None
    thinking: bool = False
    evaluation: Evaluation | None = None
    numbers: bool = True
    landed: bool = True
    looking_back: bool = False

    @property
    def position(self) -> Position:
        """The shown position."""
        return self.match.game.positions[self.shown]

    @property
    def at_end(self) -> bool:
        """Whether the position after the last move is shown."""
        return self.shown == self.match.game.cursor

    @property
    def shows_end(self) -> bool:
        """Whether the end of a finished game is shown."""
        return self.match.outcome is not None and self.at_end and self.landed

    @property
    def to_move(self) -> Colour | None:
        """The player to move in the shown position; None after the game, and while somebody looks back."""
        over = self.at_end and self.match.outcome is not None
        if over or self.looking_back:
            return None
        return colour_of(self.position.to_move, self.match.starter)

    @property
    def winner(self) -> Colour | None:
        """The winner, if the end of the game is shown; else None."""
        return self.match.winner if self.shows_end else None

    def discs_left(self, colour: Colour) -> int:
        """Return how many discs a player has left in the shown position."""
        return self.position.discs_left(colour.side(self.match.starter))

    def seconds(self, colour: Colour) -> int | None:
        """Return the seconds left to a player; None without a clock."""
        return None if self.times is None else self.times[colour is Colour.YELLOW]
