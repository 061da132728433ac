"""The positions of a book: their keys, and all positions of a ply.

The key of a position is the sum of the discs of the side to move and the occupied cells, in the bit layout of
`core.geometry`: a column of n discs holds 2^n - 1 plus its discs of the side to move. A book has the smaller key of two
mirror images.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from p4tui.core.geometry import Geometry
from p4tui.core.position import Position
from p4tui.engine.evaluation import evaluation

Keys: TypeAlias = "array[int] | list[int]"
"""Keys of a board (see `empty_keys`)."""
BUCKET_COLUMNS = 2
"""The positions of a ply are sorted in buckets that share this many columns from the right."""


class Positions:
    """The positions of a board and their keys; `positions` returns the shared instance.

    In all methods `own` and `other` are the discs of the side to move and of the other side; neither has a line.

    Attributes:
        geometry: the board.
    """

    def __init__(self, geometry: Geometry) -> None:
        """Compute the masks of a geometry."""
        self.geometry = geometry
        self._bottom, self._board = geometry.bottom, geometry.board
        self._winning_cells = evaluation(geometry).winning_cells
        stride = geometry.stride
        self._column = (1 << stride) - 1
        self._last = (geometry.columns - 1) * stride
        # Shifts down by 1, 2, 4 ... bits that stay within a column.
        self._smears = []
        shift = 1
        while shift < stride:
            self._smears.append((shift, geometry.bottom * ((1 << (stride - shift)) - 1)))
            shift *= 2

    def mirrored(self, word: int) -> int:
        """Return the mirror image of a bitboard or a key."""
        stride, column, seen = self.geometry.stride, self._column, 0
        for _ in range(self.geometry.columns):
            seen = seen << stride | word & column
            word >>= stride
        return seen

    def key(self, own: int, other: int) -> int:
        """Return the smaller key of a position and its mirror image."""
        key = own + own + other
        return min(key, self.mirrored(key))

    def sides(self, key: int) -> tuple[int, int]:
        """Return the discs of the side to move and of the other side, decoded from a key."""
        # With the bottom added, a column's highest bit is its height, the bits below are its own discs.
        discs = full = key + self._bottom
        for shift, mask in self._smears:
            full |= full >> shift & mask
        occupied = full >> 1 & self._board
        own = discs ^ (full ^ occupied)
        return own, occupied ^ own

    def at_a_glance(self, own: int, other: int) -> int | None:
        """Return the score of a position if it shows at a glance, else None.

        It does if the side to move wins at once, has no move, or lets the other side win whatever it plays.
        """
        occupied = own | other
        moves = (occupied + self._bottom) & self._board
        if self._winning_cells(own) & moves:
            return (self.geometry.cells - occupied.bit_count() + 1) // 2
        if not moves:
            return 0
        other_wins = self._winning_cells(other) & self._board
        threats = other_wins & moves
        if threats & (threats - 1) or not (threats or moves) & ~(other_wins >> 1):
            return -((self.geometry.cells - occupied.bit_count()) // 2)
        return None

    def after(self, own: int, other: int) -> Iterator[tuple[int, int]]:
        """Yield the cell of each move that does not win, and the key of the position after it."""
        occupied = own | other
        moves = (occupied + self._bottom) & self._board & ~self._winning_cells(own)
        stride, last = self.geometry.stride, self._last
        key = other + occupied
        image = self.mirrored(key)
        while moves:
            move = moves & -moves
            moves ^= move
            column, row = divmod(move.bit_length() - 1, stride)
            yield move, min(key + move, image + (1 << (last - column * stride + row)))

    def next_ply(self, keys: Sequence[int]) -> Keys:
        """Return the keys of the running positions of the next ply, in ascending order.

        Args:
            keys: the keys of all running positions of a ply, in ascending order.
        """
        wide = self.geometry.columns * self.geometry.stride > 64
        portions: dict[int, Keys] = {}
        shift = (self.geometry.columns - BUCKET_COLUMNS) * self.geometry.stride
        for key in keys:
            for _move, child in self.after(*self.sides(key)):
                portion = portions.get(child >> shift)
                if portion is None:
                    portion = portions[child >> shift] = [] if wide else array("Q")
                portion.append(child)
        found = empty_keys(self.geometry)
        for number in sorted(portions):
            found.extend(sorted(set(portions.pop(number))))
        return found

    def unsettled(self, keys: Sequence[int]) -> Keys:
        """Return the keys whose positions do not show their score at a glance: those of a book."""
        found = empty_keys(self.geometry)
        found.extend(key for key in keys if self.at_a_glance(*self.sides(key)) is None)
        return found

    def plies(self, depth: int) -> Iterator[Keys]:
        """Yield the keys of a book for each ply from 0 to `depth`, in ascending order."""
        keys = empty_keys(self.geometry)
        keys.append(0)
        for ply in range(depth + 1):
            if ply:
                keys = self.next_ply(keys)
            yield self.unsettled(keys)


def empty_keys(geometry: Geometry) -> Keys:
    """Return an empty sequence for the keys of a board: an array, or a list for keys of more than 64 bits."""
    return [] if geometry.columns * geometry.stride > 64 else array("Q")


@lru_cache(maxsize=16)
def positions(geometry: Geometry) -> Positions:
    """Return the positions of a board."""
    return Positions(geometry)


def reachable(position: Position) -> bool:
    """Return whether play from the empty board can reach a running position; drawings can show others.

    The search removes discs from the tops of the columns, the two sides in turn. Positions on the way have no line
    either, so the game was running there.
    """
    geometry = position.geometry
    tried = set()
    todo = [position.own_and_other()]
    while todo:
        own, other = todo.pop()
        occupied = own | other
        if not occupied:
            return True
        # The disc played last is the other side's.
        tops = ((occupied + geometry.bottom) >> 1) & other
        while tops:
            top = tops & -tops
            tops ^= top
            before = (other ^ top, own)
            if before not in tried:
                tried.add(before)
                todo.append(before)
    return False
