"""The heuristic value of a position, for every board size and line length.

The bitboards are those of `Geometry`. A *winning cell* of a side is an empty cell where a disc of that side would
complete a line, playable now or later. A *window* is a run of `connect` cells, so a possible line. Mirrored positions
have equal values.

The weights come from a logistic regression of won against lost on Pascal Pons's solved 7x6 positions (3,930 of the
6,000: those without an immediate win), rounded to one window = 1 point. Other weights (`CLAIM` 10 or 24, `THREAT` 8,
`TEMPO` 5, one at a time) changed the result of 120 games at 500 nodes a move by less than the chance error. Counting
open windows of two discs too won 53 % of the points of 300 games at equal nodes, but takes a third more time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from p4tui.core.geometry import Geometry

TEMPO = 9
"""Points for the side to move: makes values at odd and even depths comparable."""
THREAT = 4
"""Points for a winning cell."""
CLAIM = 16
"""Additional points for a winning cell that its side will fill (see `Evaluation.value`)."""


class Evaluation:
    """The heuristic of one geometry; `evaluation` returns the shared instance.

    Attributes:
        geometry: the board.
        winning_cells: a function from a side's discs to the cells that complete its lines; only the empty cells of the
            result are valid. It also takes several boards in one integer, with an empty column after each.
        cell_values: the number of windows through each cell, by its mask; most in the centre.
        claims: the cells that each side gets if all other columns fill up first and the sides alternate in the last one.
            With an even number of rows, these are the odd rows, counted from 1, for the first side and the even ones
            for the second: Allis's odd and even threats.
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
        """Return the sum of the cell values of a side's discs less those of the other side."""
        return sum(
            value if own & bit else -value
            for bit, value in self.cell_values.items()
            if (own | other) & bit
        )

    def value(self, own_wins: int, other_wins: int, side: int, balance: int) -> int:
        """Return the value of a position in points for the side to move.

        A winning cell among its side's `claims` counts most, unless one of the other side lies below it in its column; a
        column has at most one.

        Args:
            own_wins: the empty winning cells of the side to move.
            other_wins: those of the other side.
            side: the side to move, 0 for the first.
            balance: the `balance` of the position.
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
        """Return the cells above the lowest cell of a mask in each column.

        Subtracting a column's mask from the bit above the column keeps its lowest bit and inverts the higher ones.
        """
        return (((self._ceilings - cells) | cells) & self._board) << 1


@lru_cache(maxsize=16)
def evaluation(geometry: Geometry) -> Evaluation:
    """Return the heuristic of a geometry."""
    return Evaluation(geometry)


def _windows_through(geometry: Geometry) -> dict[int, int]:
    """Return the number of windows through each cell, by its mask."""
    reach = geometry.connect - 1
    counts = {}
    for column in range(geometry.columns):
        left, right = min(column, reach), min(geometry.columns - 1 - column, reach)
        for row in range(geometry.rows):
            down, up = min(row, reach), min(geometry.rows - 1 - row, reach)
            # Of the cells within reach on both sides, all but `reach` can start a window.
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
    """Return `winning_cells` for any line length.

    Upwards, it is the cell above `connect - 1` discs. In the other directions, the windows with exactly one gap are
    built from shorter runs with none (`full`) or one (`gapped`), doubled or longer by one cell. The result marks all
    cells of these windows; only their gaps can be empty.
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
