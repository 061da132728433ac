"""What a position that cannot be solved is worth: a heuristic for every board size and line length.

The bitboards are those of `Geometry`. A *winning cell* of a side is an empty cell whose disc would complete a line of
that side, whether it can be reached yet or not; a *window* is a run of `connect` cells, so a possible line. Mirrored
positions have equal values.

The weights follow a logistic regression of won against lost on the solved 7x6 test positions of Pascal Pons's tutorial
(3,930 of the 6,000: those where neither side wins at once), rounded to one window = 1 point. Others (`CLAIM` 10 or 24,
`THREAT` 8, `TEMPO` 5, one at a time) changed the result of 120 games at 500 nodes a move by less than the chance error.
Counting the open windows of two discs as well won 53 % of the points of 300 games at equal nodes, but takes a third
more time: it is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from p4tui.core.geometry import Geometry

TEMPO = 9
"""Points for being the side to move: makes values comparable that were reached after odd and even numbers of plies."""
THREAT = 4
"""Points for a winning cell."""
CLAIM = 16
"""Points more for one that its side will come to fill (see `Evaluation.value`)."""


class Evaluation:
    """The heuristic of one geometry; `evaluation` makes it and keeps it.

    Attributes:
        geometry: the board it is for.
        winning_cells: from the discs of a side the cells that complete a line of it; in the result only the empty cells
            of the board mean anything. It takes several boards at once, side by side in one integer, where an empty
            column follows each.
        cell_values: for the mask of each cell how many windows run through it: most in the centre.
        claims: for each side the cells that fall to it where all other columns fill up first and the sides alternate in
            the last one. With an even number of rows these are the odd rows, counted from 1, for the first side, and
            the even ones for the second: Allis's odd and even threats.
    """

    def __init__(self, geometry: Geometry) -> None:
        """Compute the tables of a geometry."""
        self.geometry = geometry
        self.winning_cells = _fours(geometry) if geometry.connect == 4 else _lines(geometry)
        self.cell_values = _windows_through(geometry)
        odd_rows = geometry.bottom * sum(1 << row for row in range(0, geometry.rows, 2))
        even_rows = geometry.board ^ odd_rows
        elsewhere = (geometry.columns - 1) * geometry.rows
        self.claims = (even_rows, odd_rows) if elsewhere % 2 else (odd_rows, even_rows)
        self._board = geometry.board
        self._ceilings = geometry.bottom << geometry.rows

    def balance(self, own: int, other: int) -> int:
        """The part of the value that each disc adds by its cell alone: own discs less the other side's."""
        return sum(
            value if own & bit else -value
            for bit, value in self.cell_values.items()
            if (own | other) & bit
        )

    def value(self, own_wins: int, other_wins: int, side: int, balance: int) -> int:
        """The value of a position in points for the side to move.

        A winning cell that its side can *claim* counts most, if none of the other side's lies below it in its column; a
        column has at most one.

        Args:
            own_wins: the winning cells of the side to move, empty ones only.
            other_wins: those of the other side.
            side: which side is to move, 0 for the first.
            balance: what `balance` says of the position.
        """
        points = balance + TEMPO + THREAT * (own_wins.bit_count() - other_wins.bit_count())
        own_claims = own_wins & self.claims[side]
        if own_claims:
            points += CLAIM * (own_claims & ~self._above(own_claims | other_wins)).bit_count()
        other_claims = other_wins & self.claims[1 - side]
        if other_claims:
            points -= CLAIM * (other_claims & ~self._above(other_claims | own_wins)).bit_count()
        return points

    def _above(self, cells: int) -> int:
        """The cells above the lowest of a mask in each column.

        Taken from the bit above its column, a mask leaves its lowest bit and the complement of what is higher; no
        column borrows from the next.
        """
        return (((self._ceilings - cells) | cells) & self._board) << 1


@lru_cache(maxsize=16)
def evaluation(geometry: Geometry) -> Evaluation:
    """The heuristic of a geometry."""
    return Evaluation(geometry)


def _windows_through(geometry: Geometry) -> dict[int, int]:
    """How many windows run through each cell, by the mask of the cell."""
    reach = geometry.connect - 1
    counts = {}
    for column in range(geometry.columns):
        left, right = min(column, reach), min(geometry.columns - 1 - column, reach)
        for row in range(geometry.rows):
            down, up = min(row, reach), min(geometry.rows - 1 - row, reach)
            # In each direction, of the cells within reach on both sides, all but `reach` can be the first of a window.
            around = (
                left + right,
                down + up,
                min(left, down) + min(right, up),
                min(left, up) + min(right, down),
            )
            counts[geometry.bit(column, row)] = sum(max(0, cells + 1 - reach) for cells in around)
    return counts


def _fours(geometry: Geometry) -> Callable[[int], int]:
    """`winning_cells` for lines of four, the usual game: the steps of `_lines` written out, in half its time."""
    slopes = geometry.directions[1:]

    def winning_cells(discs: int) -> int:
        found = discs << 1
        found &= found << 1
        found &= found << 1
        for step in slopes:
            shifted = discs >> step
            full, gapped = discs & shifted, discs ^ shifted
            twice = step + step
            gapped = (full & (gapped >> twice)) | (gapped & (full >> twice))
            gapped |= gapped << step
            found |= gapped | (gapped << twice)
        return found

    return winning_cells


def _lines(geometry: Geometry) -> Callable[[int], int]:
    """`winning_cells` for any line length.

    Upwards only the cell above `connect - 1` discs counts. In the other directions the starts of the windows with
    exactly one gap are found by joining shorter runs that have none (`full`) or one (`gapped`): doubled, or longer by
    one cell. All cells of these windows are then marked; only the gap of each can be empty, and one off the board means
    nothing.
    """
    connect = geometry.connect
    joins: list[tuple[int, bool]] = []
    length = 1
    for digit in f"{connect:b}"[1:]:
        joins.append((length, True))
        length *= 2
        if digit == "1":
            joins.append((length, False))
            length += 1
    plans = tuple(
        (tuple((step * size, doubled) for size, doubled in joins), shifts)
        for step, shifts in zip(geometry.directions[1:], geometry.line_shifts[1:], strict=True)
    )

    def winning_cells(discs: int) -> int:
        found = discs << 1
        for _ in range(connect - 2):
            found &= found << 1
        for steps, shifts in plans:
            full, gapped = discs, ~discs
            for step, doubled in steps:
                next_full, next_gapped = (full, gapped) if doubled else (discs, ~discs)
                next_full >>= step
                gapped = (gapped & next_full) | (full & (next_gapped >> step))
                full &= next_full
            for shift in shifts:
                gapped |= gapped << shift
            found |= gapped
        return found

    return winning_cells
