"""A match: who plays, the current game, and the games before it. Immutable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from p4tui.core.colour import Colour, colour_of
from p4tui.core.errors import NothingToUndoError
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.position import Outcome, Position
from p4tui.play.clock import Clock
from p4tui.play.seats import LevelSeat, Person, Remote, Seat


@dataclass(frozen=True)
class Match:
    """Several games between two seats; the starter alternates from game to game.

    Attributes:
        red, yellow: the seats of players 1 and 2.
        game: the current game.
        starter: the player who began it.
        results: the winners of the games before it, None for a draw; abandoned games are left out.
        clock: the time of both sides, or None without a clock.
        swaps: how many moves of the game had been made at each exchange of the seats, in order; `red` and `yellow` are
            the seats after the last one.
    """

    red: Seat
    yellow: Seat
    game: Game
    starter: Colour = Colour.RED
    results: tuple[Colour | None, ...] = ()
    clock: Clock | None = None
    swaps: tuple[int, ...] = ()

    @property
    def geometry(self) -> Geometry:
        """Size of the board and length of a line."""
        return self.game.start.geometry

    @property
    def position(self) -> Position:
        """The current position."""
        return self.game.position

    @property
    def to_move(self) -> Colour:
        """The player to move, even after the game."""
        return colour_of(self.position.to_move, self.starter)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it is played."""
        return self.game.outcome

    @property
    def winner(self) -> Colour | None:
        """Who won the game; None for a draw or while it is played."""
        outcome = self.outcome
        if outcome is None or outcome.winner is None:
            return None
        return colour_of(outcome.winner, self.starter)

    @property
    def person_to_move(self) -> bool:
        """Whether a person is to move; False after the end."""
        return self.outcome is None and self.is_person(self.to_move)

    @property
    def resigning_colour(self) -> Colour:
        """The colour that can resign: a person to move, else the other player."""
        return self.to_move if self.is_person(self.to_move) else self.to_move.other

    @property
    def computers_only(self) -> bool:
        """Whether no person plays, here or elsewhere."""
        return not any(isinstance(seat, Person | Remote) for seat in (self.red, self.yellow))

    @property
    def is_linked(self) -> bool:
        """Whether a person at another terminal plays."""
        return isinstance(self.red, Remote) or isinstance(self.yellow, Remote)

    @property
    def at_one_terminal(self) -> Match:
        """The match with people here in the place of those at another terminal."""
        red, yellow = (
            Person(seat.name) if isinstance(seat, Remote) else seat
            for seat in (self.red, self.yellow)
        )
        return replace(self, red=red, yellow=yellow)

    @property
    def all_results(self) -> tuple[Colour | None, ...]:
        """The winners of all finished games, the current one included."""
        return self.results if self.outcome is None else (*self.results, self.winner)

    def seat(self, colour: Colour) -> Seat:
        """Return who plays a colour."""
        return self.red if colour is Colour.RED else self.yellow

    def is_person(self, colour: Colour) -> bool:
        """Return whether a person plays a colour."""
        return isinstance(self.seat(colour), Person)

    def seated_at(self, ply: int) -> Match:
        """Return the match with the seats that made a move, counted from 1, as if they had never been exchanged."""
        exchanged = sum(ply <= made for made in self.swaps) % 2
        red, yellow = (self.yellow, self.red) if exchanged else (self.red, self.yellow)
        return replace(self, red=red, yellow=yellow, swaps=())

    def discs_left(self, colour: Colour) -> int:
        """Return how many discs a player has left: at the start half of the cells, rounded up for the starter."""
        return self.position.discs_left(colour.side(self.starter))

    def wins(self, colour: Colour) -> int:
        """Return how many of the finished games a player won."""
        return self.all_results.count(colour)

    @property
    def draws(self) -> int:
        """How many of the finished games were drawn."""
        return self.all_results.count(None)

    def time_left(self, colour: Colour) -> int | None:
        """Return a player's milliseconds at the last update of the clock, or None without a clock."""
        if self.clock is None:
            return None
        side = colour.side(self.starter)
        return self.clock.left(self.game.cursor, side, to_move=colour is self.to_move)

    def with_game(self, game: Game) -> Match:
        """Return the match with another state of its game; the side to move has its whole turn before it."""
        clock = None if self.clock is None else replace(self.clock, spent=0)
        return replace(self, game=game, clock=clock, swaps=_effective(self.swaps, game.cursor))

    def play(self, column: int) -> Match:
        """Return the match after a move, the column counted from 0.

        Raises:
            P4Error: what `Position.play` refuses.
        """
        game = self.game.play(column)
        if self.clock is None:
            return replace(self, game=game)
        clock = self.clock.after_move(self.game.cursor, self.position.to_move, self.clock.spent)
        return replace(self, game=game, clock=clock)

    def undo(self, by: Colour | None = None) -> Match:
        """Take back one move; against a computer, all moves back to the person's own turn.

        An end off the board is taken back alone. Both sides get back the time they had there.

        Args:
            by: the player to whose turn the game goes back, by default any person.

        Raises:
            NothingToUndoError: there is no move to take back.
        """
        game = self.game.undo()
        if not self.game.forfeited and not self.computers_only:
            while not self._is_turn_of(by, game):
                if not game.can_undo:
                    raise NothingToUndoError
                game = game.undo()
        return self.with_game(game)

    def redo(self) -> Match:
        """Redo as many moves as `undo` takes back.

        Raises:
            NothingToRedoError: nothing was taken back.
        """
        game = self.game.redo()
        if not self.computers_only:
            while game.can_redo and not self._is_turn_of(None, game):
                game = game.redo()
        return self.with_game(game)

    def resign(self, colour: Colour) -> Match:
        """Return the match after a player resigned.

        Raises:
            GameOverError: the game has ended.
        """
        return replace(self, game=self.game.resign(colour.side(self.starter)))

    def agree_draw(self) -> Match:
        """Return the match after the players agreed on a draw.

        Raises:
            GameOverError: the game has ended.
        """
        return replace(self, game=self.game.agree_draw())

    def time_out(self) -> Match:
        """Return the match after the side to move lost on time."""
        return replace(self, game=self.game.time_out(self.position.to_move))

    def with_seat(self, colour: Colour, seat: Seat) -> Match:
        """Return the match with another seat for a colour."""
        return replace(self, red=seat) if colour is Colour.RED else replace(self, yellow=seat)

    def with_fixed_levels(self) -> Match:
        """Return the match with the levels of automatic seats fixed."""
        red, yellow = (
            replace(seat, auto=False) if isinstance(seat, LevelSeat) else seat
            for seat in (self.red, self.yellow)
        )
        return replace(self, red=red, yellow=yellow)

    def swapped(self) -> Match:
        """Return the match with the seats exchanged; each player takes over the other's discs and keeps the games won.

        After the end this begins the next game, with the starter's colour unchanged.
        """
        match = self if self.outcome is None else replace(self.next_game(), starter=self.starter)
        results = tuple(winner and winner.other for winner in match.results)
        made = match.game.cursor
        swaps = _effective((*match.swaps, made), made)
        return replace(match, red=self.yellow, yellow=self.red, results=results, swaps=swaps)

    def next_game(self) -> Match:
        """Return the match with an empty board; the other player starts, unless the game had no move.

        An unfinished game is not counted.
        """
        has_started = bool(self.game.cursor) or self.outcome is not None
        starter = self.starter.other if has_started else self.starter
        game = Game.new(Position(self.geometry))
        clock = None if self.clock is None else Clock.new(self.clock.control)
        return Match(self.red, self.yellow, game, starter, self.all_results, clock)

    def _is_turn_of(self, player: Colour | None, game: Game) -> bool:
        """Return whether a player, or any person, is to move in a game of this match."""
        colour = colour_of(game.position.to_move, self.starter)
        return self.is_person(colour) if player is None else colour is player


def _effective(swaps: Sequence[int], made: int) -> tuple[int, ...]:
    """Return the exchanges of seats that count after so many moves: two at one place cancel out."""
    counts = Counter(min(each, made) for each in swaps)
    return tuple(sorted(each for each, count in counts.items() if each and count % 2))


class Change(Enum):
    """The kind of a change to a match, for its listeners."""

    MOVE = "move"
    UNDO = "undo"
    REDO = "redo"
    RESIGNATION = "resignation"
    NEW_GAME = "new game"
    SEATS = "seats"
    PAUSE = "pause"
    AGREEMENT = "agreement"
    """A draw."""
    FLAG = "flag"
    """A side's time has run out."""
    CLOCK = "clock"
    """Only the time has changed."""
    FAILURE = "failure"
    """The participant to move has failed, see `Session.failure`; the match is unchanged."""


Listener = Callable[[Change, Match], None]
"""Called after every change, with the new match."""
