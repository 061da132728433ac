"""What the files beside a SQLite file say of its pages: its write-ahead log, or its rollback journal.

https://www.sqlite.org/fileformat2.html#the_write_ahead_log and #the_rollback_journal.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import BinaryIO

SIZES = frozenset(1 << power for power in range(9, 17))
"""How many bytes a page may have."""
_LOG_HEADER, _FRAME_HEADER = 32, 24
_LOG_MAGIC = (0x377F0682, 0x377F0683)
"""The beginnings of a write-ahead log; the last bit: whether its sums are of numbers with the high byte first."""
_JOURNAL_MAGIC = bytes.fromhex("d9d505f920a163d7")
_SECTORS = frozenset(1 << power for power in range(5, 17))


@dataclass(slots=True)
class Layer:
    """Pages that lie in a file beside the database, and count in place of its own.

    Attributes:
        file: that file; None: there is none.
        size: bytes of a page; 0: it has none.
        count: how many pages the database has; 0: nobody knows.
        places: for each page of the layer, where it begins in the file.
    """

    file: BinaryIO | None = None
    size: int = 0
    count: int = 0
    places: dict[int, int] = field(default_factory=dict)


def pages_of_log(file: BinaryIO | None) -> Layer:
    """The pages in a write-ahead log of all transactions that were ended, each as it was written last.

    Like SQLite, up to the first that was not written whole, or that is left over from an older log.
    """
    head = b"" if file is None else read_part(file, 0, _LOG_HEADER)
    if file is None or len(head) < _LOG_HEADER:
        return Layer()
    magic, _, size, _, *rest = struct.unpack(">8I", head)
    order = ">" if magic & 1 else "<"
    sums = _added((0, 0), head[:24], order)
    if magic not in _LOG_MAGIC or size not in SIZES or sums != tuple(rest[2:]):
        return Layer()
    layer, begun, place = Layer(file, size), dict[int, int](), _LOG_HEADER
    while True:
        frame = read_part(file, place, _FRAME_HEADER + size)
        if len(frame) < _FRAME_HEADER + size or frame[8:16] != head[16:24]:
            return layer
        sums = _added(_added(sums, frame[:8], order), frame[_FRAME_HEADER:], order)
        if sums != struct.unpack(">2I", frame[16:_FRAME_HEADER]):
            return layer
        number, count = struct.unpack(">2I", frame[:8])
        begun[number] = place + _FRAME_HEADER
        if count:
            layer.places.update(begun)
            layer.count = count
            begun.clear()
        place += len(frame)


def pages_of_journal(file: BinaryIO | None) -> Layer:
    """The pages in a rollback journal: as they were before a transaction that was not ended."""
    layer = Layer(file)
    place = 0
    while file is not None and (head := read_part(file, place, 28)).startswith(_JOURNAL_MAGIC):
        if len(head) < 28:
            return layer
        records, nonce, count, sector, size = struct.unpack(">5I", head[8:])
        if size not in SIZES or sector not in _SECTORS or layer.size not in {0, size}:
            return layer
        layer.size, layer.count = size, layer.count or count
        place += sector
        for _ in range(records):
            record = read_part(file, place, size + 8)
            if len(record) < size + 8 or _sum_of(record[4:-4], nonce) != record[-4:]:
                return layer
            layer.places.setdefault(int.from_bytes(record[:4], "big"), place + 4)
            place += len(record)
        place = -(-place // sector) * sector
    return layer


def read_part(file: BinaryIO, place: int, length: int) -> bytes:
    """Some bytes of a file; fewer at its end, none where the disk cannot read them."""
    try:
        file.seek(place)
        return file.read(length)
    except (OSError, ValueError, OverflowError):
        return b""


def _added(sums: tuple[int, int], data: bytes, order: str) -> tuple[int, int]:
    """The sums of a log with more bytes added."""
    first, second = sums
    numbers = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(numbers[::2], numbers[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second


def _sum_of(page: bytes, nonce: int) -> bytes:
    """The sum that a journal has behind a page."""
    total = nonce + sum(page[place] for place in range(len(page) - 200, 0, -200))
    return (total & 0xFFFFFFFF).to_bytes(4, "big")
