"""Claims: what the sentences of the lessons say, as data. `tests/unit/test_lesson_claims.py` proves each of them.

A claim is about the position of its exercise, or about the empty board in a text without one. Columns and rows are
counted from 1, as in the sentences. The side to move is the one that plays next in that position.
"""

from __future__ import annotations

from dataclasses import dataclass

from p4tui.core.lines import Direction
from p4tui.core.position import Side

RED, YELLOW = Side.FIRST, Side.SECOND
"""Red moves first in every lesson."""

CellNumbers = tuple[int, int]
"""Column and row of a cell, counted from 1."""


@dataclass(frozen=True, slots=True)
class Discs:
    """A side has a disc in each of these cells."""

    side: Side
    cells: tuple[CellNumbers, ...]


@dataclass(frozen=True, slots=True)
class Completes:
    """The side to move completes a line with a disc in a column: in this direction."""

    column: int
    direction: Direction


@dataclass(frozen=True, slots=True)
class NoWinNow:
    """The side to move cannot complete a line with its next disc."""


@dataclass(frozen=True, slots=True)
class Threatens:
    """The side that is not to move could complete a line in a column at once."""

    column: int


@dataclass(frozen=True, slots=True)
class ThreatsRun:
    """The side that is not to move could complete lines at once, all of them in one direction."""

    direction: Direction


@dataclass(frozen=True, slots=True)
class OnlyThreats:
    """The side that is not to move could complete a line at once in these columns, and in no others."""

    columns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WinningCell:
    """A cell is empty, and a disc of a side there would complete a line."""

    side: Side
    cell: CellNumbers


@dataclass(frozen=True, slots=True)
class LandsOn:
    """The next disc in a column lands in this row."""

    column: int
    row: int


@dataclass(frozen=True, slots=True)
class Free:
    """A column has this number of free cells."""

    column: int
    cells: int


@dataclass(frozen=True, slots=True)
class OpenColumns:
    """These columns have free cells, and no others."""

    columns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Poisoned:
    """If the side to move plays a column, the other side completes a line on top of that disc."""

    column: int


@dataclass(frozen=True, slots=True)
class OnlyPoison:
    """These columns, and no others, let the other side win at once on top of the disc (see `Poisoned`)."""

    columns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Wins:
    """A column wins with best play of both sides."""

    column: int


@dataclass(frozen=True, slots=True)
class WinsIn:
    """A column wins with best play, with the given move of the side to move; 1 is a win at once."""

    column: int
    moves: int


@dataclass(frozen=True, slots=True)
class Draws:
    """A column leads to a draw with best play of both sides."""

    column: int


@dataclass(frozen=True, slots=True)
class Loses:
    """A column loses with best play of both sides."""

    column: int


@dataclass(frozen=True, slots=True)
class LosesIn:
    """A column loses with best play: the other side wins with its answer to the given move; 1 is at once."""

    column: int
    moves: int


@dataclass(frozen=True, slots=True)
class OnlyWin:
    """A column is the only one that wins."""

    column: int


@dataclass(frozen=True, slots=True)
class OnlyHold:
    """A column is the only one that does not lose."""

    column: int


@dataclass(frozen=True, slots=True)
class AllLose:
    """Every column loses with best play."""


@dataclass(frozen=True, slots=True)
class OthersLose:
    """Every column but these loses; if `moves` is given, within so many moves."""

    columns: tuple[int, ...]
    moves: int | None = None


@dataclass(frozen=True, slots=True)
class LatestLoss:
    """Every column loses, and this one loses later than each other one."""

    column: int


@dataclass(frozen=True, slots=True)
class EndsOn:
    """Best play of both sides ends with a disc that completes a line on this cell."""

    cell: CellNumbers


@dataclass(frozen=True, slots=True)
class ScoreIs:
    """The solver's score of a column, for the side to move."""

    column: int
    score: int


@dataclass(frozen=True, slots=True)
class LinesOfBoard:
    """The board has this number of lines in a direction; None counts all directions."""

    number: int
    direction: Direction | None = None


@dataclass(frozen=True, slots=True)
class LinesThrough:
    """This number of lines runs through a cell."""

    cell: CellNumbers
    number: int


@dataclass(frozen=True, slots=True)
class BusiestCells:
    """More lines run through each of these cells than through any other."""

    cells: tuple[CellNumbers, ...]


@dataclass(frozen=True, slots=True)
class LinesCross:
    """Every line that is not vertical has a cell in a column."""

    column: int


@dataclass(frozen=True, slots=True)
class LastColumn:
    """If all other columns are full, a side's discs land in these rows of the last one."""

    side: Side
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LooksAhead:
    """A player that looks so many discs ahead chooses a column.

    It takes the soonest win that it sees, avoids losses that it sees or delays them, and otherwise plays as near to the
    middle as it can, on the left before on the right.
    """

    discs: int
    column: int


@dataclass(frozen=True, slots=True)
class LevelChooses:
    """A level of the computer chooses at random among these columns."""

    level: str
    columns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class After:
    """A claim about the position after some moves, a move string."""

    moves: str
    claim: Claim


Claim = (
    Discs
    | Completes
    | NoWinNow
    | Threatens
    | ThreatsRun
    | OnlyThreats
    | WinningCell
    | LandsOn
    | Free
    | OpenColumns
    | Poisoned
    | OnlyPoison
    | Wins
    | WinsIn
    | Draws
    | Loses
    | LosesIn
    | OnlyWin
    | OnlyHold
    | AllLose
    | OthersLose
    | LatestLoss
    | EndsOn
    | ScoreIs
    | LinesOfBoard
    | LinesThrough
    | BusiestCells
    | LinesCross
    | LastColumn
    | LooksAhead
    | LevelChooses
    | After
)
