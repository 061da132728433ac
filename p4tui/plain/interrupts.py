"""Signals that end the program: in good order, or at once while a search runs outside the interpreter."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType

from p4tui.engine.limit import StopFlag


@contextmanager
def stopped_by_interrupt() -> Iterator[StopFlag]:
    """A flag that Ctrl+C sets at once, in addition to the `KeyboardInterrupt` that follows when the search has returned.

    Signals are the main thread's: in any other thread nothing sets the flag.
    """
    stop = StopFlag()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    heard, told = os.pipe()
    os.set_blocking(told, False)
    before = signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    listener = threading.Thread(target=_listen, args=(heard, stop), daemon=True)
    listener.start()
    try:
        yield stop
    finally:
        signal.set_wakeup_fd(before)
        os.close(told)
        listener.join()
        os.close(heard)


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Have SIGTERM and SIGHUP end the program in good order, as Ctrl+C does; what ignores one goes on ignoring it.

    Raises:
        SystemExit: a signal came; the status is 128 and its number.
    """

    def end(number: int, _frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    with ExitStack() as restored:
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            here = threading.current_thread() is threading.main_thread()
            if number is not None and here and signal.getsignal(number) is not signal.SIG_IGN:
                restored.callback(signal.signal, number, signal.signal(number, end))
        yield


def _listen(heard: int, stop: StopFlag) -> None:
    """Set the flag when the number of Ctrl+C's signal arrives; end when the other end is closed."""
    while numbers := os.read(heard, 64):
        if signal.SIGINT in numbers:
            stop.set()
