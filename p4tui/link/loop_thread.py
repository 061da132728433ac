"""`LoopThread`: a thread with an event loop of its own, for the streams of a game."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, TypeVar

Result = TypeVar("Result")

CLOSE_SECONDS = 2.0
"""The most seconds that closing waits for last words to be sent."""


class LoopThread:
    """An event loop in a daemon thread, from the first use on."""

    def __init__(self, name: str) -> None:
        """Name the thread."""
        self._name = name
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._closed = False

    def call(self, act: Callable[..., object], *arguments: object) -> None:
        """Call a function in the loop; nothing happens after `close`."""
        with suppress(RuntimeError):  # the loop is closed
            self._started().call_soon_threadsafe(act, *arguments)

    def call_later(self, seconds: float, act: Callable[[], object]) -> None:
        """Call a function in the loop after some seconds."""
        self.call(lambda: asyncio.get_running_loop().call_later(seconds, act))

    def run(self, work: Coroutine[Any, Any, Result]) -> Future[Result]:
        """Run a coroutine in the loop; return the future of its result."""
        return asyncio.run_coroutine_threadsafe(work, self._started())

    def close(self, last: Callable[[], Coroutine[Any, Any, object]]) -> None:
        """Run a last coroutine, then end the loop and the thread. The second time nothing happens."""
        loop, thread = self._started(), self._thread
        if self._closed:
            return
        self._closed = True
        with suppress(Exception):
            self.run(last()).result(CLOSE_SECONDS)
        loop.call_soon_threadsafe(loop.stop)
        if thread is not None:
            thread.join(CLOSE_SECONDS)

    def _started(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._loop.set_exception_handler(_report)
            self._thread = threading.Thread(
                target=_run, args=(self._loop,), name=self._name, daemon=True
            )
            self._thread.start()
        return self._loop


def _report(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Report a bug of a task; a stream that has broken is none, and the terminal belongs to the game."""
    if not isinstance(context.get("exception"), OSError):
        loop.default_exception_handler(context)


def _run(loop: asyncio.AbstractEventLoop) -> None:
    """Run a loop until it is stopped, then end its tasks."""
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
        tasks = asyncio.all_tasks(loop)
        for task in tasks:
            task.cancel()
        loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        # What the tasks have closed is closed one turn later.
        loop.run_until_complete(asyncio.sleep(0))
    finally:
        loop.close()
