"""`BestLines`: perfect play after an answer to a puzzle, found in threads."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock
from typing import Any

from textual.message import Message
from textual.screen import Screen

from p4tui.engine.limit import StopFlag
from p4tui.engine.resources import lower_priority
from p4tui.engine.solver import Solver
from p4tui.review.puzzles.attempt import Attempt, best_line


@dataclass
class LineFound(Message):
    """Perfect play from a column on, posted from its thread.

    Attributes:
        attempt: the attempt that it belongs to.
        line: the columns, the answer first.
        flag: set once another line is wanted instead.
    """

    attempt: Attempt
    line: tuple[int, ...]
    flag: StopFlag


class BestLines:
    """The lines of one screen, which gets each as `LineFound`. Searches take turns at one solver."""

    def __init__(self, screen: Screen[Any]) -> None:
        """Search for a screen: its workers run the searches, and it gets the messages."""
        self._screen = screen
        self._solver, self._turn = Solver(), Lock()
        self._stop = StopFlag()

    def find(self, attempt: Attempt, column: int) -> None:
        """Find perfect play from a column on; an earlier search stops."""
        self._stop.set()
        self._stop = stop = StopFlag()

        def search() -> None:
            lower_priority()
            with self._turn:
                line = best_line(attempt.problem, column, self._solver, stop)
            if not stop.is_set():
                self._screen.post_message(LineFound(attempt, line, stop))

        self._screen.run_worker(search, thread=True, group="line")

    def close(self) -> None:
        """Stop everything."""
        self._stop.set()
