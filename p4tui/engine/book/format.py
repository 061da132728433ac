"""The file of a book.

All numbers are whole and little-endian. `i8`, `u8`, `u16`, `u32`, `u64`: signed or not, of so many bits.

    header     8 bytes  b"p4tui-bk"
               u16      version of the format, 1
               u8 x 4   columns, rows, connect (discs in line that win), depth (plies that it holds)
               u16      0
               u64      length of the file in bytes
               u32      number of shards
               u32      CRC-32 of all bytes behind the end field
    plies      for each ply from 0 to depth, 16 bytes:
               u32      number of positions
               u32      number of its first shard
               u32      number of its shards; 0 where it has no positions
               i8       the least score
               u8       bits of a value; a value is the score less the least one
               u16      0
    shards     for each shard, 16 bytes:
               u32      where its planes begin, in bytes from the beginning of the file
               u32      slots: bits of a plane, which fills whole bytes
               u32      seed
               u32      0
    end        u32      CRC-32 of all bytes before this field

and then the planes of the shards, one shard behind the other, and 8 bytes of 0, so that words can be read at any place.
The CRC-32 is that of zlib.

How the value of a key is found in the planes, `retrieval` says; which positions have one and what their keys are,
`positions` does. Of a position that a book does not hold it says something that means nothing, as it has no keys.
"""

from __future__ import annotations

import os
import struct
import tempfile
import zlib
from collections.abc import Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from p4tui.core.errors import GeometryError
from p4tui.core.geometry import Geometry
from p4tui.engine.book.positions import positions
from p4tui.engine.book.retrieval import BAND, SHARD_KEYS, Shard, hash_of, place_of, solve

MAGIC = b"p4tui-bk"
VERSION = 1
MOST_PLANES = 7
"""Bits of a value at the most."""
MOST_BYTES = 1 << 32
"""The longest file, as what it says of places in it has 32 bits."""
SUFFIX = ".p4b"
"""How names of books end."""

_HEADER = struct.Struct("<8sH4BHQII")
_PLY = struct.Struct("<IIIbBH")
_SHARD = struct.Struct("<IIII")
_CRC = struct.Struct("<I")
_WORD = struct.Struct("<Q")
_PADDING = bytes(8)


class BookProblem(Enum):
    """Why a file cannot be used as a book."""

    UNREADABLE = "it cannot be read"
    FOREIGN = "it is no book of this version, or one of another board"
    DAMAGED = "it is damaged"


class BookError(Exception):
    """A file cannot be used as a book; the text is for developers.

    Attributes:
        path: the file.
        problem: why.
    """

    def __init__(self, path: Path, problem: BookProblem, reason: str) -> None:
        super().__init__(f"{path}: {problem.value}: {reason}")
        self.path = path
        self.problem = problem


class _Ply(NamedTuple):
    """What the file says of a ply."""

    positions: int
    first_shard: int
    shards: int
    least: int
    planes: int


def file_name(geometry: Geometry) -> str:
    """What the book of a board is called."""
    return f"{geometry.columns}x{geometry.rows}-connect{geometry.connect}{SUFFIX}"


class Book:
    """A book that is open; it can be asked from several threads at once.

    Attributes:
        path: the file.
        geometry: the board.
        depth: the most discs that a position of it has.
        counts: how many positions it holds, of each ply.
    """

    def __init__(self, path: Path, geometry: Geometry | None = None) -> None:
        """Open a file and check all of it, which takes some milliseconds for 5 MB.

        Args:
            path: the file.
            geometry: the board, any unless given.

        Raises:
            BookError: it is no book, one of another board, or a damaged one, or cannot be read.
            FileNotFoundError: there is no such file.
        """
        self.path = path
        self._data = _read(path)
        found = _parse(path, self._data)
        self.geometry, self.depth, self._plies, self._shards = found
        if geometry is not None and geometry != self.geometry:
            raise BookError(path, BookProblem.FOREIGN, str(self.geometry))
        self.counts = tuple(ply.positions for ply in self._plies)
        self._positions = positions(self.geometry)
        self._key_bits = self.geometry.columns * self.geometry.stride

    @property
    def data(self) -> bytes:
        """What is in the file, checked: the compiled search reads it without another look."""
        return self._data

    def score(self, own: int, other: int) -> int:
        """The score of a position for the side to move.

        Args:
            own: the discs of the side to move.
            other: those of the other side. Play can reach the position; it has at most `depth` discs and does not show
                its score at a glance.
        """
        ply = self._plies[(own | other).bit_count()]
        if not ply.shards:
            return ply.least
        hashed = hash_of(self._positions.key(own, other), self._key_bits)
        shard = (hashed >> 32) * ply.shards >> 32
        offset, slots, seed, _ = self._shards[ply.first_shard + shard]
        start, bits = place_of(hashed, slots, seed)
        value, offset, shift = 0, offset + (start >> 3), start & 7
        for plane in range(ply.planes):
            (word,) = _WORD.unpack_from(self._data, offset)
            value |= ((word >> shift & bits).bit_count() & 1) << plane
            offset += (slots + 7) >> 3
        return ply.least + value


def _read(path: Path) -> bytes:
    """What is in a file, if it is as long as the header of a book says.

    It is not mapped into memory: whoever cut the file short later would end the program with a signal.
    """
    try:
        if not path.is_file() and path.exists():
            # What is neither file nor folder may block when it is opened.
            raise BookError(path, BookProblem.FOREIGN, "no file")
        with path.open("rb") as file:
            header = file.read(_HEADER.size)
            if len(header) < _HEADER.size:
                raise BookError(path, BookProblem.FOREIGN, "too short")
            magic, version, *_, length, _, _ = _HEADER.unpack(header)
            if magic != MAGIC or version != VERSION:
                raise BookError(path, BookProblem.FOREIGN, "no book of this version")
            if length != os.fstat(file.fileno()).st_size or length > MOST_BYTES:
                raise BookError(path, BookProblem.DAMAGED, "another length than it says")
            return header + file.read()
    except FileNotFoundError:
        raise
    except (OSError, ValueError, MemoryError) as error:
        raise BookError(path, BookProblem.UNREADABLE, str(error)) from error


def _parse(
    path: Path, data: bytes
) -> tuple[Geometry, int, list[_Ply], list[tuple[int, int, int, int]]]:
    """The board, the depth, the plies and the shards of what `_read` read, all of it checked.

    Raises:
        BookError: it is none, or damaged.
    """
    _, _, columns, rows, connect, depth, _, length, shards, crc = _HEADER.unpack_from(data)
    plies_end = _HEADER.size + (depth + 1) * _PLY.size
    end = plies_end + shards * _SHARD.size
    if length != len(data) or end + _CRC.size + len(_PADDING) > length:
        raise BookError(path, BookProblem.DAMAGED, "another length than it says")
    with memoryview(data) as view:
        header_crc = zlib.crc32(view[:end])
        body_crc = zlib.crc32(view[end + _CRC.size :])
        plies = [_Ply(*each[:5]) for each in _PLY.iter_unpack(view[_HEADER.size : plies_end])]
        table = list(_SHARD.iter_unpack(view[plies_end:end]))
    if (header_crc, body_crc) != (_CRC.unpack_from(data, end)[0], crc):
        raise BookError(path, BookProblem.DAMAGED, "a checksum does not match")
    try:
        geometry = Geometry(columns, rows, connect)
    except GeometryError as error:
        raise BookError(path, BookProblem.DAMAGED, "no such board") from error
    last = length - len(_PADDING)
    for ply in plies:
        for offset, slots, _, _ in table[ply.first_shard : ply.first_shard + ply.shards]:
            planes_end = offset + ply.planes * ((slots + 7) // 8)
            if slots < BAND or not end < offset <= planes_end <= last:
                raise BookError(path, BookProblem.DAMAGED, "a shard lies outside the file")
        if ply.first_shard + ply.shards > shards or ply.planes > MOST_PLANES:
            raise BookError(path, BookProblem.DAMAGED, "a ply has more than there is")
    return geometry, depth, plies, table


def write(
    path: Path,
    geometry: Geometry,
    plies: Sequence[tuple[Sequence[int], Sequence[int]]],
) -> None:
    """Write a book, all of it or none.

    Args:
        path: the file, which is replaced if it is there.
        geometry: the board.
        plies: for each ply from 0 on the keys of its positions, different from each other, and their scores.

    Raises:
        OSError: it cannot be written.
        ValueError: a score takes more bits than there are, or the keys cannot be told apart.
    """
    rows: list[bytes] = []
    table: list[Shard] = []
    for keys, scores in plies:
        least = min(scores, default=0)
        planes = (max(scores, default=0) - least).bit_length()
        if planes > MOST_PLANES:
            raise ValueError(f"scores from {least} to {max(scores)}")
        count = -(-len(keys) // SHARD_KEYS)
        rows.append(_PLY.pack(len(keys), len(table), count, least, planes, 0))
        for hashes, values in _shard_contents(geometry, keys, scores, count, least):
            table.append(solve(hashes, values, planes))
    end = _HEADER.size + len(rows) * _PLY.size + len(table) * _SHARD.size
    offset = end + _CRC.size
    for shard in table:
        rows.append(_SHARD.pack(offset, shard.slots, shard.seed, 0))
        offset += len(shard.data)
    body = b"".join(shard.data for shard in table) + _PADDING
    board = (geometry.columns, geometry.rows, geometry.connect, len(plies) - 1)
    length = end + _CRC.size + len(body)
    header = _HEADER.pack(MAGIC, VERSION, *board, 0, length, len(table), zlib.crc32(body))
    header += b"".join(rows)
    replace(path, header + _CRC.pack(zlib.crc32(header)) + body)


def _shard_contents(
    geometry: Geometry, keys: Sequence[int], scores: Sequence[int], count: int, least: int
) -> Iterator[tuple[list[int], list[int]]]:
    """The hashes and values of each of so many shards."""
    bits = geometry.columns * geometry.stride
    # In ascending order of the hashes, so shard by shard; the value stands in the lowest bits.
    both = sorted(
        hash_of(key, bits) << MOST_PLANES | score - least
        for key, score in zip(keys, scores, strict=True)
    )
    mask, begin = (1 << MOST_PLANES) - 1, 0
    for shard in range(1, count + 1):
        end = begin
        while end < len(both) and (both[end] >> MOST_PLANES + 32) * count >> 32 < shard:
            end += 1
        part = both[begin:end]
        yield [each >> MOST_PLANES for each in part], [each & mask for each in part]
        begin = end


def replace(path: Path, data: bytes) -> None:
    """Write a file, all of it or none, so that it outlasts a power failure.

    Raises:
        OSError: it cannot be written.
    """
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    try:
        with open(descriptor, "wb") as file:  # noqa: PTH123 - a descriptor
            file.write(data)
            file.flush()
            os.fchmod(file.fileno(), 0o644)
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
