"""The report of a crash: one sentence for the user, the details in a file."""

from __future__ import annotations

import os
import platform
import traceback
from importlib import metadata
from pathlib import Path

import p4tui
from p4tui import paths
from p4tui.cli.messages import MAX_COMPLAINT_LENGTH, complain
from p4tui.i18n import _

MAX_ERROR_LENGTH = 120
"""The length limit of the error in the sentence."""


def report(error: Exception) -> None:
    """Report the crash on standard error, with the path of the details, then the notes that the error carries."""
    from p4tui.words.text import printable, shorten

    notes: list[str] = getattr(error, "__notes__", [])
    lines = traceback.format_exception_only(error)
    what = "".join(lines[: len(lines) - len(notes)]).strip()
    what = shorten(printable(what), MAX_ERROR_LENGTH)
    path = _save(error)
    if path is None:
        complain(_("The program crashed: {error}").format(error=what))
    else:
        complain(
            _("The program crashed: {error}. Please report it with the details in {path}").format(
                error=what, path=path
            )
        )
    for note in notes:
        complain(note, MAX_COMPLAINT_LENGTH)


def _save(error: Exception) -> Path | None:
    """Write the details to the crash file. Return its path, or None on failure."""
    path = paths.crash_file()
    if path is None:
        return None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_details(error), encoding="utf-8", errors="backslashreplace")
    except OSError:
        return None
    return path


def _details(error: Exception) -> str:
    """Return versions, terminal and traceback. Values of variables are left out: they may contain names or games."""
    lines = [
        f"p4tui {p4tui.__version__}, Python {platform.python_version()}, {platform.platform()}",
        *(f"{name} {_version(name)}" for name in ("textual", "rich")),
        *(f"{name}={os.environ.get(name, '')!r}" for name in ("TERM", "COLORTERM", "LANG")),
        "",
    ]
    return "\n".join(lines) + "\n" + "".join(traceback.format_exception(error))


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "?"
