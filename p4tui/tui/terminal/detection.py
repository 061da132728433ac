"""The terminal as seen without Textual: what it can do, and what the bytes that it sends mean.

Every function is pure: the environment, the streams and the encoding are given by the caller, so that
the command line, ``p4tui doctor`` and the tests ask the same question in the same way. `InputDecoder` does
no reading either: bytes go in, tokens come out.
"""

from __future__ import annotations

import codecs
import contextlib
import re
import sys
from enum import Enum
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, MutableMapping

SPELLINGS: Final = {
    "…": "~",
    "\u00a0": " ",
    "’": "'",
    "«": '"',
    "»": '"',
    "\N{REPLACEMENT CHARACTER}": "?",
}
"""Characters that are no letters, and what is as wide and says the same in ASCII."""

ColourSupport = Literal["none", "16", "256", "truecolor"]
"""How many colours may be sent: none at all, the terminal's own 16, xterm's 256, or 24-bit ones."""

PASTE_LIMIT: Final = 4096
"""Bytes of a paste that are kept; the longest game is a few hundred characters."""

PASTE_PAUSE: Final = 0.5
"""Seconds without input after which a paste whose end never came is over."""

TYPING_LIMIT: Final = 1024
"""Characters that arrive at one go and may still be typing; more are a paste without its brackets."""

_DUMB_TERMINALS: Final = frozenset({"dumb", "unknown"})
_TRUECOLOR_WORDS: Final = frozenset({"truecolor", "24bit"})
_EIGHT_BIT_SUFFIXES: Final = frozenset({"256color", "kitty"})


class Stream(Protocol):
    """The one thing asked of a standard stream."""

    def isatty(self) -> bool:
        """Whether the stream is connected to a terminal; ValueError when it is closed."""


class Refusal(Enum):
    """Why no full-screen app can run; the front ends put it into words."""

    DUMB_TERMINAL = "dumb terminal"
    """``TERM`` names a terminal that cannot place its cursor."""
    STDIN = "stdin"
    """Standard input is not a terminal: no single key could be read."""
    STDOUT = "stdout"
    """Standard output is not a terminal: somebody wants the output elsewhere."""
    STDERR = "stderr"
    """Standard error is not a terminal, and it is there that Textual draws."""


def terminal_refusal(
    environ: Mapping[str, str],
    stdin: Stream | None,
    stdout: Stream | None,
    stderr: Stream | None,
) -> Refusal | None:
    """Say why a full-screen app cannot run here, or None when it can.

    Args:
        environ: the environment, of which ``TERM`` is read.
        stdin: standard input; None (no console at all) and a closed stream count as no terminal.
        stdout: standard output, likewise.
        stderr: standard error, likewise.
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
    """Whether ``TERM`` says that no escape sequence is understood."""
    return environ.get("TERM", "").strip().lower() in _DUMB_TERMINALS


def no_colour(environ: Mapping[str, str]) -> bool:
    """Whether the user asked for no colour: ``NO_COLOR`` set and not empty (https://no-color.org)."""
    return bool(environ.get("NO_COLOR"))


def over_ssh(environ: Mapping[str, str]) -> bool:
    """Whether the program runs at the far end of an SSH connection, so that every byte may be slow."""
    return bool(environ.get("SSH_CONNECTION") or environ.get("SSH_TTY"))


def drop_empty_no_colour(environ: MutableMapping[str, str]) -> None:
    """Remove a ``NO_COLOR`` that is set but empty, which Textual would take for a wish.

    Call it on ``os.environ`` before the app is made: Textual reads the variable in its constructor.
    """
    if environ.get("NO_COLOR") == "":
        del environ["NO_COLOR"]


def colour_support(
    environ: Mapping[str, str], *, windows: bool = sys.platform == "win32"
) -> ColourSupport:
    """How many colours the terminal shows, by the rules with which rich decides.

    ``NO_COLOR`` comes first; then ``COLORTERM`` (``truecolor`` or ``24bit``); then the end of ``TERM``
    (``-256color``, ``-kitty``); anything else has 16.

    Args:
        environ: the environment.
        windows: whether this is Windows, whose consoles say nothing in the environment and show
            24-bit colours from Windows 10 on.
    """
    if no_colour(environ) or is_dumb(environ):
        return "none"
    if windows or environ.get("COLORTERM", "").strip().lower() in _TRUECOLOR_WORDS:
        return "truecolor"
    _, _, suffix = environ.get("TERM", "").strip().lower().rpartition("-")
    return "256" if suffix in _EIGHT_BIT_SUFFIXES else "16"


def terminal_encoding(environ: Mapping[str, str], encoding: str | None) -> str:
    """The encoding that the terminal can be trusted to understand; ``ascii`` where nothing better is known.

    A locale that is asked for by name counts more than what Python writes: in the C locale Python speaks UTF-8, and so it
    does where the locale is not installed, whatever the terminal does. Where the two differ only ASCII is safe.

    Args:
        environ: the environment, of which the locale's variables are read.
        encoding: what Python writes, such as ``sys.stderr.encoding``; None or an unknown name counts as none.
    """
    if environ.get("LC_ALL"):
        locale = environ["LC_ALL"]
    else:
        # Python itself sets LC_CTYPE=C.UTF-8 where LANG asks for the C locale.
        names = ("LANG",) if environ.get("LC_CTYPE") == "C.UTF-8" else ("LC_CTYPE", "LANG")
        locale = next((environ[name] for name in names if environ.get(name)), "")
    codeset = locale.partition(".")[2].partition("@")[0]
    if locale in {"C", "POSIX"}:
        codeset = "ascii"
    known = set()
    for name in (codeset, encoding or "ascii"):
        with contextlib.suppress(LookupError):
            known.add(codecs.lookup(name).name)
    return known.pop() if len(known) == 1 else "ascii"


def writes_utf8(environ: Mapping[str, str], encoding: str | None) -> bool:
    """Return whether UTF-8 can be written: Python does, and the locale names no other encoding."""
    return terminal_encoding(environ, encoding) == "utf-8"


def wants_ascii(environ: Mapping[str, str], encoding: str | None) -> bool:
    """Whether only plain ASCII is safe to draw: the Linux console, or a locale that is not UTF-8.

    Args:
        environ: the environment, of which ``TERM`` and the locale's variables are read.
        encoding: the encoding of the output, such as ``sys.stderr.encoding``.
    """
    if environ.get("TERM", "").strip().lower() in {"linux", "linux-16color"}:
        return True
    return terminal_encoding(environ, encoding) != "utf-8"


def input_encoding(environ: Mapping[str, str], encoding: str | None) -> str:
    """The encoding in which a terminal sends what is typed; ``utf-8`` where nothing better is known.

    Args:
        environ: the environment, of which the locale's variables are read.
        encoding: what Python reads, such as ``sys.stdin.encoding``.
    """
    understood = terminal_encoding(environ, encoding)
    # Keys and escape sequences are told apart in bytes: every ASCII byte has to mean itself, in any company.
    plain = (rb"\u0041 \x41", b"+AEE-", b"\x1b$B%%\x1b(B", bytes(range(128)))
    try:
        transparent = all(text.decode(understood) == text.decode("ascii") for text in plain)
    except (LookupError, UnicodeError):
        transparent = False
    return understood if transparent and understood != "ascii" else "utf-8"


_SEQUENCE_LIMIT: Final = 256
_PASTE_START: Final = b"\x1b[200~"
_PASTE_END: Final = b"\x1b[201~"
_STRING_END: Final = b"\x1b\\"

# ECMA-48, and what terminals send beside it: X10 mouse reports (three free bytes), the Linux console's
# ESC [ [ A and rxvt's ESC [ 3 $. The mouse mode with UTF-8 coordinates is never switched on, and so not looked for.
_COMPLETE: Final = re.compile(
    rb"(?P<x10>\x1b\[M[\x00\x20-\xff]{3})"
    rb"|(?P<control>\x1b\[(?:\[.|[0-9]{1,2}\$|(?!M|\[)[0-?]*[ -/]*[@-~])|\x1bO[0-9;]*[@-~])"
    rb"|(?P<string>\x1b[\]P^_X](?=.))"
    rb"|(?P<meta>\x1b[^\x1b\[\]OP^_X])"
    rb"|(?P<text>[^\x1b]+)",
    re.DOTALL,
)
_INCOMPLETE: Final = re.compile(
    rb"\x1b(?:\[M[\x00\x20-\xff]{0,2}|\[\[?|\[[0-?]*[ -/]*|O[0-9;]*|[\]P^_X])?\Z", re.DOTALL
)
_END_OF_STRING: Final = re.compile(rb"[\x07\x18\x1a]|(?=\x1b)")
_END_OF_CONTROL: Final = re.compile(rb"[@-~]|(?=[^ -~])")


_NOT_TYPED: Final = dict.fromkeys([*range(0x80, 0xA0), 0xFFFD])
"""Control characters of eight bits, and what stands for bytes that mean nothing."""


class Token(NamedTuple):
    """A piece of input that means something by itself."""

    kind: str
    """``text`` (characters), ``sequence`` (one whole escape sequence) or ``paste``."""

    text: str
    """The decoded characters, with their ESC for a sequence; never empty."""


class InputDecoder:
    """Cuts the bytes of a terminal into tokens, whatever the bytes are.

    Bytes that mean nothing, X10 mouse reports, device replies in strings (OSC, DCS, APC, PM, SOS), sequences that are
    broken off or never end: all are dropped without a trace, and what follows them is read as usual.
    """

    def __init__(self, *, escape_delay: float = 0.1, encoding: str = "utf-8") -> None:
        """Begin with nothing read.

        Args:
            encoding: in which the terminal sends characters (see `input_encoding`).
            escape_delay: seconds after which an ESC with nothing behind it is the Esc key.
        """
        self._escape_delay = escape_delay
        self._encoding = encoding
        self._decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
        self._pending = b""
        self._paste: bytearray | None = None
        self._skip_to: re.Pattern[bytes] | None = None

    @property
    def timeout(self) -> float | None:
        """Seconds to wait for more before `flush` is due; None when nothing is unfinished."""
        if self._paste is not None:
            return PASTE_PAUSE
        return self._escape_delay if self._pending or self._skip_to else None

    def feed(self, data: bytes) -> list[Token]:
        """The tokens that are complete with these bytes, in order."""
        self._pending += data
        tokens: list[Token] = []
        while self._pending and self._step(tokens):
            pass
        return tokens

    def flush(self) -> list[Token]:
        """Give up on what is unfinished: a lone ESC is a key, a paste ends, anything else is dropped."""
        pending, paste = self._pending, self._paste
        self._pending, self._paste, self._skip_to = b"", None, None
        self._decoder.reset()
        if paste is not None:
            return self._pasted(paste + pending)
        return [Token("sequence", pending.decode("ascii"))] if 1 <= len(pending) <= 2 else []

    def _step(self, tokens: list[Token]) -> bool:
        """Take one piece from the pending bytes; False when more bytes are needed first."""
        if self._paste is not None:
            return self._collect_paste(tokens)
        if self._skip_to is not None:
            return self._skip()
        if self._pending.startswith(_PASTE_START):
            self._pending, self._paste = self._pending[len(_PASTE_START) :], bytearray()
            return True
        if match := _COMPLETE.match(self._pending):
            self._pending = self._pending[match.end() :]
            self._accept(match.lastgroup or "", match.group(), tokens)
            return True
        return self._break_off()

    def _accept(self, kind: str, data: bytes, tokens: list[Token]) -> None:
        if kind == "text":
            if text := self._decoder.decode(data).translate(_NOT_TYPED):
                typed = len(text) <= TYPING_LIMIT
                tokens.append(Token("text", text) if typed else Token("paste", text[:PASTE_LIMIT]))
            return
        self._decoder.reset()
        if kind == "string":
            self._skip_to = _END_OF_STRING
        elif data in {_PASTE_END, _STRING_END}:
            return
        elif kind == "control" or (kind == "meta" and 32 < data[1] < 127):
            # A meta key needs a visible character.
            tokens.append(Token("sequence", data.decode("ascii", "replace")))
        elif kind == "meta":
            self._pending = data[1:] + self._pending

    def _break_off(self) -> bool:
        """Deal with an escape sequence that is not, or not yet, a whole one."""
        if _INCOMPLETE.match(self._pending):
            if len(self._pending) > _SEQUENCE_LIMIT:
                self._skip_to, self._pending = _END_OF_CONTROL, b""
            return False
        if self._pending.startswith(b"\x1b\x1b"):
            self._pending = self._pending[
                1:
            ]  # a modifier of the sequence behind it, which counts by itself
            return True
        self._skip_to, self._pending = _END_OF_CONTROL, self._pending[2:]
        return True

    def _skip(self) -> bool:
        assert self._skip_to is not None
        match = self._skip_to.search(self._pending)
        if match is None:
            self._pending = b""
            return False
        self._pending, self._skip_to = self._pending[match.end() :], None
        return True

    def _collect_paste(self, tokens: list[Token]) -> bool:
        assert self._paste is not None
        end = self._pending.find(_PASTE_END)
        kept = end if end >= 0 else max(0, len(self._pending) - len(_PASTE_END) + 1)
        self._paste += self._pending[: min(kept, max(0, PASTE_LIMIT - len(self._paste)))]
        if end < 0:
            self._pending = self._pending[kept:]
            return False
        tokens += self._pasted(self._paste)
        self._pending, self._paste = self._pending[end + len(_PASTE_END) :], None
        return True

    def _pasted(self, data: bytearray) -> list[Token]:
        text = data.decode(self._encoding, "replace").translate(_NOT_TYPED).replace("\x00", "")
        return [Token("paste", text)] if text else []
