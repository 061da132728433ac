"""`SettingsSaver`: changed settings go to their file in a thread; nobody on the screen waits for the disk."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path

from p4tui.settings import save


class SettingsSaver:
    """The thread that writes settings, which lives as long as there is something to write.

    What could not be saved is kept, and tried again with the next change and at the end.
    """

    def __init__(self, failed: Callable[[Exception], object]) -> None:
        """Save nothing yet.

        Args:
            failed: called in the thread with a `SettingsNotSavedError`, or with what should not have happened.
        """
        self._failed = failed
        self._lock = threading.Lock()
        self._unsaved: dict[str, object] = {}
        self._path: Path | None = None
        self._thread: threading.Thread | None = None

    def save(self, changes: Mapping[str, object], path: Path | None) -> None:
        """Have changes of settings written into a file, after those before."""
        with self._lock:
            self._unsaved |= changes
            self._path = path
            if self._unsaved and self._thread is None:
                # A daemon: a disk that hangs does not keep the program from ending.
                self._thread = threading.Thread(target=self._work, name="settings", daemon=True)
                self._thread.start()

    def settle(self, seconds: float) -> bool:
        """Wait until the thread has done what it can; return False if that takes longer than so many seconds."""
        thread = self._thread
        if thread is not None:
            thread.join(seconds)
        return thread is None or not thread.is_alive()

    def close(self, seconds: float) -> bool:
        """Save what is not saved yet; return False if that takes longer than so many seconds."""
        self.save({}, self._path)
        return self.settle(seconds)

    def _work(self) -> None:
        """Write until nothing is left, or until what is left has failed."""
        tried: dict[str, object] = {}
        while changes := self._pending(tried):
            tried = changes
            try:
                save(changes, self._path)
            except Exception as error:  # noqa: BLE001  the app decides what it is
                self._failed(error)
            else:
                self._discard(changes)

    def _pending(self, tried: Mapping[str, object]) -> dict[str, object]:
        """Return all that is unsaved; nothing, which ends the thread, if no change has come since that was tried."""
        with self._lock:
            if self._unsaved in ({}, tried):
                self._thread = None
                return {}
            return dict(self._unsaved)

    def _discard(self, saved: Mapping[str, object]) -> None:
        """Forget the changes that are saved, unless the same setting has changed again."""
        with self._lock:
            self._unsaved = {
                name: value
                for name, value in self._unsaved.items()
                if name not in saved or saved[name] != value
            }
