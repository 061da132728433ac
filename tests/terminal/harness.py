"""Runs a program in a real pseudo-terminal and emulates its screen with pyte.

Nothing here sleeps to synchronise: every wait is for a condition, with a deadline. Silence alone is none: on a loaded
machine a program that is not done may be silent for long, because others have the processor. It is done where it is silent
and sleeps. The program gets a session of its own with the terminal as its controlling one, an environment built from scratch
and a home in a temporary folder, so that no test depends on the user's.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

import pyte
from wcwidth import wcwidth

REPOSITORY = Path(__file__).resolve().parents[2]
"""The top of the repository: where programs start, so that ``python -m p4tui`` finds this tree."""

TIMEOUT = 90.0
"""Seconds that a wait lasts at most, unless told otherwise: far more than anything needs on a loaded machine."""
LOOK_SECONDS = 0.02
"""How often a condition is looked at while nothing comes: it may be one that is not on the screen."""
WAKE_UPS = 2
"""How often a thread is woken within that time which is not done; Python's wake every 5 ms while they wait for their turn."""
BUSY_SILENCE = 30.0
"""Seconds of silence after which a program counts as done that computes and writes nothing."""

_CONTROL = re.compile(rb"\x1b\[([<=>?]?)([0-9;:]*)([ -/]*)([@-~])")
_UNFINISHED = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|\][^\x07\x1b]*\x1b?)?\Z")
_OPERATING_SYSTEM_COMMAND = re.compile(rb"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")

MODE_NAMES = {
    7: "line wrap off",
    25: "cursor hidden",
    1000: "mouse clicks",
    1002: "mouse drags",
    1003: "mouse motion",
    1004: "focus reports",
    1005: "mouse UTF-8",
    1006: "mouse SGR",
    1015: "mouse urxvt",
    1016: "mouse pixels",
    1049: "alternate screen",
    2004: "bracketed paste",
    2026: "synchronised update",
    2048: "in-band resize",
}
"""The private modes that a program may leave on, by number. 7 and 25 are on by default: off is what remains."""

_ON_BY_DEFAULT = {7, 25}

TMUX_SETTINGS = """\
set -g status off
set -as terminal-overrides ',*:indn@:rin@:rep@'
"""
"""What a tmux that draws in a pseudo-terminal here is told: no line of its own, and no sequence that pyte does not know."""


class TerminalTimeoutError(AssertionError):
    """A condition was not met in time; the message shows the screen."""


class Cell(NamedTuple):
    """A drawn cell of the screen."""

    text: str
    """The character."""
    foreground: str
    """``default``, a colour name, or six hexadecimal digits; not swapped for a reversed cell."""
    background: str
    """Likewise."""
    bold: bool
    underlined: bool
    reversed: bool


COLOURLESS = frozenset({0, 1, 4, 7, 39, 49})
"""What may be said of a style where no colour is wanted: reset, bold, underlined, reversed, the terminal's own colours."""


def style_codes(stream: bytes) -> set[int]:
    """Return the numbers of all SGR sequences in a stream."""
    return {
        int(code or 0)
        for prefix, parameters, between, final in _CONTROL.findall(stream)
        if final == b"m" and not prefix and not between
        for code in re.split(rb"[;:]", parameters)
    }


def colours_used(stream: bytes) -> set[str]:
    """Return the kinds of colours in a stream: `16`, `256`, `truecolor`."""
    kinds = set()
    for prefix, parameters, between, final in _CONTROL.findall(stream):
        if final != b"m" or prefix or between:
            continue
        numbers = iter([int(code or 0) for code in re.split(rb"[;:]", parameters)])
        for number in numbers:
            if number in {38, 48}:
                long = next(numbers, 5) == 2
                kinds.add("truecolor" if long else "256")
                for _ in range(3 if long else 1):
                    next(numbers, None)
            elif number // 10 in {3, 4, 9, 10} and number % 10 < 8:
                kinds.add("16")
    return kinds


def built_environment(home: Path) -> dict[str, str]:
    """Return a complete environment: a plain UTF-8 terminal, and all of the user's folders in a home."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
        "HOME": str(home),
        "XDG_CONFIG_HOME": f"{home}/config",
        "XDG_DATA_HOME": f"{home}/data",
        "XDG_STATE_HOME": f"{home}/state",
        "XDG_CACHE_HOME": f"{home}/cache",
        "XDG_RUNTIME_DIR": f"{home}/run",
        **{name: value for name, value in os.environ.items() if name.startswith("COVERAGE_")},
    }


def _family(pid: int) -> Iterator[int]:
    """Return a process and its running descendants, as far as the system reports them."""
    yield pid
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in children.read_text().split():
                yield from _family(int(child))


def _wake_ups(pids: Iterable[int]) -> dict[str, int] | None:
    """Return how often each thread of these processes has been woken so far.

    Threads that give way to the others search for a computer's move or for scores; what they do is not waited for.

    Returns:
        by thread; None where one of them has something to do just now: it runs, waits for a processor or for a disk.
    """
    found = {}
    for pid in pids:
        main = Path(f"/proc/{pid}/task/{pid}")
        niceness = None
        for thread in (main, *(path for path in main.parent.glob("*") if path != main)):
            with contextlib.suppress(OSError):  # it has just ended
                # The second field is a name in brackets, which may hold anything.
                fields = (thread / "stat").read_text(errors="replace").rpartition(")")[2].split()
                niceness = int(fields[16]) if niceness is None else niceness
                if int(fields[16]) > niceness:
                    continue
                if fields[0] in "RD":
                    return None
                status = (thread / "status").read_text(errors="replace")
                found[thread.name] = int(
                    status.partition("\nvoluntary_ctxt_switches:")[2].split()[0]
                )
    return found


def _busy(before: dict[str, int] | None, after: dict[str, int] | None) -> bool:
    """Return whether the threads did any work between two counts of wake-ups.

    One wake-up is no sign of it: some programs look around all the time. Several are: so is the waiting of a thread of
    Python for its turn to run.
    """
    return (
        before is None
        or after is None
        or any(count - before.get(thread, 0) >= WAKE_UPS for thread, count in after.items())
    )


def modes_set(stream: bytes) -> dict[str, bool]:
    """Return the private modes that a stream touched, by name; True if left on.

    The kitty keyboard counts as one mode: it is left on when it was pushed more often than popped.
    """
    modes: dict[str, bool] = {}
    kitty = 0
    for prefix, parameters, _, final in _CONTROL.findall(stream):
        if prefix == b"?" and final in b"hl":
            for number in (int(part) for part in parameters.split(b";") if part.isdigit()):
                name = MODE_NAMES.get(number, f"private mode {number}")
                modes[name] = (final == b"h") != (number in _ON_BY_DEFAULT)
        elif final == b"u" and prefix in (b">", b"<"):
            count = int(parameters or b"1") if prefix == b"<" else -1
            kitty = max(0, kitty - count)
            modes["kitty keyboard"] = kitty > 0
    return modes


def _readable_by_pyte(data: bytes) -> tuple[bytes, bytes]:
    """Split a stream into complete sequences for pyte and an unfinished rest.

    pyte takes ``CSI > 25 u`` for text and ``CSI > 4 m`` for a colour: sequences with a private prefix other
    than ``?``, with intermediate bytes, and whole strings to the operating system are taken out.
    """
    rest = b""
    if unfinished := _UNFINISHED.search(data):
        data, rest = data[: unfinished.start()], unfinished.group()
    data = _OPERATING_SYSTEM_COMMAND.sub(b"", data)
    return _CONTROL.sub(lambda m: b"" if m[1] in (b"<", b"=", b">") or m[3] else m[0], data), rest


class TerminalProgram:
    """A command in a pseudo-terminal, and its screen as a user would see it.

    Args:
        command: the program and its arguments.
        columns: width of the terminal in cells.
        lines: height of the terminal in cells.
        environ: variables on top of the built environment; an empty string is a value too.
        home: the home of the program; a fresh temporary folder by default. ``HOME`` and every XDG folder lie in it.
        cwd: where the program starts.
        files: texts that lie in the home before it starts, by their paths there.
        controlling: False leaves the program without a controlling terminal, and so without SIGHUP at its end.
        others: returns the process ids of further programs that draw and are not descendants.

    Use it as a context manager: leaving it ends the program and closes the terminal.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        columns: int = 80,
        lines: int = 24,
        environ: Mapping[str, str] | None = None,
        home: Path | None = None,
        cwd: Path = REPOSITORY,
        files: Mapping[str, str] | None = None,
        controlling: bool = True,
        others: Callable[[], Iterable[int]] = tuple,
    ) -> None:
        self._others = others
        self._temporary = (
            tempfile.TemporaryDirectory(prefix="terminal-home-") if home is None else None
        )
        self.home = Path(self._temporary.name) if self._temporary else home or Path()
        for name, text in (files or {}).items():
            (self.home / name).parent.mkdir(parents=True, exist_ok=True)
            (self.home / name).write_text(text, encoding="utf-8")
        self.output = bytearray()
        """Every byte that the program has written."""
        self.first_byte_at: float | None = None
        """When the first byte came, on the clock of `time.perf_counter`."""
        self.last_byte_at = 0.0
        """When the last byte came, on the same clock."""
        self._screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self._screen)
        self._undrawn = b""
        self.sent_at = 0.0
        """When the last byte was typed, on the same clock."""
        self.ended_at = 0.0
        """When the program was found to have ended, on the same clock."""
        self.stops = 0
        """How often the program was found to have stopped, as after Ctrl+Z."""
        self._status: int | None = None
        self._stopped = False
        self._ended = False
        self.started_at = time.perf_counter()
        """When the program was started, on the same clock."""
        self.pid, self._master = _spawn(
            command,
            (columns, lines),
            {**built_environment(self.home), **(environ or {})},
            cwd,
            controlling,
        )
        self._process = os.pidfd_open(self.pid)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    # Reading

    def pump(self, seconds: float = 0.0) -> bool:
        """Read the program's output, after waiting at most so many seconds for its first byte.

        Returns:
            Whether there was anything. Once the terminal has ended, it is the end of the program that is waited for.
        """
        if self._ended:
            select.select([self._process], [], [], max(0.0, seconds))
            return False
        if not select.select([self._master], [], [], max(0.0, seconds))[0]:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError as error:  # EIO: nobody has the terminal open any more
            if error.errno != errno.EIO:
                raise
            data = b""
        if not data:
            self._ended = True
            return False
        self.last_byte_at = time.perf_counter()
        self.first_byte_at = self.first_byte_at or self.last_byte_at
        self.output += data
        drawable, self._undrawn = _readable_by_pyte(self._undrawn + data)
        self._stream.feed(drawable)
        return True

    def wait_for(
        self,
        condition: Callable[[list[str]], object],
        timeout: float = TIMEOUT,
        *,
        what: str = "the condition",
    ) -> float:
        """Read until a condition on the lines of the screen is true.

        Returns:
            When it became true, on the clock of `time.perf_counter`.

        Raises:
            TerminalTimeoutError: it did not in time, or the program has ended. The message shows the screen.
        """
        deadline = time.perf_counter() + timeout
        while True:
            looked = time.perf_counter()
            if condition(self.display):
                return time.perf_counter()
            # A large screen takes a while to look at, and the program wants the processor, too.
            pause = max(LOOK_SECONDS, 4 * (time.perf_counter() - looked))
            if self._ended and self.exit_status is not None:
                raise TerminalTimeoutError(
                    f"ended with {self.exit_status} before {what} came true; the screen:\n{self}"
                )
            left = deadline - time.perf_counter()
            if left <= 0:
                raise TerminalTimeoutError(
                    f"{what} did not come true in {timeout} s; the screen:\n{self}"
                )
            self.pump(min(left, pause))

    def wait_for_text(self, text: str, timeout: float = TIMEOUT) -> float:
        """Read until a line of the screen contains the text."""
        return self.wait_for(
            lambda lines: any(text in line for line in lines), timeout, what=f"{text!r}"
        )

    def wait_for_output(
        self, count: int = 1, *, since: int | None = None, timeout: float = TIMEOUT
    ) -> float:
        """Read until so many bytes have come since a mark, by default since now; return the time."""
        mark = len(self.output) if since is None else since
        return self.wait_for(
            lambda _: len(self.output) - mark >= count, timeout, what=f"{count} bytes"
        )

    def wait_quiet(self, seconds: float = 0.2, timeout: float = TIMEOUT) -> None:
        """Read until the program is idle: it has slept and written nothing for so many seconds.

        Raises:
            TerminalTimeoutError: it is still busy.
        """
        deadline = time.perf_counter() + timeout
        silent = still = time.perf_counter()
        before = self._wake_ups()
        while not self._ended:
            came = self.pump(LOOK_SECONDS)
            now, after = time.perf_counter(), self._wake_ups()
            silent = now if came else silent
            still = now if came or _busy(before, after) else still
            before = after
            if now - still >= seconds or now - silent >= seconds + BUSY_SILENCE:
                return
            if now > deadline:
                raise TerminalTimeoutError(f"never done for {seconds} s within {timeout} s")

    def _wake_ups(self) -> dict[str, int] | None:
        """Return `_wake_ups` of the program, its descendants and the others."""
        return _wake_ups([*_family(self.pid), *self._others()])

    def watch(self, seconds: float) -> int:
        """Read for so many seconds; return the number of bytes."""
        mark = self.mark()
        deadline = time.perf_counter() + seconds
        while (left := deadline - time.perf_counter()) > 0:
            self.pump(left)
        return len(self.bytes_since(mark))

    def mark(self) -> int:
        """Return the current place in the output, for `bytes_since`."""
        return len(self.output)

    def bytes_since(self, mark: int) -> bytes:
        """Return the bytes read since a mark."""
        return bytes(self.output[mark:])

    # The screen

    @property
    def display(self) -> list[str]:
        """The lines of the screen, each as wide as the terminal."""
        # pyte's own leaves the second half of a wide character when the first is overwritten, and fails on it.
        return ["".join(self._line(y)) for y in range(self._screen.lines)]

    def _line(self, y: int) -> Iterator[str]:
        """Return the characters of a line; half a wide character is a blank, as in terminals."""
        wide = False
        for x in range(self._screen.columns):
            text = self._screen.buffer[y][x].data
            if not (wide and not text):
                yield text or " "
            wide = bool(text) and wcwidth(text[0]) == 2

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines of the screen."""
        return self._screen.columns, self._screen.lines

    def __str__(self) -> str:
        return "\n".join(f"|{line}|" for line in self.display)

    def cell(self, column: int, line: int) -> Cell:
        """Return a cell, counted from 0."""
        char = self._screen.buffer[line][column]
        return Cell(char.data, char.fg, char.bg, char.bold, char.underscore, char.reverse)

    @property
    def cursor(self) -> tuple[int, int]:
        """Column and line of the terminal's own cursor, from 0."""
        return self._screen.cursor.x, self._screen.cursor.y

    @property
    def cursor_visible(self) -> bool:
        """Whether the terminal's own cursor is shown."""
        return not self._screen.cursor.hidden

    def modes_left_on(self) -> set[str]:
        """The names of the private modes that are on (or, of 7 and 25, off) after all the output so far."""
        return {name for name, left_on in modes_set(bytes(self.output)).items() if left_on}

    def modes_touched(self) -> set[str]:
        """The names of the private modes that the output ever set or reset."""
        return set(modes_set(bytes(self.output)))

    def terminal_is_cooked(self) -> bool:
        """Whether echo and line editing are on, as a shell wants them."""
        local_flags: int = termios.tcgetattr(self._master)[3]
        return bool(local_flags & termios.ECHO) and bool(local_flags & termios.ICANON)

    def write_on_screen(self, data: bytes) -> None:
        """Draw text of another program, as a shell does while the program is suspended."""
        self._stream.feed(data)

    # Writing

    def send(self, data: bytes | str) -> int:
        """Type bytes while reading the program's output; return the mark before them."""
        mark = self.mark()
        rest = data.encode() if isinstance(data, str) else data
        deadline = time.perf_counter() + TIMEOUT
        os.set_blocking(self._master, False)
        try:
            while rest:
                try:
                    rest = rest[os.write(self._master, rest[:4096]) :]
                except BlockingIOError:
                    pass
                except OSError as error:  # the program has just ended: nobody reads what is typed
                    if error.errno != errno.EIO:
                        raise
                    rest = b""
                self.sent_at = time.perf_counter()
                if not rest:
                    break
                self.pump()
                if (
                    not select.select([], [self._master], [], 0.05)[1]
                    and time.perf_counter() > deadline
                ):
                    raise TerminalTimeoutError(
                        f"the program does not read its input ({len(rest)} bytes left)"
                    )
        finally:
            os.set_blocking(self._master, True)
        return mark

    def resize(self, columns: int, lines: int) -> None:
        """Change the size of the terminal; the kernel signals the program."""
        self._screen.resize(lines, columns)
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    # The process

    def signal(self, number: int) -> None:
        """Send a signal to the program, as `kill` does."""
        os.kill(self.pid, number)

    def hang_up(self) -> None:
        """Close the terminal under the program, like a closed window."""
        if self._master >= 0:
            os.close(self._master)
            self._master, self._ended = -1, True

    def cpu_seconds(self) -> float:
        """Return the user and system time of all threads of the program; in nanoseconds on Linux.

        ``/proc`` counts in hundredths of a second, too coarse for half a per cent. The number is that of the
        processor clock of another process, as clock_getcpuclockid(3) makes it.
        """
        return time.clock_gettime((~self.pid << 3) | 2)

    def rss_kib(self) -> int:
        """Return the resident memory of the program in KiB."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
        raise ProcessLookupError(self.pid)

    @property
    def exit_status(self) -> int | None:
        """The exit status as in a shell (128 + number after a signal), or None while the program runs."""
        self._reap(block=False)
        return self._status

    def wait_exit(self, timeout: float = TIMEOUT) -> int:
        """Read until the program has ended; return its exit status.

        Raises:
            TerminalTimeoutError: it is still running.
        """
        deadline = time.perf_counter() + timeout
        while self.exit_status is None:
            if time.perf_counter() > deadline:
                raise TerminalTimeoutError(f"still running after {timeout} s; the screen:\n{self}")
            self.pump(0.02)
        # The end of the terminal comes at once where nobody else has it open.
        while not self._ended and self.pump(0.5):
            pass
        assert self._status is not None
        return self._status

    @property
    def stopped(self) -> bool:
        """Whether the program has stopped itself, as after Ctrl+Z, since it was last resumed or waited for."""
        self._reap(block=False)
        return self._stopped

    def wait_stopped(self, timeout: float = TIMEOUT) -> None:
        """Read until the program has stopped itself, as after Ctrl+Z.

        Raises:
            TerminalTimeoutError: it has not stopped.
        """
        deadline = time.perf_counter() + timeout
        self._stopped = False
        while not self._stopped:
            self._reap(block=False)
            if self._status is not None or time.perf_counter() > deadline:
                raise TerminalTimeoutError(f"not stopped after {timeout} s; the screen:\n{self}")
            self.pump(0.02)
        while self.pump():
            pass

    def resume(self) -> None:
        """Resume a stopped program, as `fg` does."""
        self._stopped = False
        self.signal(signal.SIGCONT)

    def terminate(self, timeout: float = TIMEOUT) -> int:
        """Send SIGTERM and wait for the end; return the exit status."""
        self.signal(signal.SIGTERM)
        return self.wait_exit(timeout)

    def close(self) -> None:
        """End the program, by force if it still runs, and close the terminal."""
        if self.exit_status is None:
            self.signal(signal.SIGKILL)
            self._reap(block=True)
        self.hang_up()
        os.close(self._process)
        if self._temporary is not None:
            self._temporary.cleanup()

    def _reap(self, *, block: bool) -> None:
        if self._status is not None:
            return
        pid, status = os.waitpid(self.pid, os.WUNTRACED | (0 if block else os.WNOHANG))
        if pid == 0:
            return
        if os.WIFSTOPPED(status):
            self._stopped = True
            self.stops += 1
        else:
            code = os.waitstatus_to_exitcode(status)
            self._status = code if code >= 0 else 128 - code
            self.ended_at = time.perf_counter()


def _spawn(
    command: Sequence[str],
    size: tuple[int, int],
    environ: Mapping[str, str],
    cwd: Path,
    controlling: bool,
) -> tuple[int, int]:
    """Start a program in a new pseudo-terminal; return its process id and our file descriptor."""
    columns, lines = size
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    # An emulator reads at once; what is not read yet here, a typed Ctrl+C would throw away.
    attributes = termios.tcgetattr(slave)
    attributes[3] |= termios.NOFLSH
    termios.tcsetattr(slave, termios.TCSANOW, attributes)
    os.set_inheritable(slave, True)
    # A helper makes the session and the controlling terminal and then becomes the program: no fork of a
    # process with threads, and the time of the helper is that of a bare interpreter's start, for every program alike.
    pid = os.posix_spawn(
        sys.executable,
        [
            sys.executable,
            "-I",
            "-S",
            "-c",
            _SESSION_LEADER,
            str(slave),
            str(cwd),
            str(int(controlling)),
            *command,
        ],
        dict(environ),
        setsid=True,
        file_actions=[(os.POSIX_SPAWN_CLOSE, master)],
    )
    os.close(slave)
    return pid, master


_SESSION_LEADER = """\
import fcntl, os, sys, termios
slave, cwd, controlling, command = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4:]
if controlling:
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
for number in (0, 1, 2):
    os.dup2(slave, number)
if slave > 2:
    os.close(slave)
os.chdir(cwd)
os.execvp(command[0], command)
"""
