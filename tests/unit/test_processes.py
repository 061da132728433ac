"""Processes that share the work of a command."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading

import pytest

from p4tui.cli.processes import Hook, processes


@pytest.mark.parametrize("at_end", [None, os.getpid])
def test_nothing_of_an_interrupted_command_is_left_for_the_exit(at_end: Hook | None) -> None:
    threads, children = set(threading.enumerate()), set(multiprocessing.active_children())
    with pytest.raises(KeyboardInterrupt), processes(2, at_end) as executor:
        executor.submit(signal.pause)
        executor.submit(signal.pause)
        raise KeyboardInterrupt
    assert set(threading.enumerate()) == threads
    assert set(multiprocessing.active_children()) == children
