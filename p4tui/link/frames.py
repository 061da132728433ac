"""Frames: JSON objects, one a line, in UTF-8. An empty line says that the other side is still there."""

from __future__ import annotations

import json
import unicodedata

MAX_LINE = 65_536
"""The longest line in bytes, without its end."""
MAX_TEXT = 200
"""The most characters of a name or a message."""
ALIVE = b"\n"
"""What is sent when there is nothing to say."""

Frame = dict[str, object]

_CONTROLS = {"Cc", "Cs", "Zl", "Zp"}


class FrameError(Exception):
    """The other side sends what is no frame. Its message is for developers."""


def encode(frame: Frame) -> bytes:
    """Return the line of a frame."""
    # As it is: an escaped character takes six bytes.
    text = json.dumps(frame, ensure_ascii=False, separators=(",", ":"))
    return text.encode(errors="replace") + b"\n"


def decode(line: bytes) -> Frame:
    """Return the frame of a line without its end.

    Raises:
        FrameError: it is no JSON object.
    """
    try:
        value = json.loads(line.decode())
    except (ValueError, RecursionError) as error:
        raise FrameError(type(error).__name__) from error
    if not isinstance(value, dict):
        raise FrameError("not an object")
    return value


class LineBuffer:
    """Cuts a stream of bytes into lines. It holds at most `MAX_LINE` bytes."""

    def __init__(self) -> None:
        """Begin a stream."""
        self._rest = b""

    def feed(self, data: bytes) -> list[bytes]:
        """Take some bytes; return the lines that are complete, without their ends and the empty ones.

        Raises:
            FrameError: a line is too long.
        """
        *lines, self._rest = (self._rest + data).split(b"\n")
        if any(len(line) > MAX_LINE for line in (*lines, self._rest)):
            raise FrameError("a line is too long")
        return [line for line in lines if line.strip()]


def clean_text(value: object, limit: int = MAX_TEXT) -> str:
    """Return a text from the other side without control characters, cut to a length; empty if it is no text."""
    if not isinstance(value, str):
        return ""
    kept = (" " if unicodedata.category(each) in _CONTROLS else each for each in value[: 4 * limit])
    return " ".join("".join(kept).split())[:limit]
