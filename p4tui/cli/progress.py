"""The progress of a long task: one updated line on a terminal, else an occasional line."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable
from typing import Self, TextIO

from p4tui.i18n import _

REDRAW_SECONDS = 0.1
"""Between two drawings of a line on a terminal."""
LINE_SECONDS = 30.0
"""Between two lines elsewhere."""
BAR = 24
"""Characters of the bar."""


class Progress:
    """The progress of a task, phase by phase; a context manager."""

    def __init__(
        self,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
        *,
        brief: bool = False,
    ) -> None:
        """Start without a line.

        Args:
            stream: where it is shown; the standard error by default.
            clock: returns the time in seconds.
            brief: show nothing in the first `LINE_SECONDS`, unless on a terminal.
        """
        self._stream = sys.stderr if stream is None else stream
        self._clock = clock
        on_terminal = bool(self._stream and self._stream.isatty())
        self._waits = LINE_SECONDS if brief and not on_terminal else 0.0
        self._redraws = on_terminal and os.environ.get("TERM", "dumb") != "dumb"
        self._phase = ""
        self._began = self._shown = 0.0
        self._first = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.end_line()

    def update(self, phase: str, done: int, total: int, *, even: bool = True) -> None:
        """Show how much of a phase is done.

        Args:
            phase: its name, translated.
            done: the finished amount. The first call of a phase passes the amount done earlier.
            total: the whole amount.
            even: whether equal parts take equal times, so that the time left can be estimated.
        """
        now = self._clock()
        if phase != self._phase:
            self.end_line()
            self._phase, self._began, self._first, self._shown = phase, now, done, -LINE_SECONDS
        pause = REDRAW_SECONDS if self._redraws else LINE_SECONDS
        if self._stream is None or now - self._began < self._waits:
            return
        if done < total and now - self._shown < pause:
            return
        self._shown = now
        text = _("{phase}: {done} of {total}").format(phase=phase, done=done, total=total)
        if even and self._first < done < total:
            rest = (now - self._began) * (total - done) / (done - self._first)
            text += ", " + _("{time} left").format(time=clock_time(rest))
        if self._redraws:
            filled = BAR * done // total if total else BAR
            width = self._width()
            line = f"[{'#' * filled}{'.' * (BAR - filled)}] {text}"
            # Without room for both, the words stay.
            self._stream.write(f"\r\x1b[K{line if len(line) <= width else text[:width]}")
        else:
            self._stream.write(f"{text}\n")
        self._stream.flush()

    def _width(self) -> int:
        """Return the width of a redrawn line, on the terminal of the stream itself."""
        try:
            columns = os.get_terminal_size(self._stream.fileno()).columns
        except (OSError, ValueError):
            columns = 0
        return (columns or shutil.get_terminal_size().columns) - 1

    def end_line(self) -> None:
        """End the redrawn line."""
        if self._redraws and self._phase:
            self._stream.write("\n")
            self._stream.flush()
            self._phase = ""


def clock_time(seconds: float) -> str:
    """Return a duration as hours, minutes and seconds, such as `1:02:03`."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"
