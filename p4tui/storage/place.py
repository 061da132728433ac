"""Whether there can be a file at a place."""

from __future__ import annotations

import os
from pathlib import Path

from p4tui.storage.errors import StorageError, StorageProblem


def in_the_way(path: Path) -> StorageError | None:
    """What keeps a file from being made and written at an absolute path, as far as can be seen without trying; None: nothing."""
    there = next((folder for folder in path.parents if os.path.lexists(folder)), None)
    if there is not None and not _is_folder(there):
        return StorageError(StorageProblem.NO_FOLDER, there)
    if there is None or not os.access(there, os.W_OK):
        return StorageError(StorageProblem.READ_ONLY, path)
    return None


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return True  # it cannot be looked at


def error_at(problem: StorageProblem, path: Path) -> StorageError:
    """The error for a problem with a file; where it cannot be opened because something else is in place of its folder, that."""
    found = in_the_way(path) if problem is StorageProblem.UNREADABLE else None
    if found is not None and found.problem is StorageProblem.NO_FOLDER:
        return found
    return StorageError(problem, path)
