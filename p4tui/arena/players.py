"""Players of the arena, opened by their text: a level's id or a program. Each is asked for a move, with a deadline."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Protocol

from p4tui.arena.child import Child
from p4tui.arena.dialects import Allowance, Dialect, Exchange, dialect_of
from p4tui.arena.verdicts import PlayerError, Verdict
from p4tui.core.game import Game
from p4tui.engine.limit import StopFlag
from p4tui.play.participants import limit_with_clock
from p4tui.play.seats import is_program
from p4tui.players.levels import level

STARTUP_SECONDS = 10.0
"""Seconds that a program has to get ready."""
GRACE_SECONDS = 0.05
"""Seconds that a move may be late: the referee and the pipes need some."""
STOP_SECONDS = 1.0
"""Seconds for an answer after `stop`."""
MAX_CRASHES = 3
"""A program that has crashed so often in a match plays no more."""
MAX_KEPT = 200
"""How many of the last lines of a program are kept for people to look at."""


class ArenaPlayer(Protocol):
    """A player of the arena. One thread at a time may use it.

    Attributes:
        text: the text that opened it.
    """

    text: str

    @property
    def is_loading(self) -> bool:
        """Whether its next answer also tells that it has got ready; the time of this answer says nothing."""
        ...

    def start(self, game: Game) -> None:
        """Get ready for a move in a game, as far as it can be asked to.

        Raises:
            PlayerError: it cannot.
        """
        ...

    def choose_column(self, game: Game, allowance: Allowance, stop: StopFlag) -> int:
        """Return a legal column, counted from 0.

        Args:
            game: the game so far, not finished.
            allowance: the time for the move.
            stop: asks for the answer at once.

        Raises:
            PlayerError: it made no move, or no legal one.
        """
        ...

    def close(self) -> None:
        """Release everything; a program ends."""
        ...


def open_player(text: str, rng: Random, *, memory_mib: int | None = None) -> ArenaPlayer:
    """Return the player of a text; a program starts with its first move, or with `start`.

    Args:
        text: the id of a level, or a program such as `ugi:./mybot` (see `naming.player_text`).
        rng: makes the random choices of a level.
        memory_mib: the most memory of a program, in mebibytes, or None.

    Raises:
        UnknownLevelError: it is neither.
    """
    if is_program(text):
        return ProgramPlayer(text, memory_mib=memory_mib)
    return LevelPlayer(text, rng)


class LevelPlayer:
    """A level of the computer.

    Attributes:
        text: the id of the level.
    """

    is_loading = False

    def __init__(self, level_id: str, rng: Random) -> None:
        """Play at a level.

        Raises:
            UnknownLevelError: there is no such level.
        """
        self.text = level_id
        self._level = level(level_id)
        self._player = self._level.make(rng)

    def start(self, game: Game) -> None:
        """Do nothing: a level is always ready."""

    def choose_column(self, game: Game, allowance: Allowance, stop: StopFlag) -> int:
        """Return the level's move, within its own limit and the allowance."""
        limit = self._level.limit
        if allowance.movetime is None:
            side = game.position.to_move
            limit = limit_with_clock(limit, allowance.times[side], allowance.increments[side])
        elif limit.seconds is None or limit.seconds > allowance.seconds:
            limit = replace(limit, seconds=allowance.seconds)
        return self._player.choose_column(game.position, limit, stop)

    def close(self) -> None:
        """Do nothing: a level keeps nothing."""


class ProgramPlayer:
    """A program. It is started again after a crash or a late answer.

    Attributes:
        text: its text, such as `ugi:./mybot`.
        said: its last lines that were no moves.
    """

    def __init__(
        self,
        text: str,
        *,
        memory_mib: int | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Play with a program.

        Args:
            text: a prefix of `PROGRAM_PREFIXES`, then a command or a file.
            memory_mib: the most memory of the program, in mebibytes, or None.
            now: returns the time in seconds.
        """
        self.text = text
        self.said: deque[str] = deque(maxlen=MAX_KEPT)
        self._dialect: Dialect = dialect_of(text)
        self._memory_mib = memory_mib
        self._now = now
        self._child: Child | None = None
        self._begun: Game | None = None
        self._asked: Game | None = None
        self._errors = ""
        self._killed = False

    def errors(self) -> str:
        """Return the last 4 kB of its standard error. Clean them before they are shown."""
        return self._errors if self._child is None else self._child.errors()

    @property
    def is_loading(self) -> bool:
        """Whether its next answer also tells that it has got ready: a process for one game says nothing before."""
        return self._dialect.one_game and self._asked is None

    @property
    def knows_stop(self) -> bool:
        """Whether its protocol has a word that ends its thinking; without one, `stop` only ends the wait."""
        return bool(self._dialect.stop)

    def start(self, game: Game) -> None:
        """Start the program if it does not run, and begin a game if it is another one (see `ArenaPlayer`)."""
        with self._ending_on_failure():
            self._ready(game)

    def choose_column(self, game: Game, allowance: Allowance, stop: StopFlag) -> int:
        """Ask the program for a move (see `ArenaPlayer`)."""
        with self._ending_on_failure():
            child = self._ready(game)
            column = self._ask(child, game, allowance, stop)
            self._asked, self._begun = game, None
        if column not in game.position.legal_columns():
            raise PlayerError(Verdict.ILLEGAL, str(column), column)
        return column

    def kill(self) -> None:
        """Kill the program, from any thread; a question of another thread fails at once."""
        self._killed = True
        child = self._child
        if child is not None:
            child.kill()

    def close(self) -> None:
        """End the program."""
        child, self._child = self._child, None
        self._begun = self._asked = None
        if child is not None:
            child.close(self._dialect.farewell)
            self._errors = child.errors()

    @contextmanager
    def _ending_on_failure(self) -> Iterator[None]:
        """End the process if it fails: a late answer to an old question reaches nobody."""
        try:
            yield
        except PlayerError:
            self.close()
            raise

    def _ready(self, game: Game) -> Child:
        """Return the process, ready for a question in a game."""
        child = self._running()
        if game != self._begun and not self._continues(game):
            child = self._begin(child, game)
            self._begun = game
        return child

    def _running(self) -> Child:
        """Return the process, started if there is none."""
        if self._child is None:
            self._child = Child(self._dialect.command, memory_mib=self._memory_mib, now=self._now)
            if self._killed:  # meanwhile, by another thread
                self._child.kill()
            self._await(self._child, self._dialect.greeting())
        return self._child

    def _continues(self, game: Game) -> bool:
        """Return whether the game goes on from the last question."""
        last = self._asked
        return (
            last is not None
            and last.start == game.start
            and last.cursor < game.cursor
            and last.played == game.played[: last.cursor]
        )

    def _begin(self, child: Child, game: Game) -> Child:
        """Begin a game, in a new process if the protocol needs one; return the process."""
        preparation = self._dialect.preparation(game)
        if self._dialect.one_game and self._asked is not None:
            self.close()
            child = self._running()
        self._await(child, preparation)
        return child

    def _await(self, child: Child, exchange: Exchange) -> None:
        """Say something, and wait for the awaited line; a program that starts cannot be stopped."""
        child.discard()
        child.send(exchange.text)
        if not exchange.awaited:
            return
        for line in self._lines(child, STARTUP_SECONDS, StopFlag(), Verdict.SILENT):
            if line.split()[:1] == [exchange.awaited]:
                return
            if refusal := self._dialect.refusal(line):
                raise refusal
            self.said.append(line)

    def _ask(self, child: Child, game: Game, allowance: Allowance, stop: StopFlag) -> int:
        """Return the answer to a question."""
        question = self._dialect.question(game, allowance)
        child.discard()
        child.send(question)
        seconds = allowance.seconds
        if self.is_loading:
            seconds = max(seconds, STARTUP_SECONDS)
        for line in self._lines(child, seconds + GRACE_SECONDS, stop, Verdict.LATE):
            if (column := self._dialect.answer(line)) is not None:
                return column
            if refusal := self._dialect.refusal(line):
                raise refusal
            self.said.append(line)
        raise AssertionError

    def _lines(
        self, child: Child, seconds: float, stop: StopFlag, verdict: Verdict
    ) -> Iterator[str]:
        """Yield lines until the time is over, which raises a verdict; `stop` leaves less of it."""
        deadline = self._now() + seconds
        stopped = False
        stop.add_callback(child.wake)
        try:
            while True:
                line = child.read(deadline)
                if line is not None:
                    yield line
                elif self._now() >= deadline:
                    raise PlayerError(verdict)
                elif stop.is_set() and not stopped:
                    stopped = True
                    child.send(self._dialect.stop)
                    deadline = min(deadline, self._now() + STOP_SECONDS)
        finally:
            stop.remove_callback(child.wake)
