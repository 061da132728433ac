"""The executors of a build: processes on this machine, or a Dask cluster."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING

from p4tui.cli.messages import quoted
from p4tui.cli.parser import UsageError
from p4tui.i18n import _

if TYPE_CHECKING:
    from distributed import Client

ANSWER_SECONDS = 10
"""How long to wait for a scheduler."""


@contextmanager
def local(jobs: int) -> Iterator[Executor]:
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
    os._exit(1)


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """Yield the executor of a Dask scheduler and the number of its threads.

    Raises:
        UsageError: there is no such scheduler, it has no workers, or Dask is not installed.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise UsageError(
            _("--scheduler needs Dask. Install it with pip install 'p4tui[cluster]'.")
        ) from error
    try:
        # Dask logs many lines for a lost connection.
        logging.disable(logging.CRITICAL)
        with _connected(Client, address) as client:
            threads = sum(client.nthreads().values())
            if not threads:
                raise UsageError(
                    _("The Dask scheduler at {address} has no workers.").format(
                        address=quoted(address)
                    )
                )
            yield client.get_executor(), threads
    finally:
        logging.disable(logging.NOTSET)


def _connected(kind: type[Client], address: str) -> Client:
    """Return a client of a Dask scheduler.

    Raises:
        UsageError: there is no such scheduler.
    """
    # A client without a connection cannot be closed, and prints a traceback when it is collected.
    quiet = type(kind.__name__, (kind,), {"__del__": lambda _self: None})
    try:
        client: Client = quiet(address, timeout=ANSWER_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise UsageError(
            _("No Dask scheduler answers at {address}.").format(address=quoted(address))
        ) from error
    return client
