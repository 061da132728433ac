"""`SettingsSaver`: a thread that writes changed settings, so that the screen never waits for the disk."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path

from p4tui.settings import save


class SettingsSaver:
    """A thread that writes settings, and ends when all are written.

    Unsaved settings are retried with the next change and at the end.
    """

    def __init__(self, failed: Callable[[Exception], object]) -> None:
        """Start without changes.

        Args:
            failed: called in the thread with a `SettingsNotSavedError`, or with a bug.
        """
        self._failed = failed
        self._lock = threading.Lock()
        self._unsaved: dict[str, object] = {}
        self._path: Path | None = None
        self._thread: threading.Thread | None = None

    def save(self, changes: Mapping[str, object], path: Path | None) -> None:
        """Write changes into a file, after earlier ones."""
        with self._lock:
            self._unsaved |= changes
            self._path = path
            if self._unsaved and self._thread is None:
                # A daemon: a disk that hangs does not keep the program from ending.
                self._thread = threading.Thread(target=self._work, name="settings", daemon=True)
                self._thread.start()

    def settle(self, seconds: float) -> bool:
        """Wait for the thread to end; return False if it takes longer than `seconds`."""
        thread = self._thread
        if thread is not None:
            thread.join(seconds)
        return thread is None or not thread.is_alive()

    def close(self, seconds: float) -> bool:
        """Save the unsaved changes; return False if that takes longer than `seconds`."""
        self.save({}, self._path)
        return self.settle(seconds)

    def _work(self) -> None:
        """Write until everything is saved or the same changes fail again."""
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
        """Return the unsaved changes. If there are none since the last try, end the thread."""
        with self._lock:
            if self._unsaved in ({}, tried):
                self._thread = None
                return {}
            return dict(self._unsaved)

    def _discard(self, saved: Mapping[str, object]) -> None:
        """Remove saved changes, unless the setting has changed again."""
        with self._lock:
            self._unsaved = {
                name: value
                for name, value in self._unsaved.items()
                if name not in saved or saved[name] != value
            }
