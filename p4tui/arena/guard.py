"""The guard: a process that outlives this one for a moment, and kills the programs that it has left behind.

A process that is killed cannot clean up. The guard reads a pipe that only its parent writes: `+NUMBER FOLDER` for a group of
processes that has begun, `-NUMBER` for one that has ended. However the parent ends, the system closes the pipe; what is left
on the list is killed then. It is run by its path, and imports the standard library alone, so that it starts in a moment.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sys
from collections.abc import Iterable
from pathlib import Path


def kill_strays(folder: str) -> None:
    """Kill the processes whose temporary folder this is: a program may have started some in groups of their own.

    Only Linux tells the environment of processes.
    """
    mark = f"TMPDIR={folder}".encode()
    for path in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if mark in path.read_bytes().split(b"\0"):
                os.kill(int(path.parent.name), signal.SIGKILL)


def guard(lines: Iterable[str]) -> None:
    """Follow the list to its end, then kill the groups on it and remove their folders."""
    groups: dict[int, str] = {}
    for line in lines:
        number, _blank, folder = line[1:].rstrip("\n").partition(" ")
        if line.startswith("+"):
            groups[int(number)] = folder
        else:
            groups.pop(int(number), None)
    for group, folder in groups.items():
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)
        kill_strays(folder)
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    guard(sys.stdin)
