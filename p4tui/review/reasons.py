"""The reasons for a move: checked facts about its position.

A reason is found on the bitboards and confirmed by the solver before it is said.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from p4tui.core.geometry import Cell
from p4tui.core.position import Side


class ReasonKind(Enum):
    """The kind of a reason, the preferred ones first; the value is its name in JSON."""

    WINS = "wins"
    """The column completes a line of the side. Cells: the line."""
    BLOCKS = "blocks"
    """The column takes the cell where the side would complete a line. Cells: that cell."""
    LEAVES_UNBLOCKED = "leaves_unblocked"
    """After the column, the side completes a line elsewhere. Cells: where it does."""
    TWO_THREATS = "two_threats"
    """After the column, the side can complete lines in two cells. Cells: those."""
    ON_TOP_WINS = "on_top_wins"
    """After the column, the side plays on top of it and completes a line. Cells: the cell on top."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A checked fact about a column in the position before a move.

    Attributes:
        kind: what the reason says.
        column: the column that it is about, from 0: the one played, or a better one.
        side: the side that profits: it wins, makes threats or holds.
        cells: the cells that it names, which the board shows; for each kind, see `ReasonKind`.
        moves: a number of moves, 0 if the kind has none.
    """

    kind: ReasonKind
    column: int
    side: Side
    cells: tuple[Cell, ...]
    moves: int = 0
