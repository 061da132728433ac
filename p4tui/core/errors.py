"""The errors of the rules. They carry facts; the front ends put them into words."""

from __future__ import annotations

from enum import Enum


class P4Error(ValueError):
    """Base class of the core's errors. Their text is for developers, never for players."""


class IllegalMoveError(P4Error):
    """The rules forbid the move."""


class ColumnFullError(IllegalMoveError):
    """The column has no free cell.

    Attributes:
        column: the column, counted from 0.
    """

    def __init__(self, column: int) -> None:
        super().__init__(f"column {column + 1} is full")
        self.column = column


class NoSuchColumnError(IllegalMoveError):
    """The board has no such column.

    Attributes:
        column: the number, counted from 0; may be negative or far too large.
        columns: how many columns the board has.
    """

    def __init__(self, column: int, columns: int) -> None:
        super().__init__(f"no column {column + 1}: the board has columns 1 to {columns}")
        self.column = column
        self.columns = columns


class GameOverError(IllegalMoveError):
    """The game has ended."""

    def __init__(self) -> None:
        super().__init__("the game is over")


class NotYourTurnError(IllegalMoveError):
    """The side is not to move: the computer is thinking, or the game is paused."""

    def __init__(self) -> None:
        super().__init__("it is not your turn")


class NothingToUndoError(P4Error):
    """There is no move to take back."""

    def __init__(self) -> None:
        super().__init__("nothing to undo")


class NothingToRedoError(P4Error):
    """There is no move to redo."""

    def __init__(self) -> None:
        super().__init__("nothing to redo")


class GeometryError(P4Error):
    """The board size or line length is out of range.

    Attributes:
        columns, rows, connect: the numbers given.
    """

    def __init__(self, columns: int, rows: int, connect: int) -> None:
        super().__init__(f"no board of {columns}x{rows} with lines of {connect}")
        self.columns = columns
        self.rows = rows
        self.connect = connect


class NotationError(P4Error):
    """The text is not a move string, a matrix or a drawing.

    Attributes:
        offset: the place of the error in the text, counted from 0.
        reason: the `IllegalMoveError` of the move at that place, or None if the text itself is unreadable.
    """

    def __init__(self, message: str, offset: int, reason: IllegalMoveError | None = None) -> None:
        super().__init__(f"{message} at offset {offset}")
        self.offset = offset
        self.reason = reason


class BoardErrorKind(Enum):
    """Why a matrix or drawing is not a position."""

    UNREADABLE = "unreadable"
    """A character or value has no meaning in its place."""
    RAGGED = "ragged"
    """The rows, or the line of column numbers, differ in length."""
    SIZE = "size"
    """Too few or too many columns or rows, or the text is longer than any board's."""
    FLOATING = "floating"
    """A disc lies above an empty cell."""
    COUNTS = "counts"
    """One player has at least two discs more than the other."""
    LINES = "lines"
    """Both players have lines, or the lines of one do not all run through one top disc."""
    STARTER = "starter"
    """The given starter has fewer discs than the other player."""


class BoardError(NotationError):
    """The matrix or drawing cannot be read, or no game can reach its position.

    Attributes:
        kind: what is wrong.
        column, row: the cell at fault, counted from 0 at the bottom left, or None.
    """

    def __init__(
        self,
        kind: BoardErrorKind,
        offset: int = 0,
        column: int | None = None,
        row: int | None = None,
    ) -> None:
        super().__init__(f"not a position ({kind.value})", offset)
        self.kind = kind
        self.column = column
        self.row = row
