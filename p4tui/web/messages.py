"""What the terminal in the page sends: JSON arrays of a word and its value."""

from __future__ import annotations

import json
from typing import Final

from p4tui.web.terminal import Size

MAX_MESSAGE: Final = 1 << 20
"""The most bytes of a message: a paste is one."""
_IGNORED: Final = frozenset({"ping", "focus", "blur"})


class MessageError(ValueError):
    """A message that the page does not send."""


def parse(text: str) -> bytes | Size | None:
    """Return what was typed, a new size of the terminal, or None for what needs no answer.

    Raises:
        MessageError: it is none of these.
    """
    try:
        match json.loads(text):
            case ["stdin", str(typed)]:
                return typed.encode(errors="replace")
            case ["resize", {"width": int(width), "height": int(height)}]:
                return Size(width, height)
            case [str(word), *_] if word in _IGNORED:
                return None
    except (ValueError, RecursionError):
        pass
    raise MessageError
