"""`Child`: a program that is not trusted, in a process group of its own, asked over pipes.

The caller's thread reads and writes: no thread, no event loop. Whatever the program does, every call returns by its deadline.

The group is killed before its leader is reaped: until then the system gives its number to nobody else.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import select
import shutil
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence

from p4tui.arena.exits import await_status, end_of, telling_line
from p4tui.arena.guard import kill_strays
from p4tui.arena.launch import GUARDED, make_folder, remove_folder, start_process
from p4tui.arena.verdicts import PlayerError, Verdict

MAX_LINE = 4096
"""The most bytes of a line; longer ones are dropped."""
MAX_ERRORS = 4096
"""How many of the last bytes of the standard error are kept."""
MAX_WAITING = 1000
"""How many lines of a program that has ended are read."""
MAX_DISCARDED = 64
"""The most chunks of unasked output that are dropped at once."""
QUIT_SECONDS = 0.1
"""Seconds that a program has to end by itself."""
REAP_SECONDS = 2.0
"""Seconds to wait for a killed program."""
STOPPED_SECONDS = 0.2
"""A wait that lasts so many seconds too long means that this process itself was stopped, as by Ctrl+Z."""

_CHUNK = 1 << 16
_LIVING: set[Child] = set()


class Child:
    """A running program and its pipes. One thread at a time may use it; any thread may `kill` it.

    Attributes:
        ended_by: why there is no more output, or None while there may be.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        memory_mib: int | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start a program in a temporary folder of its own, without the secrets of the environment.

        Args:
            command: the words of the command; its files need absolute paths.
            memory_mib: the most memory, in mebibytes; such a limit keeps Java and Go from starting.
            now: returns the time in seconds.

        Raises:
            PlayerError: it cannot be started (`MISSING`).
        """
        program = shutil.which(command[0]) if command else None
        if program is None:
            raise PlayerError(Verdict.MISSING, command[0] if command else "")
        self.ended_by: PlayerError | None = None
        self._now = now
        self._lines: deque[str] = deque()
        self._partial = b""
        self._skipping = False
        self._unsent = b""
        self._errors = b""
        self._in_time = 0
        self._reaping = threading.RLock()  # a signal may kill while it is held
        try:
            with contextlib.ExitStack() as ending:
                self._folder = make_folder()
                ending.callback(remove_folder, self._folder)
                self._process = start_process([program, *command[1:]], self._folder, memory_mib)
                ending.callback(self._reap)
                self._open_pipes(ending)
                self._ending = ending.pop_all()
        except (OSError, ValueError) as error:  # no room for a folder, too many files, a NUL
            reason = getattr(error, "strerror", error)
            raise PlayerError(Verdict.MISSING, f"{command[0]} ({reason})") from error
        _LIVING.add(self)

    def _open_pipes(self, ending: contextlib.ExitStack) -> None:
        """Watch all that may tell something; `ending` closes what is opened for it."""
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._input, self._output, self._error = (pipe.fileno() for pipe in pipes if pipe)
        self._waking, self._wake = os.pipe()
        ending.callback(os.close, self._waking)
        ending.callback(os.close, self._wake)
        self._end = end_of(self.pid)
        if self._end is not None:
            ending.callback(os.close, self._end)
        self._poll = select.poll()
        for number in (self._output, self._error, self._waking, self._end):
            if number is not None:
                self._poll.register(number, select.POLLIN)
        for number in (self._input, self._output, self._error, self._waking, self._wake):
            os.set_blocking(number, False)

    @property
    def pid(self) -> int:
        """The number of its process and of its group."""
        return self._process.pid

    def errors(self) -> str:
        """Return the last 4 kB of its standard error, as far as they are read. Clean them before they are shown."""
        return self._errors.decode("utf-8", "replace")

    def send(self, text: str) -> None:
        """Send lines, as far as the program reads them; the rest goes out during `read`."""
        self._unsent += text.encode("ascii")
        self._write()

    def discard(self) -> None:
        """Drop what the program has said unasked, and read its standard error."""
        self._read_errors()
        for _chunk in range(MAX_DISCARDED):
            if not self._read_output():
                break
            self._lines.clear()
        self._lines.clear()
        self._in_time = 0

    def wake(self) -> None:
        """End the wait of `read`, from any thread."""
        with contextlib.suppress(OSError):
            os.write(self._wake, b"\0")

    def read(self, deadline: float) -> str | None:
        """Return the next line, or None if it is not there by the deadline, or after `wake`.

        Raises:
            PlayerError: there are no more lines (`CRASHED`, `CLOSED`).
        """
        while not self._lines:
            if self.ended_by is not None:
                raise self.ended_by
            left = deadline - self._now()
            if left <= 0 or self._wait(left):
                return None
            if self._now() > deadline + STOPPED_SECONDS:
                # They may have come while this process was stopped.
                self._in_time = len(self._lines)
        if self._in_time > 0:
            self._in_time -= 1
        elif self._now() > deadline:
            return None
        return self._lines.popleft()

    def end_input(self) -> None:
        """Close the input: the program reads to its end."""
        self._stop_writing()
        assert self._process.stdin is not None
        self._process.stdin.close()

    def kill(self) -> None:
        """Kill the whole group, from any thread."""
        with self._reaping, contextlib.suppress(ProcessLookupError, PermissionError):
            if self._process.returncode is None:
                os.killpg(self.pid, signal.SIGKILL)

    def close(self, farewell: str = "") -> None:
        """Let the program end by itself for a moment, then kill its group and remove its folder."""
        if self not in _LIVING:
            return
        if farewell and self.ended_by is None:
            self._say_farewell(farewell)
        self._read_errors()
        _LIVING.discard(self)
        self._ending.close()

    def _reap(self) -> None:
        """Kill the group and what it has started elsewhere, and give its number back."""
        self.kill()
        kill_strays(self._folder)
        GUARDED.put(self._folder)
        with self._reaping, contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(REAP_SECONDS)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()

    def _say_farewell(self, text: str) -> None:
        """Send a last text, close the input, and wait a moment for the end."""
        self.send(text)
        self.end_input()
        deadline = self._now() + QUIT_SECONDS
        while self.ended_by is None and (left := deadline - self._now()) > 0:
            self._wait(left)
            self._lines.clear()

    def _wait(self, seconds: float) -> bool:
        """Wait for something to do, and do it; return whether `wake` was called."""
        woken = False
        for number, _events in self._poll.poll(seconds * 1000):
            if number == self._output:
                if not self._read_output():
                    self._note_end()
            elif number == self._error:
                self._read_errors()
            elif number == self._waking:
                os.read(number, _CHUNK)
                woken = True
            elif number == self._end:
                self._poll.unregister(number)
                for _chunk in range(MAX_DISCARDED):
                    if len(self._lines) > MAX_WAITING or not self._read_output():
                        break
                self._note_end()
            else:
                self._write()
        return woken

    def _write(self) -> None:
        """Write what the pipe takes, and watch it if it does not take all."""
        try:
            self._unsent = self._unsent[os.write(self._input, self._unsent) :]
        except BlockingIOError:
            pass
        except OSError:  # the program has closed its input or has ended; `read` tells
            self._unsent = b""
        if self._unsent:
            self._poll.register(self._input, select.POLLOUT)
        else:
            self._stop_writing()

    def _stop_writing(self) -> None:
        with contextlib.suppress(KeyError):
            self._poll.unregister(self._input)

    def _read_output(self) -> bool:
        """Read a chunk of output into lines; return False at its end, and if there is none now."""
        try:
            data = os.read(self._output, _CHUNK)
        except OSError:
            return False
        *lines, partial = (self._partial + data).split(b"\n")
        for line in lines:
            if not self._skipping and len(line) <= MAX_LINE:
                self._lines.append(line.decode("ascii", "replace").strip())
            self._skipping = False
        if len(partial) > MAX_LINE:
            self._skipping, partial = True, b""
        self._partial = partial
        return bool(data)

    def _read_errors(self) -> None:
        """Read a chunk of the standard error; stop to watch it at its end."""
        data = b""
        with contextlib.suppress(OSError):
            data = os.read(self._error, _CHUNK)
            if not data:
                with contextlib.suppress(KeyError):
                    self._poll.unregister(self._error)
        self._errors = (self._errors + data)[-MAX_ERRORS:]

    def _note_end(self) -> None:
        """Note that there is no more output, and why."""
        self._read_errors()
        with contextlib.suppress(KeyError):
            self._poll.unregister(self._output)
        status = await_status(self.pid, self._now)
        last = telling_line(self.errors())
        verdict = Verdict.CLOSED if status is None else Verdict.CRASHED
        self.ended_by = self.ended_by or PlayerError(verdict, last or status or "")


@atexit.register
def kill_all() -> None:
    """Kill every running program of this process, at its end too."""
    for child in list(_LIVING):
        child.kill()
    GUARDED.close()  # the guard kills what is left, and removes the folders
