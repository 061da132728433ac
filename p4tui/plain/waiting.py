"""What the clock of the plain-text game asks for: lines that are not waited for too long, and time that does not count."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from queue import Empty, SimpleQueue
from types import FrameType

from p4tui.plain.console import Console
from p4tui.play.participants import Answer, Reply
from p4tui.play.session import Session

TYPED_SECONDS = 0.1
"""How often it is looked whether something was typed, while a move is waited for."""
COUNT_SECONDS = 1.0
"""After how long the time that was used is counted, while a line is waited for: so much is lost of it at most."""


def next_line(session: Session, console: Console, show_end: Callable[[], None]) -> str | None:
    """The next line, None where the input ends.

    A flag that falls before it comes ends the game and is shown: at a terminal at once, else when the line is there.

    Args:
        session: whose clock runs.
        console: who reads.
        show_end: called where a flag has fallen.
    """
    while session.clock_runs:
        with _halted_while_stopped(session):
            left = session.time_left(session.match.to_move) or 0
            typed = console.wait(min(left / 1000, COUNT_SECONDS))
        if typed:
            break
        if session.check_clock():
            show_end()
    line = console.read()
    if session.check_clock():
        show_end()
    return line


def think(session: Session, replies: SimpleQueue[Reply], console: Console) -> Answer | None:
    """Wait for the move that a session asks for, at the computer's expense.

    A search that was stopped meanwhile (Ctrl+Z) costs nothing: how long that was cannot be known.

    Returns:
        The move; None where it has failed, or something was typed at a terminal before it came.
    """
    with _stops_noticed() as stopped:
        session.start_turn()
        while True:
            try:
                reply = replies.get(timeout=TYPED_SECONDS if console.interactive else None)
            except Empty:
                if console.wait(0):
                    return None
                continue
            if session.receive(reply, counted=not stopped()):
                assert isinstance(reply, Answer)
                return reply
            if session.failure is not None:
                return None


@contextmanager
def clock_stands(session: Session) -> Iterator[None]:
    """While the program looks for an answer that a person has to wait for, their time does not run."""
    session.halt()
    try:
        yield
    finally:
        session.go_on()


@contextmanager
def _stops_noticed() -> Iterator[Callable[[], bool]]:
    """Answers whether the process was stopped, and has gone on, since this began; Python's handler may run late."""
    noticed: list[int] = []
    number = getattr(signal, "SIGCONT", None)
    if number is None or threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    before = signal.signal(number, lambda number, _frame: noticed.append(number))
    try:
        yield lambda: bool(noticed)
    finally:
        signal.signal(number, before)


@contextmanager
def _halted_while_stopped(session: Session) -> Iterator[None]:
    """Within it a stop from the terminal (Ctrl+Z) halts the clock until the program goes on.

    Of a stop that no program hears of (SIGSTOP) it hears afterwards: what was not counted before does not count.

    Only for while the program waits: Python's handlers run when a search has returned, and a stop should not wait for that.
    """

    def stop(_number: int, _frame: FrameType | None) -> None:
        session.halt()
        os.kill(os.getpid(), signal.SIGSTOP)
        session.go_on()

    def go_on(_number: int, _frame: FrameType | None) -> None:
        session.discard_elapsed()

    here = threading.current_thread() is threading.main_thread()
    with ExitStack() as restored:
        for name, handler in (("SIGTSTP", stop), ("SIGCONT", go_on)):
            number = getattr(signal, name, None)
            if number is not None and here and signal.getsignal(number) is not signal.SIG_IGN:
                restored.callback(signal.signal, number, signal.signal(number, handler))
        yield
