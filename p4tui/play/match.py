"""A match: who plays, the game that stands, and the games before it. Immutable."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from p4tui.core.colour import Colour, colour_of
from p4tui.core.errors import NothingToUndoError
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.position import Outcome, Position
from p4tui.play.clock import Clock
from p4tui.play.seats import Person, Seat


@dataclass(frozen=True)
class Match:
    """Several games between two seats; the starter alternates from game to game.

    Attributes:
        red, yellow: the seats of players 1 and 2.
        game: the game that stands.
        starter: who began it.
        results: the winners of the games before it, None for a draw; games broken off are not in it.
        clock: the time of both sides, None where nobody counts it.
    """

    red: Seat
    yellow: Seat
    game: Game
    starter: Colour = Colour.RED
    results: tuple[Colour | None, ...] = ()
    clock: Clock | None = None

    @property
    def geometry(self) -> Geometry:
        """Size of the board and length of a line."""
        return self.game.start.geometry

    @property
    def position(self) -> Position:
        """The position that the game stands at."""
        return self.game.position

    @property
    def to_move(self) -> Colour:
        """The player whose turn it is, also once the game is over."""
        return colour_of(self.position.to_move, self.starter)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self.game.outcome

    @property
    def winner(self) -> Colour | None:
        """Who won the game; None for a draw or while it goes on."""
        outcome = self.outcome
        if outcome is None or outcome.winner is None:
            return None
        return colour_of(outcome.winner, self.starter)

    @property
    def person_to_move(self) -> bool:
        """Whether the game goes on and a person is to move."""
        return self.outcome is None and self.is_person(self.to_move)

    @property
    def resigning_colour(self) -> Colour:
        """Who can give up: the one to move if that is a person, else the other."""
        return self.to_move if self.is_person(self.to_move) else self.to_move.other

    @property
    def computers_only(self) -> bool:
        """Whether no person plays."""
        return not (self.is_person(Colour.RED) or self.is_person(Colour.YELLOW))

    @property
    def all_results(self) -> tuple[Colour | None, ...]:
        """The winners of all finished games, the one that stands included."""
        return self.results if self.outcome is None else (*self.results, self.winner)

    def seat(self, colour: Colour) -> Seat:
        """Who plays a colour."""
        return self.red if colour is Colour.RED else self.yellow

    def is_person(self, colour: Colour) -> bool:
        """Return whether a person plays a colour."""
        return isinstance(self.seat(colour), Person)

    def discs_left(self, colour: Colour) -> int:
        """How many discs a player still has (half of the cells at the start, the starter one more of an odd number)."""
        return self.position.discs_left(colour.side(self.starter))

    def wins(self, colour: Colour) -> int:
        """How many of the finished games a player won."""
        return self.all_results.count(colour)

    @property
    def draws(self) -> int:
        """How many of the finished games nobody won."""
        return self.all_results.count(None)

    def time_left(self, colour: Colour) -> int | None:
        """Milliseconds that a player has left, as far as they were counted; None without a clock."""
        if self.clock is None:
            return None
        side = colour.side(self.starter)
        return self.clock.left(self.game.cursor, side, to_move=colour is self.to_move)

    def with_game(self, game: Game) -> Match:
        """The match with another state of its game; the one to move has not used any time of the turn yet."""
        clock = None if self.clock is None else replace(self.clock, spent=0)
        return replace(self, game=game, clock=clock)

    def play(self, column: int) -> Match:
        """Return the match after a move of the one to move, the column counted from 0.

        Raises:
            P4Error: what `Position.play` refuses.
        """
        game = self.game.play(column)
        if self.clock is None:
            return replace(self, game=game)
        clock = self.clock.after_move(self.game.cursor, self.position.to_move, self.clock.spent)
        return replace(self, game=game, clock=clock)

    def undo(self) -> Match:
        """Take back: one move between people or computers, else back to the person's own turn.

        A resignation or a fallen flag is taken back alone. Both sides have the time again that they had there.

        Raises:
            NothingToUndoError: there is no move to take back.
        """
        game = self.game.undo()
        if not self.game.forfeited and not self.computers_only:
            while not self._is_persons_turn(game):
                if not game.can_undo:
                    raise NothingToUndoError
                game = game.undo()
        return self.with_game(game)

    def redo(self) -> Match:
        """Make moves again that were taken back, as many as `undo` takes back.

        Raises:
            NothingToRedoError: nothing was taken back.
        """
        game = self.game.redo()
        if not self.computers_only:
            while game.can_redo and not self._is_persons_turn(game):
                game = game.redo()
        return self.with_game(game)

    def resign(self, colour: Colour) -> Match:
        """Return the match whose game a player has given up.

        Raises:
            GameOverError: the game has ended.
        """
        return replace(self, game=self.game.resign(colour.side(self.starter)))

    def time_out(self) -> Match:
        """Return the match whose game the one to move has lost on time."""
        return replace(self, game=self.game.time_out(self.position.to_move))

    def with_seat(self, colour: Colour, seat: Seat) -> Match:
        """Return the match with another seat for a colour."""
        return replace(self, red=seat) if colour is Colour.RED else replace(self, yellow=seat)

    def swapped(self) -> Match:
        """Return the match with the seats exchanged: each plays on with the other's discs and keeps the games it won.

        After a game the next one begins; its starter is the player who was second, now with the other's discs.
        """
        match = self if self.outcome is None else replace(self.next_game(), starter=self.starter)
        results = tuple(winner and winner.other for winner in match.results)
        return replace(match, red=self.yellow, yellow=self.red, results=results)

    def next_game(self) -> Match:
        """The match with an empty board; whoever was second begins. A game without a move does not count as begun."""
        begun = bool(self.game.cursor) or self.outcome is not None
        starter = self.starter.other if begun else self.starter
        game = Game.new(Position(self.geometry))
        clock = None if self.clock is None else Clock.new(self.clock.control)
        return Match(self.red, self.yellow, game, starter, self.all_results, clock)

    def _is_persons_turn(self, game: Game) -> bool:
        """Return whether a person is to move where a game of this match stands."""
        return self.is_person(colour_of(game.position.to_move, self.starter))


class Change(Enum):
    """What happened to a match, for its listeners."""

    MOVE = "move"
    UNDO = "undo"
    REDO = "redo"
    RESIGNATION = "resignation"
    NEW_GAME = "new game"
    SEATS = "seats"
    PAUSE = "pause"
    FLAG = "flag"
    """A side's time has run out."""
    CLOCK = "clock"
    """Nothing but the time that was used has changed."""
    FAILURE = "failure"
    """What was to move has failed: `Session.failure` says how. The match is as it was."""
