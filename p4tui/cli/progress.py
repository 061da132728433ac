"""How far a long piece of work is: a line that is redrawn on a terminal, else a line now and then."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable
from typing import Self, TextIO

from p4tui.i18n import _

REDRAW_SECONDS = 0.1
LINE_SECONDS = 30.0
"""Between two lines where they stay."""
BAR = 24
"""Characters of the bar."""


class Progress:
    """Shows one phase after the other on a stream, the standard error unless another is given; a context manager."""

    def __init__(
        self,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
        *,
        brief: bool = False,
    ) -> None:
        """Nothing is shown yet.

        Args:
            stream: where it is shown, None for the standard error.
            clock: seconds.
            brief: the work is mostly done at once: where nobody watches, less than `LINE_SECONDS` of it have no line.
        """
        self._stream = sys.stderr if stream is None else stream
        self._clock = clock
        watched = bool(self._stream and self._stream.isatty())
        self._waits = LINE_SECONDS if brief and not watched else 0.0
        self._redraws = watched and os.environ.get("TERM", "dumb") != "dumb"
        self._phase = ""
        self._began = self._shown = 0.0
        self._first = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.end_line()

    def update(self, phase: str, done: int, total: int, *, even: bool = True) -> None:
        """Show that so much of a phase is done; a phase begins with what was done before, which takes no time.

        Args:
            phase: what is done, in words.
            done: how much of it is done.
            total: how much there is to do.
            even: whether equal parts take equal times, so that the time left can be told.
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
            # The words say more than the bar: where there is no room for both, the bar goes.
            self._stream.write(f"\r\x1b[K{line if len(line) <= width else text[:width]}")
        else:
            self._stream.write(f"{text}\n")
        self._stream.flush()

    def _width(self) -> int:
        """Characters of a line that is redrawn: the stream's terminal may be another one than the output's."""
        try:
            columns = os.get_terminal_size(self._stream.fileno()).columns
        except (OSError, ValueError):
            columns = 0
        return (columns or shutil.get_terminal_size().columns) - 1

    def end_line(self) -> None:
        """Leave the line that was redrawn."""
        if self._redraws and self._phase:
            self._stream.write("\n")
            self._stream.flush()
            self._phase = ""


def clock_time(seconds: float) -> str:
    """A duration in hours, minutes and seconds: `1:02:03`."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"
