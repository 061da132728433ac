"""Lines of a file, with each JSON object that a program has spread over several lines as one."""

from __future__ import annotations

from collections.abc import Iterator

from p4tui.plain.line_input import Line, LineReader
from p4tui.storage.exchange.text import MAX_LINE_BYTES, MAX_LINE_LENGTH


def joined_lines(source: LineReader) -> Iterator[tuple[int, str | None]]:
    """Yield the number and the text of each line, None for one that is too long.

    An object is joined if `{` is alone in its first line; it ends at the `}` with the same indent.

    Raises:
        OSError: the stream cannot be read.
    """
    while (line := source.read(MAX_LINE_BYTES)) is not None:
        if line.text.strip() == "{":
            yield line.number, _object(source, line.text)
        else:
            yield line.number, None if _length(line) > MAX_LINE_LENGTH else line.text


def _object(source: LineReader, opening: str) -> str | None:
    """Return an object without its indents, or None if it is too long."""
    closing = opening.rstrip().removesuffix("{") + "}"
    parts, length = ["{"], 1
    while (line := source.read(MAX_LINE_BYTES)) is not None:
        length += _length(line)
        if length <= MAX_LINE_LENGTH:
            parts.append(line.text.strip())
        if line.text.rstrip().removesuffix(",") == closing:
            break
    return None if length > MAX_LINE_LENGTH else "".join(parts)


def _length(line: Line) -> int:
    """Return how much a line counts: more than any may have if it was cut."""
    return MAX_LINE_LENGTH + 1 if line.is_cut else len(line.text.strip())
