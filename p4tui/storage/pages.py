"""The rows of a table with numbers in a SQLite file of any state, read from its pages one by one.

SQLite finds a row by way of the header, the list of tables and the pages above the row's: where one of these is damaged,
all that is below is lost to it. A page of rows says by itself what it is, and where its rows begin, and so each is looked
at alone, https://www.sqlite.org/fileformat2.html; one that is damaged there is searched for whatever has the form of a row.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import struct
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from p4tui.storage.layers import SIZES, Layer, pages_of_journal, pages_of_log, read_part

MAGIC = b"SQLite format 3\0"
"""What a SQLite file begins with."""
Value = int | float | str | bytes | None
"""What a row holds at one of its places."""

_HEADER = 100
_USUAL_SIZE = 4096
"""Bytes of a page where the header does not say: what SQLite takes unless it is told."""
_LEAF = 0x0D
"""The kind of a page with rows of a table."""
_OTHER_KINDS = {0x00, 0x02, 0x05, 0x0A}
"""The beginnings of pages of other kinds; zero is that of a page on which a long row goes on."""
_LONGEST_ROW = 1 << 24
"""Bytes; a game with a clock on the largest board has some 30,000."""
_LONGEST_BEFORE = 18
"""Bytes of a row before that: two numbers."""
_SIZES_OF_TYPES = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)
"""How many bytes a value of the first ten types takes."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a file says of itself in its first bytes, as far as these are those of a database; 0 where they are not.

    Attributes:
        size: bytes of a page.
        reserved: bytes at the end of each page that hold nothing.
        version, application: as in SQLite's `user_version` and `application_id`.
    """

    size: int = 0
    reserved: int = 0
    version: int = 0
    application: int = 0


class Pages:
    """The pages of a file, with what the files beside it say of them; nothing of all that is changed.

    The file is opened and closed as any other is: a process that has it open by SQLite as well would lose its locks.
    """

    def __init__(self, path: Path) -> None:
        """Open a file.

        Raises:
            OSError: it cannot be opened.
        """
        with contextlib.ExitStack() as stack:
            self._file = stack.enter_context(_opened(path))
            self._beside: list[BinaryIO | None] = [None, None]
            for place, suffix in enumerate(("-wal", "-journal")):
                with contextlib.suppress(OSError):
                    beside = path.with_name(path.name + suffix)
                    self._beside[place] = stack.enter_context(_opened(beside))
            self._cleanup = stack.pop_all()
        self.header = _header_of(read_part(self._file, 0, _HEADER))

    def close(self) -> None:
        """Close it."""
        self._cleanup.close()

    def rows(self, widths: Collection[int]) -> Iterator[tuple[int, list[Value]]]:
        """Every row that has one of these numbers of values, with its number; of some there may be an older state, too."""
        log, journal = self._beside
        layer = pages_of_log(log)
        layer = layer if layer.size else pages_of_journal(journal)
        readers = [
            _Reader(self._file, layer if layer.size == size else Layer(), size, reserved, widths)
            for size, reserved in self._forms(layer)
        ]
        best = readers[0]
        if len(readers) > 1:
            best = max(readers, key=lambda reader: sum(1 for _ in reader.rows()))
        return best.rows()

    def _forms(self, layer: Layer) -> list[tuple[int, int]]:
        """How long a page may be, and how much of it holds nothing, as the header says first.

        With a damaged one that says something else most rows would be cut in two.
        """
        sizes, reserved = (self.header.size, layer.size, _USUAL_SIZE), (self.header.reserved, 0)
        return list(dict.fromkeys((size, rest) for size in sizes if size for rest in reserved))


class _Reader:
    """A file whose pages have a known size."""

    def __init__(
        self, file: BinaryIO, layer: Layer, size: int, reserved: int, widths: Collection[int]
    ) -> None:
        """Read a file.

        Args:
            file: the database.
            layer: what counts in place of its own pages.
            size: bytes of a page.
            reserved: how many of them, at its end, hold nothing.
            widths: how many values the rows have that are wanted.
        """
        self._file = file
        self._layer = layer
        self._size, self._usable = size, size - reserved
        self._widths = widths
        # Where the types of the values of a long row may begin, behind their length: each has a byte or two. That of the
        # number is zero, as it stands before them.
        most = max(widths)
        self._head = re.compile(b"[%c-%c]\0" % (most + 1, min(2 * most + 1, 0x7F)))

    def rows(self) -> Iterator[tuple[int, list[Value]]]:
        """The rows of all pages."""
        length = self._file.seek(0, os.SEEK_END)
        for number in range(1, (self._layer.count or -(-length // self._size)) + 1):
            for row in self._rows_of(self._page(number), _HEADER if number == 1 else 0):
                if len(row[1]) in self._widths:
                    yield row

    def _page(self, number: int) -> bytes:
        """A page, or as much of it as can be read."""
        place = self._layer.places.get(number)
        if place is not None and self._layer.file is not None:
            return read_part(self._layer.file, place, self._usable)
        return read_part(self._file, (number - 1) * self._size, self._usable)

    def _rows_of(self, page: bytes, begin: int) -> Iterator[tuple[int, list[Value]]]:
        """The rows of a page. Where its list of them is in due form, those; else whatever has the form of a row."""
        kind = page[begin] if len(page) > begin else 0
        if kind in _OTHER_KINDS:
            return
        count = int.from_bytes(page[begin + 3 : begin + 5], "big")
        first, last = begin + 8, begin + 8 + 2 * count
        if kind == _LEAF and last <= len(page) == self._usable:
            places = {int.from_bytes(page[at : at + 2], "big") for at in range(first, last, 2)}
            rows = [self._row(page, place) for place in sorted(places)]
            if len(places) == count and min(places, default=last) >= last and None not in rows:
                yield from filter(None, rows)
                return
        places = set()  # those of one row may be found several times
        for found in self._head.finditer(page, begin):
            places.update(range(max(found.start() - _LONGEST_BEFORE, begin), found.start() - 1))
        yield from filter(None, (self._row(page, place) for place in sorted(places)))

    def _row(self, page: bytes, place: int) -> tuple[int, list[Value]] | None:
        """The row that begins at a place of a page; None where none does."""
        length, place = _varint(page, place)
        number, place = _varint(page, place)
        head, begin = _varint(page, place)
        if not 1 < head <= length <= _LONGEST_ROW or place + head > len(page):
            return None
        types = []
        while begin < place + head:
            kind, begin = _varint(page, begin)
            types.append(kind)
        if begin != place + head or sum(map(_size_of, types)) + head != length:
            return None
        data = self._payload(page, place, length)
        return None if data is None else (_signed(number), _values(types, data[head:]))

    def _payload(self, page: bytes, place: int, length: int) -> bytes | None:
        """What a row holds, from a place of its page on, and on the pages on which it goes on; None where one is missing."""
        here = length
        if length > self._usable - 35:
            least = (self._usable - 12) * 32 // 255 - 23
            here = least + (length - least) % (self._usable - 4)
            here = here if here <= self._usable - 35 else least
        data = bytearray(page[place : place + here])
        following = page[place + here : place + here + 4]
        seen: set[int] = set()
        while len(data) < length:
            number = int.from_bytes(following, "big")
            more = b"" if len(following) < 4 or number in seen else self._page(number)
            if len(more) <= 4:
                return None
            seen.add(number)
            data += more[4:]
            following = more[:4]
        return bytes(data[:length])


def _opened(path: Path) -> BinaryIO:
    """A file, to be read.

    Raises:
        OSError: it cannot be opened, or is none: who opens a pipe would wait for somebody to write into it.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(path))
    return path.open("rb")


def _header_of(head: bytes) -> Header:
    """What the first bytes of a file say."""
    if len(head) < _HEADER or not head.startswith(MAGIC):
        return Header()
    size = int.from_bytes(head[16:18], "big")
    size = 1 << 16 if size == 1 else size
    version, application = struct.unpack(">i4xi", head[60:72])
    # SQLite itself takes no file in which less than 480 bytes of a page are used.
    reserved = head[20] if size - head[20] >= 480 else 0
    return Header(size if size in SIZES else 0, reserved, version, application)


def _varint(data: bytes, place: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where it ends; beyond the end of the data zeros follow."""
    value = 0
    for _ in range(8):
        byte = data[place] if place < len(data) else 0
        value, place = value << 7 | byte & 0x7F, place + 1
        if byte < 0x80:
            return value, place
    return value << 8 | (data[place] if place < len(data) else 0), place + 1


def _signed(number: int) -> int:
    """A number of 64 bits with the sign that they have."""
    return number - (1 << 64) if number >= 1 << 63 else number


def _size_of(kind: int) -> int:
    """How many bytes a value of a type takes; of one that is never written, more than any row has."""
    if kind < len(_SIZES_OF_TYPES):
        return _SIZES_OF_TYPES[kind]
    return (kind - 12) // 2 if kind >= 12 else _LONGEST_ROW


def _values(types: list[int], data: bytes) -> list[Value]:
    """The values of a row, by their types."""
    values: list[Value] = []
    place = 0
    for kind in types:
        size = _size_of(kind)
        part = data[place : place + size]
        place += size
        if kind >= 12:
            # Texts are read as `connections` has them read.
            values.append(part.decode(errors="replace") if kind % 2 else part)
        elif kind == 7:
            values.append(float(struct.unpack(">d", part)[0]))
        elif kind in {0, 8, 9}:
            values.append((None, 0, 1)[max(kind - 7, 0)])
        else:
            values.append(int.from_bytes(part, "big", signed=True))
    return values
