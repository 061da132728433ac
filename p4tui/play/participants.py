"""What moves for a seat: told that it is its turn, it answers, or fails, whenever it likes and from any thread.

A participant outlives its turns, and may keep state from one to the next. The session owns it, and looks at every answer
itself: one that comes late, or twice, or names a column that cannot be played, harms nobody.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Protocol

from p4tui.core.colour import Colour
from p4tui.core.game import Game
from p4tui.engine.limit import Limit, StopFlag
from p4tui.play.seats import LevelSeat, Seat
from p4tui.players.levels import level

TIME_SHARE = 1 / 25
"""The part of a computer's time left that it uses for a move: a game of 42 moves has 21 of its own."""
INCREMENT_SHARE = 0.75
"""The part of the increment that it uses in addition."""
MAX_TIME_SHARE = 0.5
"""It never plans to use more than this part of what it has left."""


@dataclass(frozen=True, eq=False)
class Turn:
    """A move that is asked of a participant. Everything in it but the flag is immutable: any thread may read it.

    Attributes:
        game: the game as it stands, and how it came about.
        colour: for whom to move.
        seed: for the random choices of this turn.
        time_left, increment: milliseconds that the player has, and that the move gives back; None and 0 without a clock.
        stop: set when the answer is wanted at once, or no longer.
    """

    game: Game
    colour: Colour
    seed: int
    time_left: int | None = None
    increment: int = 0
    stop: StopFlag = field(default_factory=StopFlag)


@dataclass(frozen=True, slots=True)
class Answer:
    """A move.

    Attributes:
        turn: which it is the answer to.
        column: counted from 0.
        unproven: whether it is weaker than the player promises (see `Player.unproven`).
    """

    turn: Turn
    column: int
    unproven: bool = False


@dataclass(frozen=True, slots=True)
class Failure:
    """There will be no move.

    Attributes:
        turn: in which.
        error: why. A front end puts it into words.
    """

    turn: Turn
    error: Exception


Reply = Answer | Failure
ReplyHandler = Callable[[Reply], None]
"""What takes a reply, from any thread: a front end's mailbox, never the session itself."""


class CannotPlayError(Exception):
    """Nothing moves for a seat in this version."""


class IllegalAnswerError(Exception):
    """A participant named a column that cannot be played.

    Attributes:
        column: what it named: a number counted from 0, or anything else.
    """

    def __init__(self, column: object) -> None:
        super().__init__()
        self.column = column


class Participant(Protocol):
    """What moves for one seat."""

    def start(self, turn: Turn, on_reply: ReplyHandler) -> None:
        """Begin a turn, and return at once. `on_reply` takes the reply."""
        ...

    def cancel(self) -> None:
        """End the turn that was begun last; its reply is wanted no longer."""
        ...

    def close(self) -> None:
        """End for good: nobody asks any more."""
        ...


Run = Callable[[Callable[[], None]], None]
"""Has a job done where a front end likes: the app in a thread, the plain game at once."""


class LevelParticipant:
    """A level of the computer. Each turn has a player of its own: the search of the one before may still be ending."""

    def __init__(self, level_id: str, run: Run) -> None:
        """Play at a level.

        Args:
            level_id: which.
            run: has the search done.
        """
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
        except Exception as error:  # noqa: BLE001  a level that fails ends no game
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
"""Makes what moves for a seat; raises `CannotPlayError` where nothing does."""


def level_factory(run: Run) -> Factory:
    """Return the factory of a front end that knows levels alone."""

    def make(seat: Seat) -> Participant:
        if isinstance(seat, LevelSeat):
            return LevelParticipant(seat.id, run)
        raise CannotPlayError

    return make


def limit_with_clock(limit: Limit, left: int, increment: int) -> Limit:
    """The limit of a level, less where the clock does not allow so much.

    Args:
        limit: of the level.
        left: milliseconds that the computer has left.
        increment: milliseconds that the move will give back.
    """
    allowed = min(left * TIME_SHARE + increment * INCREMENT_SHARE, left * MAX_TIME_SHARE) / 1000
    if limit.seconds is not None and limit.seconds <= allowed:
        return limit
    return replace(limit, seconds=allowed)
