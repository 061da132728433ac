"""The kinds of reasons for a move."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from p4tui.core.geometry import Cell
from p4tui.core.position import Side


class ReasonKind(Enum):
    """The kind of a reason, the preferred ones first; the value is its name in JSON.

    The *mover* made the move, the *opponent* answers it. All cells are cells of the reason's side: the mover, or for the
    kinds marked (o) the opponent. A side wins *at once* if its next disc completes a line.
    """

    WINS = "wins"
    """The column completes a line. Cells: the line."""
    BLOCKS = "blocks"
    """(o) The column takes the cell where the opponent would complete a line. Cells: that cell."""
    LEAVES_UNBLOCKED = "leaves_unblocked"
    """(o) The opponent wins at once in a cell that was free before. Cells: all such cells."""
    LETS_TWO_THREATS = "lets_two_threats"
    """(o) The opponent answers in `there` with two threats at once. Cells: the two threats, or more."""
    TWO_THREATS = "two_threats"
    """After the column, the mover has two threats at once, and the opponent can stop one. Cells: the threats."""
    PREVENTS_TWO_THREATS = "prevents_two_threats"
    """(o) In the column's cell, the opponent would have two threats at once. Cells: that cell, then the threats."""
    ON_TOP_WINS = "on_top_wins"
    """(o) The opponent wins at once on top of the column. Cells: the cell on top."""
    LETS_FORCE = "lets_force"
    """(o) The opponent answers in `there` and wins by force, whatever the replies. Cells: the last one of `line`."""
    FORCES = "forces"
    """The column begins a win by force, whatever the replies. Cells: the last one of `line`."""
    SPENDS_THREAT = "spends_threat"
    """(o) On top of the column is a threat of the mover; only there the opponent does not lose at once. Cells: that one."""
    ON_TOP_ONLY = "on_top_only"
    """(o) Only on top of the column the opponent keeps the result. Cells: the cell on top."""
    POISONS = "poisons"
    """A new threat poisons the column `there`: if the opponent plays there, the mover wins on top. Cells: the threat."""
    KEY_CELL = "key_cell"
    """(o) After any other column, the opponent plays in this one and keeps the result. Cells: the cell of the column."""
    LETS_ZUGZWANG = "lets_zugzwang"
    """(o) The opponent has a threat, and in best play the mover ends under it, no column being safe. Cells: the threat."""
    ZUGZWANG = "zugzwang"
    """The mover has a threat, and in best play the opponent ends under it, no column being safe. Cells: the threat."""
    SAME_CELL = "same_cell"
    """(o) Only in the cell of the better column `there` the opponent keeps the result. Cells: that cell."""
    LETS_LATER_ZUGZWANG = "lets_later_zugzwang"
    """(o) As `LETS_ZUGZWANG`, with a threat that is still to be made. Cells: the threat."""
    LATER_ZUGZWANG = "later_zugzwang"
    """As `ZUGZWANG`, with a threat that is still to be made. Cells: the threat."""
    LETS_LATER_TWO_THREATS = "lets_later_two_threats"
    """(o) Best play ends with two threats at once of the opponent. Cells: the threats."""
    LATER_TWO_THREATS = "later_two_threats"
    """Best play ends with two threats at once of the mover. Cells: the threats."""
    ONLY_ANSWER = "only_answer"
    """(o) Only in the column `there` the opponent keeps the result. Cells: its cell there."""
    OPEN_LINES = "open_lines"
    """The column lies on more lines that the mover can still complete than `there`. Cells: the cell of the column."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A checked fact about a column in the position before a move.

    Attributes:
        kind: what the reason says.
        column: the column that it is about, from 0: the one played, or a better one.
        side: the side that wins or holds, or would do so in the cells.
        cells: the cells that it names, which the board shows; see `ReasonKind`.
        there: a second column, from 0, if the kind has one.
        lines: the numbers of open lines of `column` and of `there`.
        holds: whether `side` only holds the draw, or for a key cell at least.
        line: the columns played after `column` that prove it, from 0; empty if one look at the board does.
    """

    kind: ReasonKind
    column: int
    side: Side
    cells: tuple[Cell, ...]
    there: int | None = None
    lines: tuple[int, int] = (0, 0)
    holds: bool = False
    line: tuple[int, ...] = ()
