"""Work that is done whole: Ctrl+C waits for its end."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager


@contextmanager
def interrupt_held_back() -> Iterator[None]:
    """Have Ctrl+C wait until the end of a piece of work that is to be done whole; then the `KeyboardInterrupt` comes.

    Signals are the main thread's, and one that is ignored stays so: there, nothing is done.
    """
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
def ends_ignored() -> Iterator[None]:
    """Ignore a wish to end, or a lost terminal, while the end waits for the last save."""
    names = ("SIGTERM", "SIGHUP")
    with ExitStack() as restored:
        if threading.current_thread() is threading.main_thread():
            for number in (getattr(signal, name, None) for name in names):
                if number is not None:
                    before = signal.signal(number, signal.SIG_IGN)
                    restored.callback(signal.signal, number, before or signal.SIG_DFL)
        yield
