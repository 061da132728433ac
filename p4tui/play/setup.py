"""`Setup`: the choices for a match, from the command line or the menu."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from p4tui.core.colour import Colour, colour_of
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.play.clock import Clock, TimeControl
from p4tui.play.match import Match
from p4tui.play.seats import LevelSeat, Person, Seat
from p4tui.players.levels import FIRST_LEVEL

FIRST_CHOICES = ("red", "yellow", "random")
"""The choices for the first game's starter."""

DEFAULT_LEVEL = LevelSeat(FIRST_LEVEL, auto=True)
"""The computer if nobody has chosen its level."""


def parse_control(text: str | None) -> TimeControl | None:
    """Parse a time control of the settings; None stands for no clock.

    Raises:
        TimeControlError: the text is malformed.
    """
    return None if text is None else TimeControl.parse(text)


@dataclass(frozen=True, slots=True)
class Setup:
    """The choices for a match.

    Attributes:
        red, yellow: the seats.
        geometry: size of the board and length of a line.
        first: the starter of the first game, one of `FIRST_CHOICES`.
        game: a game already begun, or a start other than the empty board; its first side is `first`, never random.
        control: each side's time for a game, or None for no clock.
    """

    red: Seat = Person()
    yellow: Seat = DEFAULT_LEVEL
    geometry: Geometry = Geometry()
    first: str = "red"
    game: Game | None = None
    control: TimeControl | None = None

    def new_match(self, rng: random.Random) -> Match:
        """Create the match; `rng` picks a random starter."""
        if self.first == "random":
            starter = rng.choice(tuple(Colour))
        else:
            starter = Colour.RED if self.first == "red" else Colour.YELLOW
        game = Game.new(Position(self.geometry)) if self.game is None else self.game
        clock = None if self.control is None else Clock.new(self.control, len(game.positions))
        return Match(self.red, self.yellow, game, starter, clock=clock)


def against_level(match: Match, game: Game, setup: Setup) -> Match:
    """Return a match of a person against a level that plays a game on.

    A person and a computer of the match play on with their colours. Otherwise a person plays the side to move, against the
    level of the menu.

    Args:
        match: the match from which the game comes.
        game: the game.
        setup: the choices of the menu.
    """
    seats = (match.red, match.yellow)
    if {type(seat) for seat in seats} == {Person, LevelSeat}:
        return Match(*seats, game, match.starter)
    mover = colour_of(game.position.to_move, match.starter)
    seat = match.seat(mover)
    person = seat if isinstance(seat, Person) else Person()
    levels = (each for each in (setup.yellow, setup.red) if isinstance(each, LevelSeat))
    level = replace(next(levels, DEFAULT_LEVEL), name="")
    red, yellow = (person, level) if mover is Colour.RED else (level, person)
    return Match(red, yellow, game, match.starter)
