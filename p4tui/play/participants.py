"""Participants choose the moves of a seat. Each answers a turn, or fails, at any time and from any thread.

A participant outlives its turns and may keep state between them. The session owns it and checks every answer: late,
repeated and illegal ones do no harm.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Protocol, assert_never

from p4tui.core.colour import Colour
from p4tui.core.game import Game
from p4tui.engine.limit import Limit, StopFlag
from p4tui.play.seats import LevelSeat, Person, Program, Remote, Seat, UnknownSeat
from p4tui.players.levels import level

TIME_SHARE = 1 / 25
"""The part of its remaining time that a computer uses for a move. It makes 21 of the 42 moves."""
INCREMENT_SHARE = 0.75
"""The part of the increment used in addition."""
MAX_TIME_SHARE = 0.5
"""The largest part of the remaining time ever planned for a move."""


@dataclass(frozen=True, eq=False)
class Turn:
    """A request for a move. Any thread may read it: all but the flag is immutable.

    Attributes:
        game: the current game.
        colour: the side to move.
        seed: for the random choices of this turn.
        time_left, increment: the player's remaining milliseconds and the gain for the move; None and 0 without a clock.
        opponents_time: the opponent's remaining milliseconds, or None without a clock.
        stop: set to get the answer at once, or to cancel the turn.
    """

    game: Game
    colour: Colour
    seed: int
    time_left: int | None = None
    increment: int = 0
    opponents_time: int | None = None
    stop: StopFlag = field(default_factory=StopFlag)


@dataclass(frozen=True, slots=True)
class Answer:
    """A move.

    Attributes:
        turn: the turn answered.
        column: counted from 0.
        unproven: whether it is weaker than the player promises (see `Player.unproven`).
    """

    turn: Turn
    column: int
    unproven: bool = False


@dataclass(frozen=True, slots=True)
class Failure:
    """An error in place of a move.

    Attributes:
        turn: the turn that failed.
        error: why. A front end puts it into words.
    """

    turn: Turn
    error: Exception


Reply = Answer | Failure
ReplyHandler = Callable[[Reply], None]
"""Takes a reply, from any thread. It must queue the reply for the session's thread."""


class CannotPlayError(Exception):
    """This version has no participant for a seat."""


class IllegalAnswerError(Exception):
    """A participant answered with an illegal column.

    Attributes:
        column: its answer: a number counted from 0, or anything else.
    """

    def __init__(self, column: object) -> None:
        super().__init__()
        self.column = column


class Participant(Protocol):
    """A source of moves for one seat."""

    def start(self, turn: Turn, on_reply: ReplyHandler) -> None:
        """Begin a turn and return at once; pass the reply to `on_reply`."""
        ...

    def cancel(self) -> None:
        """Cancel the last turn; its reply is not needed."""
        ...

    def close(self) -> None:
        """Release everything: there will be no more turns."""
        ...


Run = Callable[[Callable[[], None]], None]
"""Runs a search job: in a thread in the app, at once in the plain game."""


class LevelParticipant:
    """A level of the computer. Each turn has a new player, as the previous search may still be ending."""

    def __init__(self, level_id: str, run: Run) -> None:
        """Play at a level; `run` runs each search."""
        self._level = level(level_id)
        self._run = run
        self._stop: StopFlag | None = None

    def start(self, turn: Turn, on_reply: ReplyHandler) -> None:
        """Search for the move."""
        self._stop = turn.stop
        self._run(lambda: on_reply(self._choose(turn)))

    def _choose(self, turn: Turn) -> Reply:
        limit = self._level.limit
        if turn.time_left is not None:
            limit = limit_with_clock(limit, turn.time_left, turn.increment)
        try:
            player = self._level.make(Random(turn.seed))
            column = player.choose_column(turn.game.position, limit, turn.stop)
        except Exception as error:  # noqa: BLE001  it becomes this turn's failure
            return Failure(turn, error)
        return Answer(turn, column, player.unproven)

    def cancel(self) -> None:
        """Stop the search, within milliseconds."""
        if self._stop is not None:
            self._stop.set()

    def close(self) -> None:
        """Stop the search."""
        self.cancel()


Factory = Callable[[Seat], Participant]
"""Creates the participant for a seat, or raises `CannotPlayError`."""


def participant_factory(run: Run) -> Factory:
    """Return the factory for levels; `arena.participants` has the one that knows programs too, and `link` remote people."""

    def make(seat: Seat) -> Participant:
        match seat:
            case LevelSeat(level_id):
                return LevelParticipant(level_id, run)
            case Person() | Program() | Remote() | UnknownSeat():
                raise CannotPlayError
            case _:
                assert_never(seat)

    return make


def limit_with_clock(limit: Limit, left: int, increment: int) -> Limit:
    """Return a level's limit, reduced to fit its clock.

    Args:
        limit: the level's.
        left: the computer's remaining milliseconds.
        increment: the milliseconds gained by the move.
    """
    allowed = min(left * TIME_SHARE + increment * INCREMENT_SHARE, left * MAX_TIME_SHARE) / 1000
    if limit.seconds is not None and limit.seconds <= allowed:
        return limit
    return replace(limit, seconds=allowed)
