"""`Mailbox`: keeps what comes before a front end is there to take it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Mailbox(Generic[Item]):
    """Passes items on in their order, from any thread; before `open` they wait."""

    def __init__(self) -> None:
        """Begin closed and empty."""
        self._lock = threading.Lock()
        self._waiting: list[Item] = []
        self._take: Callable[[Item], object] | None = None

    def put(self, item: Item) -> None:
        """Pass an item on, or keep it."""
        with self._lock:
            if self._take is None:
                self._waiting.append(item)
            else:
                self._take(item)

    def open(self, take: Callable[[Item], object]) -> None:
        """Pass on what waits and what will come; `take` only queues it."""
        with self._lock:
            self._take = take
            for item in self._waiting:
                take(item)
            self._waiting.clear()
