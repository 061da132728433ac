"""The standard input, shared by all commands, and whether streams are terminals."""

from __future__ import annotations

import functools
import os
import sys
from typing import TYPE_CHECKING, TextIO

from p4tui.i18n import _
from p4tui.plain.line_input import LineReader

if TYPE_CHECKING:
    from p4tui.plain.console import Console


def standard_input() -> LineReader:
    """Return the only reader of standard input; a second one would lose lines."""
    return _reader_of(sys.stdin)


@functools.lru_cache(maxsize=1)
def _reader_of(stream: TextIO | None) -> LineReader:
    return LineReader(getattr(stream, "buffer", None))


def input_encoding() -> str:
    """Return the encoding of the standard input."""
    return getattr(sys.stdin, "encoding", None) or "utf-8"


def standard_console() -> Console:
    """Return the console of the plain-text game on the standard streams."""
    from p4tui.plain.console import Console

    return Console(
        standard_input(),
        sys.stdout,
        sys.stderr,
        encoding=input_encoding(),
        interactive=all(is_terminal(stream) for stream in (sys.stdin, sys.stdout)),
    )


def is_terminal(stream: object) -> bool:
    """Return whether a standard stream is there, open and a terminal."""
    try:
        return bool(stream is not None and stream.isatty())  # type: ignore[attr-defined]
    except ValueError:
        return False


def require_screen() -> None:
    """Refuse `--screen` where the full-screen app cannot run.

    Raises:
        UsageError: it cannot.
    """
    from p4tui.cli.parser import UsageError

    if not has_terminal():
        raise UsageError(_("--screen needs a terminal. Leave it out to print."))


def has_terminal() -> bool:
    """Return whether the full-screen app can run here."""
    from p4tui.tui.terminal.detection import terminal_refusal

    return terminal_refusal(os.environ, sys.stdin, sys.stdout, sys.stderr) is None
