"""The standard streams that are written: one that is not ready is waited for.

Another program can make a terminal or pipe that it shares with this one non-blocking. Python then loses what is written while
nobody reads.
"""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class PatientFile(io.FileIO):
    """A file that blocks where the descriptor would not; the descriptor itself stays as it is for those who share it."""

    def write(self, data: ReadableBuffer, /) -> int:
        """Write some of the data as soon as that is possible, and return how many bytes."""
        while (written := super().write(data)) is None:
            import select

            select.select([], [self], [])
        return written


def make_patient() -> None:
    """Have the standard output and error wait until they are ready."""
    sys.stdout, sys.stderr = _patient(sys.stdout), _patient(sys.stderr)


def _patient(stream: TextIO) -> TextIO:
    """A stream like a standard one, whose file is patient; the stream itself if it has no file."""
    buffer = getattr(stream, "buffer", None)
    # With `python -u` there is no buffer between.
    raw = getattr(buffer, "raw", buffer)
    if not isinstance(stream, io.TextIOWrapper) or type(raw) is not io.FileIO:
        return stream
    return io.TextIOWrapper(
        io.BufferedWriter(PatientFile(raw.fileno(), "wb", closefd=False)),
        stream.encoding,
        stream.errors,
        line_buffering=stream.line_buffering or raw is buffer,
    )
