"""Waits for lines and moves of the plain-text game while the clock runs."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from queue import Empty, SimpleQueue
from types import FrameType

from p4tui.plain.console import Console
from p4tui.plain.event_queue import EventQueue
from p4tui.play.participants import Answer, Reply
from p4tui.play.session import Session

TYPED_SECONDS = 0.1
"""Seconds between two checks for typed input while a computer thinks."""
COUNT_SECONDS = 1.0
"""Seconds between two updates of the clock while a person thinks: a crash loses no more."""


def next_line(
    session: Session,
    console: Console,
    show_end: Callable[[], None],
    finish_save: Callable[[], object] = lambda: None,
) -> str | None:
    """Return the next line, or None at the end of the input.

    If the time runs out first, the game ends: at once at a terminal, else when the line arrives.

    Args:
        session: owns the clock.
        console: reads the line.
        show_end: called when the time has run out.
        finish_save: called before Ctrl+Z stops the program.
    """
    stops = _stops(session, finish_save)
    while session.clock_runs:
        with _handled(stops):
            left = session.time_left(session.match.to_move) or 0
            typed = console.wait(min(left / 1000, COUNT_SECONDS))
        if typed:
            break
        if session.check_clock():
            show_end()
    with _handled(stops):
        line = console.read()
    if session.check_clock():
        show_end()
    return line


def _stops(session: Session, finish_save: Callable[[], object]) -> dict[str, Callable[[], None]]:
    """Return the handlers of the signals that stop the program and continue it."""

    def stop() -> None:
        session.suspend()
        finish_save()
        # Not SIGSTOP: the system ignores SIGTSTP if no shell could resume the program.
        handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, handler)
        session.resume()

    # SIGSTOP cannot be handled; after it, SIGCONT discards the time that was not counted before.
    return {"SIGTSTP": stop, "SIGCONT": session.discard_elapsed}


def line_or_event(
    session: Session,
    console: Console,
    events: EventQueue,
    *,
    reads: bool,
    finish_save: Callable[[], object],
) -> bool:
    """Wait for a line or an event, at most until the clock must be looked at; return whether a line can be read.

    Args:
        session: owns the clock.
        console: reads the lines.
        events: come from other threads.
        reads: whether a line is wanted now.
        finish_save: called before Ctrl+Z stops the program.
    """
    left = session.time_left(session.match.to_move) if session.clock_runs else None
    seconds = min(left / 1000, COUNT_SECONDS) if left else COUNT_SECONDS
    with _handled(_stops(session, finish_save)):
        if reads:
            return console.wait_beside(events, seconds)
        events.wait(seconds)
        return False


def think(session: Session, replies: SimpleQueue[Reply], console: Console) -> Answer | None:
    """Wait for a computer's move while its clock runs; time before a Ctrl+Z does not count.

    Returns:
        The move, or None: it failed, the computer's time ran out, or a person typed something first.
    """
    with _handled({"SIGCONT": session.discard_elapsed}):
        session.start_turn()
        while True:
            try:
                reply = replies.get(timeout=TYPED_SECONDS)
            except Empty:
                if session.check_clock() or (console.interactive and console.wait(0)):
                    return None
                continue
            if session.receive(reply):
                assert isinstance(reply, Answer)
                return reply
            if session.failure is not None:
                return None


@contextmanager
def stopped_clock(session: Session) -> Iterator[None]:
    """Stop the clock while a person waits for a hint."""
    session.suspend()
    try:
        yield
    finally:
        session.resume()


@contextmanager
def _handled(handlers: dict[str, Callable[[], None]]) -> Iterator[None]:
    """Handle signals by their names, except ignored ones; outside the main thread handle none.

    This is only for waits: Python would run a handler after a search has returned, and Ctrl+Z should not wait for that.
    """
    here = threading.current_thread() is threading.main_thread()
    with ExitStack() as restored:
        for name, handler in handlers.items():
            number = getattr(signal, name, None)
            if number is not None and here and signal.getsignal(number) is not signal.SIG_IGN:
                before = signal.signal(number, partial(_call, handler))
                restored.callback(signal.signal, number, before)
        yield


def _call(handler: Callable[[], None], _number: int, _frame: FrameType | None) -> None:
    handler()
