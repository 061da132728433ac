"""`Session`: a match being played. All moves go through it; it requests moves from the participants.

A front end calls the session. The session changes its `match`, hands out a `Turn` while something other than a person is to
move, and calls its listeners. The front end starts the turn (`start_turn`); the reply arrives from any thread, and the front
end passes it to `receive` and `deliver`. A reply to an old turn is dropped.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from p4tui.core.colour import Colour
from p4tui.core.errors import GameOverError, NotYourTurnError
from p4tui.play.analysis import AdviceKind, ColumnScores, Question
from p4tui.play.match import Change, Listener, Match
from p4tui.play.participants import Answer, Factory, Failure, Reply, ReplyHandler, Turn
from p4tui.play.seats import LevelSeat, Seat
from p4tui.play.session_clock import SessionClock
from p4tui.play.turns import Turns
from p4tui.players.levels import level


class Session:
    """One match being played, headless. Not thread-safe: one thread owns it; participants reply from any.

    Attributes:
        match: the current match; changed by the methods only.
        paused: whether a match between computers is paused.
        unproven: whether the last move is weaker than its player promises (see `Player.unproven`).
    """

    def __init__(
        self,
        match: Match,
        rng: random.Random,
        factory: Factory,
        on_reply: ReplyHandler,
        now: Callable[[], float] = time.monotonic,
        choose_levels: Callable[[Match], Match] = lambda match: match,
    ) -> None:
        """Play a match on.

        Args:
            match: the match.
            rng: makes the computers' random choices.
            factory: makes the participants.
            on_reply: takes their replies, from any thread, and passes them to `receive` in the session's thread.
            now: returns the time in seconds, for the clock of the match.
            choose_levels: chooses the levels of automatic seats before a game (see `auto_level`).
        """
        self.match = match
        self.paused = self.unproven = self._stepping = False
        self._rng = rng
        self._choose_levels = choose_levels
        self._turns = Turns(rng, factory, on_reply)
        self._listeners: list[Listener] = []
        self._clock = SessionClock(now)
        self._renew_turn()

    def subscribe(self, listener: Listener) -> None:
        """Call a listener after every change."""
        self._listeners.append(listener)

    @property
    def turn(self) -> Turn | None:
        """The current turn; None while a person is to move, after the end, while paused, or after a failure."""
        return self._turns.turn

    @property
    def failure(self) -> Failure | None:
        """Why the participant to move has failed, or None."""
        return self._turns.failure

    def move(self, colour: Colour, column: int) -> None:
        """Make a person's move, the column counted from 0.

        Raises:
            GameOverError: the game has ended, perhaps just now on time.
            NotYourTurnError: it is not this person's turn.
            P4Error: what `Position.play` refuses.
        """
        self._refuse_after_end()
        if colour is not self.match.to_move or not self.match.is_person(colour):
            raise NotYourTurnError
        self._change(self._clock.charge(self.match).play(column), Change.MOVE)

    def start_turn(self) -> None:
        """Start the participant's turn, once. Its time runs from now on.

        A pause of the front end between two computers' moves costs them no time.
        """
        if self._turns.begin():
            self._start_clock()
            self._turns.start(self.match)

    def receive(self, reply: Reply) -> bool:
        """Take a reply and stop its player's time; return whether it is a move to `deliver`, now or later.

        A late reply is dropped. A failure or an illegal column becomes `failure`; `move_now` asks again.
        """
        if not self._turns.awaits(reply):
            return False
        self.match = self._clock.charge(self.match)
        is_move = self._turns.receive(reply, self.match)
        self._start_clock()
        if not is_move:
            self._notify(Change.FAILURE)
        return is_move

    def deliver(self, answer: Answer) -> bool:
        """Make the move of a received answer; return False if it is too late, perhaps because the time has run out."""
        if answer.turn is not self.turn or self._end_at_flag():
            return False
        match = self._clock.charge(self.match).play(answer.column)
        self._pause(self._stepping)
        self._change(match, Change.MOVE, unproven=answer.unproven)
        return True

    def move_now(self) -> bool:
        """Make the participant answer at once, or retry after a failure. Return False if there is no participant to move."""
        if self.failure is not None:
            self._renew_turn()
        elif self.turn is not None:
            self.turn.stop.set()
        return self.turn is not None

    def undo(self) -> None:
        """Take moves back (see `Match.undo`) and pause a match between computers.

        Raises:
            NothingToUndoError: there is no move to take back.
        """
        match = self.match.undo()
        self._pause(self.match.computers_only)
        self._change(match, Change.UNDO)

    def redo(self) -> None:
        """Redo what `undo` took back.

        Raises:
            NothingToRedoError: nothing was taken back.
        """
        self._change(self.match.redo(), Change.REDO)

    def resign(self, colour: Colour) -> None:
        """Resign a person's game.

        Raises:
            GameOverError: the game has ended.
            NotYourTurnError: no person plays this colour.
        """
        self._refuse_after_end()
        if not self.match.is_person(colour):
            raise NotYourTurnError
        self._change(self._clock.charge(self.match).resign(colour), Change.RESIGNATION)

    def new_game(self) -> None:
        """Begin the next game; see `Match.next_game`."""
        self._pause(False)
        self._change(self.match.next_game(), Change.NEW_GAME)

    def swap_sides(self) -> None:
        """Exchange the seats; see `Match.swapped`."""
        change = Change.SEATS if self.match.outcome is None else Change.NEW_GAME
        if change is Change.NEW_GAME:
            self._pause(False)
        self._change(self._clock.charge(self.match).swapped(), change)

    def set_seat(self, colour: Colour, seat: Seat) -> None:
        """Replace the player of a seat, at any moment.

        Raises:
            UnknownLevelError: there is no such level.
        """
        match = self._clock.charge(self.match).with_seat(colour, seat)
        if isinstance(seat, LevelSeat):
            level(seat.id)
            match = self._choose_levels(match) if seat.auto else match
        if not match.computers_only:
            self._pause(False)
        self._change(match, Change.SEATS)

    def pause(self, paused: bool) -> None:
        """Pause a match between computers, or continue it; ignore any other match."""
        if self.match.computers_only and paused is not self.paused:
            match = self._clock.charge(self.match)
            self._pause(paused)
            self._change(match, Change.PAUSE)

    def step(self) -> None:
        """Make one move of a match between computers, then pause it; ignore any other match."""
        if not self.match.computers_only or self.match.outcome is not None:
            return
        self._stepping = True
        self.paused = False
        if self.turn is None:
            self._renew_turn()

    def question(self, known: ColumnScores = (), kind: AdviceKind = AdviceKind.EXACT) -> Question:
        """Return a question for a `Desk`: advice to the side to move.

        Raises:
            GameOverError: the game has ended.
        """
        if self.match.outcome is not None:
            raise GameOverError
        return Question(self.match.position, random.Random(self._rng.getrandbits(64)), known, kind)

    def close(self) -> None:
        """End the session: stop the clock and the participants, whose replies are dropped."""
        self.suspend()
        self._turns.close()

    def time_left(self, colour: Colour) -> int | None:
        """Return a player's remaining milliseconds now, or None without a clock."""
        return self._clock.time_left(self.match, colour)

    @property
    def clock_runs(self) -> bool:
        """Whether the clock of a player is running."""
        return self._clock.runs

    def check_clock(self) -> bool:
        """Count the time used; return whether the flag has fallen and ended the game.

        The listeners hear of the time only now and then: one of them writes to a disk.
        """
        if not self._clock.runs:
            return False
        if self._end_at_flag():
            return True
        self.match = self._clock.charge(self.match)
        self._start_clock()
        if self._clock.notice_due():
            self._notify(Change.CLOCK)
        return False

    def suspend(self) -> None:
        """Stop the clock, because the program is suspended or nobody sees the game.

        A flag that has fallen by then is noticed after `resume`.
        """
        runs = self.clock_runs
        self.match = self._clock.charge(self.match)
        self._clock.suspended = True
        self._start_clock()
        if runs:
            self._notify(Change.CLOCK)

    def discard_elapsed(self) -> None:
        """Discard the time since it was last counted: the process was suspended."""
        self._start_clock()

    def resume(self) -> None:
        """Restart the clock."""
        if self._clock.suspended:
            self._clock.suspended = False
            self._start_clock()

    def _end_at_flag(self) -> bool:
        """End the game if the side to move has no time left; return whether it was ended."""
        if self.match.outcome is not None or self.time_left(self.match.to_move) != 0:
            return False
        self._change(self._clock.charge(self.match).time_out(), Change.FLAG)
        return True

    def _refuse_after_end(self) -> None:
        """Raise `GameOverError` if the game has ended, even just now on time."""
        self._end_at_flag()
        if self.match.outcome is not None:
            raise GameOverError

    def _start_clock(self) -> None:
        """Measure the time from now on, if the clock runs."""
        waits = not (self.match.is_person(self.match.to_move) or self._turns.thinking)
        self._clock.restart(self.match, stopped=self.paused or waits)

    def _pause(self, paused: bool) -> None:
        self.paused = paused
        self._stepping = False

    def _change(self, match: Match, change: Change, *, unproven: bool = False) -> None:
        """Set the match, renew the turn and call the listeners."""
        self.match = self._choose_levels(match) if change is Change.NEW_GAME else match
        self.unproven = unproven
        self._clock.reset_notice()
        self._renew_turn()
        self._notify(change)

    def _notify(self, change: Change) -> None:
        match = self.match
        for listener in self._listeners:
            listener(change, match)

    def _renew_turn(self) -> None:
        """Replace the turn and restart the clock."""
        self._turns.renew(self.match, paused=self.paused)
        self._start_clock()
