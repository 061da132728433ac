"""What a search may take of the computer."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

TABLE_MIB = 16
"""The size of a solver's table unless another one is wanted, in mebibytes."""
MOST_MIB, MOST_THREADS = 4096, 256
"""The largest table that a solver takes, in mebibytes, and the most threads."""

NICENESS = 10
"""How far behind its own interface a search stands in the queue for the processor (0 to 19; see `nice`)."""


class Resources:
    """What solvers take that are not told otherwise.

    Attributes:
        table_mib: the size of the table in mebibytes.
        threads: how many threads; None: as many as there are cores.
        book_folders: where opening books are found beside those of the package.
    """

    # No dataclass: the help of a command, which knows the largest table, does without what that imports.
    def __init__(self) -> None:
        self.table_mib = TABLE_MIB
        self.threads: int | None = None
        self.book_folders: list[Path] = []


RESOURCES = Resources()
"""Set by a program where it starts, by what its user wants."""


def usable_cores() -> int:
    """How many cores this process may use: 1 to `MOST_THREADS`."""
    # New in Python 3.13; it heeds PYTHON_CPU_COUNT as well.
    count: Callable[[], int | None] | None = getattr(os, "process_cpu_count", None)
    if count is not None:
        cores = count()
    elif hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    else:
        cores = os.cpu_count()
    return min(cores or 1, MOST_THREADS)


def give_way() -> None:
    """Let the calling thread, and those that it starts, wait for the processor whenever other threads want it.

    For a search behind an interface that has to answer keys while every core is busy. Only Linux lets a thread have a
    priority of its own; elsewhere, and where it is refused, nothing happens.
    """
    if sys.platform == "linux":
        with suppress(OSError):
            thread = threading.get_native_id()
            now = os.getpriority(os.PRIO_PROCESS, thread)
            os.setpriority(os.PRIO_PROCESS, thread, max(now, NICENESS))
