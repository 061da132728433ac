"""Processes on this machine that share the work of a command."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager

Hook = Callable[[], object]
"""What a process calls; it is sent to it."""


@contextmanager
def processes(
    jobs: int, at_end: Hook | None = None, at_start: Hook | None = None
) -> Iterator[Executor]:
    """Yield an executor of `jobs` processes. If the block raises, they end at once.

    Args:
        jobs: how many.
        at_end: called in a process that ends before its task does.
        at_start: called in each process before its first task.
    """
    # Forking is unsafe here: the executor starts processes when it has threads.
    spawning = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(jobs, spawning, _start_worker, (at_end, at_start))
    before = set(multiprocessing.active_children())
    try:
        with _children_ignore_interrupt():
            # A process starts when a task is submitted and none is idle.
            for _number in range(jobs):
                executor.submit(os.getpid)
        yield executor
        executor.shutdown()
    except BaseException:
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
        # If its thread still ran at exit, it could close the pipe that the interpreter wakes it by: a traceback.
        executor.shutdown(cancel_futures=True)
        raise


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


def _start_worker(at_end: Hook | None, at_start: Hook | None) -> None:
    """Ignore Ctrl+C, and end when the parent process does."""

    def end(*_signal: object) -> None:
        if at_end is not None:
            at_end()
        os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if at_end is not None:
        signal.signal(signal.SIGTERM, end)
    threading.Thread(target=_end_with_parent, args=(end,), daemon=True).start()
    if at_start is not None:
        at_start()


def _end_with_parent(end: Callable[[], object]) -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    end()
