"""`Keeping`: what is kept of a match while it is played. A change is seen once it is on the disk.

The screen hands over every change; a thread keeps it and answers with `GameKept`, and only then the screen shows it. Where
keeping fails, changes are shown at once, and all of them are kept as soon as it works again: each save is a whole game.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from p4tui.play.match import Match
from p4tui.play.session import Change
from p4tui.tui.messages import GameKept

if TYPE_CHECKING:
    from p4tui.storage.games import GameRepository
    from p4tui.storage.keeper import Keeper
    from p4tui.tui.archive import Archive

SLOW_SECONDS = 0.5
"""After how long it is said that a change waits for the disk."""
PATIENCE_SECONDS = 12.0
"""After how long a change is shown though the disk has not answered: longer than any wait of the storage's own."""

_WEIGHT = {Change.PAUSE: 0, Change.CLOCK: 1, Change.NEW_GAME: 3}
"""Of two changes that are kept as one the heavier one counts; any other change weighs 2."""


@dataclass(frozen=True, slots=True)
class Step:
    """A change to keep and to show.

    Attributes:
        number: steps are counted from 1.
        change, match: what the session told.
        unproven: what the session said of the move.
    """

    number: int
    change: Change
    match: Match
    unproven: bool = False


class Keeping:
    """Keeps one match. What the archive's thread does is `_load`, `_work` and `_let_go`; the steps that wait for it have a lock.

    Attributes:
        failing: whether what was handed over last is known not to be kept, so that changes are shown at once.
        showing: whether changes are shown; False once the screen goes.
    """

    def __init__(
        self,
        archive: Archive | None,
        screen: Screen[Any],
        show: Callable[[Step], None],
        slow: Callable[[], None],
        number: int | None = None,
    ) -> None:
        """Keep a match.

        Args:
            archive: where; None: nothing is kept.
            screen: gets the `GameKept` messages and hands them to `take`.
            show: shows a change.
            slow: called when a change waits for the disk for long enough to say so.
            number: the game that is played on, which the archive's repository has opened; None for a new match.
        """
        self.failing = False
        self._archive = archive
        self._screen = screen
        self._app = screen.app
        self._show = show
        self._slow = slow
        self._game = number
        self._begun = number is not None
        self._count = 0
        self._waiting: deque[Step] = deque()
        self._timers: list[asyncio.TimerHandle] = []
        self._lock = threading.Lock()
        self._pending: deque[Step] = deque()
        self._busy = False
        self._tried = 0
        self.showing = True
        self._keeper: Keeper | None = None

    @property
    def works(self) -> bool:
        """Whether the game is kept, as far as is known: one that began from a position is from the first change on."""
        return self._archive is not None and not self.failing and self._begun

    @property
    def number(self) -> int | None:
        """The number of the game that stands, None while nothing is kept of it."""
        keeper = self._keeper
        return self._game if keeper is None else keeper.number

    @property
    def waiting(self) -> bool:
        """Whether changes wait to be shown."""
        return bool(self._waiting)

    def prepare(self) -> None:
        """Have the thread load what it needs, so that the first move does not wait for it."""
        if self._archive is not None:
            self._archive.submit(self._load)

    def add(self, change: Change, match: Match, *, unproven: bool = False) -> None:
        """Keep a change and then show it. A change of the clock alone is not shown."""
        self._count += 1
        self._begun |= change is not Change.PAUSE
        step = Step(self._count, change, match, unproven)
        shown = change is not Change.CLOCK and self.showing
        if self._archive is None:
            if shown:
                self._show(step)
            return
        waits = shown and not self.failing
        if waits:
            self._waiting.append(step)
            self._watch_the_clock()
        self._hand_over(step)
        if shown and not waits:
            self._show(step)

    def take(self, message: GameKept) -> None:
        """What has become of a change: show what waited for it, or all that waits where it could not be kept."""
        self.failing = message.error is not None
        while self._waiting and (self.failing or self._waiting[0].number <= message.number):
            self._show(self._waiting.popleft())
        if not self._waiting:
            self._stop_watching()

    def close(self, match: Match) -> None:
        """Let others play the game, once all is kept; what could not be kept before is tried once more."""
        self._stop_watching()
        self._waiting.clear()
        if self._archive is None:
            return
        if self.failing:
            self._count += 1
            self._hand_over(Step(self._count, Change.SEATS, match))
        self._archive.submit(self._let_go)

    # -- what waits for the disk ------------------------------------------------------------------------------------

    def _watch_the_clock(self) -> None:
        """See that a disk that does not answer is told of, and ends the game in no case."""
        if not self._timers:
            later = asyncio.get_running_loop().call_later
            self._timers = [
                later(SLOW_SECONDS, self._slow),
                later(PATIENCE_SECONDS, self._lose_patience),
            ]

    def _stop_watching(self) -> None:
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()

    def _lose_patience(self) -> None:
        """The disk hangs: play goes on without it."""
        from p4tui import paths
        from p4tui.storage.errors import StorageError, StorageProblem

        error = StorageError(StorageProblem.BUSY, paths.games_file())
        self._tell(GameKept(self, 0, error))

    # -- in the thread ----------------------------------------------------------------------------------------------

    def _hand_over(self, step: Step) -> None:
        """Give a step to the thread; while keeping fails, together with what waits there of the same game."""
        assert self._archive is not None
        with self._lock:
            self._pending.append(step)
            if self.failing:
                self._merge()
        self._archive.submit(self._work)

    def _merge(self) -> None:
        """Keep only the newest state of each game that waits, but for the one that is just being written."""
        first = [self._pending.popleft()] if self._busy else []
        merged: list[Step] = []
        for step in self._pending:
            if merged and step.change is not Change.NEW_GAME:
                step = replace(step, change=_heavier(merged.pop().change, step.change))  # noqa: PLW2901
            merged.append(step)
        self._pending = deque([*first, *merged])

    def _work(self, games: GameRepository) -> None:
        """Keep what was handed over, up to the first that cannot be kept: it stays the next one."""
        if not self._anything_new():
            return
        while (step := self._next()) is not None:
            error = None
            try:
                self._keeper_of(games).keep(step.change, step.match)
            except Exception as failure:  # noqa: BLE001  the screen says what it is, or raises it
                error = failure
            with self._lock:
                self._busy = False
                self._pending.popleft()
                if error is not None:
                    if step.change is Change.NEW_GAME and self._keeper is not None:
                        # The keeper has let go of the game before by now: a new one begins only once.
                        step = replace(step, change=Change.MOVE)
                    self._pending.appendleft(step)
                    self._merge()
            self._tell(GameKept(self, step.number, error))
            if error is not None:
                return

    def _load(self, games: GameRepository) -> None:
        """Load what keeping needs, and open the database where there is one; what is wrong with it is seen at the first move."""
        from p4tui.storage.errors import StorageError

        with suppress(StorageError):
            self._keeper_of(games)
            games.unfinished(most=1)

    def _keeper_of(self, games: GameRepository) -> Keeper:
        """The keeper, made when it is first needed."""
        from p4tui.storage.keeper import Keeper

        if self._keeper is None:
            self._keeper = Keeper(games, self._game)
        return self._keeper

    def _anything_new(self) -> bool:
        """Whether more waits than was tried already: a disk that fails slowly is not tried for every move alone."""
        with self._lock:
            tried, self._tried = self._tried, self._pending[-1].number if self._pending else 0
            return bool(self._pending) and self._tried != tried

    def _next(self) -> Step | None:
        """The step that is to be kept now."""
        with self._lock:
            self._busy = bool(self._pending)
            return self._pending[0] if self._pending else None

    def _let_go(self, games: GameRepository) -> None:
        """Let others play the game."""
        if self._keeper is not None:
            self._keeper.close()
        elif self._game is not None:
            games.release(self._game)

    def _tell(self, message: GameKept) -> None:
        """Send a message to the screen, or to the app where the screen is gone; to nobody after the end."""
        with suppress(RuntimeError):  # the loop has ended
            if not self._screen.post_message(message):
                self._app.post_message(message)


def _heavier(first: Change, second: Change) -> Change:
    return max(second, first, key=lambda change: _WEIGHT.get(change, 2))
