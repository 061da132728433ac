"""Files that commands read and write."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from p4tui import paths
from p4tui.cli.messages import quoted
from p4tui.cli.parser import UsageError
from p4tui.cli.streams import standard_input
from p4tui.core.board_text import MAX_TEXT
from p4tui.i18n import N_, _
from p4tui.plain.line_input import LineReader

STANDARD_INPUT = "-"
"""The name that stands for the standard input."""

_REASONS = (
    (FileNotFoundError, N_("there is no such file")),
    (IsADirectoryError, N_("it is a folder")),
    (PermissionError, N_("permission denied")),
)


def unreadable_reason(error: Exception) -> str:
    """Return why a file cannot be read."""
    reason = next(
        (text for kind, text in _REASONS if isinstance(error, kind)), N_("it cannot be opened")
    )
    return _(reason)


def open_file(name: str) -> BinaryIO:
    """Open a file for reading.

    Raises:
        OSError: it cannot be opened.
        ValueError: no file can have this name.
    """
    if not name:  # the path of an empty name is the current folder
        raise FileNotFoundError(name)
    return Path(name).open("rb")


@contextlib.contextmanager
def opened_input(name: str) -> Iterator[LineReader]:
    """Yield the reader of a file or of the standard input.

    Raises:
        UsageError: the file cannot be opened.
    """
    if name == STANDARD_INPUT:
        yield standard_input()
        return
    try:
        file = open_file(name)  # closed below; errors while reading are reported elsewhere
    except (OSError, ValueError) as error:
        raise UsageError(
            _('The file "{name}" cannot be read: {reason}.').format(
                name=quoted(name), reason=unreadable_reason(error)
            )
        ) from error
    with file:
        yield LineReader(file)


def board_text(name: str, source: LineReader) -> str:
    """Return the text of a board file, or of the whole standard input.

    Raises:
        UsageError: it cannot be read.
    """
    try:
        if name == STANDARD_INPUT:
            return source.read_all(MAX_TEXT)
        with open_file(name) as file:
            return LineReader(file).read_all(MAX_TEXT)
    except (OSError, ValueError) as error:
        raise unreadable_board(name, error) from error


def unreadable_board(name: str, error: Exception) -> UsageError:
    """Return the error for a board file that cannot be read."""
    return UsageError(
        _('The board file "{name}" cannot be read: {reason}.').format(
            name=quoted(name), reason=unreadable_reason(error)
        )
    )


def output_file(name: str, *, books: bool = True) -> Path:
    """Return the path of a file to write, links followed.

    A new file replaces the old one, so devices and pipes are refused.

    Args:
        name: the value of `--output`.
        books: whether the user's opening books are refused as well.

    Raises:
        UsageError: the path cannot be a regular file, or is one of p4tui's own files.
    """
    mode = stat.S_IFREG
    try:
        path = Path(os.path.realpath(name))
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            mode = path.stat().st_mode
    except (OSError, ValueError) as error:
        raise unwritable(error) from error
    if not name or name.endswith(("/", os.sep)) or stat.S_ISDIR(mode):
        raise UsageError(_("--output names a folder. Choose a file."))
    if not stat.S_ISREG(mode):
        raise UsageError(_("--output names a device or a pipe. Choose a file."))
    if paths.is_own_file(path, books=books):
        raise UsageError(_("--output names one of p4tui's own files. Choose another name."))
    return path


def unwritable(error: Exception) -> UsageError:
    """Return the error for a file that cannot be written."""
    reason = getattr(error, "strerror", None) or error
    return UsageError(_("--output cannot be written: {reason}.").format(reason=reason))
