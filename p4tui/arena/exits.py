"""How a program has ended: its status, its signal, its last words."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Callable

EXIT_SECONDS = 0.05
"""Seconds that a program may take to end after it has closed its output."""

_EXCEPTION = re.compile(r"Exception in |(?:\w+\.)*\w*(?:Error|Exception)\b")


def await_status(pid: int, now: Callable[[], float]) -> str | None:
    """Return how a program has ended, or None if it still runs; it stays a zombie, which keeps its number."""
    if not hasattr(os, "waitid"):
        return None
    how = os.WEXITED | os.WNOWAIT | os.WNOHANG
    deadline = now() + EXIT_SECONDS
    try:
        while (found := os.waitid(os.P_PID, pid, how)) is None:
            if now() >= deadline:
                return None
            time.sleep(0.001)
    except ChildProcessError:  # the system keeps no status where SIGCHLD is ignored
        return ""
    if found.si_code == os.CLD_EXITED:
        return f"exit({found.si_status})"
    return _signal_name(found.si_status)


def _signal_name(number: int) -> str:
    """Return the name of a signal; most real-time signals have none."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def telling_line(errors: str) -> str:
    """Return the line of a program's last errors that names an exception, else the last line."""
    lines = ["", *filter(None, map(str.strip, errors.splitlines()))]
    return ([line for line in lines if _EXCEPTION.match(line)] or lines)[-1]


def end_of(pid: int) -> int | None:
    """Return a descriptor that tells the end of a process, or None if the system has none."""
    if sys.platform != "linux":
        return None
    try:
        return os.pidfd_open(pid)
    except OSError:
        return None
