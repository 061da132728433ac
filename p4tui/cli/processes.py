"""Processes on this machine that share the work of a command."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager


@contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    """Yield an executor of `jobs` processes. If the block raises, they end at once."""
    # Forking is unsafe here: the executor starts processes when it has threads.
    executor = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _start_worker)
    before = set(multiprocessing.active_children())
    try:
        with _children_ignore_interrupt():
            # A process starts when a task is submitted and none is idle.
            for _number in range(jobs):
                executor.submit(os.getpid)
        yield executor
    except BaseException:
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
        executor.shutdown(wait=False, cancel_futures=True)
        raise
    executor.shutdown()


@contextmanager
def _children_ignore_interrupt() -> Iterator[None]:
    """Make processes that are started in the block ignore Ctrl+C from the start."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _start_worker() -> None:
    """Ignore Ctrl+C, and end when the parent process does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    # Programs that play in this process would outlive it.
    if (children := sys.modules.get("p4tui.arena.child")) is not None:
        children.kill_all()
    os._exit(1)
