"""The reader of lines on bytes of every kind, cut into pieces of every size."""

from __future__ import annotations

import codecs
import io
import os
import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p4tui.plain.line_input import Line, LineReader

TEXTS = st.text(st.sampled_from("4a é☃\U0001f600\r\n\n\r\0"), max_size=30)
MARKS = {"": b"", "utf-8": codecs.BOM_UTF8, "utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}  # fmt: skip
BYTES = st.lists(
    st.sampled_from(
        [b"\n", b"\r", b"\r\n", b"4", b"44", b"\xc3\xa9", b"\xff", b"\xfe", b"\xef\xbb\xbf", b"\0"]
    )
).map(b"".join)
SIZES = st.lists(st.integers(0, 5))


@pytest.fixture(scope="module")
def ready() -> Iterator[int]:
    """A descriptor that something can always be read from: the end."""
    theirs, ours = os.pipe()
    os.close(ours)
    yield theirs
    os.close(theirs)


class Pieces(io.RawIOBase):
    """Bytes that come in pieces of some sizes; where a size is 0, they are not ready."""

    def __init__(self, data: bytes, sizes: list[int], descriptor: int) -> None:
        self._data = io.BytesIO(data)
        self._sizes = iter(sizes)
        self._descriptor = descriptor

    def fileno(self) -> int:
        return self._descriptor

    def isatty(self) -> bool:
        return False

    def read(self, size: int = -1, /) -> bytes | None:
        wanted = next(self._sizes, size)
        return self._data.read(wanted) if wanted else None


def lines_of(reader: LineReader, max_bytes: int, encoding: str = "utf-8") -> list[Line]:
    return list(iter(lambda: reader.read(max_bytes, encoding), None))


def split(text: str) -> list[str]:
    lines = re.split("\r\n|\r|\n", text)
    return lines if lines[-1] else lines[:-1]


@given(BYTES, SIZES, st.integers(1, 12))
def test_lines_do_not_depend_on_the_pieces_that_they_come_in(
    ready: int, data: bytes, sizes: list[int], max_bytes: int
) -> None:
    whole = lines_of(LineReader(io.BytesIO(data)), max_bytes)
    assert lines_of(LineReader(Pieces(data, sizes, ready)), max_bytes) == whole  # type: ignore[arg-type]  # reads as one
    assert [line.number for line in whole] == list(range(1, len(whole) + 1))


@given(BYTES, SIZES, st.integers(0, 12))
def test_nothing_is_lost_by_looking_ahead(
    ready: int, data: bytes, sizes: list[int], peeked: int
) -> None:
    reader = LineReader(Pieces(data, sizes, ready))  # type: ignore[arg-type]
    reader.peek(peeked)
    assert lines_of(reader, 99) == lines_of(LineReader(io.BytesIO(data)), 99)
    assert reader.bytes_read == len(data)


@given(TEXTS, st.sampled_from(sorted(MARKS)), SIZES)
def test_a_text_is_read_as_its_mark_says(
    ready: int, text: str, marked: str, sizes: list[int]
) -> None:
    data = MARKS[marked] + text.encode(marked or "latin-1", "replace")
    reader = LineReader(Pieces(data, sizes, ready))  # type: ignore[arg-type]
    shown = text if marked else text.encode("latin-1", "replace").decode("latin-1")
    assert [line.text for line in lines_of(reader, 999, "latin-1")] == split(shown)


@given(st.lists(st.text("4é", max_size=9), max_size=9), SIZES, st.integers(1, 9))
def test_a_line_that_is_too_long_is_cut_and_counted(
    ready: int, texts: list[str], sizes: list[int], max_bytes: int
) -> None:
    data = "".join(text + "\r\n" for text in texts).encode("latin-1")
    lines = lines_of(LineReader(Pieces(data, sizes, ready)), max_bytes, "latin-1")  # type: ignore[arg-type]
    assert lines == [
        Line(number, text[:max_bytes], len(text) > max_bytes)
        for number, text in enumerate(texts, 1)
    ]
