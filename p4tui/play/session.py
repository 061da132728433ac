"""A match being played: the one way a move enters it, and whose search is running.

A front end calls the session; the session answers with a new `match`, hands out a `Ticket` while a computer is to move, and
tells its listeners. The front end runs the ticket's search where it likes (the app in a thread, the plain game at once) and
brings the answer back with `deliver`; an answer to a ticket that is not the current one any more is dropped.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum

from p4tui.core.colour import Colour
from p4tui.core.errors import GameOverError, NothingToUndoError, NotYourTurnError
from p4tui.core.game import Game
from p4tui.core.position import Position
from p4tui.engine.limit import Limit, StopFlag
from p4tui.play.analysis import AdviceKind, ColumnScores, Question
from p4tui.play.match import Match
from p4tui.play.pace import hurried
from p4tui.players.base import Player
from p4tui.players.levels import level


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


TELL_MS = 10_000
"""After how many milliseconds the listeners are told again that time was used, while nothing else happens."""

Listener = Callable[[Change, Match], None]
"""What is called after every change, with the match as it then stands."""


@dataclass(frozen=True, eq=False)
class Ticket:
    """A search that was asked for. Everything in it but the flag is immutable, so that any thread may run it.

    Attributes:
        position: where to move.
        colour: for whom.
        player: the computer, made for this ticket alone.
        limit: how long or how far it may search.
        stop: set when the answer is wanted at once, or no longer.
    """

    position: Position
    colour: Colour
    player: Player
    limit: Limit
    stop: StopFlag = field(default_factory=StopFlag)

    def choose(self) -> int:
        """The computer's column, counted from 0. Takes as long as the limit allows, milliseconds once `stop` is set."""
        return self.player.choose_column(self.position, self.limit, self.stop)


class Session:
    """One match being played, headless. Not thread-safe: one thread owns it; only a ticket's `choose` may run elsewhere.

    Attributes:
        match: the match as it stands (read it; change it through the methods).
        ticket: the search that is wanted now, None while a person is to move, after the end, or while paused.
        paused: whether a match between computers stands still.
        unproven: whether the move just delivered is weaker than its player promises (see `Player.unproven`).
    """

    def __init__(
        self, match: Match, rng: random.Random, now: Callable[[], float] = time.monotonic
    ) -> None:
        """Play a match on.

        Args:
            match: as it stands.
            rng: makes the computers' random choices.
            now: tells the time in seconds, for the clock of the match.
        """
        self.match = match
        self.ticket: Ticket | None = None
        self.paused = False
        self.unproven = False
        self._stepping = False
        self._rng = rng
        self._listeners: list[Listener] = []
        self._now = now
        self._counted_from: int | None = None
        self._told_at: int | None = None
        self._halted = False
        self._searching = False
        self._renew_ticket()
        self._start_clock()

    def subscribe(self, listener: Listener) -> None:
        """Have a listener called after every change."""
        self._listeners.append(listener)

    @property
    def human_to_move(self) -> bool:
        """Whether the game goes on and a person is to move."""
        return self.match.outcome is None and self.match.seat(self.match.to_move).is_human

    def play(self, column: int) -> None:
        """A person's move, the column counted from 0.

        Raises:
            GameOverError, NotYourTurnError: in this order; then what `Position.play` refuses. Also `GameOverError` if
                the time is found to have run out.
        """
        self._end_at_flag()
        if self.match.outcome is not None:
            raise GameOverError
        if not self.human_to_move:
            raise NotYourTurnError
        self._become(self._after(column), Change.MOVE)

    def deliver(self, ticket: Ticket, column: int) -> bool:
        """A computer's answer. False, and no move is made, if it comes too late: the ticket is not the current one.

        So it is where the computer's time is found to have run out, which ends the game.
        """
        if ticket is not self.ticket or self._end_at_flag():
            return False
        match = self._after(column)
        self._pause(self._stepping)
        self._become(match, Change.MOVE, unproven=ticket.player.unproven)
        return True

    def move_now(self) -> bool:
        """Ask the computer for what it has; its answer still counts. False if none is thinking."""
        if self.ticket is None:
            return False
        self.ticket.stop.set()
        return True

    def undo(self) -> None:
        """Take back: one move between people or computers (these pause), else back to the person's own turn.

        A resignation or a fallen flag is taken back alone. Both sides have the time again that they had there.

        Raises:
            NothingToUndoError: there is no move to take back.
        """
        game = self.match.game.undo()
        if not self.match.game.forfeited and not self.match.computers_only:
            while not self._human_at(game):
                if not game.can_undo:
                    raise NothingToUndoError
                game = game.undo()
        self._pause(self.match.computers_only)
        self._become(self.match.with_game(game), Change.UNDO)

    def redo(self) -> None:
        """Make moves again that were taken back, as many as `undo` takes back.

        Raises:
            NothingToRedoError: nothing was taken back.
        """
        game = self.match.game.redo()
        if not self.match.computers_only:
            while game.can_redo and not self._human_at(game):
                game = game.redo()
        self._become(self.match.with_game(game), Change.REDO)

    def resign(self) -> None:
        """A person gives up: the one to move, or the only one.

        Raises:
            GameOverError: the game has ended.
            NotYourTurnError: no person plays.
        """
        self._end_at_flag()
        match = self.match
        if match.outcome is not None:
            raise GameOverError
        if match.computers_only:
            raise NotYourTurnError
        colour = match.to_move if match.seat(match.to_move).is_human else match.to_move.other
        game = match.game.resign(colour.side(match.starter))
        self._become(replace(self._counted(), game=game), Change.RESIGNATION)

    def new_game(self) -> None:
        """Empty the board; the other player begins. A game that was not finished is not counted."""
        self._pause(False)
        self._become(self.match.next_game(), Change.NEW_GAME)

    def swap_sides(self) -> None:
        """Exchange the seats: in the middle of a game each goes on with the other's discs, after it a new game begins.

        Whoever was second in the finished game begins the new one, and has the other's discs by then.
        """
        if self.match.outcome is None:
            self._become(self._counted().swapped(), Change.SEATS)
            return
        self._pause(False)
        match = replace(self.match.next_game().swapped(), starter=self.match.starter)
        self._become(match, Change.NEW_GAME)

    def set_level(self, colour: Colour, level_id: str | None) -> None:
        """Put a level (None: a person) in a seat, at any moment.

        Raises:
            UnknownLevelError: there is no such level.
        """
        if level_id is not None:
            level(level_id)
        match = self._counted().with_level(colour, level_id)
        if not match.computers_only:
            self._pause(False)
        self._become(match, Change.SEATS)

    def pause(self, paused: bool) -> None:
        """Let a match between computers stand still, or go on; nothing happens in any other."""
        if self.match.computers_only and paused is not self.paused:
            match = self._counted()
            self._pause(paused)
            self._become(match, Change.PAUSE)

    def step(self) -> None:
        """One move of a match between computers, which is paused after it; nothing happens in any other."""
        if not self.match.computers_only or self.match.outcome is not None:
            return
        self._stepping = True
        self.paused = False
        if self.ticket is None:
            self._renew_ticket()
            self._start_clock()

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
        """Stop the search that runs, whose answer will be dropped, and the clock: the end of this session."""
        self.halt()
        self._drop_ticket()

    # -- the clock --------------------------------------------------------------------------------------------------

    def time_left(self, colour: Colour) -> int | None:
        """Milliseconds that a player has at this moment; None without a clock."""
        match = self.match
        left = match.time_left(colour)
        if left is None or colour is not match.to_move:
            return left
        return max(left - self._elapsed(), 0)

    @property
    def clock_runs(self) -> bool:
        """Whether somebody's time is running: a game with a clock has begun and goes on, and nothing stands still."""
        return self._counted_from is not None

    def check_clock(self) -> bool:
        """Count the time that was used; whether the flag of the one to move has fallen and ended the game.

        The listeners are told of the time that was counted at the first look after any other change, then every
        `TELL_MS`: one that writes to a disk is not to do so every second.
        """
        if self._counted_from is None:
            return False
        if self._end_at_flag():
            return True
        self.match = self._counted()
        self._start_clock()
        if self._told_at is None or self._counted_from - self._told_at >= TELL_MS:
            self._told_at = self._counted_from
            self._tell(Change.CLOCK)
        return False

    def search_begins(self, ticket: Ticket) -> None:
        """The search of the current ticket begins: from now on the computer's time runs.

        A front end may wait between the moves of two computers; that costs them nothing.
        """
        if ticket is self.ticket:
            self._searching = True
            self._start_clock()

    def search_ends(self, ticket: Ticket, *, counted: bool = True) -> None:
        """The answer of the current ticket is there: the computer's time runs no more, though `deliver` may come later.

        Args:
            ticket: whose search has ended.
            counted: whether the time since it was last counted is the search's; not where the process was stopped.
        """
        if ticket is self.ticket and self._searching:
            if counted:
                self.match = self._counted()
            self._searching = False
            self._start_clock()

    def halt(self) -> None:
        """Let the clock stand still, for as long as the program is suspended or nobody sees the game.

        A flag that has fallen unseen is seen when the clock goes on.
        """
        if self._halted:
            return
        runs = self.clock_runs
        self.match = self._counted()
        self._halted = True
        self._start_clock()
        if runs:
            self._tell(Change.CLOCK)

    def pass_over(self) -> None:
        """Count nothing of the time since it was last counted: the program was stopped meanwhile, nobody knows how long."""
        self._start_clock()

    def go_on(self) -> None:
        """Let the clock run again."""
        if self._halted:
            self._halted = False
            self._start_clock()

    def _end_at_flag(self) -> bool:
        """End the game if the one to move has no time left; whether it did."""
        match = self.match
        if match.outcome is not None or self.time_left(match.to_move) != 0:
            return False
        match = self._counted()
        game = match.game.time_out(match.position.to_move)
        self._become(replace(match, game=game), Change.FLAG)
        return True

    def _start_clock(self) -> None:
        """Count from now on, if there is somebody whose time runs."""
        match, clock = self.match, self.match.clock
        runs = clock is not None and clock.runs(match.game.cursor) and match.outcome is None
        waits = self.ticket is not None and not self._searching
        stands = self.paused or self._halted or waits
        self._counted_from = self._milliseconds() if runs and not stands else None

    def _milliseconds(self) -> int:
        """The time: whole milliseconds, so that none of them is counted twice or not at all."""
        return round(self._now() * 1000)

    def _elapsed(self) -> int:
        """Milliseconds since time was last counted."""
        if self._counted_from is None:
            return 0
        return max(self._milliseconds() - self._counted_from, 0)

    def _counted(self) -> Match:
        """The match with the time that was used until now, at most what there was."""
        match = self.match
        left = match.time_left(match.to_move)
        if match.clock is None or left is None or self._counted_from is None:
            return match
        spent = match.clock.spent + min(self._elapsed(), left)
        return replace(match, clock=replace(match.clock, spent=spent))

    def _after(self, column: int) -> Match:
        """The match after a move of the one to move."""
        match = self._counted()
        game = match.game.play(column)
        if match.clock is None:
            return match.with_game(game)
        side = match.position.to_move
        clock = match.clock.after_move(match.game.cursor, side, match.clock.spent)
        return replace(match, game=game, clock=clock)

    def _pause(self, paused: bool) -> None:
        """Stand still or not; a step that was asked for is done, or broken off."""
        self.paused = paused
        self._stepping = False

    def _human_at(self, game: Game) -> bool:
        """Whether a person is to move where a game stands."""
        return self.match.seat(self.match.with_game(game).to_move).is_human

    def _become(self, match: Match, change: Change, *, unproven: bool = False) -> None:
        """Take on a new state: stop the old search, ask for a new one, tell the listeners."""
        self.match = match
        self.unproven = unproven
        self._told_at = None
        self._renew_ticket()
        self._start_clock()
        self._tell(change)

    def _tell(self, change: Change) -> None:
        """Tell the listeners what happened."""
        match = self.match
        for listener in self._listeners:
            listener(change, match)

    def _drop_ticket(self) -> None:
        """Stop the search that runs; its answer will be dropped."""
        self._searching = False
        if self.ticket is not None:
            self.ticket.stop.set()
            self.ticket = None

    def _renew_ticket(self) -> None:
        """Drop the current ticket and, where a computer is to move, hand out a new one."""
        self._drop_ticket()
        seat = self.match.seat(self.match.to_move)
        if self.match.outcome is not None or seat.level is None or self.paused:
            return
        chosen = level(seat.level)
        player = chosen.make(random.Random(self._rng.getrandbits(64)))
        limit, clock = chosen.limit, self.match.clock
        left = self.match.time_left(self.match.to_move)
        if clock is not None and left is not None:
            limit = hurried(limit, left, clock.control.increment)
        self.ticket = Ticket(self.match.position, self.match.to_move, player, limit)
