"""What the clock of the plain-text game asks for: lines that are not waited for too long, and time that does not count."""

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
from p4tui.play.participants import Answer, Reply
from p4tui.play.session import Session

TYPED_SECONDS = 0.1
"""How often it is looked whether something was typed, while a move is waited for."""
COUNT_SECONDS = 1.0
"""After how long the time that was used is counted, while a line is waited for: so much is lost of it at most."""


def next_line(
    session: Session,
    console: Console,
    show_end: Callable[[], None],
    settle: Callable[[], object] = lambda: None,
) -> str | None:
    """Return the next line, None where the input ends.

    A flag that falls before it comes ends the game and is shown: at a terminal at once, else when the line is there.

    Args:
        session: whose clock runs.
        console: who reads.
        show_end: called where a flag has fallen.
        settle: called before the terminal stops the program: what is being saved is saved first.
    """

    def stop() -> None:
        session.suspend()
        settle()
        # Not SIGSTOP: where no shell would let the program go on, the system ignores this one.
        handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, handler)
        session.resume()

    # Of a stop that no program hears of (SIGSTOP) it hears afterwards: what was not counted before does not count.
    stops = {"SIGTSTP": stop, "SIGCONT": session.discard_elapsed}
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


def think(session: Session, replies: SimpleQueue[Reply], console: Console) -> Answer | None:
    """Wait for the move that a session asks for, at the computer's expense.

    A stop (Ctrl+Z) comes at once, and what was used before it costs nothing: how long it lasted cannot be known.

    Returns:
        The move; None where it has failed, the computer's time has run out, or something was typed at a terminal before it
        came.
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
def clock_stands(session: Session) -> Iterator[None]:
    """While the program looks for an answer that a person has to wait for, their time does not run."""
    session.suspend()
    try:
        yield
    finally:
        session.resume()


@contextmanager
def _handled(handlers: dict[str, Callable[[], None]]) -> Iterator[None]:
    """Within it signals are handled, by their names; one that is ignored stays so, and all do outside the main thread.

    Only for while the program waits: Python's handlers run when a search has returned, and a stop should not wait for that.
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
