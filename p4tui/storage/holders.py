"""Which process has a record lock, where the system says so, and asking that process to end."""

from __future__ import annotations

import contextlib
import os
import struct
import sys
from pathlib import Path

_LAYOUTS = {"linux": "@hhqqi0q", "darwin": "@qqihh"}
"""`struct flock`, with 64-bit offsets. Linux (fcntl.h): type, whence, start, length, pid; macOS (sys/fcntl.h): start,
length, pid, type, whence."""

if sys.platform == "win32":

    def holder_of(_descriptor: int, _byte: int) -> int | None:
        """Windows does not say who has a lock."""
        return None

    def ask_to_end(_process: int, *, firmly: bool = False) -> bool:  # noqa: ARG001  as elsewhere
        """Windows has no signal that asks for it."""
        return False

else:
    import fcntl
    import signal

    def holder_of(descriptor: int, byte: int) -> int | None:
        """The other process that has a byte of an open file locked; None if none has, or if it is unknown.

        It is one of this machine and of this user, and where the system tells, it has the very file open: on a network
        disk the number may be that of a process elsewhere.
        """
        layout = _LAYOUTS.get(sys.platform)
        if layout is None:
            return None
        darwin = sys.platform == "darwin"
        numbers = (fcntl.F_WRLCK, os.SEEK_SET, byte, 1, 0)
        asked = struct.pack(layout, *((byte, 1, 0, *numbers[:2]) if darwin else numbers))
        try:
            found = struct.unpack(layout, fcntl.fcntl(descriptor, fcntl.F_GETLK, asked))
        except (OSError, struct.error):
            return None
        kind, process = (found[3], found[2]) if darwin else (found[0], found[4])
        if kind == fcntl.F_UNLCK or process <= 1 or process == os.getpid():
            return None
        return process if _is_ours(process) and _has_open(process, descriptor) else None

    def ask_to_end(process: int, *, firmly: bool = False) -> bool:
        """Tell a p4tui that its line is cut: it saves everything and ends, also if it is suspended. False: it is gone.

        Args:
            process: which.
            firmly: by the signal to terminate instead: whoever started it may have had it ignore the other one.
        """
        try:
            os.kill(process, signal.SIGTERM if firmly else signal.SIGHUP)
            if _may_be_stopped(process):
                os.kill(process, signal.SIGCONT)
        except (OSError, OverflowError):
            return False
        return True

    def _may_be_stopped(process: int) -> bool:
        """Whether a process is suspended; also where the system does not tell."""
        try:
            state = Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()[0]
        except (OSError, IndexError):
            return True
        return state in b"Tt"

    def _is_ours(process: int) -> bool:
        """Whether a process of this machine may get our signals."""
        try:
            os.kill(process, 0)
        except (OSError, OverflowError):
            return False
        return True

    def _has_open(process: int, descriptor: int) -> bool:
        """Whether a process has a file open; also where the system does not tell."""
        folder = Path(f"/proc/{process}/fd")
        if sys.platform != "linux" or not Path("/proc/self/fd").is_dir():
            return True
        wanted = os.fstat(descriptor)
        with contextlib.suppress(OSError):
            for entry in folder.iterdir():
                with contextlib.suppress(OSError):
                    found = entry.stat()
                    if (found.st_dev, found.st_ino) == (wanted.st_dev, wanted.st_ino):
                        return True
        return False
