"""The guard: a process that outlives this one for a moment, and kills the programs that it has left behind.

A process that is killed cannot clean up. The guard reads a pipe that only its parent writes: `NUMBER FOLDER` for a temporary
folder and the group of processes in it, 0 while there is none, and `- FOLDER` for a folder that is removed. However the parent
ends, the system closes the pipe; what is left on the list is killed and removed then. It is run by its path, and imports the
standard library alone, so that it starts in a moment.
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
    """Kill the processes that run in a temporary folder or have it as theirs: a program may have started some in other groups.

    Only Linux tells the folder and the environment of processes.
    """
    mark, inside = os.fsencode(f"TMPDIR={folder}"), Path(os.path.realpath(folder))
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            marked = mark in (process / "environ").read_bytes().split(b"\0")
            if marked or (process / "cwd").readlink().is_relative_to(inside):
                os.kill(int(process.name), signal.SIGKILL)


def guard(lines: Iterable[bytes]) -> None:
    """Follow the list to its end, then kill the groups on it and remove their folders."""
    groups: dict[str, int] = {}
    for line in lines:
        number, _blank, folder = os.fsdecode(line).rstrip("\n").partition(" ")
        if number == "-":
            groups.pop(folder, None)
        else:
            groups[folder] = int(number)
    for folder, group in groups.items():
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if group:
                os.killpg(group, signal.SIGKILL)
        kill_strays(folder)
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    guard(sys.stdin.buffer)
