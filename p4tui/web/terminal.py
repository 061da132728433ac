"""A program in a pseudo-terminal of its own."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import signal
import struct
import termios
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

READ_SIZE: Final = 65536
MAX_COLUMNS, MAX_LINES = 1000, 500
"""The largest terminal: a program draws every cell of it."""


class Size(NamedTuple):
    """The size of a terminal in cells."""

    columns: int = 80
    lines: int = 24

    def clamped(self) -> Size:
        """Return the nearest size that a terminal may have."""
        return Size(
            max(1, min(self.columns, MAX_COLUMNS)),
            max(1, min(self.lines, MAX_LINES)),
        )


class TerminalProgram:
    """A running program and our end of its terminal.

    The terminal is the program's controlling one. If this process ends, however it does, the system hangs the terminal up.

    Attributes:
        ended: set once the program has ended; `check` finds out.
    """

    def __init__(self, command: list[str], environ: Mapping[str, str], size: Size) -> None:
        """Start a program.

        Raises:
            OSError: it cannot be started.
        """
        self.ended = asyncio.Event()
        self._master, slave = os.openpty()
        try:
            os.set_blocking(self._master, False)
            self.resize(size)
            # The leader of a new session gets the first terminal that it opens as its controlling one.
            opened = (os.POSIX_SPAWN_OPEN, 0, os.ttyname(slave), os.O_RDWR, 0)
            copies = [(os.POSIX_SPAWN_DUP2, 0, number) for number in (1, 2)]
            self._pid = os.posix_spawn(
                command[0],
                command,
                environ,
                file_actions=[opened, *copies],
                setsid=True,
                setsigmask=(),
                # Signals that are ignored here, by Python or by nohup, would be ignored there as well.
                setsigdef=(signal.SIGPIPE, signal.SIGINT, signal.SIGHUP, signal.SIGXFSZ),
            )
        except BaseException:
            os.close(self._master)
            raise
        finally:
            os.close(slave)

    async def read(self) -> bytes:
        """Return the next output, empty at its end."""
        while True:
            try:
                return os.read(self._master, READ_SIZE)
            except BlockingIOError:
                loop = asyncio.get_running_loop()
                await self._ready(loop.add_reader, loop.remove_reader)
            except OSError:  # EIO: nobody has the terminal open any more
                return b""

    async def write(self, data: bytes) -> None:
        """Type, and wait until everything is in the terminal. Typing at a program that has ended does nothing."""
        while data and not self.ended.is_set():
            try:
                data = data[os.write(self._master, data) :]
            except BlockingIOError:
                loop = asyncio.get_running_loop()
                await self._ready(loop.add_writer, loop.remove_writer)
            except OSError:
                return

    async def _ready(self, add: Callable[..., object], remove: Callable[[int], object]) -> None:
        """Wait until the terminal can be read or written."""
        ready, master = asyncio.Event(), self._master
        add(master, ready.set)
        try:
            await ready.wait()
        finally:
            remove(master)

    def resize(self, size: Size) -> None:
        """Change the size of the terminal."""
        if self.ended.is_set():
            return
        columns, lines = size.clamped()
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def repaint(self) -> None:
        """Have the program draw everything again, on a terminal that knows nothing: a shell's `fg` does the same."""
        self._signal(signal.SIGCONT)

    def hang_up(self) -> None:
        """Tell the program that its terminal is gone: it saves and ends."""
        self._signal(signal.SIGHUP)

    def kill(self) -> None:
        """End the program at once."""
        self._signal(signal.SIGKILL)

    def _signal(self, number: int) -> None:
        # Until `check` has found its end, its process id is no other program's.
        if not self.ended.is_set():
            os.kill(self._pid, number)

    def check(self) -> None:
        """Find out whether the program has ended, or has stopped itself: without a shell, Ctrl+Z would be its end."""
        if self.ended.is_set():
            return
        with contextlib.suppress(ChildProcessError):
            pid, status = os.waitpid(self._pid, os.WNOHANG | os.WUNTRACED)
            if pid and os.WIFSTOPPED(status):
                self.repaint()
            elif pid:
                self.ended.set()

    def close(self) -> None:
        """Close our end, once the program has ended. A write that still waits finds no file under the number."""
        os.close(self._master)
        self._master = -1
