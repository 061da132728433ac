"""Handles Ctrl+C, SIGTERM and SIGHUP while a game is played, saved or solved. Only the main thread gets signals."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType
from typing import Any

from p4tui.engine.limit import StopFlag


@contextmanager
def stop_on_interrupt() -> Iterator[StopFlag]:
    """Yield a flag that Ctrl+C sets at once. `KeyboardInterrupt` follows after a compiled search returns."""
    stop = StopFlag()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    before = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    listener = threading.Thread(target=_listen, args=(reading, stop), daemon=True)
    listener.start()
    try:
        yield stop
    finally:
        signal.set_wakeup_fd(before)
        os.close(writing)
        listener.join()
        os.close(reading)


def _listen(reading: int, stop: StopFlag) -> None:
    """Set the flag when the number of Ctrl+C's signal arrives; end when the pipe is closed."""
    while numbers := os.read(reading, 64):
        if signal.SIGINT in numbers:
            stop.set()


@contextmanager
def defer_interrupt() -> Iterator[None]:
    """Defer `KeyboardInterrupt` to the end of the block. An ignored Ctrl+C stays ignored."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    came = False

    def note(_number: int, _frame: object) -> None:
        nonlocal came
        came = True

    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if came:
            raise KeyboardInterrupt


@contextmanager
def exit_on_termination() -> Iterator[None]:
    """Raise SystemExit, with 128 and the number as the status, for SIGTERM and SIGHUP unless they are ignored."""

    def end(number: int, _frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    with _handle_termination(end, keep_ignored=True):
        yield


@contextmanager
def ignore_termination() -> Iterator[None]:
    """Ignore SIGTERM and SIGHUP during the last save."""
    with _handle_termination(signal.SIG_IGN):
        yield


@contextmanager
def _handle_termination(
    handler: Callable[[int, FrameType | None], Any] | int, *, keep_ignored: bool = False
) -> Iterator[None]:
    """Handle SIGTERM and SIGHUP, where the system has them, until the end of the block."""
    with ExitStack() as restored:
        if threading.current_thread() is threading.main_thread():
            for number in (getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP")):
                if number is not None and not (
                    keep_ignored and signal.getsignal(number) is signal.SIG_IGN
                ):
                    before = signal.signal(number, handler)
                    restored.callback(signal.signal, number, before or signal.SIG_DFL)
        yield
