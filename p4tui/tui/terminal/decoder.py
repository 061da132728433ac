"""The input of a terminal, cut into tokens.

Textual decodes strictly, waits for the end of unknown sequences, and then types their characters as keys: the reply
``ESC [ ? 1 ; 2 c`` would play columns 1 and 2. `test_bytes_that_bare_textual_does_not_take` and
`test_a_paste_without_an_end_costs_no_later_key` in tests/terminal/test_bare_textual.py fail once Textual reads any bytes.
"""

from __future__ import annotations

import codecs
import re
from typing import Final, NamedTuple

PASTE_LIMIT: Final = 4096
"""Bytes of a paste that are read; the longest game is a few hundred characters."""

PASTE_PAUSE: Final = 0.5
"""Seconds without input that end a paste."""

TYPING_LIMIT: Final = 1024
"""Characters that may be typed at once; more are a paste without brackets."""

_SEQUENCE_LIMIT: Final = 256
_PASTE_START: Final = b"\x1b[200~"
_PASTE_END: Final = b"\x1b[201~"
_STRING_END: Final = b"\x1b\\"

# ECMA-48, X10 mouse reports (three bytes of any value), the Linux console's ESC [ [ A and rxvt's ESC [ 3 $.
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
"""Eight-bit control characters, and the replacement of invalid bytes."""


class Token(NamedTuple):
    """A unit of input."""

    kind: str
    """``text`` (characters), ``sequence`` (one whole escape sequence) or ``paste``."""

    text: str
    """The decoded characters, with their ESC for a sequence; never empty."""


class InputDecoder:
    """A decoder of any bytes into tokens.

    It drops invalid bytes, X10 mouse reports, device replies in strings (OSC, DCS, APC, PM, SOS), and sequences that break
    off or never end.
    """

    def __init__(self, *, escape_delay: float = 0.1, encoding: str = "utf-8") -> None:
        """Make a decoder.

        Args:
            escape_delay: seconds after which a lone ESC is the Esc key.
            encoding: the encoding of characters (see `input_encoding`).
        """
        self._escape_delay = escape_delay
        self._encoding = encoding
        self._decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
        self._pending = b""
        self._paste: bytearray | None = None
        self._skip_to: re.Pattern[bytes] | None = None

    @property
    def timeout(self) -> float | None:
        """Seconds to wait before `flush` is due; None if nothing is pending."""
        if self._paste is not None:
            return PASTE_PAUSE
        return self._escape_delay if self._pending or self._skip_to else None

    def feed(self, data: bytes) -> list[Token]:
        """Return the tokens that these bytes complete."""
        self._pending += data
        tokens: list[Token] = []
        while self._pending and self._step(tokens):
            pass
        return tokens

    def flush(self) -> list[Token]:
        """Complete the pending bytes: a lone ESC becomes a key, a paste ends, anything else is dropped."""
        pending, paste = self._pending, self._paste
        self._pending, self._paste, self._skip_to = b"", None, None
        self._decoder.reset()
        if paste is not None:
            return self._pasted(paste + pending)
        return [Token("sequence", pending.decode("ascii"))] if 1 <= len(pending) <= 2 else []

    def _step(self, tokens: list[Token]) -> bool:
        """Consume one token of the pending bytes; return False if more bytes are needed."""
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
            tokens.append(Token("sequence", data.decode("ascii", "replace")))
        elif kind == "meta":
            self._pending = data[1:] + self._pending

    def _break_off(self) -> bool:
        """Wait for the rest of an escape sequence, or skip an invalid one."""
        if _INCOMPLETE.match(self._pending):
            if len(self._pending) > _SEQUENCE_LIMIT:
                self._skip_to, self._pending = _END_OF_CONTROL, b""
            return False
        if self._pending.startswith(b"\x1b\x1b"):
            # The first ESC only modifies the sequence that follows.
            self._pending = self._pending[1:]
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
