"""What is chosen before a match: by the command line or in the menu."""

from __future__ import annotations

import random
from dataclasses import dataclass

from p4tui.core.colour import Colour
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.play.clock import Clock, TimeControl
from p4tui.play.match import Match
from p4tui.play.seats import LevelSeat, Person, Seat

FIRST_CHOICES = ("red", "yellow", "random")
"""Who can start the first game."""


def parse_control(text: str | None) -> TimeControl | None:
    """The time control that a text of the settings stands for; None, no clock, for None.

    Raises:
        TimeControlError: it is no time control.
    """
    return None if text is None else TimeControl.parse(text)


@dataclass(frozen=True, slots=True)
class Setup:
    """The choices that make a match.

    Attributes:
        red, yellow: the seats.
        geometry: size of the board and length of a line.
        first: who starts the first game: one of `FIRST_CHOICES`.
        game: a game already begun, or a start that is not the empty board; its first side is `first`'s (never random).
        control: the time that each has for a game, None: nobody counts it.
    """

    red: Seat = Person()
    yellow: Seat = LevelSeat("club")
    geometry: Geometry = Geometry()
    first: str = "red"
    game: Game | None = None
    control: TimeControl | None = None

    def new_match(self, rng: random.Random) -> Match:
        """The match that these choices make; the generator decides a random starter."""
        if self.first == "random":
            starter = rng.choice(tuple(Colour))
        else:
            starter = Colour.RED if self.first == "red" else Colour.YELLOW
        game = Game.new(Position(self.geometry)) if self.game is None else self.game
        clock = None if self.control is None else Clock.new(self.control, len(game.positions))
        return Match(self.red, self.yellow, game, starter, clock=clock)
