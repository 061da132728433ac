"""A static function from keys to values in little more space than the values; it holds no keys.

It is a ribbon (Dillinger and Walzer, "Ribbon filter", 2021). The hash of a key selects some of `BAND` successive bits of
a table; their sum modulo 2 is the value. The table solves these equations for all keys by Gaussian elimination, and
takes 3 % more bits than there are equations. Each bit of a value has its own table, or plane. The answers for other keys
are meaningless.

Hashes distribute the keys over shards of some thousands, each with its own table:

    hash(key) = mix(key) for keys of 64 bits, else h = mix(h ^ word) over the words of 64 bits from the lowest, h = 0 first
    shard     = (hash >> 32) * shards >> 32
    place     = mix(hash + seed * 0x9e3779b97f4a7c15), of the shard's seed
    start     = (place >> 32) * (slots - 56) >> 32, of the shard's number of slots (bits of a plane)
    bits      = mix(place) % 2^57 | 1

all modulo 2^64, with `mix` the last steps of splitmix64. Bit b of the value is the parity of `bits` and the 57 bits
from `start` on of plane b. Each plane fills whole bytes, the lowest bit first; the planes of a shard follow each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

BAND = 57
"""The most bits that one 64-bit word holds at any bit offset."""
SHARD_KEYS = 4000
"""The mean number of keys in a shard; larger shards need more slots for a quick solution."""
SPACE = 1.03
"""The slots for each key."""
SEEDS = 8
"""The seeds to try before adding slots."""
MAX_SLOTS = 1 << 24
"""The number of slots at which `solve` gives up."""

_WORD = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
_BITS = (1 << BAND) - 1


class Shard(NamedTuple):
    """A table: the bits of a plane, the seed, the planes."""

    slots: int
    seed: int
    data: bytes


def mix(word: int) -> int:
    """Scramble a 64-bit word, one to one."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
    return word ^ word >> 31


def hash_of(key: int, bits: int) -> int:
    """Return the hash of a key of at most `bits` bits."""
    found = mix(key & _WORD)
    for shift in range(64, bits, 64):
        found = mix(found ^ key >> shift & _WORD)
    return found


def place_of(hashed: int, slots: int, seed: int) -> tuple[int, int]:
    """Return the first slot of a key in a shard, and the mask of its slots from there on."""
    place = mix(hashed + seed * _STEP & _WORD)
    return (place >> 32) * (slots - BAND + 1) >> 32, mix(place) & _BITS | 1


def solve(hashes: Sequence[int], values: Sequence[int], planes: int) -> Shard:
    """Return the table of a shard.

    Args:
        hashes: the distinct hashes of its keys.
        values: the values of the keys, from 0 to 2^planes - 1.
        planes: the bits of a value.

    Raises:
        ValueError: two keys have the same hash and different values.
    """
    slots, seed = int(len(hashes) * SPACE) + BAND, 0
    while True:
        equations = _eliminate(hashes, values, slots, seed)
        if equations is not None:
            return Shard(slots, seed, _substitute_back(*equations, planes))
        seed += 1
        if seed % SEEDS == 0:
            slots += slots // 32 + 1
        if slots > MAX_SLOTS:
            raise ValueError("two keys of different values have the same hash")


def _eliminate(
    hashes: Sequence[int], values: Sequence[int], slots: int, seed: int
) -> tuple[list[int], list[int]] | None:
    """Return the equations in echelon form, as each slot's mask and sum; None if they contradict each other."""
    rows, sums = [0] * slots, [0] * slots
    for hashed, value in zip(hashes, values, strict=True):
        start, bits = place_of(hashed, slots, seed)
        rest = value
        while row := rows[start]:
            bits ^= row
            rest ^= sums[start]
            if not bits:
                break
            shift = (bits & -bits).bit_length() - 1
            bits >>= shift
            start += shift
        if bits:
            rows[start], sums[start] = bits, rest
        elif rest:
            return None
    return rows, sums


def _substitute_back(rows: list[int], sums: list[int], planes: int) -> bytes:
    """Return the planes that solve the equations; free bits are 0."""
    data = b""
    for plane in range(planes):
        window, bits = 0, bytearray((len(rows) + 7) // 8)
        for slot in range(len(rows) - 1, -1, -1):
            row = rows[slot]
            window = window << 1 & _BITS
            if row and ((window & row).bit_count() ^ sums[slot] >> plane) & 1:
                window |= 1
                bits[slot >> 3] |= 1 << (slot & 7)
        data += bits
    return data
