"""Checks a program point by point."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from p4tui.arena import players
from p4tui.arena.child import Child
from p4tui.arena.dialects import Allowance, Dialect, dialect_of
from p4tui.arena.mistakes import Mistake, is_known, mistake_in_answer, mistake_in_greeting
from p4tui.arena.players import ProgramPlayer
from p4tui.arena.verdicts import PlayerError, Verdict
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.engine.limit import StopFlag

FULL_COLUMNS = (
    "444444",
    "77777711",
    "72577125455232434554766224373731664366",
    "2725767125622557521156731316661347333",
    "365622341136242363214244516515413556",
)
"""Games for the point legality: nobody has won, and more and more columns are full; at last only column 1, 4 or 7 is open."""
OTHER_SIZE = Geometry(5, 4, 4)
OTHER_SIZE_GAMES = ("", "1111", "2224344325534553")
"""Games for the point size: at last only column 1 is open, so a program that does not know the size can hardly pass."""
ALLOWANCE = Allowance.per_move(1000)
"""The time for a move, but for the points time and stop."""
SHORT_TIMES = (100, 20)
"""Milliseconds for a move, for the point time."""
CLOCK = (300, 300)
"""Milliseconds on both clocks, for the point time."""
LONG = Allowance.per_move(60_000)
SECONDS_BEFORE_STOP = 0.05
QUIT_SECONDS = 1.0
"""Seconds in which a program has to end after `quit`."""


class Point(Enum):
    """A point of the check, in order."""

    HANDSHAKE = "handshake"
    FLUSH = "flush"
    LEGALITY = "legality"
    SIZE = "size"
    TIME = "time"
    STOP = "stop"
    QUIT = "quit"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a point.

    Attributes:
        point: what was checked.
        error: what was wrong, None if it passed.
        mistake: the likely reason, if one is known.
        milliseconds: the longest time of an answer, None without one.
        extra: the first line that the protocol does not have; the referee ignores it.
        first_column: the program's number of the leftmost column.
    """

    point: Point
    error: PlayerError | None = None
    mistake: Mistake | None = None
    milliseconds: int | None = None
    extra: str = ""
    first_column: int = 1

    @property
    def counts(self) -> bool:
        """Whether the point decides if the program passes: another size does not."""
        return self.point is not Point.SIZE


class Check:
    """The check of one program."""

    def __init__(self, text: str) -> None:
        """Check the program of a text (see `players.ProgramPlayer`)."""
        self._dialect: Dialect = dialect_of(text)
        self._player = ProgramPlayer(text)

    def findings(self) -> Iterator[Finding]:
        """Yield the result of each point as soon as it is known; the others need the first two."""
        try:
            for test in (self._handshake, self._first_answer):
                found = test()
                yield found
                if found.error is not None:
                    return
            yield self._games() if self._dialect.one_game else self._legality()
            yield self._other_size()
            yield self._time()
            if self._dialect.stop:
                yield self._stop()
                yield self._quit()
        finally:
            self._player.close()

    def _handshake(self) -> Finding:
        """Start the program, and begin a game."""
        try:
            self._player.start(Game.new())
        except PlayerError as error:
            mistake = mistake_in_greeting(self._dialect, error, self._player.said)
            return Finding(Point.HANDSHAKE, error, mistake)
        return Finding(Point.HANDSHAKE, extra=self._extra())

    def _first_answer(self) -> Finding:
        """Ask on the empty board: an answer that comes was flushed."""
        return self._ask(Point.FLUSH, Game.new())

    def _legality(self) -> Finding:
        """Ask in positions with full columns."""
        found = [self._ask(Point.LEGALITY, parse_game(moves)) for moves in FULL_COLUMNS]
        return worst(found)

    def _games(self) -> Finding:
        """Play whole games, as both sides, against the leftmost column that is open."""
        found = []
        for own in range(2):
            game = Game.new()
            while game.outcome is None:
                column = game.position.legal_columns()[0]
                if game.position.to_move == own:
                    found.append(self._ask(Point.LEGALITY, game))
                    if found[-1].error is not None:
                        return found[-1]
                    column = self._column
                game = game.play(column)
        return worst(found)

    def _other_size(self) -> Finding:
        """Ask on another board until a question fails; a program may refuse it."""
        games = OTHER_SIZE_GAMES[:1] if self._dialect.one_game else OTHER_SIZE_GAMES
        found = Finding(Point.SIZE)
        for moves in games:
            found = self._ask(Point.SIZE, parse_game(moves, Position(OTHER_SIZE)))
            if found.error is not None:
                self._player.close()
                break
        return found

    def _time(self) -> Finding:
        """Ask in a game, with little time and with a clock; its first move may be slow."""
        game = Game.new()
        found = [self._ask(Point.TIME, game)]
        clock = Allowance.of_clock(game.position.to_move, CLOCK)
        for allowance in (*map(Allowance.per_move, SHORT_TIMES), clock):
            if found[-1].error is not None:
                return found[-1]
            game = game.play(self._column)
            game = game.play(game.position.legal_columns()[0])
            found.append(self._ask(Point.TIME, game, allowance))
        return worst(found[1:])

    def _stop(self) -> Finding:
        """Give much time, and stop the thinking."""
        stop = StopFlag()
        timer = threading.Timer(SECONDS_BEFORE_STOP, stop.set)
        timer.start()
        found = self._ask(Point.STOP, parse_game("4435"), LONG, stop)
        timer.join()
        return found

    def _quit(self) -> Finding:
        """Say `quit` to a new process."""
        try:
            child = Child(self._dialect.command)
        except PlayerError as error:
            return Finding(Point.QUIT, error)
        try:
            child.send(self._dialect.greeting().text)
            child.read(time.monotonic() + players.STARTUP_SECONDS)
            child.send(self._dialect.farewell)
            deadline = time.monotonic() + QUIT_SECONDS
            while child.read(deadline) is not None:
                pass
        except PlayerError:  # however it has ended
            return Finding(Point.QUIT)
        finally:
            child.close()
        return Finding(Point.QUIT, PlayerError(Verdict.LATE))

    def _ask(
        self,
        point: Point,
        game: Game,
        allowance: Allowance = ALLOWANCE,
        stop: StopFlag | None = None,
    ) -> Finding:
        """Return the result of a point with one question."""
        self._player.said.clear()
        try:
            self._player.start(game)
            is_loading, began = self._player.is_loading, time.monotonic()
            self._column = self._player.choose_column(game, allowance, stop or StopFlag())
        except PlayerError as error:
            mistake = None
            # With little time, a late answer has no other reason.
            if error.verdict is not Verdict.LATE or point in {Point.FLUSH, Point.LEGALITY}:
                mistake = mistake_in_answer(self._dialect, error, tuple(self._player.said), game)
            return Finding(point, error, mistake, first_column=self._dialect.first_column)
        milliseconds = 0 if is_loading else round((time.monotonic() - began) * 1000)
        return Finding(point, milliseconds=milliseconds, extra=self._extra())

    def _extra(self) -> str:
        """Return the first line of the program that the protocol does not have, or nothing."""
        if not self._dialect.stop:
            return ""
        return next((line for line in self._player.said if not is_known(line)), "")


def worst(findings: list[Finding]) -> Finding:
    """Return the failure that tells the most, or else the slowest answer.

    Who counts columns wrongly chooses full ones too, and who crashes does so for any reason.
    """
    failed = [each for each in findings if each.error is not None]
    if not failed:
        return max(findings, key=lambda each: each.milliseconds or 0)
    return min(failed, key=lambda each: (each.mistake is None, each.mistake is Mistake.FULL_COLUMN))
