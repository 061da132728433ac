"""Detects the terminal from the environment, before Textual is loaded.

All functions are pure: the app, the command line and ``p4tui doctor`` pass in environment, streams and encoding.
"""

from __future__ import annotations

import codecs
import contextlib
import sys
from enum import Enum
from typing import TYPE_CHECKING, Final, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, MutableMapping

SPELLINGS: Final = {
    "…": "~",
    "\u00a0": " ",
    "’": "'",
    "«": '"',
    "»": '"',
    "–": "-",
    "×": "x",
    "\N{REPLACEMENT CHARACTER}": "?",
}
"""ASCII equivalents, of the same width, of characters that have no base letter."""

ColourSupport = Literal["none", "16", "256", "truecolor"]
"""The colours that may be sent: none, the terminal's own 16, xterm's 256, or 24-bit ones."""

_DUMB_TERMINALS: Final = frozenset({"dumb", "unknown"})
_TRUECOLOR_WORDS: Final = frozenset({"truecolor", "24bit"})
_EIGHT_BIT_SUFFIXES: Final = frozenset({"256color", "kitty"})


class Stream(Protocol):
    """The used part of a standard stream."""

    def isatty(self) -> bool:
        """Return whether the stream is a terminal; raise ValueError if it is closed."""


class Refusal(Enum):
    """Reasons why no full-screen app can run; the front ends put them into words."""

    DUMB_TERMINAL = "dumb terminal"
    """``TERM`` names a terminal that cannot move its cursor."""
    STDIN = "stdin"
    """Standard input is not a terminal: no key can be read."""
    STDOUT = "stdout"
    """Standard output is not a terminal: the output is wanted elsewhere."""
    STDERR = "stderr"
    """Standard error, on which Textual draws, is not a terminal."""


def terminal_refusal(
    environ: Mapping[str, str],
    stdin: Stream | None,
    stdout: Stream | None,
    stderr: Stream | None,
) -> Refusal | None:
    """Return why a full-screen app cannot run here, or None if it can.

    Args:
        environ: the environment; ``TERM`` is read.
        stdin, stdout, stderr: the standard streams; None (no console) and a closed stream are no terminal.
    """
    if is_dumb(environ):
        return Refusal.DUMB_TERMINAL
    streams = ((stdin, Refusal.STDIN), (stdout, Refusal.STDOUT), (stderr, Refusal.STDERR))
    return next((refusal for stream, refusal in streams if not _is_terminal(stream)), None)


def _is_terminal(stream: Stream | None) -> bool:
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # a closed stream
        return False


def is_dumb(environ: Mapping[str, str]) -> bool:
    """Return whether ``TERM`` names a terminal without escape sequences."""
    return environ.get("TERM", "").strip().lower() in _DUMB_TERMINALS


def no_colour(environ: Mapping[str, str]) -> bool:
    """Return whether ``NO_COLOR`` is set and not empty (https://no-color.org)."""
    return bool(environ.get("NO_COLOR"))


def over_ssh(environ: Mapping[str, str]) -> bool:
    """Return whether the terminal is at the other end of an SSH connection, where every byte may be slow."""
    return bool(environ.get("SSH_CONNECTION") or environ.get("SSH_TTY"))


def has_wide_blocks(environ: Mapping[str, str]) -> bool:
    """Return whether the terminal may draw characters of ambiguous width in two cells: in Chinese, Japanese and Korean."""
    return _locale(environ).partition("_")[0].lower() in {"zh", "ja", "ko"}


def drop_empty_no_colour(environ: MutableMapping[str, str]) -> None:
    """Remove a ``NO_COLOR`` that is set but empty, which Textual would obey.

    Call it on ``os.environ`` before the app is made: Textual reads the variable in its constructor.
    """
    if environ.get("NO_COLOR") == "":
        del environ["NO_COLOR"]


def colour_support(
    environ: Mapping[str, str], *, windows: bool = sys.platform == "win32"
) -> ColourSupport:
    """Return the colours that the terminal shows, by the rules of rich.

    ``NO_COLOR`` comes first; then ``COLORTERM`` (``truecolor`` or ``24bit``); then the end of ``TERM``
    (``-256color``, ``-kitty``); anything else has 16.

    Args:
        environ: the environment.
        windows: whether this is Windows, whose consoles set no variable and show 24-bit colours.
    """
    if no_colour(environ) or is_dumb(environ):
        return "none"
    if windows or environ.get("COLORTERM", "").strip().lower() in _TRUECOLOR_WORDS:
        return "truecolor"
    _, _, suffix = environ.get("TERM", "").strip().lower().rpartition("-")
    return "256" if suffix in _EIGHT_BIT_SUFFIXES else "16"


def writes_utf8(environ: Mapping[str, str], encoding: str | None) -> bool:
    """Return whether the terminal understands UTF-8; if not, only ASCII is safe.

    Args:
        environ: the environment; the locale's variables are read.
        encoding: the encoding in which Python writes, such as ``sys.stderr.encoding``; None or an unknown name means ASCII.
    """
    return _agreed_encoding(environ, encoding) == "utf-8"


def wants_ascii(environ: Mapping[str, str], encoding: str | None) -> bool:
    """Return whether to draw in plain ASCII: on the Linux console, and where the locale is not UTF-8."""
    linux = environ.get("TERM", "").strip().lower() in {"linux", "linux-16color"}
    return linux or not writes_utf8(environ, encoding)


def input_encoding(environ: Mapping[str, str], encoding: str | None) -> str:
    """Return the encoding of the input, ``utf-8`` by default.

    Args:
        environ: the environment; the locale's variables are read.
        encoding: the encoding in which Python reads, such as ``sys.stdin.encoding``.
    """
    agreed = _agreed_encoding(environ, encoding)
    # Keys and escape sequences are separated as bytes: every ASCII byte must mean itself in any context.
    plain = (rb"\u0041 \x41", b"+AEE-", b"\x1b$B%%\x1b(B", bytes(range(128)))
    try:
        transparent = all(text.decode(agreed) == text.decode("ascii") for text in plain)
    except (LookupError, UnicodeError):
        transparent = False
    return agreed if transparent and agreed != "ascii" else "utf-8"


def _locale(environ: Mapping[str, str]) -> str:
    """Return the locale of characters, `fr_FR.UTF-8`; empty if none is set."""
    if environ.get("LC_ALL"):
        return environ["LC_ALL"]
    # Python itself sets LC_CTYPE=C.UTF-8 where LANG asks for the C locale.
    names = ("LANG",) if environ.get("LC_CTYPE") == "C.UTF-8" else ("LC_CTYPE", "LANG")
    return next((environ[name] for name in names if environ.get(name)), "")


def _agreed_encoding(environ: Mapping[str, str], encoding: str | None) -> str:
    """Return the encoding on which the locale and Python agree, or ``ascii``.

    Python alone is not enough: it speaks UTF-8 in the C locale, and in one that is not installed.
    """
    locale = _locale(environ)
    codeset = locale.partition(".")[2].partition("@")[0]
    if locale in {"C", "POSIX"}:
        codeset = "ascii"
    known = set()
    for name in (codeset, encoding or "ascii"):
        with contextlib.suppress(LookupError):
            known.add(codecs.lookup(name).name)
    return known.pop() if len(known) == 1 else "ascii"
