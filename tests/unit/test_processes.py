"""Processes that share the work of a command."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from multiprocessing.context import SpawnProcess
from pathlib import Path

import pytest

from p4tui.arena.child import Child
from p4tui.cli.processes import processes
from tests.unit.programs import group_of, is_gone


def after_each_start(
    monkeypatch: pytest.MonkeyPatch, act: Callable[[SpawnProcess], object]
) -> None:
    """Do something right after each start of a process."""
    start = SpawnProcess.start

    def start_and_act(self: SpawnProcess) -> None:
        start(self)
        act(self)

    monkeypatch.setattr(SpawnProcess, "start", start_and_act)


def test_nothing_of_an_interrupted_command_is_left_for_the_exit() -> None:
    threads, children = set(threading.enumerate()), set(multiprocessing.active_children())
    with pytest.raises(KeyboardInterrupt), processes(2) as executor:
        executor.submit(signal.pause)
        executor.submit(signal.pause)
        raise KeyboardInterrupt
    assert set(threading.enumerate()) == threads
    assert set(multiprocessing.active_children()) == children


def start_program() -> tuple[int, str]:
    """Start a program that goes on; return its number and its folder."""
    running = Child(["sleep", "60"])
    return running.pid, running._folder


def test_the_programs_of_an_interrupted_command_end_without_its_processes() -> None:
    with pytest.raises(KeyboardInterrupt), processes(1) as executor:
        pid, folder = executor.submit(start_program).result()
        raise KeyboardInterrupt
    assert group_of(pid) == []
    assert is_gone(Path(folder))


def test_an_interrupt_while_processes_start_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    children = set(multiprocessing.active_children())
    after_each_start(monkeypatch, lambda _process: os.kill(os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt), processes(2):
        pytest.fail("the interrupt was lost")
    assert set(multiprocessing.active_children()) == children


def test_all_processes_start_before_the_first_task_and_ignore_ctrl_c(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    began: list[SpawnProcess] = []

    def interrupt(process: SpawnProcess) -> None:
        began.append(process)
        assert process.pid is not None
        os.kill(process.pid, signal.SIGINT)
        # Time enough to get idle, were it not for the others.
        process.join(0.5 if len(began) == 1 else 0)

    after_each_start(monkeypatch, interrupt)
    with processes(2) as executor:
        assert len(began) == 2
        assert executor.submit(signal.getsignal, signal.SIGINT).result() == signal.SIG_IGN
        assert executor.submit(signal.pthread_sigmask, signal.SIG_BLOCK, ()).result() == set()
