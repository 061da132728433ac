"""Limits, the stop flag, and the node counter of a search."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest

from p4tui.engine.limit import PAUSE, PAUSE_EVERY, Budget, Limit, SearchInterrupted, StopFlag, Watch


class Time:
    """A clock that the test sets, and a record of the pauses."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds

    def watch(self, limit: Limit | None = None, stop: StopFlag | None = None) -> Watch:
        return Watch(limit or Limit(), stop or StopFlag(), self.clock, self.sleep)


@pytest.mark.parametrize(
    "wrong", [{"seconds": -0.1}, {"seconds": float("nan")}, {"nodes": -1}, {"depth": 0}]
)
def test_a_limit_refuses_numbers_below_its_range(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="or more"):
        Limit(**wrong)  # type: ignore[arg-type]


def test_a_limit_is_unlimited_by_default() -> None:
    assert Limit() == Limit(None, None, None)
    assert Limit(seconds=0, nodes=0, depth=1).nodes == 0


def test_a_flag_set_in_one_thread_is_seen_in_another() -> None:
    stop = StopFlag()
    assert not stop.is_set()
    thread = threading.Thread(target=stop.set)
    thread.start()
    thread.join()
    assert stop.is_set()
    stop.set()
    assert stop.is_set()


def test_a_flag_calls_its_callbacks_when_it_is_set() -> None:
    stop, called = StopFlag(), []
    first, second = (lambda: called.append(1)), (lambda: called.append(2))
    stop.add_callback(first)
    stop.add_callback(second)
    stop.remove_callback(first)
    assert called == []
    stop.set()
    assert called == [2]


def test_a_flag_that_is_set_calls_a_new_callback_at_once() -> None:
    stop, called = StopFlag(), []
    stop.set()
    stop.add_callback(lambda: called.append(1))
    assert called == [1]


@contextmanager
def interrupted_at(step: int, handler: Callable[[], object]) -> Iterator[list[int]]:
    """Call a handler before step `step` of the block, as Python calls a signal handler.

    Yields:
        the number of steps of the block, once it ends.
    """
    steps = [0]

    def trace(frame: FrameType, event: str, _argument: object) -> Any:
        frame.f_trace_opcodes = True
        if event == "opcode":
            steps[0] += 1
            if steps[0] == step:
                handler()
        return trace

    def fail(*_: object) -> None:
        raise AssertionError(f"it waits for itself after step {step}")

    before, alarm = sys.gettrace(), signal.signal(signal.SIGALRM, fail)
    signal.setitimer(signal.ITIMER_REAL, 10)
    sys.settrace(trace)
    try:
        yield steps
    finally:
        sys.settrace(before)
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, alarm)


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_a_signal_handler_may_set_a_flag_that_is_being_set() -> None:
    step, steps = 1, [1]
    while step <= steps[0]:
        stop, called = StopFlag(), list[int]()
        stop.add_callback(lambda called=called: called.append(1))  # type: ignore[misc]
        with interrupted_at(step, stop.set) as steps:
            stop.set()
        assert stop.is_set()
        assert called
        step += 1
    assert step > 10


def test_a_set_flag_ends_the_search_at_the_next_node_whatever_the_clock_says() -> None:
    stop = StopFlag()
    watch = Time().watch(stop=stop)
    watch.count()
    stop.set()
    with pytest.raises(SearchInterrupted):
        watch.count()
    assert watch.nodes == 1


def test_the_limit_of_nodes_is_kept_exactly() -> None:
    watch = Time().watch(Limit(nodes=3))
    for _ in range(3):
        watch.count()
    with pytest.raises(SearchInterrupted):
        watch.count()
    assert watch.nodes == 3


def test_the_search_pauses_about_every_millisecond() -> None:
    time = Time()
    watch = time.watch()
    for _ in range(4):
        time.now += PAUSE_EVERY * 0.6
        watch.count()
    assert time.slept == [PAUSE, PAUSE]


def test_the_search_ends_at_its_deadline() -> None:
    time = Time()
    watch = time.watch(Limit(seconds=0.5))
    time.now += 0.4
    watch.count()
    time.now += 0.2
    with pytest.raises(SearchInterrupted):
        watch.count()


def test_a_deadline_that_is_shorter_than_the_time_between_pauses_holds_too() -> None:
    time = Time()
    watch = time.watch(Limit(seconds=0))
    with pytest.raises(SearchInterrupted):
        watch.count()
    assert not time.slept


def test_a_search_without_a_sleep_function_does_not_pause() -> None:
    time = Time()
    watch = Watch(Limit(), StopFlag(), time.clock, None)
    time.now += 1
    watch.count()
    assert watch.nodes == 1


def test_a_budget_splits_the_rest_of_a_limit() -> None:
    seconds = iter([10.0, 11.0, 14.0])
    budget = Budget(Limit(seconds=3, nodes=100, depth=5), lambda: next(seconds))
    assert budget.split(2, used=40) == Limit(seconds=1.0, nodes=30, depth=5)
    assert budget.split(1, used=140) == Limit(seconds=0.0, nodes=0, depth=5)
    assert Budget(Limit()).split(3, used=7) == Limit()
