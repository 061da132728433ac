"""The file of puzzles: records of a fixed size, so that one puzzle is read without the others.

`tests.tools.puzzle_file` writes it. All numbers are little-endian integers: `i8` signed, `u8`, `u16`, `u32`, `u64` unsigned,
of so many bits.

    header     8 bytes  b"p4tui-pz"
               u16      version of the format, 1
               u16      edition: grows with each change of the puzzles, which changes the puzzle of a day
               u32      number of puzzles
               u32      CRC-32 of the records
    puzzles    for each, 17 bytes:
               u64      the position: in the bit layout of `core.geometry` the discs of the first side, and a 1 above the
                        discs of each column
               i8 x 7   the exact score of each column for the side to move; -128 if it is full
               u8       difficulty, 1 to 5
               u8       the levels that fail (see `tests/tools/puzzles.py`)
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.review.puzzles.puzzle import Puzzle

SHIPPED = Path(__file__).parent / "data" / "7x6-connect4.p4p"
"""The file of the package."""
BOARD = Geometry()
"""The board of all puzzles."""

MAGIC, FORMAT = b"p4tui-pz", 1
"""The beginning of a file, and the version of its format."""
HEADER = struct.Struct("<8sHHII")
RECORD = struct.Struct("<Q7bBB")
FULL = -128
"""The score of a full column."""
_DIFFICULTY = RECORD.size - 2
"""The offset of the difficulty in a record."""


class PuzzleFileError(Exception):
    """The file of puzzles is missing, damaged, or of another version.

    Attributes:
        path: the file.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(f"no puzzles in {path}")
        self.path = path


class PuzzleFile:
    """The puzzles of a file.

    Attributes:
        edition: see the format.
    """

    def __init__(self, path: Path = SHIPPED) -> None:
        """Read a file; puzzles are decoded one by one.

        Raises:
            PuzzleFileError: it is not a sound file of puzzles.
        """
        try:
            data = path.read_bytes()
            magic, version, self.edition, count, checksum = HEADER.unpack_from(data)
        except (OSError, struct.error) as error:
            raise PuzzleFileError(path) from error
        self._records = data[HEADER.size :]
        if (
            (magic, version) != (MAGIC, FORMAT)
            or len(self._records) != count * RECORD.size
            or not count
            or zlib.crc32(self._records) != checksum
        ):
            raise PuzzleFileError(path)

    def __len__(self) -> int:
        return len(self._records) // RECORD.size

    def puzzle(self, number: int) -> Puzzle:
        """Return a puzzle by its number.

        Raises:
            IndexError: the number is not between 1 and the number of puzzles.
        """
        if not 1 <= number <= len(self):
            raise IndexError(number)
        key, *scores, difficulty, _failing = RECORD.unpack_from(
            self._records, (number - 1) * RECORD.size
        )
        known = tuple(None if score == FULL else score for score in scores)
        return Puzzle(position_of(key), known, number, difficulty)

    def __iter__(self) -> Iterator[Puzzle]:
        return (self.puzzle(number) for number in range(1, len(self) + 1))

    def numbers(self, difficulty: int) -> list[int]:
        """Return the numbers of the puzzles of a difficulty."""
        found = self._records[_DIFFICULTY :: RECORD.size]
        return [number for number, each in enumerate(found, 1) if each == difficulty]


@lru_cache(maxsize=1)
def shipped() -> PuzzleFile:
    """Return the puzzles of the package.

    Raises:
        PuzzleFileError: the file is missing or damaged.
    """
    return PuzzleFile()


def position_of(key: int) -> Position:
    """Return the position of a number in the file."""
    first = second = 0
    for column in range(BOARD.columns):
        shift = column * BOARD.stride
        cells = key >> shift & (1 << BOARD.stride) - 1
        above = 1 << cells.bit_length() - 1
        first |= (cells ^ above) << shift
        second |= (above - 1 ^ cells ^ above) << shift
    return Position(BOARD, first, second)
