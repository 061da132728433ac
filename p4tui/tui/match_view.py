"""`MatchView`: what the widgets around a board show. No Textual."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from p4tui.core.colour import Colour, colour_of
from p4tui.core.position import Position
from p4tui.engine.score import DRAW, best_score, moves_to_end
from p4tui.play.analysis import ColumnScores
from p4tui.play.match import Match
from p4tui.tui.look.art import Art
from p4tui.tui.look.palette import Palette


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a position leads to with best play.

    Attributes:
        score: for red: positive if red wins.
        winner: who wins; None for a draw.
        moves: the winner's moves until then.
        columns: the best columns, from 0.
        largest: the largest score on the board.
    """

    score: int
    winner: Colour | None
    moves: int
    columns: tuple[int, ...]
    largest: int

    @property
    def red_share(self) -> float:
        """The share of red in the score bar: a half for a draw, and more the sooner red wins."""
        if self.score == DRAW:
            return 0.5
        lead = 0.12 + 0.33 * sqrt(min(abs(self.score) / self.largest, 1))
        return 0.5 + lead if self.score > DRAW else 0.5 - lead


def evaluation_of(position: Position, starter: Colour, scores: ColumnScores) -> Evaluation | None:
    """Return what a position leads to, once the scores of all its columns are proven."""
    legal = position.legal_columns()
    known = [found for column in legal if scores and (found := scores[column]) is not None]
    if not legal or len(known) < len(legal) or not all(found.proven for found in known):
        return None
    best = max(found.score for found in known)
    mover = colour_of(position.to_move, starter)
    return Evaluation(
        best if mover is Colour.RED else -best,
        None if best == DRAW else mover if best > DRAW else mover.other,
        0 if best == DRAW else moves_to_end(position, best),
        tuple(
            column
            for column in legal
            if (found := scores[column]) is not None and found.score == best
        ),
        best_score(position.geometry),
    )


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
        """The player to move; None after the game."""
        return self.match.to_move if self.match.outcome is None else None

    def discs_left(self, colour: Colour) -> int:
        """Return how many discs a player has left in the shown position."""
        return self.position.discs_left(colour.side(self.match.starter))

    def seconds(self, colour: Colour) -> int | None:
        """Return the seconds left to a player; None without a clock."""
        return None if self.times is None else self.times[colour is Colour.YELLOW]
