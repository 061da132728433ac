"""Lines from a file, a pipe or a terminal, as soon as they are complete.

All commands read lines here. A stream must have only one reader, because it reads ahead.
"""

from __future__ import annotations

import codecs
import os
import re
import select
import stat
import time
from typing import BinaryIO, NamedTuple, Protocol

CHUNK = 65_536
"""The most bytes of one read."""

_MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
"""The byte order marks, with their encodings."""

_LINE_END = re.compile(rb"[\r\n]")


class HasFileno(Protocol):
    """What the system can wait for."""

    def fileno(self) -> int:
        """Return the number of the file descriptor."""
        ...


class Line(NamedTuple):
    """A line without its end.

    Attributes:
        number: of the line, from 1.
        text: the line, or its beginning if it is too long.
        is_cut: whether it is too long. The rest is skipped.
    """

    number: int
    text: str
    is_cut: bool


class LineReader:
    """Reads lines that end in LF, CR LF or CR.

    A CR ends a line at once; an LF after it is dropped. A byte order mark decides the encoding. After Ctrl+D at a terminal,
    reading continues.

    Attributes:
        bytes_read: the bytes read from the stream so far, also those of later lines.
    """

    def __init__(self, source: BinaryIO | None) -> None:
        """Read a stream from its position; None has no lines.

        The stream's buffer is bypassed: nothing may have been read through it.
        """
        self.bytes_read = 0
        self._source: BinaryIO | None = getattr(source, "raw", source)
        self._buffer = bytearray()
        """The bytes read ahead, in an encoding in which CR and LF are single bytes."""
        self._searched = 0
        """How many of them are known to hold no line end."""
        self._number = 0
        self._ended = False
        self._skips_rest = False
        self._skips_lf = False
        self._start = None if self.is_terminal else b""
        """The first bytes while they may begin a byte order mark; None afterwards, and at a terminal."""
        self._marked: str | None = None
        self._utf_16: codecs.IncrementalDecoder | None = None

    def read(self, max_bytes: int, encoding: str = "utf-8") -> Line | None:
        """Return the next line, or None at the end of the input.

        Args:
            max_bytes: the length at which a line is cut.
            encoding: the encoding of a text without a mark; errors are replaced.

        Raises:
            OSError: the stream cannot be read. Lines read before remain.
        """
        while not self._has_line(max_bytes):
            self._read_more()
        if self._ended and not self._buffer:
            self._ended = self._skips_rest = False
            return None
        end = self._line_end()
        data = bytes(self._buffer[: max_bytes if end is None else min(end, max_bytes)])
        is_cut = len(data) < (len(self._buffer) if end is None else end)
        self._take(len(data) if is_cut else len(data) + 1)
        self._skips_rest = is_cut
        if end is None:
            self._ended = False  # it has ended this line; the next call reads again
        self._number += 1
        return Line(self._number, data.decode(self._marked or encoding, "replace"), is_cut)

    def read_all(self, max_characters: int) -> str:
        """Return all lines up to the end of the input; a longer text is cut somewhere after `max_characters` characters.

        Raises:
            OSError: the stream cannot be read.
        """
        lines: list[str] = []
        size = 0
        while (
            size <= max_characters + 1 and (line := self.read(4 * max_characters + 1)) is not None
        ):
            lines.append(line.text)
            size += len(line.text) + 1
        return "\n".join(lines)

    def peek(self, count: int) -> bytes:
        """Return the first bytes without consuming them; fewer than `count` only at the end of the input.

        Raises:
            OSError: the stream cannot be read.
        """
        while len(self._buffer) < count and not self._ended:
            self._read_more()
        return bytes(self._buffer[:count])

    def wait(self, seconds: float, max_bytes: int, other: HasFileno | None = None) -> bool:
        """Wait for a line typed at a terminal; return whether `read` would return at once.

        Return True at once if the input is no terminal, unless `other` is given.

        Args:
            seconds: how long to wait.
            max_bytes: the length at which a line is cut.
            other: something else that ends the wait when it can be read.
        """
        deadline = time.monotonic() + seconds
        others = [] if other is None else [other]
        try:
            while not self._has_line(max_bytes):
                if self._source is None or not (others or self.is_terminal):
                    return True
                left = max(0, deadline - time.monotonic())
                ready = select.select([self._source, *others], [], [], left)[0]
                if self._source not in ready:
                    return False
                self._read_more()
        except (
            OSError,
            ValueError,
        ):  # Windows cannot wait for a terminal; `read` reports a broken stream
            return True
        return True

    @property
    def is_terminal(self) -> bool:
        """Whether the input is a terminal."""
        try:
            return self._source is not None and self._source.isatty()
        except ValueError:  # the stream is closed
            return False

    @property
    def file_size(self) -> int | None:
        """The size of the file in bytes; None for a pipe, a terminal or the like."""
        try:
            status = os.fstat(self._source.fileno()) if self._source is not None else None
        except (OSError, ValueError):
            return None
        return status.st_size if status is not None and stat.S_ISREG(status.st_mode) else None

    def _has_line(self, max_bytes: int) -> bool:
        """Return whether `read` can return; drop the rest of a line that was cut."""
        end = self._line_end()
        if self._skips_rest:
            self._take(len(self._buffer) if end is None else end + 1)
            self._skips_rest = end is None
            end = self._line_end()
        return self._ended or end is not None or len(self._buffer) > max_bytes

    def _line_end(self) -> int | None:
        """Return the index of the first line end, or None."""
        found = _LINE_END.search(self._buffer, self._searched)
        self._searched = len(self._buffer) if found is None else found.start()
        return None if found is None else found.start()

    def _take(self, count: int) -> None:
        """Drop bytes from the front, and with a CR the LF after it, even one that is not read yet."""
        ends_in_cr = self._buffer[count - 1 : count] == b"\r"
        del self._buffer[:count]
        self._searched = 0
        if ends_in_cr and self._buffer[:1] == b"\n":
            del self._buffer[:1]
        else:
            self._skips_lf = ends_in_cr and not self._buffer

    def _read_more(self) -> None:
        """Read ahead, or record the end of the input.

        Raises:
            OSError: the stream cannot be read.
        """
        data = self._chunk()
        self.bytes_read += len(data)
        self._ended = not data
        if self._start is not None:
            self._start += data
            if data and any(
                mark != self._start and mark.startswith(self._start) for mark in _MARKS
            ):
                return  # it takes more bytes to tell
            data, self._start = self._without_mark(self._start), None
        if self._utf_16 is not None:
            data = self._utf_16.decode(data, final=self._ended).encode()
        if self._skips_lf and data:
            data = data.removeprefix(b"\n")
            self._skips_lf = False
        self._buffer += data

    def _without_mark(self, start: bytes) -> bytes:
        """Return the first bytes without a mark, and note its encoding; UTF-16 is decoded to UTF-8."""
        for mark, encoding in _MARKS.items():
            if start.startswith(mark):
                self._marked = "utf-8"
                if encoding != "utf-8":
                    self._utf_16 = codecs.getincrementaldecoder(encoding)("replace")
                return start[len(mark) :]
        return start

    def _chunk(self) -> bytes:
        """Return the next bytes as soon as there are any; empty at the end.

        Raises:
            OSError: the stream cannot be read.
        """
        if self._source is None:
            return b""
        try:
            while (data := _ready_bytes(self._source)) is None:
                select.select([self._source], [], [])
        except ValueError as error:  # the stream is closed
            raise OSError(str(error)) from error
        return data


def _ready_bytes(source: BinaryIO) -> bytes | None:
    """Return the bytes that are ready: empty at the end, None if there are none yet."""
    try:
        return source.read(CHUNK)
    except BlockingIOError:
        return None
