"""The referee: plays one game between two players, and says who has won and why."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from p4tui.arena.dialects import Allowance
from p4tui.arena.players import GRACE_SECONDS, ArenaPlayer
from p4tui.arena.records import GameRecord
from p4tui.arena.schedule import ScheduledGame
from p4tui.arena.verdicts import PlayerError, Verdict
from p4tui.core.game import Game
from p4tui.core.notation import parse_game
from p4tui.core.position import Side
from p4tui.engine.limit import StopFlag
from p4tui.play.clock import TimeControl


class Pace(NamedTuple):
    """The time of the players: the same for every move, or a clock.

    Attributes:
        movetime: milliseconds for a move; without a meaning with a clock.
        clock: the time for a game, or None.
    """

    movetime: int = 1_000
    clock: TimeControl | None = None


@dataclass(slots=True)
class _Clock:
    """The milliseconds that both sides have left; nobody's time is measured without a clock."""

    pace: Pace
    left: list[int]

    def allowance(self, side: Side) -> Allowance:
        """Return the time for a side's next move."""
        control = self.pace.clock
        if control is None:
            return Allowance.per_move(self.pace.movetime)
        increments = control.increment, control.increment
        return Allowance.of_clock(side, (self.left[0], self.left[1]), increments)

    def spend(self, side: Side, seconds: float) -> None:
        """Take the time of a move from a side.

        Raises:
            PlayerError: it had less.
        """
        control = self.pace.clock
        if control is None:
            return
        left = self.left[side] - round(1000 * seconds)
        if left < -1000 * GRACE_SECONDS:
            raise PlayerError(Verdict.LATE)
        # Within the grace a side goes on with a millisecond.
        self.left[side] = max(left, 1) + control.increment


def play_game(
    scheduled: ScheduledGame,
    players: tuple[ArenaPlayer, ArenaPlayer],
    pace: Pace,
    stop: StopFlag,
    now: Callable[[], float] = time.perf_counter,
    today: Callable[[], float] = time.time,
    show: Callable[[Game], object] = lambda _game: None,
) -> GameRecord:
    """Play a game to its end; the mistakes are not counted.

    Args:
        scheduled: the game; its opening is legal and leaves the game open.
        players: those of the first and the second side. They stay open.
        pace: their time.
        stop: passed on to the players.
        now: returns the time in seconds.
        today: returns the seconds since 1970.
        show: called with the game at its start and after every move.
    """
    game, started = parse_game(scheduled.opening), today()
    base = pace.clock.base if pace.clock else 0
    clock, seconds = _Clock(pace, [base, base]), list[float]()
    reason, detail = "", ""
    show(game)
    try:
        while game.outcome is None:
            side = game.position.to_move
            player = players[side]
            player.start(game)
            is_loading, began = player.is_loading, now()
            try:
                column = player.choose_column(game, clock.allowance(side), stop)
            finally:
                # To get ready is not to think.
                seconds.append(0.0 if is_loading else now() - began)
            clock.spend(side, seconds[-1])
            game = game.play(column)
            show(game)
    except PlayerError as error:
        reason, detail = error.verdict.value, error.detail
    outcome = game.outcome
    winner = game.position.to_move.other if outcome is None else outcome.winner
    if outcome is not None:
        reason = outcome.termination.value
    return GameRecord(
        scheduled, game.played, winner, reason, detail, tuple(seconds), None, started, today()
    )


def forfeit(
    scheduled: ScheduledGame, loser: str, today: Callable[[], float] = time.time
) -> GameRecord:
    """Return a game that a player loses without a move: it has crashed too often."""
    game: Game = parse_game(scheduled.opening)
    winner = Side.SECOND if loser == scheduled.first else Side.FIRST
    moment = today()
    return GameRecord(
        scheduled, game.played, winner, Verdict.OUT.value, started=moment, ended=moment
    )
