"""Standard output and error without lost text and encoding errors.

Another program can make a terminal or pipe that it shares with this one non-blocking. Python then loses what is written while
nobody reads.
"""

from __future__ import annotations

import codecs
import io
import os
import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class PatientWriter(io.BufferedWriter):
    """A writer that waits for a non-blocking file. The file stays non-blocking for the programs that share it.

    It tracks the written bytes, so that Ctrl+C never causes a second write.
    """

    def write(self, data: ReadableBuffer, /) -> int:
        """Buffer all of the data."""
        view = memoryview(data).cast("B")
        done = 0
        while done < len(view):
            try:
                done += super().write(view[done:])
            except BlockingIOError as error:
                done += error.characters_written
                self._wait()
        return done

    def flush(self) -> None:
        """Write the whole buffer."""
        while True:
            try:
                return super().flush()
            except BlockingIOError:
                self._wait()

    def _wait(self) -> None:
        """Wait until the file takes more."""
        import select

        select.select([], [self], [])


def make_patient() -> None:
    """Make the standard output and error wait until they are ready."""
    sys.stdout, sys.stderr = _patient(sys.stdout), _patient(sys.stderr)


def _patient(stream: TextIO) -> TextIO:
    """Return a stream with a patient buffer on the same file; the stream itself if it has no file or is patient."""
    buffer = getattr(stream, "buffer", None)
    # With `python -u` there is no buffer between.
    raw = getattr(buffer, "raw", buffer)
    if (
        not isinstance(stream, io.TextIOWrapper)
        or not isinstance(raw, io.FileIO)
        or isinstance(buffer, PatientWriter)
    ):
        return stream
    return io.TextIOWrapper(
        PatientWriter(io.FileIO(raw.fileno(), "wb", closefd=False)),
        stream.encoding,
        stream.errors,
        line_buffering=stream.line_buffering or raw is buffer,
    )


_LIGATURES = {"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE"}
"""Letters that do not decompose into ASCII letters."""


def encode_safely() -> None:
    """Write UTF-8 where the output is UTF-8, else ASCII: names may hold any character."""
    codecs.register_error("p4tui", _spell)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            utf8 = codecs.lookup(stream.encoding).name == "utf-8"
            if utf8 and stream.isatty():
                from p4tui.tui.terminal.detection import writes_utf8

                utf8 = writes_utf8(os.environ, stream.encoding)
            stream.reconfigure(encoding=None if utf8 else "ascii", errors="p4tui")


def _spell(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that are not ASCII: letters lose their accents, others become question marks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    import unicodedata

    from p4tui.tui.terminal.detection import SPELLINGS

    characters = error.object[error.start : error.end]
    parts = (
        SPELLINGS.get(char)
        or _LIGATURES.get(char)
        or unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode()
        or "?"
        for char in characters
    )
    return "".join(parts), error.end
