"""The file of a book.

All numbers are little-endian integers: `i8` signed, `u8`, `u16`, `u32`, `u64` unsigned, of so many bits.

    header     8 bytes  b"p4tui-bk"
               u16      version of the format, 1
               u8 x 4   columns, rows, connect (discs in line that win), depth (plies)
               u16      0
               u64      length of the file in bytes
               u32      number of shards
               u32      CRC-32 of all bytes after the end field
    plies      for each ply from 0 to depth, 16 bytes:
               u32      number of positions
               u32      number of its first shard
               u32      number of its shards; 0 if it has no positions
               i8       the least score
               u8       bits of a value; a value is the score less the least one
               u16      0
    shards     for each shard, 16 bytes:
               u32      offset of its planes from the beginning of the file, in bytes
               u32      slots: bits of a plane, which fills whole bytes
               u32      seed
               u32      0
    end        u32      CRC-32 of all bytes before this field

and then the planes of the shards, one shard after the other, and 8 bytes of 0, so that words can be read at any place.
The CRC-32 is that of zlib.

`retrieval` describes the planes, `positions` the positions and their keys. A book has no keys, so its answer for a
position that it does not hold is meaningless.
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
MAX_PLANES = 7
"""The most bits of a value."""
MAX_BYTES = 1 << 32
"""The longest file: its offsets have 32 bits."""
SUFFIX = ".p4b"
"""The suffix of a book's file name."""

_HEADER = struct.Struct("<8sH4BHQII")
_PLY = struct.Struct("<IIIbBH")
_SHARD = struct.Struct("<IIII")
_CRC = struct.Struct("<I")
_WORD = struct.Struct("<Q")
_PADDING = bytes(8)


class BookProblem(Enum):
    """The reason why a file cannot be used as a book."""

    UNREADABLE = "the file cannot be read"
    FOREIGN = "not a book of this version, or one of another board"
    DAMAGED = "the book is damaged"


class BookError(Exception):
    """A file cannot be used as a book; the text is for developers.

    Attributes:
        path: the file.
        problem: the reason.
    """

    def __init__(self, path: Path, problem: BookProblem, reason: str) -> None:
        super().__init__(f"{path}: {problem.value}: {reason}")
        self.path = path
        self.problem = problem


class _Ply(NamedTuple):
    """The entry of a ply in the file."""

    positions: int
    first_shard: int
    shards: int
    min_score: int
    planes: int


def file_name(geometry: Geometry) -> str:
    """Return the file name of the book of a board."""
    return f"{geometry.columns}x{geometry.rows}-connect{geometry.connect}{SUFFIX}"


class Book:
    """An open book; several threads may use it at once.

    Attributes:
        path: the file.
        geometry: the board.
        depth: the most discs of its positions.
        counts: the number of its positions of each ply.
    """

    def __init__(self, path: Path, geometry: Geometry | None = None) -> None:
        """Open a file and check all of it, which takes some milliseconds for 5 MB.

        Args:
            path: the file.
            geometry: the board, or None for any.

        Raises:
            BookError: the file cannot be read, is damaged, is not a book, or is one of another board.
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
        """The checked contents of the file; the compiled search relies on them."""
        return self._data

    def score(self, own: int, other: int) -> int:
        """Return the score of a position for the side to move.

        The position must be reachable, have at most `depth` discs and not show its score at a glance.

        Args:
            own: the discs of the side to move.
            other: those of the other side.
        """
        ply = self._plies[(own | other).bit_count()]
        if not ply.shards:
            return ply.min_score
        hashed = hash_of(self._positions.key(own, other), self._key_bits)
        shard = (hashed >> 32) * ply.shards >> 32
        offset, slots, seed, _ = self._shards[ply.first_shard + shard]
        start, bits = place_of(hashed, slots, seed)
        value, offset, shift = 0, offset + (start >> 3), start & 7
        for plane in range(ply.planes):
            (word,) = _WORD.unpack_from(self._data, offset)
            value |= ((word >> shift & bits).bit_count() & 1) << plane
            offset += (slots + 7) >> 3
        return ply.min_score + value


def _read(path: Path) -> bytes:
    """Return the contents of a file of the length in its header.

    Mapping it into memory instead would let another program that truncates the file kill this one.
    """
    try:
        if not path.is_file() and path.exists():
            # Opening a pipe or a device may block.
            raise BookError(path, BookProblem.FOREIGN, "not a file")
        with path.open("rb") as file:
            header = file.read(_HEADER.size)
            if len(header) < _HEADER.size:
                raise BookError(path, BookProblem.FOREIGN, "too short")
            magic, version, *_, length, _, _ = _HEADER.unpack(header)
            if magic != MAGIC or version != VERSION:
                raise BookError(path, BookProblem.FOREIGN, "not a book of this version")
            if length != os.fstat(file.fileno()).st_size or length > MAX_BYTES:
                raise BookError(path, BookProblem.DAMAGED, "wrong length")
            return header + file.read()
    except FileNotFoundError:
        raise
    except (OSError, ValueError, MemoryError) as error:
        raise BookError(path, BookProblem.UNREADABLE, str(error)) from error


def _parse(
    path: Path, data: bytes
) -> tuple[Geometry, int, list[_Ply], list[tuple[int, int, int, int]]]:
    """Check the contents of a file; return its board, depth, plies and shards.

    Raises:
        BookError: the book is damaged.
    """
    _, _, columns, rows, connect, depth, _, length, shards, crc = _HEADER.unpack_from(data)
    plies_end = _HEADER.size + (depth + 1) * _PLY.size
    end = plies_end + shards * _SHARD.size
    if length != len(data) or end + _CRC.size + len(_PADDING) > length:
        raise BookError(path, BookProblem.DAMAGED, "wrong length")
    with memoryview(data) as view:
        header_crc = zlib.crc32(view[:end])
        body_crc = zlib.crc32(view[end + _CRC.size :])
        plies = [_Ply(*each[:5]) for each in _PLY.iter_unpack(view[_HEADER.size : plies_end])]
        table = list(_SHARD.iter_unpack(view[plies_end:end]))
    if (header_crc, body_crc) != (_CRC.unpack_from(data, end)[0], crc):
        raise BookError(path, BookProblem.DAMAGED, "wrong checksum")
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
        if ply.first_shard + ply.shards > shards or ply.planes > MAX_PLANES:
            raise BookError(path, BookProblem.DAMAGED, "a ply lies outside the file")
    return geometry, depth, plies, table


def write(
    path: Path,
    geometry: Geometry,
    plies: Sequence[tuple[Sequence[int], Sequence[int]]],
) -> None:
    """Write a book as a whole, replacing an existing file.

    Args:
        path: the file.
        geometry: the board.
        plies: for each ply from 0 on, the distinct keys of its positions and their scores.

    Raises:
        OSError: the file cannot be written.
        ValueError: a ply's scores take more than `MAX_PLANES` bits, or two keys have the same hash.
    """
    rows: list[bytes] = []
    table: list[Shard] = []
    for keys, scores in plies:
        min_score = min(scores, default=0)
        planes = (max(scores, default=0) - min_score).bit_length()
        if planes > MAX_PLANES:
            raise ValueError(f"scores from {min_score} to {max(scores)}")
        count = -(-len(keys) // SHARD_KEYS)
        rows.append(_PLY.pack(len(keys), len(table), count, min_score, planes, 0))
        for hashes, values in _shard_contents(geometry, keys, scores, count, min_score):
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
    geometry: Geometry, keys: Sequence[int], scores: Sequence[int], count: int, min_score: int
) -> Iterator[tuple[list[int], list[int]]]:
    """Yield the hashes and values of each of `count` shards."""
    bits = geometry.columns * geometry.stride
    # Sorted by hash, hence by shard; the lowest bits hold the value.
    both = sorted(
        hash_of(key, bits) << MAX_PLANES | score - min_score
        for key, score in zip(keys, scores, strict=True)
    )
    mask, begin = (1 << MAX_PLANES) - 1, 0
    for shard in range(1, count + 1):
        end = begin
        while end < len(both) and (both[end] >> MAX_PLANES + 32) * count >> 32 < shard:
            end += 1
        part = both[begin:end]
        yield [each >> MAX_PLANES for each in part], [each & mask for each in part]
        begin = end


def replace(path: Path, data: bytes) -> None:
    """Replace a file atomically, so that it survives a power failure.

    Raises:
        OSError: the file cannot be written.
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
