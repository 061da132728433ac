"""The reader of lines, on real pipes and terminals; `tests/property/test_line_input.py` has bytes of every kind."""

from __future__ import annotations

import io
import os
import pty
import select
import tty
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import BinaryIO

import pytest

from p4tui.plain.line_input import Line, LineReader

LIMIT = 100


@contextmanager
def pipe() -> Iterator[tuple[LineReader, int]]:
    """A reader at one end of a pipe, and the other end."""
    theirs, ours = os.pipe()
    with os.fdopen(theirs, "rb") as source:
        yield LineReader(source), ours


@contextmanager
def terminal() -> Iterator[tuple[LineReader, int]]:
    """A reader at a terminal that hands over every byte as it is, and the other end."""
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    try:
        with os.fdopen(theirs, "rb") as source:
            yield LineReader(source), ours
    finally:
        os.close(ours)


def read(reader: LineReader) -> str | None:
    line = reader.read(LIMIT)
    return None if line is None else line.text


def test_a_line_that_ends_in_cr_is_there_without_waiting_for_the_next_byte() -> None:
    with pipe() as (reader, ours):
        os.write(ours, b"4\r")
        assert reader.read(LIMIT) == Line(1, "4", is_cut=False)
        os.write(ours, b"\n5\r\n")
        assert reader.read(LIMIT) == Line(2, "5", is_cut=False)
        os.write(ours, b"\n")
        assert reader.read(LIMIT) == Line(3, "", is_cut=False)
        os.close(ours)
        assert reader.read(LIMIT) is None


def test_the_lf_of_a_line_that_was_read_is_no_line_that_waits() -> None:
    with terminal() as (reader, ours):
        os.write(ours, b"4\r")
        assert reader.wait(60, LIMIT)
        assert read(reader) == "4"
        os.write(ours, b"\n")
        assert not reader.wait(0, LIMIT)
        os.write(ours, b"5\n")
        assert reader.wait(60, LIMIT)
        assert read(reader) == "5"


def test_lines_typed_ahead_are_not_waited_for() -> None:
    with terminal() as (reader, ours):
        os.write(ours, b"4\n5\n6")
        assert [read(reader), read(reader)] == ["4", "5"]
        assert not reader.wait(0, LIMIT)
        os.write(ours, b"\n")
        assert reader.wait(60, LIMIT)
        assert read(reader) == "6"


def test_part_of_a_line_is_waited_for_until_the_time_is_over() -> None:
    with terminal() as (reader, ours):
        os.write(ours, b"4")
        assert not reader.wait(0.01, LIMIT)
        os.write(ours, b"4\n")
        assert reader.wait(60, LIMIT)
        assert read(reader) == "44"


def test_a_line_that_is_too_long_is_there_before_its_end() -> None:
    with terminal() as (reader, ours):
        os.write(ours, b"x" * 101)
        assert reader.wait(60, LIMIT)
        assert reader.read(LIMIT) == Line(1, "x" * 100, is_cut=True)
        assert not reader.wait(0, LIMIT)
        os.write(ours, b"x\ny\n")
        assert reader.read(LIMIT) == Line(2, "y", is_cut=False)


def test_reading_goes_on_after_the_end_of_a_terminals_input() -> None:
    ours, theirs = pty.openpty()
    with closing(os.fdopen(theirs, "rb")) as source:
        reader = LineReader(source)
        for typed, line in ((b"\x04", None), (b"4\x04\x04", "4"), (b"5\n", "5")):
            os.write(ours, typed)
            assert reader.wait(60, LIMIT)
            assert read(reader) == line
    os.close(ours)


def test_an_encoding_is_not_taken_from_what_is_typed() -> None:
    with terminal() as (reader, ours):
        os.write(ours, b"\xff\xfe\n4\n")
        assert [read(reader), read(reader)] == ["\N{REPLACEMENT CHARACTER}" * 2, "4"]


def test_an_input_that_is_not_ready_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    with pipe() as (reader, ours):
        assert reader._source is not None
        os.set_blocking(reader._source.fileno(), False)
        pieces = [b"4", b"4\n5", b"5\n"]
        wait = select.select

        def next_piece(
            source: list[BinaryIO], nothing: list[BinaryIO], neither: list[BinaryIO]
        ) -> object:
            os.write(ours, pieces.pop(0))
            return wait(source, nothing, neither, 60)

        monkeypatch.setattr("select.select", next_piece)
        assert [read(reader), read(reader)] == ["44", "55"]
        os.close(ours)
        assert read(reader) is None


class Impatient(io.BytesIO):
    """Bytes that are not ready the first time, and have no descriptor to wait for."""

    asked = 0

    def read(self, size: int | None = -1, /) -> bytes:
        self.asked += 1
        if self.asked == 1:
            raise BlockingIOError
        return super().read(size)


def test_an_input_that_nobody_can_wait_for_cannot_be_read() -> None:
    with pytest.raises(OSError):
        LineReader(Impatient(b"4\n")).read(LIMIT)


def test_an_input_that_was_closed_cannot_be_read() -> None:
    source = io.BytesIO()
    reader = LineReader(source)
    source.close()
    assert not reader.is_terminal
    for read_it in (lambda: reader.read(LIMIT), lambda: reader.peek(4), lambda: reader.read_all(4)):
        with pytest.raises(OSError):
            read_it()


def test_no_input_has_no_lines() -> None:
    reader = LineReader(None)
    assert (reader.read(LIMIT), reader.peek(4), reader.read_all(4)) == (None, b"", "")
    assert reader.file_size is None


def test_what_was_looked_at_is_still_to_be_read() -> None:
    with pipe() as (reader, ours):
        os.write(ours, b"\xef\xbb\xbf44\n5")
        assert reader.peek(2) == b"44"
        os.close(ours)
        assert reader.peek(99) == b"44\n5"
        assert [read(reader), read(reader), read(reader)] == ["44", "5", None]


@pytest.mark.parametrize(("text", "most"), [("", 4), ("a\nb", 4), ("abcd", 4), ("äöü", 3)])
def test_a_whole_text_is_read(text: str, most: int) -> None:
    assert LineReader(io.BytesIO(text.encode())).read_all(most) == text
    assert LineReader(io.BytesIO((text + "\r\n").encode())).read_all(most) == text


@pytest.mark.parametrize("data", [b"abcde", b"a\nb\nc\nd\ne", b"x" * 1000, b"abcd\n\nx"])
def test_a_text_that_is_too_long_is_seen_to_be(data: bytes) -> None:
    assert len(LineReader(io.BytesIO(data)).read_all(4)) > 4


def test_a_file_has_a_size_and_a_pipe_has_none(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"1234")
    with path.open("rb") as file:
        assert LineReader(file).file_size == 4
    with pipe() as (reader, ours):
        assert reader.file_size is None
        os.close(ours)
    assert LineReader(io.BytesIO()).file_size is None
