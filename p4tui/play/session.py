"""A match being played: the one way a move enters it, and who is asked for one.

A front end calls the session; the session answers with a new `match`, hands out a `Turn` while something other than a person
is to move, and tells its listeners. The front end says when the turn starts (`start_turn`); the reply comes to its mailbox
from any thread, and from there to `receive` and `deliver`. A reply to a turn that is not the current one is dropped.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from p4tui.core.colour import Colour
from p4tui.core.errors import GameOverError, NotYourTurnError
from p4tui.play.analysis import AdviceKind, ColumnScores, Question
from p4tui.play.match import Change, Match
from p4tui.play.participants import Answer, Factory, Failure, Reply, ReplyHandler, Turn
from p4tui.play.seats import LevelSeat, Seat
from p4tui.play.session_clock import SessionClock
from p4tui.play.turns import Turns
from p4tui.players.levels import level

Listener = Callable[[Change, Match], None]
"""What is called after every change, with the match as it then stands."""


class Session:
    """One match being played, headless. Not thread-safe: one thread owns it; participants answer from any.

    Attributes:
        match: the match as it stands (read it; change it through the methods).
        paused: whether a match between computers stands still.
        unproven: whether the move just delivered is weaker than its player promises (see `Player.unproven`).
    """

    def __init__(
        self,
        match: Match,
        rng: random.Random,
        factory: Factory,
        on_reply: ReplyHandler,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Play a match on.

        Args:
            match: as it stands.
            rng: makes the computers' random choices.
            factory: makes what moves for the seats.
            on_reply: takes the participants' replies, from any thread; they are to come back to `receive`.
            now: tells the time in seconds, for the clock of the match.
        """
        self.match = match
        self.paused = False
        self.unproven = False
        self._stepping = False
        self._rng = rng
        self._turns = Turns(rng, factory, on_reply)
        self._listeners: list[Listener] = []
        self._clock = SessionClock(now)
        self._renew_turn()

    def subscribe(self, listener: Listener) -> None:
        """Have a listener called after every change."""
        self._listeners.append(listener)

    @property
    def turn(self) -> Turn | None:
        """What is asked of a participant now; None while a person is to move, after the end, while paused, or after a failure."""
        return self._turns.turn

    @property
    def failure(self) -> Failure | None:
        """Why nothing moves now, or None while all is well."""
        return self._turns.failure

    def move(self, colour: Colour, column: int) -> None:
        """Make a person's move, the column counted from 0.

        Raises:
            GameOverError, NotYourTurnError: in this order; then what `Position.play` refuses. Also `GameOverError` if
                the time is found to have run out.
        """
        self._refuse_after_end()
        if colour is not self.match.to_move or not self.match.is_person(colour):
            raise NotYourTurnError
        self._become(self._clock.counted(self.match).play(column), Change.MOVE)

    # -- participants -----------------------------------------------------------------------------------------------

    def start_turn(self) -> None:
        """Tell the participant that it is its turn, unless that was done: from now on its time runs.

        A front end may wait between the moves of two computers; that costs them nothing.
        """
        if self._turns.begin():
            self._start_clock()
            self._turns.start(self.match)

    def receive(self, reply: Reply) -> bool:
        """Take a reply: its player's time runs no more, though `deliver` may come later.

        Returns:
            Whether it is a move to deliver. A late reply is dropped; a failure, or a column that cannot be played, becomes
            `failure`, and the game waits: `move_now` asks again.
        """
        if not self._turns.awaits(reply):
            return False
        self.match = self._clock.counted(self.match)
        good = self._turns.receive(reply, self.match)
        self._start_clock()
        if not good:
            self._tell(Change.FAILURE)
        return good

    def deliver(self, answer: Answer) -> bool:
        """Make the move of an answer that was received. False, and no move is made, if it comes too late.

        So it is where the computer's time is found to have run out, which ends the game.
        """
        if answer.turn is not self.turn or self._end_at_flag():
            return False
        match = self._clock.counted(self.match).play(answer.column)
        self._pause(self._stepping)
        self._become(match, Change.MOVE, unproven=answer.unproven)
        return True

    def move_now(self) -> bool:
        """Ask a participant for what it has; its answer still counts. One that has failed is asked again.

        Returns:
            False if none is asked for a move.
        """
        if self.failure is not None:
            self._renew_turn()
        elif self.turn is not None:
            self.turn.stop.set()
        return self.turn is not None

    # -- changes ----------------------------------------------------------------------------------------------------

    def undo(self) -> None:
        """Take moves back, see `Match.undo`; computers pause then.

        Raises:
            NothingToUndoError: there is no move to take back.
        """
        match = self.match.undo()
        self._pause(self.match.computers_only)
        self._become(match, Change.UNDO)

    def redo(self) -> None:
        """Make moves again that were taken back; see `Match.redo`.

        Raises:
            NothingToRedoError: nothing was taken back.
        """
        self._become(self.match.redo(), Change.REDO)

    def resign(self, colour: Colour) -> None:
        """Have a person give up.

        Raises:
            GameOverError: the game has ended.
            NotYourTurnError: no person plays this colour.
        """
        self._refuse_after_end()
        if not self.match.is_person(colour):
            raise NotYourTurnError
        self._become(self._clock.counted(self.match).resign(colour), Change.RESIGNATION)

    def new_game(self) -> None:
        """Empty the board; the other player begins. A game that was not finished is not counted."""
        self._pause(False)
        self._become(self.match.next_game(), Change.NEW_GAME)

    def swap_sides(self) -> None:
        """Exchange the seats; see `Match.swapped`."""
        over = self.match.outcome is not None
        if over:
            self._pause(False)
        match = self._clock.counted(self.match).swapped()
        self._become(match, Change.NEW_GAME if over else Change.SEATS)

    def set_seat(self, colour: Colour, seat: Seat) -> None:
        """Put somebody else in a seat, at any moment.

        Raises:
            UnknownLevelError: there is no such level.
        """
        if isinstance(seat, LevelSeat):
            level(seat.id)
        match = self._clock.counted(self.match).with_seat(colour, seat)
        if not match.computers_only:
            self._pause(False)
        self._become(match, Change.SEATS)

    def pause(self, paused: bool) -> None:
        """Let a match between computers stand still, or go on; nothing happens in any other."""
        if self.match.computers_only and paused is not self.paused:
            match = self._clock.counted(self.match)
            self._pause(paused)
            self._become(match, Change.PAUSE)

    def step(self) -> None:
        """Make one move of a match between computers, which is paused after it; nothing happens in any other."""
        if not self.match.computers_only or self.match.outcome is not None:
            return
        self._stepping = True
        self.paused = False
        if self.turn is None:
            self._renew_turn()

    def question(self, known: ColumnScores = (), kind: AdviceKind = AdviceKind.EXACT) -> Question:
        """Ask for advice for the side to move; a `Desk` answers.

        Args:
            known: what is known of the columns already.
            kind: what the advice goes by.

        Raises:
            GameOverError: the game has ended.
        """
        if self.match.outcome is not None:
            raise GameOverError
        return Question(self.match.position, random.Random(self._rng.getrandbits(64)), known, kind)

    def close(self) -> None:
        """Stop the clock and the participants, whose replies will be dropped: the end of this session."""
        self.suspend()
        self._turns.close()

    # -- the clock --------------------------------------------------------------------------------------------------

    def time_left(self, colour: Colour) -> int | None:
        """Return the milliseconds that a player has at this moment, or None without a clock."""
        return self._clock.time_left(self.match, colour)

    @property
    def clock_runs(self) -> bool:
        """Whether somebody's time is running: a game with a clock has begun and goes on, and nothing stands still."""
        return self._clock.runs

    def check_clock(self) -> bool:
        """Count the time that was used; whether the flag of the one to move has fallen and ended the game.

        The listeners are told of the time now and then: one that writes to a disk is not to do so every second.
        """
        if not self._clock.runs:
            return False
        if self._end_at_flag():
            return True
        self.match = self._clock.counted(self.match)
        self._start_clock()
        if self._clock.notice_due():
            self._tell(Change.CLOCK)
        return False

    def suspend(self) -> None:
        """Let the clock stand still, for as long as the program is suspended or nobody sees the game.

        A flag that has fallen unseen is seen when the clock goes on.
        """
        runs = self.clock_runs
        self.match = self._clock.counted(self.match)
        self._clock.suspended = True
        self._start_clock()
        if runs:
            self._tell(Change.CLOCK)

    def discard_elapsed(self) -> None:
        """Discard the time since it was last counted: the process was suspended."""
        self._start_clock()

    def resume(self) -> None:
        """Let the clock run again."""
        if self._clock.suspended:
            self._clock.suspended = False
            self._start_clock()

    def _end_at_flag(self) -> bool:
        """End the game if the one to move has no time left; whether it did."""
        if self.match.outcome is not None or self.time_left(self.match.to_move) != 0:
            return False
        self._become(self._clock.counted(self.match).time_out(), Change.FLAG)
        return True

    def _refuse_after_end(self) -> None:
        """Raise `GameOverError` if the game has ended, also if the time is found to have run out."""
        self._end_at_flag()
        if self.match.outcome is not None:
            raise GameOverError

    def _start_clock(self) -> None:
        """Count from now on, if there is somebody whose time runs."""
        waits = not (self.match.is_person(self.match.to_move) or self._turns.thinking)
        self._clock.restart(self.match, stands=self.paused or waits)

    def _pause(self, paused: bool) -> None:
        """Stand still or not; a step that was asked for is done, or broken off."""
        self.paused = paused
        self._stepping = False

    def _become(self, match: Match, change: Change, *, unproven: bool = False) -> None:
        """Take on a new state: stop the old search, ask for a new one, tell the listeners."""
        self.match = match
        self.unproven = unproven
        self._clock.forget_notice()
        self._renew_turn()
        self._tell(change)

    def _tell(self, change: Change) -> None:
        """Tell the listeners what happened."""
        match = self.match
        for listener in self._listeners:
            listener(change, match)

    def _renew_turn(self) -> None:
        """Drop the turn and, where something other than a person is to move, hand out a new one; the clock follows."""
        self._turns.renew(self.match, paused=self.paused)
        self._start_clock()
