"""The memory, threads and priority of searches."""

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
"""The default size of a solver's table, in mebibytes."""
MOST_MIB, MOST_THREADS = 4096, 256
"""The largest table of a solver, in mebibytes, and the most threads."""

NICENESS = 10
"""The nice value of searches, so that their front end comes first (0 to 19)."""


class Resources:
    """The defaults of solvers.

    Attributes:
        table_mib: the size of the table in mebibytes.
        threads: the number of threads, None for one a core.
        book_folders: folders of opening books in addition to the package's.
    """

    # A dataclass would slow down `--help`, which imports this module for the largest table.
    def __init__(self) -> None:
        self.table_mib = TABLE_MIB
        self.threads: int | None = None
        self.book_folders: list[Path] = []


RESOURCES = Resources()
"""The global defaults, set at the start from options and settings."""


def usable_cores() -> int:
    """Return the number of cores this process may use, 1 to `MOST_THREADS`."""
    # From Python 3.13 on; it respects PYTHON_CPU_COUNT.
    count: Callable[[], int | None] | None = getattr(os, "process_cpu_count", None)
    if count is not None:
        cores = count()
    elif hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    else:
        cores = os.cpu_count()
    return min(cores or 1, MOST_THREADS)


def lower_priority() -> None:
    """Lower the priority of the calling thread and of threads that it starts.

    The front end then answers keys while a search uses every core. Only Linux has priorities of threads; elsewhere,
    or if the system refuses, this does nothing.
    """
    if sys.platform == "linux":
        with suppress(OSError):
            thread = threading.get_native_id()
            now = os.getpriority(os.PRIO_PROCESS, thread)
            os.setpriority(os.PRIO_PROCESS, thread, max(now, NICENESS))
