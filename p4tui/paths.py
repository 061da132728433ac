"""The paths of settings and data on this platform."""

from __future__ import annotations

import os
from pathlib import Path

APP = "p4tui"
"""The name of the folders."""


def settings_file() -> Path | None:
    """Return the absolute path of the settings file, or None without a home folder."""
    from platformdirs import user_config_path

    # No author: on Windows it would become one more folder.
    return _absolute(user_config_path(APP, appauthor=False, roaming=True), "settings.toml")


def data_folder() -> Path | None:
    """Return the absolute path of the data folder, or None without a home folder."""
    from platformdirs import user_data_path

    return _absolute(user_data_path(APP, appauthor=False))


def books_folder() -> Path | None:
    """Return the absolute path of the folder of the user's opening books, or None if there is no data folder."""
    data = data_folder()
    return None if data is None else data / "books"


def games_file() -> Path | None:
    """Return the absolute path of the database of saved games, or None if there is no data folder."""
    data = data_folder()
    return None if data is None else data / "games.sqlite3"


def crash_file() -> Path | None:
    """Return the absolute path of the file with the details of the last crash, or None without a home folder."""
    from platformdirs import user_log_path

    return _absolute(user_log_path(APP, appauthor=False), "failure.txt")


def is_own_file(path: Path, *, books: bool = True) -> bool:
    """Return whether a path is one of the program's own files, existing or not.

    These are the settings, the crash file, and every file whose name begins with that of the database: SQLite's journal,
    backups, damaged files.

    Args:
        path: links in it are followed.
        books: whether the user's opening books count as well.
    """
    path = Path(os.path.realpath(path))
    own_files = [each for each in (settings_file(), crash_file()) if each is not None]
    database, book_folder = games_file(), books_folder()
    if database is not None:
        if path.name.startswith(database.name) and _is_same(path.parent, database.parent):
            return True
        own_files += database.parent.glob(f"{database.name}*")
    if books and book_folder is not None:
        own_files += book_folder.glob("*")
    return any(_is_same(path, each) for each in own_files)


def _is_same(path: Path, other: Path) -> bool:
    """Return whether two paths lead to one file or folder, also through links."""
    try:
        return os.path.realpath(path) == os.path.realpath(other) or path.samefile(other)
    except (OSError, ValueError):
        return False


def _absolute(folder: Path, *names: str) -> Path | None:
    """Return a path below a folder, or None if the folder is relative to the current one."""
    return folder.joinpath(*names) if folder.is_absolute() else None
