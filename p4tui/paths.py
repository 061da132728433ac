"""Where settings and data live: the platform's places, as platformdirs and the environment name them."""

from __future__ import annotations

import os
from pathlib import Path

APP = "p4tui"
"""The name of the folders."""


def settings_file() -> Path | None:
    """The settings file, an absolute path; None where the machine names no such place (no home, a relative folder)."""
    from platformdirs import user_config_path

    # No author: on Windows it would become one more folder.
    return _absolute(user_config_path(APP, appauthor=False, roaming=True), "settings.toml")


def data_folder() -> Path | None:
    """The folder of what the program keeps, an absolute path; None where the machine names no such place."""
    from platformdirs import user_data_path

    return _absolute(user_data_path(APP, appauthor=False))


def books_folder() -> Path | None:
    """The folder of the user's opening books, an absolute path; None where the machine names no such place."""
    data = data_folder()
    return None if data is None else data / "books"


def games_file() -> Path | None:
    """The database of saved games, an absolute path; None where the machine names no such place."""
    data = data_folder()
    return None if data is None else data / "games.sqlite3"


def failure_file() -> Path | None:
    """The file that the details of the last failure are written to, an absolute path; None where there is no such place."""
    from platformdirs import user_log_path

    return _absolute(user_log_path(APP, appauthor=False), "failure.txt")


def is_own_file(path: Path, *, books: bool = True) -> bool:
    """Return whether a path leads to a file that the program keeps itself, or would take for one of its own if it were there.

    These are the settings, the details of the last failure, and every file whose name begins with that of the database of
    saved games: SQLite's log, backups, damaged ones.

    Args:
        path: may lead through links.
        books: whether the user's opening books count as well.
    """
    path = Path(os.path.realpath(path))
    kept = [each for each in (settings_file(), failure_file()) if each is not None]
    database, book_folder = games_file(), books_folder()
    if database is not None:
        if path.name.startswith(database.name) and _is_same(path.parent, database.parent):
            return True
        kept += database.parent.glob(f"{database.name}*")
    if books and book_folder is not None:
        kept += book_folder.glob("*")
    return any(_is_same(path, each) for each in kept)


def _is_same(path: Path, other: Path) -> bool:
    """Return whether two paths lead to one file or folder, also through links."""
    try:
        return os.path.realpath(path) == os.path.realpath(other) or path.samefile(other)
    except (OSError, ValueError):
        return False


def _absolute(folder: Path, *names: str) -> Path | None:
    """A path below a folder, unless it would depend on the folder that the program was started in."""
    return folder.joinpath(*names) if folder.is_absolute() else None
