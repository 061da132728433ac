"""Processes on this machine that share the work of a command."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager

Hook = Callable[[], object]
"""What a process calls; it is sent to it."""


@contextmanager
def processes(jobs: int, at_start: Hook | None = None) -> Iterator[Executor]:
    """Yield an executor of `jobs` processes. If the block raises, they end at once.

    Args:
        jobs: how many.
        at_start: called in each process before its first task.
    """
    # Forking is unsafe here: the executor starts processes when it has threads.
    spawning = multiprocessing.get_context("spawn")
    gate = spawning.Lock()
    executor = ProcessPoolExecutor(jobs, spawning, _start_worker, (gate, at_start))
    before = set(multiprocessing.active_children())
    try:
        with _interrupt_deferred(), gate:
            # A process starts when a task is submitted and none is idle: none is before the gate opens, so all start here.
            for _number in range(jobs):
                executor.submit(os.getpid)
        yield executor
        executor.shutdown()
    except BaseException:
        for child in set(multiprocessing.active_children()) - before:
            child.kill()  # the executor sends SIGTERM too: a handler of it could be interrupted by itself
        # If its thread still ran at exit, it could close the pipe that the interpreter wakes it by: a traceback.
        executor.shutdown(cancel_futures=True)
        raise


@contextmanager
def _interrupt_deferred() -> Iterator[None]:
    """Defer Ctrl+C to the end of the block; the processes that are started in it do not see it before they ignore it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_worker(gate: AbstractContextManager[object], at_start: Hook | None) -> None:
    """Ignore Ctrl+C, end when the parent process does, and wait until all processes have started."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if at_start is not None:
        at_start()
    with gate:
        pass


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
