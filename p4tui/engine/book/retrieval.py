"""Values of known keys in little more than their own bits: a function that answers for its keys and holds none of them.

It is a ribbon (Dillinger and Walzer, "Ribbon filter", 2021). The hash of a key says which of the bits of a table to
add up, modulo 2: some of `BAND` bits in a row. The table is the solution of the equations that this gives for all keys,
found by Gaussian elimination, and takes 3 % more bits than there are equations. Values of several bits have a table,
or plane, for each of them. What it answers for other keys means nothing.

The keys are dealt out to shards of some thousands, each with a table of its own, by their hashes:

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
"""The most bits of a plane that can be read at any place in one word of 64."""
SHARD_KEYS = 4000
"""Keys in a shard on average: the more, the more slots it takes to find a solution soon."""
SPACE = 1.03
"""Slots for each key."""
SEEDS = 8
"""Seeds tried with a number of slots before more are taken."""
MOST_SLOTS = 1 << 24
"""More slots than this, and something is wrong with the keys."""

_WORD = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
_BITS = (1 << BAND) - 1


class Shard(NamedTuple):
    """A table and how to read it: how many bits a plane has, the seed, the planes."""

    slots: int
    seed: int
    data: bytes


def mix(word: int) -> int:
    """A word of 64 bits scrambled, one to one."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
    return word ^ word >> 31


def hash_of(key: int, bits: int) -> int:
    """The hash of a key of at most so many bits."""
    found = mix(key & _WORD)
    for shift in range(64, bits, 64):
        found = mix(found ^ key >> shift & _WORD)
    return found


def place_of(hashed: int, slots: int, seed: int) -> tuple[int, int]:
    """Where the bits of a key start in a shard of so many slots, and which they are."""
    place = mix(hashed + seed * _STEP & _WORD)
    return (place >> 32) * (slots - BAND + 1) >> 32, mix(place) & _BITS | 1


def solve(hashes: Sequence[int], values: Sequence[int], planes: int) -> Shard:
    """The table of a shard.

    Args:
        hashes: of its keys, different from each other.
        values: those of the keys, from 0 to 2^planes - 1.
        planes: how many bits a value has.

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
        if slots > MOST_SLOTS:
            raise ValueError("two keys of different values have the same hash")


def _eliminate(
    hashes: Sequence[int], values: Sequence[int], slots: int, seed: int
) -> tuple[list[int], list[int]] | None:
    """The equations in echelon form: of each slot the bits from it on and their sum; None if they contradict."""
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
    """The planes that fulfil the equations; bits that none of them asks for are 0."""
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
